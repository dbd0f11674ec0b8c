// @ts-check
/** The line under a thread that says what the app is doing. */

import { fill, h } from "./dom.js";
import { nameOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

const TURN_SECONDS = 3;

/** One of the loading messages in turn, or the status itself. @param {Json} status */
function words(status) {
  const turns = status.loading_messages ?? [];
  if (!turns.length) return `${nameOf(state.workspace.bot_user)} ${status.status}`;
  return turns[Math.floor((Date.now() - status.since) / 1000 / TURN_SECONDS) % turns.length];
}

/** @param {HTMLElement} line @param {Json|undefined} status @param {string} [where] */
export function showStatus(line, status, where = "") {
  if (!status) return fill(line);
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  const text = `${words(status)}${where}`;
  if (line.textContent !== text) fill(line, dots, h("span", {}, text));
}
