// @ts-check
/** Interactive elements that are pressed: buttons, menus, feedback. Others come from inputs.js. */

import { h, toast } from "./dom.js";
import { askFirst } from "./dialogs.js";
import { imageNode } from "./files.js";
import { icon } from "./icons.js";
import { safeAddress } from "./inline.js";
import { controlNode, isControl } from "./inputs.js";
import { openMenu } from "./menu.js";
import { state } from "./state.js";
import { plain } from "./texts.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {import("./context.js").Context} Context */

/** @type {Record<string, (block: Json, element: Json, context: Context) => Node>} */
const PRESSED = {
  button,
  overflow,
  feedback_buttons: feedback,
  icon_button: iconButton,
  image: (_, element) => imageNode(element, "accessory-image"),
  workflow_button: (_, element) =>
    h("button", { type: "button", class: "button", "aria-disabled": "true", on: { click: () => toast("There are no workflows here.") } }, plain(element.text)),
};

/** @param {Json} block @param {Json} element @param {Context} context */
export function elementNode(block, element, context) {
  if (Object.hasOwn(PRESSED, element?.type)) return PRESSED[element.type](block, element, context);
  return isControl(element) ? controlNode(block, element, context) : unknown(`element ${element?.type}`, element);
}

/** Asks for confirmation if the app wants it, then acts; the control is busy meanwhile. */
/** @param {any} control @param {Json} block @param {Json} element @param {Context} context @param {any} value */
export async function press(control, block, element, context, value) {
  if (control.getAttribute("aria-busy") === "true") return false;
  if (element.confirm && !(await askFirst(element.confirm))) return false;
  control.setAttribute("aria-busy", "true");
  const isDone = await context.act(block, element, value);
  control.removeAttribute("aria-busy");
  return isDone;
}

const focusName = (/** @type {Json} */ block, /** @type {Json} */ element) => `${block.block_id}/${element.action_id}`;

/** @param {Json} block @param {Json} element @param {Context} context */
function button(block, element, context) {
  const click = (/** @type {Event} */ event) => {
    const href = element.url && safeAddress(String(element.url));
    if (href) window.open(href, "_blank", "noopener,noreferrer");
    press(event.currentTarget, block, element, context, element.value);
  };
  const style = ["primary", "danger"].includes(element.style) ? element.style : "";
  const props = { type: "button", class: `button ${style}`, "aria-label": element.accessibility_label, on: { click } };
  return h("button", { ...props, data: { focus: focusName(block, element) } }, plain(element.text));
}

/** @param {Json} block @param {Json} element @param {Context} context */
function overflow(block, element, context) {
  const click = (/** @type {Event} */ event) => {
    const anchor = /** @type {HTMLElement} */ (event.currentTarget);
    openMenu(anchor, (element.options ?? []).map((/** @type {Json} */ option) => ({
      label: plain(option.text),
      run: () => press(anchor, block, element, context, option.value),
    })));
  };
  const props = { type: "button", class: "button square", "aria-label": "More choices", "aria-haspopup": "menu", on: { click } };
  return h("button", { ...props, data: { focus: focusName(block, element) } }, icon("more"));
}

/** @param {Json} block @param {Json} element @param {Context} context */
function feedback(block, element, context) {
  const one = (/** @type {string} */ name, /** @type {string} */ extra) => {
    const choice = element[name] ?? {};
    const isChosen = context.get(block, element) === choice.value;
    const click = async (/** @type {Event} */ event) => {
      const node = /** @type {HTMLElement} */ (event.currentTarget);
      if (!(await press(node, block, element, context, choice.value))) return;
      context.set(block, element, choice.value, { value: choice.value });
      for (const other of node.parentElement?.children ?? []) other.setAttribute("aria-pressed", String(other === node));
    };
    const props = { type: "button", class: "button quiet", "aria-pressed": String(isChosen), "aria-label": choice.accessibility_label };
    return h("button", { ...props, on: { click }, data: { focus: `${focusName(block, element)}/${name}` } }, icon("up", extra), plain(choice.text));
  };
  return h("div", { class: "feedback", role: "group", "aria-label": "Feedback" }, one("positive_button", ""), one("negative_button", "flipped"));
}

/** @param {Json} block @param {Json} element @param {Context} context */
function iconButton(block, element, context) {
  const visible = element.visible_to_user_ids;
  const click = (/** @type {Event} */ event) => press(event.currentTarget, block, element, context, element.value);
  const label = element.accessibility_label ?? plain(element.text);
  const props = { type: "button", class: "button quiet", "aria-label": label, title: plain(element.text), on: { click } };
  const hidden = Array.isArray(visible) && visible.length > 0 && !visible.includes(state.me);
  return h("button", { ...props, hidden, data: { focus: focusName(block, element) } }, icon(String(element.icon)));
}
