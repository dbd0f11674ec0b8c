// @ts-check
/** Modals: the topmost of the person's open views, with submission, errors and closing. */

import { dropView } from "./actions.js";
import { post } from "./api.js";
import { blocksNode } from "./blocks.js";
import { contextOf, forgetContext } from "./context.js";
import { byId, fill, h, iconButton, toast } from "./dom.js";
import { icon } from "./icons.js";
import { state, subscribe } from "./state.js";
import { plain } from "./texts.js";

/** @typedef {Record<string, any>} Json */

let isBusy = false;

export function mountModal() {
  const dialog = byId("modal");
  subscribe(["views"], () => draw(dialog));
  dialog.addEventListener("cancel", (/** @type {Event} */ event) => {
    event.preventDefault();
    const view = state.views.at(-1);
    if (view) close(view);
  });
}

/** @param {HTMLDialogElement} dialog */
function draw(dialog) {
  const view = state.views.at(-1);
  if (!view) {
    if (dialog.open) dialog.close();
    return fill(dialog);
  }
  const isOther = dialog.dataset.view !== view.id || !dialog.open;
  dialog.dataset.view = view.id;
  const title = plain(view.title);
  dialog.setAttribute("aria-label", title);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send(dialog, view);
  };
  const form = h(
    "form",
    { novalidate: true, on: { submit } },
    h("div", { class: "dialog-head" }, h("h2", {}, title), iconButton(icon("close"), "Close", () => close(view), { data: { focus: "modal/x" } })),
    h("div", { class: "dialog-body", tabindex: "-1" }, blocksNode(view.blocks, contextOf({ view: view.id }))),
    footNode(view),
  );
  fill(dialog, form);
  if (!dialog.open) dialog.showModal();
  if (isOther) firstStop(form)?.focus();
}

/** @param {HTMLElement} form */
const firstStop = (form) =>
  /** @type {HTMLElement|null} */ (form.querySelector(".dialog-body :is(input, textarea, select, button, summary)") ?? form.querySelector(".dialog-foot button"));

/** @param {Json} view */
function footNode(view) {
  const cancel = h("button", { type: "button", class: "button", on: { click: () => close(view) }, data: { focus: "modal/close" } }, plain(view.close) || "Close");
  const isOff = view.submit_disabled ? "true" : null;
  const submit = view.submit && h("button", { type: "submit", class: "button primary", "aria-disabled": isOff, data: { focus: "modal/submit" } }, plain(view.submit));
  return h("div", { class: "dialog-foot" }, cancel, submit);
}

/** @param {HTMLDialogElement} dialog @param {Json} view */
async function send(dialog, view) {
  if (isBusy || view.submit_disabled) return;
  isBusy = true;
  const context = contextOf({ view: view.id });
  try {
    const answer = await post(`views/${view.id}/submit`, { values: context.values });
    context.errors = {};
    if (!answer.view) gone(view.id);
  } catch (error) {
    const { errors } = /** @type {any} */ (error).answer ?? {};
    context.errors = errors ?? {};
    draw(dialog);
    const wrong = Object.keys(context.errors)[0];
    if (wrong) /** @type {HTMLElement|null} */ (dialog.querySelector(`[data-block="${CSS.escape(wrong)}"] :is(input, textarea, select, summary)`))?.focus();
    else toast(/** @type {Error} */ (error).message, "error");
  } finally {
    isBusy = false;
  }
}

/** @param {string} id */
function gone(id) {
  forgetContext(id);
  dropView(id);
}

/** @param {Json} view */
async function close(view) {
  try {
    await post(`views/${view.id}/close`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
  gone(view.id);
}
