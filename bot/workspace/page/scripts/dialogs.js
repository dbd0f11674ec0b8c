// @ts-check
/** Questions that stop everything until they are answered. */

import { h } from "./dom.js";
import { plain, textObject } from "./texts.js";

/** @typedef {Record<string, any>} Json */

/** Asks as the app wants it; true if confirmed. @param {Json} question @returns {Promise<boolean>} */
export function askFirst(question) {
  const title = plain(question.title) || "Are you sure?";
  const style = question.style === "danger" ? "danger" : "primary";
  const dialog = h("dialog", { class: "dialog small", "aria-label": title });
  const answer = (/** @type {string} */ value) => () => dialog.close(value);
  dialog.append(
    h("h2", {}, title),
    h("div", { class: "dialog-body" }, textObject(question.text)),
    h(
      "div",
      { class: "dialog-foot" },
      h("button", { type: "button", class: "button", on: { click: answer("") } }, plain(question.deny) || "Cancel"),
      h("button", { type: "button", class: `button ${style}`, on: { click: answer("yes") } }, plain(question.confirm) || "Yes"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
  });
}
