// @ts-check
/** The address bar: `/archives/C`, `/archives/C/pTS`, with `?thread_ts=` for a reply. */

import { byId } from "./dom.js";
import { changed, isReply, messagesOf, state } from "./state.js";
import { markRead, open } from "./unread.js";

const PATH = /^\/archives\/(?<channel>[A-Z0-9]+)(?:\/p(?<stamp>\d{16}))?$/;

/** @param {string} channel @param {string} [ts] @param {string} [thread] */
export function permalink(channel, ts = "", thread = "") {
  const message = ts ? `/p${ts.replace(".", "")}` : "";
  const query = thread && thread !== ts ? `?thread_ts=${thread}&cid=${channel}` : "";
  return `/archives/${channel}${message}${query}`;
}

/** @param {string} address */
export function parse(address) {
  const url = new URL(address, location.origin);
  const found = PATH.exec(url.pathname)?.groups;
  if (url.origin !== location.origin || !found) return null;
  const stamp = found.stamp ?? "";
  const ts = stamp && `${stamp.slice(0, 10)}.${stamp.slice(10)}`;
  return { channel: found.channel, ts, thread: url.searchParams.get("thread_ts") ?? "" };
}

/** Shows a conversation, or "home", or "" for the list. */
export function go(/** @type {string} */ place, { thread = "", target = "", push = true } = {}) {
  const isOther = place !== state.place;
  Object.assign(state, { place, thread, target });
  if (isOther && state.channels.has(place)) open(place);
  if (push) remember();
  changed("place");
  if (isOther && !thread && push) byId("main").focus({ preventScroll: true });
}

function remember() {
  const address = state.channels.has(state.place) ? permalink(state.place, state.thread) : "/";
  if (address !== location.pathname + location.search) history.pushState({ place: state.place }, "", address);
}

/** Opens a thread beside its conversation; it takes the place of the other pane. */
export function openThread(/** @type {string} */ channel, /** @type {string} */ root, target = "") {
  state.isFaultsOpen = false;
  go(channel, { thread: root, target });
  markRead(channel);
  queueMicrotask(() => byId("thread").querySelector("textarea")?.focus());
}

export function closeThread() {
  const root = state.thread;
  go(state.place, {});
  /** @type {HTMLElement|null} */ (byId("messages").querySelector(`[data-ts="${root}"]`))?.focus();
}

/** Goes where an address points to; false if the person can see nothing there. */
export function follow(/** @type {string} */ address, push = true) {
  const wanted = parse(address);
  if (!wanted || !state.channels.get(wanted.channel)?.is_member) return false;
  const message = messagesOf(wanted.channel).get(wanted.ts);
  if (wanted.ts && !message) return false;
  let thread = wanted.thread;
  if (message && isReply(message)) thread = message.thread_ts;
  else if (message?.reply_count && !thread) thread = message.ts;
  go(wanted.channel, { thread, target: wanted.ts, push });
  return true;
}

addEventListener("popstate", (event) => {
  if (!follow(location.href, false)) go(event.state?.place ?? "", { push: false });
});
