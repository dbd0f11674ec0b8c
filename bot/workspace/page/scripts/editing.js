// @ts-check
/** What a message's menu offers, and editing in place. */

import { patch, post, remove } from "./api.js";
import { askFirst } from "./dialogs.js";
import { h, toast } from "./dom.js";
import { typedText } from "./plaintext.js";
import { permalink } from "./router.js";
import { changed, messagesOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

/** The message that is being edited. */
let edited = "";

/** @param {Json} message */
export const isEdited = (message) => message.ts === edited;

const fail = (/** @type {Error} */ error) => toast(error.message, "error");

/** @param {string} channel @param {Json} message @returns {import("./menu.js").Item[]} */
export function menuItems(channel, message) {
  const isMine = message.user === state.me;
  const items = [{ label: "Copy link", picture: "link", run: () => copyLink(channel, message) }];
  for (const shortcut of state.offers.shortcuts) {
    const run = () => post("shortcuts", { callback_id: shortcut.callback_id, channel, ts: message.ts }).catch(fail);
    if (!message.is_ephemeral) items.push({ label: shortcut.name, picture: "bolt", run });
  }
  if (isMine && message.text) items.push({ label: "Edit message", picture: "pencil", run: () => edit(channel, message) });
  if (message.is_ephemeral) items.push({ label: "Dismiss message", picture: "close", run: () => drop(channel, message) });
  else if (isMine) items.push({ label: "Delete message", picture: "trash", danger: true, run: () => dropAsked(channel, message) });
  return items;
}

/** @param {string} channel @param {Json} message */
async function copyLink(channel, message) {
  const address = new URL(permalink(channel, message.ts, message.thread_ts), location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast("Link copied.");
  } catch {
    toast(address);
  }
}

/** @param {string} channel @param {Json} message */
function drop(channel, message) {
  remove(`messages/${channel}/${message.ts}`).catch(fail);
}

/** @param {string} channel @param {Json} message */
async function dropAsked(channel, message) {
  const question = { title: { text: "Delete this message?" }, text: { text: "The app is told that it is gone." }, style: "danger" };
  if (await askFirst({ ...question, confirm: { text: "Delete" } })) drop(channel, message);
}

/** Draws a message anew: it counts as another object. @param {string} channel @param {string} ts */
function redraw(channel, ts) {
  const message = messagesOf(channel).get(ts);
  if (message) messagesOf(channel).set(ts, { ...message });
  changed("messages");
}

/** @param {string} channel @param {Json} message */
function edit(channel, message) {
  const before = edited;
  edited = message.ts;
  redraw(channel, before);
  redraw(channel, message.ts);
  setTimeout(() => /** @type {HTMLElement|null} */ (document.querySelector(`[data-ts="${message.ts}"] textarea`))?.focus());
}

/** @param {string} channel @param {Json} message */
export function editorNode(channel, message) {
  const field = h("textarea", { rows: 2, class: "field-box", "aria-label": "Edit message", value: typedText(message.text), data: { focus: "editor" } });
  const end = () => {
    edited = "";
    redraw(channel, message.ts);
    setTimeout(() => /** @type {HTMLElement|null} */ (document.querySelector(`[data-ts="${message.ts}"]`))?.focus());
  };
  const save = async () => {
    if (!field.value.trim()) return;
    try {
      if (field.value !== typedText(message.text)) await patch(`messages/${channel}/${message.ts}`, { text: field.value });
      end();
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const isSave = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) save();
    else end();
  });
  return h(
    "div",
    { class: "editor" },
    field,
    h(
      "div",
      { class: "editor-foot" },
      h("button", { type: "button", class: "button", on: { click: end } }, "Cancel"),
      h("button", { type: "button", class: "button primary", on: { click: save } }, "Save"),
    ),
  );
}
