// @ts-check
/** Reads the workspace into the state and keeps it up to date by events. */

import { actAs, get, post } from "./api.js";
import { announce } from "./dom.js";
import { Live } from "./live.js";
import { noteArrival } from "./unread.js";
import {
  changed, dropMessage, messagesOf, nameOf, putMessage, replaceMessages, state, statusKey,
} from "./state.js";
import { plainText } from "./plaintext.js";

/** @typedef {Record<string, any>} Json */

const STATUS_SECONDS = 120;
const SETTLE_MS = 20_000;

/** @type {Record<string, (change: Json) => void>} */
const HANDLERS = {
  message: arrived,
  message_changed: (c) => putMessage(c.channel, c.message, c.revision),
  message_deleted: (c) => dropMessage(c.channel, c.ts),
  status: setStatus,
  channel: () => void readChannels(),
  user: (c) => {
    state.users.set(c.user.id, c.user);
    changed("people");
  },
  view: (c) => putView(c.view),
  view_closed: (c) => dropView(c.view_id),
};

const live = new Live(
  (change) => HANDLERS[change.type]?.(change),
  () => void catchUp(),
  (isConnected) => {
    state.isConnected = isConnected;
    changed("connection");
  },
);

/** Reads what is the same for everybody. */
export async function readWorkspace() {
  const [workspace, users, offers] = await Promise.all([get("workspace"), get("users"), get("suggestions")]);
  state.workspace = workspace.workspace;
  state.users = new Map(users.users.map((/** @type {Json} */ user) => [user.id, user]));
  state.offers = offers;
  changed("people", "offers");
}

/** Becomes another person: everything they see is read anew. */
export async function become(/** @type {string} */ user) {
  state.me = user;
  actAs(user);
  Object.assign(state, { views: [], home: null, thread: "", target: "", isRoomLoaded: false });
  state.channels = new Map();
  state.messages = new Map();
  state.statuses = new Map();
  await readChannels();
  state.isRoomLoaded = true;
  changed("people", "channels", "messages", "views", "home", "statuses", "place");
  live.follow(user);
}

export async function readChannels() {
  const asker = state.me;
  const { channels } = await get("channels");
  if (asker !== state.me) return;
  const missing = channels.filter((/** @type {Json} */ c) => c.is_member && !state.messages.has(c.id));
  state.channels = new Map(channels.map((/** @type {Json} */ channel) => [channel.id, channel]));
  changed("channels");
  await Promise.all(missing.map((/** @type {Json} */ c) => readMessages(c.id)));
}

async function readMessages(/** @type {string} */ channel) {
  const asker = state.me;
  const answer = await get(`messages/${channel}`);
  if (asker === state.me) replaceMessages(channel, answer.messages, answer.revision);
}

/** Everything that events may have told while nobody listened. */
async function catchUp() {
  const asker = state.me;
  try {
    const [statuses, views, home] = await Promise.all([get("statuses"), get("views"), get("home"), readChannels()]);
    await Promise.all([...state.messages.keys()].map(readMessages));
    if (asker !== state.me) return;
    state.statuses = new Map();
    statuses.statuses.forEach(setStatus);
    state.views = views.views;
    state.home = home.view;
    changed("views", "home", "statuses");
  } catch {
    live.again(); // it went away again meanwhile
  }
}

function arrived(/** @type {Json} */ change) {
  const isNew = !messagesOf(change.channel).has(change.message.ts);
  putMessage(change.channel, change.message, change.revision);
  if (!isNew || change.message.user === state.me) return;
  noteArrival(change.channel, change.message);
  if (change.channel === state.place) {
    announce(`${nameOf(change.message.user)}: ${plainText(change.message)}`.slice(0, 240));
  }
}

function setStatus(/** @type {Json} */ shown) {
  const key = statusKey(shown.channel, shown.thread_ts);
  if (!shown.status) state.statuses.delete(key);
  else {
    const status = { ...shown, since: Date.now() };
    state.statuses.set(key, status);
    setTimeout(() => {
      if (state.statuses.get(key) !== status) return;
      state.statuses.delete(key);
      changed("statuses");
    }, STATUS_SECONDS * 1000);
  }
  changed("statuses");
}

function putView(/** @type {Json} */ view) {
  if (view.type === "home") {
    state.home = view;
    return changed("home");
  }
  const place = state.views.findIndex((known) => known.id === view.id);
  if (place < 0) state.views.push(view);
  else state.views[place] = view;
  changed("views");
}

export function dropView(/** @type {string} */ id) {
  state.views = state.views.filter((view) => view.id !== id);
  changed("views");
}

/** Opens the direct conversation with somebody, which is made if need be. */
export async function openDirect(/** @type {string} */ user) {
  const { channel } = await post("dm", { with: user });
  state.channels.set(channel.id, channel);
  if (!state.messages.has(channel.id)) await readMessages(channel.id);
  changed("channels");
  return String(channel.id);
}

/** A stream whose time is up ends when somebody looks. */
setInterval(() => {
  for (const [channel, known] of state.messages) {
    const isLive = [...known.values()].some((message) => message.streaming_state === "live");
    if (isLive) readMessages(channel).catch(() => {});
  }
}, SETTLE_MS);
