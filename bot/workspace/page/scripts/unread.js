// @ts-check
/** Remembers in the browser up to where each person has read each conversation. */

import { changed, messagesOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

const keyOf = (/** @type {string} */ channel) => `footnote.read.${state.me}.${channel}`;

/** Where the line "New" goes: up to there was read when the conversation was opened. */
/** @type {Map<string, string>} */
const lines = new Map();

export const readUpTo = (/** @type {string} */ channel) => localStorage.getItem(keyOf(channel)) ?? "";

export const lineOf = (/** @type {string} */ channel) => lines.get(keyOf(channel)) ?? "";

/** @param {string} channel */
export function unreadIn(channel) {
  const from = readUpTo(channel);
  const mention = `<@${state.me}>`;
  let count = 0;
  let mentions = 0;
  for (const message of messagesOf(channel).values()) {
    if (message.ts <= from || message.user === state.me) continue;
    count += 1;
    if (String(message.text).includes(mention) || state.channels.get(channel)?.is_im) mentions += 1;
  }
  return { count, mentions };
}

/** @param {string} channel */
export function markRead(channel) {
  const last = [...messagesOf(channel).keys()].at(-1);
  if (!last || last <= readUpTo(channel)) return;
  localStorage.setItem(keyOf(channel), last);
  changed("channels");
}

/** Opening a conversation freezes the line at what was read before. @param {string} channel */
export function open(channel) {
  lines.set(keyOf(channel), readUpTo(channel));
  markRead(channel);
}

/** @param {string} channel @param {Json} _message */
export function noteArrival(channel, _message) {
  if (channel === state.place && document.visibilityState === "visible") markRead(channel);
  else changed("channels");
}

/** What was there before somebody came for the first time is not news to them. */
export function welcome() {
  for (const channel of state.channels.keys()) {
    if (localStorage.getItem(keyOf(channel)) === null) markRead(channel);
  }
}
