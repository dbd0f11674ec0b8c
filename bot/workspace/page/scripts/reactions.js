// @ts-check
/** Emoji under a message, and the picker for one more. */

import { post, remove } from "./api.js";
import { h, iconButton, toast } from "./dom.js";
import { OFTEN, emoji } from "./emoji.js";
import { icon } from "./icons.js";
import { pop } from "./menu.js";
import { nameOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

/** @param {string} channel @param {Json} message @param {string} name */
export function toggle(channel, message, name) {
  const users = message.reactions?.find((/** @type {Json} */ r) => r.name === name)?.users ?? [];
  const ask = users.includes(state.me) ? remove : post;
  ask(`messages/${channel}/${message.ts}/reactions`, { name }).catch((error) => toast(error.message, "error"));
}

/** @param {string} channel @param {Json} message */
export function reactionBar(channel, message) {
  if (!message.reactions?.length) return null;
  const chips = message.reactions.map((/** @type {Json} */ reaction) => {
    const isMine = reaction.users.includes(state.me);
    const who = reaction.users.map(nameOf).join(", ");
    const label = `${reaction.name.replaceAll("_", " ")}: ${who}. ${isMine ? "Take yours away" : "Add yours"}`;
    const props = { type: "button", class: "chip", "aria-pressed": String(isMine), "aria-label": label, title: who };
    const on = { click: () => toggle(channel, message, reaction.name) };
    return h("button", { ...props, on, data: { focus: `reaction/${reaction.name}` } }, h("span", { class: "emoji" }, emoji(reaction.name)), h("span", { class: "count" }, reaction.count));
  });
  const more = (/** @type {Event} */ event) => openPicker(/** @type {HTMLElement} */ (event.currentTarget), channel, message);
  return h("div", { class: "reactions" }, chips, iconButton(icon("smile"), "Add a reaction", more, { class: "chip add", data: { focus: "reaction/add" } }));
}

/** @param {HTMLElement} anchor @param {string} channel @param {Json} message */
export function openPicker(anchor, channel, message) {
  const buttons = OFTEN.map((name) =>
    h("button", { type: "button", class: "emoji", "aria-label": name.replaceAll("_", " "), title: `:${name}:`, on: { click: () => pick(name) } }, emoji(name)));
  const box = h("div", { class: "picker", role: "toolbar", "aria-label": "Reactions" }, buttons);
  const close = pop(anchor, box, buttons);

  function pick(/** @type {string} */ name) {
    close();
    toggle(channel, message, name);
  }
}
