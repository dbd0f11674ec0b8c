// @ts-check
/** A person's picture: initials on a colour of their own; the app has its mark. */

import { h } from "./dom.js";
import { nameOf, state } from "./state.js";

const COLOURS = 8;

/** @param {string} user @param {string} [size] */
export function avatar(user, size = "") {
  const isBot = state.users.get(user)?.is_bot;
  const initials = nameOf(user).split(/\s+/).map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase();
  const hue = [...user].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % COLOURS;
  const mark = isBot ? "¹" : initials;
  return h("span", { class: `avatar ${size} ${isBot ? "app" : `hue-${hue}`}`, "aria-hidden": "true" }, mark);
}
