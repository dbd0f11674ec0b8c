// @ts-check
/** Elements that hold a value: text fields, selects, choices, dates; and the input block around them. */

import { newId } from "./context.js";
import { h } from "./dom.js";
import { optionsOf, selectNode } from "./selects.js";
import { plain, textObject } from "./texts.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, label: string, describedBy: string, isInput: boolean}} Naming */

/** @type {Record<string, string>} */
const TEXT_TYPES = { plain_text_input: "text", email_text_input: "email", url_text_input: "url", number_input: "number", rich_text_input: "text" };
/** @type {Record<string, [string, string, string]>} input type, initial field, field of the answer */
const DATES = {
  datepicker: ["date", "initial_date", "selected_date"],
  timepicker: ["time", "initial_time", "selected_time"],
  datetimepicker: ["datetime-local", "initial_date_time", "selected_date_time"],
};
const CHOICES = ["radio_buttons", "checkboxes"];

/** @param {Json} element */
export const isControl = (element) =>
  element?.type in TEXT_TYPES || element?.type in DATES || CHOICES.includes(element?.type) || /_select$/.test(element?.type ?? "");

/** A control that stands by itself tells the app of each change. @param {Json} block @param {Json} element @param {Context} c */
export function controlNode(block, element, c, naming = defaultNaming(element)) {
  if (element.type in TEXT_TYPES) return textField(block, element, c, naming);
  if (element.type in DATES) return dateField(block, element, c, naming);
  if (CHOICES.includes(element.type)) return choices(block, element, c, naming);
  return selectNode(block, element, c, naming);
}

/** @param {Json} element @returns {Naming} */
function defaultNaming(element) {
  const label = plain(element.placeholder) || String(element.type).replaceAll("_", " ");
  return { id: newId(), label, describedBy: "", isInput: false };
}

/** What every control needs: its names, its errors, where the focus returns to. */
/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming */
export function commonProps(block, element, c, naming) {
  return {
    id: naming.id,
    "aria-label": naming.isInput ? null : naming.label,
    "aria-describedby": naming.describedBy || null,
    "aria-invalid": c.errors[block.block_id] ? "true" : null,
    data: { focus: `${block.block_id}/${element.action_id}` },
  };
}

/** Notes a value, and tells the app if the control stands by itself or asks for that. */
/** @param {Json} block @param {Json} element @param {Context} c @param {any} value @param {Json} shape */
export function settle(block, element, c, value, shape, { isInput = false } = {}) {
  c.set(block, element, value, shape);
  if (!isInput || block.dispatch_action) c.act(block, element, value);
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming */
function textField(block, element, c, naming) {
  const isLong = element.multiline || element.type === "rich_text_input";
  const known = c.get(block, element) ?? String(element.initial_value ?? "");
  c.set(block, element, known, { value: known });
  const length = { minlength: element.min_length, maxlength: element.max_length };
  const range = { min: element.min_value, max: element.max_value, step: element.is_decimal_allowed ? "any" : null };
  const on = {
    input: (/** @type {any} */ event) => c.set(block, element, event.target.value, { value: event.target.value }),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || isLong || event.isComposing || !(block.dispatch_action || !naming.isInput)) return;
      event.preventDefault();
      c.act(block, element, /** @type {any} */ (event.target).value);
    },
  };
  const placeholder = plain(element.placeholder) || null;
  const props = { ...commonProps(block, element, c, naming), ...length, placeholder, class: "field-box", on };
  if (isLong) return h("textarea", { ...props, rows: 4, value: known });
  return h("input", { ...props, ...range, type: TEXT_TYPES[element.type], value: known, autocomplete: "off" });
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming */
function dateField(block, element, c, naming) {
  const [type, initial, field] = DATES[element.type];
  const isMoment = type === "datetime-local";
  const known = c.get(block, element) ?? element[initial] ?? null;
  c.set(block, element, known, { [field]: known });
  const shown = isMoment && known ? new Date(known * 1000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : known;
  const change = (/** @type {any} */ event) => {
    const text = event.target.value;
    const value = isMoment && text ? Math.round(new Date(text).valueOf() / 1000) : text || null;
    settle(block, element, c, value, { [field]: value }, naming);
  };
  return h("input", { ...commonProps(block, element, c, naming), type, class: "field-box", value: shown ?? "", on: { change } });
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming */
function choices(block, element, c, naming) {
  const isMany = element.type === "checkboxes";
  const first = isMany ? (element.initial_options ?? []).map((/** @type {Json} */ o) => o.value) : (element.initial_option?.value ?? null);
  const known = c.get(block, element) ?? first;
  const options = optionsOf(element);
  const shapeOf = (/** @type {any} */ value) =>
    isMany
      ? { selected_options: options.filter((o) => value.includes(o.value)) }
      : { selected_option: options.find((o) => o.value === value) ?? null };
  c.set(block, element, known, shapeOf(known));
  const group = newId();
  const change = (/** @type {any} */ event) => {
    const boxes = [...event.currentTarget.closest("[role]").querySelectorAll("input:checked")].map((box) => box.value);
    const value = isMany ? boxes : (boxes[0] ?? null);
    settle(block, element, c, value, shapeOf(value), naming);
  };
  const one = (/** @type {Json} */ option, /** @type {number} */ place) => {
    const isChecked = isMany ? known.includes(option.value) : known === option.value;
    const data = { focus: `${block.block_id}/${element.action_id}/${place}` };
    const props = { type: isMany ? "checkbox" : "radio", name: group, value: option.value, checked: isChecked, data, on: { change } };
    return h("label", { class: "choice" }, h("input", props), h("span", {}, textObject(option.text), option.description && h("small", {}, textObject(option.description))));
  };
  const { data: _, id, ...named } = commonProps(block, element, c, { ...naming, isInput: false });
  return h("div", { ...named, id, class: "choices", role: isMany ? "group" : "radiogroup" }, options.map(one));
}

/** @param {Json} block @param {Context} c */
export function inputBlock(block, c) {
  const element = block.element ?? {};
  if (!isControl(element)) return unknown(`input ${element.type}`, element);
  const [id, hintId, errorId] = [newId(), newId(), newId()];
  const error = c.errors[block.block_id];
  const describedBy = [block.hint && hintId, error && errorId].filter(Boolean).join(" ");
  const control = controlNode(block, element, c, { id, label: plain(block.label), describedBy, isInput: true });
  return h(
    "div",
    { class: `input-block ${error ? "wrong" : ""}`, data: { block: block.block_id } },
    h("label", { for: id }, plain(block.label), block.optional && h("span", { class: "muted" }, " (optional)")),
    control,
    block.hint && h("p", { class: "hint", id: hintId }, plain(block.hint)),
    error && h("p", { class: "field-error", id: errorId }, error),
  );
}
