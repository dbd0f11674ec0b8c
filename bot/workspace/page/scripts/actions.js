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

/** When an event told of a status or of the Home tab: an answer that was asked for before is older. */
/** @type {Map<string, number>} */
const heard = new Map();
let viewsRevision = 0;
/** Called as soon as everything has been read for the first time. */
let whenRead = () => {};

/** @type {Record<string, (change: Json) => void>} */
const HANDLERS = {
  message: arrived,
  message_changed: (c) => putMessage(c.channel, c.message, c.revision),
  message_deleted: (c) => dropMessage(c.channel, c.ts),
  status: (c) => {
    heard.set(statusKey(c.channel, c.thread_ts), Date.now());
    setStatus(c);
  },
  channel: () => void readChannels().catch(() => {}), // the next catch-up reads them
  user: (c) => {
    state.users.set(c.user.id, c.user);
    changed("people");
  },
  view: (c) => {
    if (c.view.type === "home") heard.set("home", Date.now());
    else viewsRevision = c.revision;
    putView(c.view);
  },
  view_closed: (c) => {
    viewsRevision = c.revision;
    dropView(c.view_id);
  },
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
  Object.assign(state, { views: [], home: null, thread: "", target: "" });
  state.channels = new Map();
  state.messages = new Map();
  state.statuses = new Map();
  // Listening comes first, so that nothing falls between what is read and what is told.
  await new Promise((done) => {
    whenRead = () => done(undefined);
    live.follow(user);
  });
  changed("people", "channels", "messages", "views", "home", "statuses", "place");
}

/** Reads the conversations, and what was said in those that are new to the person. */
async function readChannels() {
  const known = new Set(state.messages.keys());
  await Promise.all((await readList()).filter((channel) => !known.has(channel)).map(readMessages));
}

/** Reads the list of conversations; returns those that the person is in. @returns {Promise<string[]>} */
async function readList() {
  const asker = state.me;
  const { channels } = await get("channels");
  if (asker !== state.me) return [];
  // Messages name channels: they are drawn anew only if something about those is different.
  if (JSON.stringify(channels) !== JSON.stringify([...state.channels.values()])) {
    state.channels = new Map(channels.map((/** @type {Json} */ channel) => [channel.id, channel]));
    changed("channels");
  }
  return channels.filter((/** @type {Json} */ c) => c.is_member).map((/** @type {Json} */ c) => String(c.id));
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
    await Promise.all([readStatuses(), readViews(), readHome(), readAll()]);
  } catch (error) {
    // It went away again meanwhile; what is refused is not asked for once more.
    if (/** @type {any} */ (error).code === "unreachable") return live.again();
  }
  if (asker === state.me) whenRead();
}

async function readAll() {
  await Promise.all((await readList()).map(readMessages));
}

async function readStatuses() {
  const [asker, asked] = [state.me, Date.now()];
  const { statuses } = await get("statuses");
  if (asker !== state.me) return;
  const isOlder = (/** @type {string} */ key) => (heard.get(key) ?? 0) >= asked;
  for (const key of state.statuses.keys()) if (!isOlder(key)) state.statuses.delete(key);
  for (const status of statuses) if (!isOlder(statusKey(status.channel, status.thread_ts))) setStatus(status);
  changed("statuses");
}

async function readViews() {
  const asker = state.me;
  const { views, revision } = await get("views");
  if (asker !== state.me) return;
  if (revision < viewsRevision) return void (await readViews());
  state.views = views;
  changed("views");
}

async function readHome() {
  const [asker, asked] = [state.me, Date.now()];
  const { view } = await get("home");
  if (asker !== state.me || (heard.get("home") ?? 0) >= asked) return;
  state.home = view;
  changed("home");
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
