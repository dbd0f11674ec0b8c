// @ts-check
/** Text objects: plain text with emoji, or mrkdwn. */

import { fragment, h } from "./dom.js";
import { withEmoji } from "./emoji.js";
import { mrkdwn } from "./mrkdwn.js";

/** @typedef {Record<string, any>} Json */

/** @param {Json|undefined} text */
export function textObject(text) {
  if (!text) return fragment();
  const words = String(text.text ?? "");
  return text.type === "mrkdwn" ? mrkdwn(words) : fragment(plain(text));
}

/** @param {Json|undefined} text */
export function plain(text) {
  const words = String(text?.text ?? "");
  return text?.emoji === false ? words : withEmoji(words);
}

/** @param {Json|undefined} text @param {string} className */
export const textDiv = (text, className) => h("div", { class: className }, textObject(text));
