// @ts-check
/** What the page knows, and who wants to hear of changes. No DOM and no requests in here. */

/** @typedef {Record<string, any>} Json */

export const state = {
  me: "",
  /** @type {Json} */ workspace: {},
  /** @type {Map<string, Json>} */ users: new Map(),
  /** @type {Map<string, Json>} */ channels: new Map(),
  /** @type {Map<string, Map<string, Json>>} */ messages: new Map(),
  /** @type {Map<string, Json>} */ statuses: new Map(),
  /** @type {Json[]} */ views: [],
  /** @type {Json|null} */ home: null,
  /** @type {Json} */ offers: { suggestions: [], commands: [], shortcuts: [] },
  /** The open conversation, or "home", or "" for the list of conversations on a narrow window. */
  place: "",
  /** The open thread's parent. */
  thread: "",
  /** A message to draw attention to. */
  target: "",
  isFaultsOpen: false,
  isConnected: true,
};

/** @typedef {"people"|"channels"|"messages"|"statuses"|"views"|"home"|"place"|"connection"|"offers"} Topic */

/** @type {Map<Topic, Set<() => void>>} */
const listeners = new Map();
/** @type {Set<Topic>} */
const due = new Set();

/**
 * Calls `listen` after any of the topics changed, once for all changes of one turn.
 * @param {Topic[]} topics
 * @param {() => void} listen
 */
export function subscribe(topics, listen) {
  for (const topic of topics) {
    if (!listeners.has(topic)) listeners.set(topic, new Set());
    listeners.get(topic)?.add(listen);
  }
}

/** @param {...Topic} topics */
export function changed(...topics) {
  if (!due.size) queueMicrotask(tell);
  topics.forEach((topic) => due.add(topic));
}

function tell() {
  /** @type {Set<() => void>} */
  const called = new Set();
  for (const topic of due) listeners.get(topic)?.forEach((listen) => called.add(listen));
  due.clear();
  called.forEach((listen) => listen());
}

/** @param {string} channel @returns {Map<string, Json>} */
export const messagesOf = (channel) => state.messages.get(channel) ?? new Map();

/**
 * Takes over a conversation as it was at `revision`; what came later by event stays.
 * @param {string} channel
 * @param {Json[]} list
 * @param {number} revision
 */
export function replaceMessages(channel, list, revision) {
  const known = messagesOf(channel);
  const fresh = new Map(list.map((message) => [message.ts, { ...message, revision }]));
  for (const [ts, message] of known) {
    const later = message.revision > revision;
    if (later) fresh.set(ts, message);
    // The same content keeps its object, so that nothing is drawn anew for it.
    else if (fresh.has(ts) && same(fresh.get(ts), message)) fresh.set(ts, message);
  }
  state.messages.set(channel, new Map([...fresh].sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const message of fresh.values()) if (message.revision > revision && isReply(message)) tally(channel, message.thread_ts);
  changed("messages");
}

/** @param {any} one @param {any} other */
function same(one, other) {
  return JSON.stringify({ ...one, revision: 0 }) === JSON.stringify({ ...other, revision: 0 });
}

/** @param {string} channel @param {Json} message @param {number} revision */
export function putMessage(channel, message, revision) {
  const known = messagesOf(channel);
  const isLast = !known.has(message.ts) && message.ts > ([...known.keys()].at(-1) ?? "");
  known.set(message.ts, { ...message, revision });
  const isSorted = isLast || known.size === 1;
  state.messages.set(channel, isSorted ? known : new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1))));
  if (isReply(message)) tally(channel, message.thread_ts);
  changed("messages");
}

/** Nobody tells of a parent when a reply comes or goes: its figures are counted here. */
/** @param {string} channel @param {string} root */
function tally(channel, root) {
  const known = messagesOf(channel);
  const parent = known.get(root);
  if (!parent) return;
  const replies = [...known.values()].filter((m) => m.thread_ts === root && m.ts !== root && !m.is_ephemeral);
  const figures = { reply_count: replies.length, reply_users: [...new Set(replies.map((m) => m.user))], latest_reply: replies.at(-1)?.ts };
  known.set(root, { ...parent, ...figures });
}

/** @param {string} channel @param {string} ts */
export function dropMessage(channel, ts) {
  const message = messagesOf(channel).get(ts);
  messagesOf(channel).delete(ts);
  if (message && isReply(message)) tally(channel, message.thread_ts);
  changed("messages");
}

export const isReply = (/** @type {Json} */ message) => Boolean(message.thread_ts) && message.thread_ts !== message.ts;

/** The messages of a conversation's main list: roots, and replies also sent to the channel. */
export function roots(/** @type {string} */ channel) {
  return [...messagesOf(channel).values()].filter((m) => !isReply(m) || m.subtype === "thread_broadcast");
}

/** A thread: its parent, then the replies. */
export function threadOf(/** @type {string} */ channel, /** @type {string} */ root) {
  return [...messagesOf(channel).values()].filter((m) => m.ts === root || m.thread_ts === root);
}

export const me = () => state.users.get(state.me) ?? { id: state.me, name: "", real_name: "" };

export const nameOf = (/** @type {string} */ user) => {
  const known = state.users.get(user);
  return String(known?.real_name || known?.name || user);
};

export const people = () => [...state.users.values()].filter((user) => !user.is_bot && !user.deleted);

/** @param {Json} channel */
export function partnerOf(channel) {
  const members = channel.members ?? [channel.user];
  return members.find((/** @type {string} */ member) => member !== state.me) ?? state.me;
}

/** @param {Json|undefined} channel */
export function titleOf(channel) {
  if (!channel) return "";
  return channel.is_im ? nameOf(partnerOf(channel)) : String(channel.name);
}

export const hasBot = (/** @type {Json|undefined} */ channel) => Boolean(channel?.members?.includes(state.workspace.bot_user));

/** Statuses by conversation and thread. */
export const statusKey = (/** @type {string} */ channel, /** @type {string} */ thread) => `${channel}/${thread}`;
