// @ts-check
/** Selects of one and of many: from the app's options, of people, and of conversations. */

import { newId } from "./context.js";
import { h } from "./dom.js";
import { commonProps, settle } from "./inputs.js";
import { state, titleOf } from "./state.js";
import { plain } from "./texts.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, label: string, describedBy: string, isInput: boolean}} Naming */
/** @typedef {{value: string, label: string, group?: string}} Choice */

/** @param {Json} element @returns {Json[]} */
export const optionsOf = (element) =>
  element.options ?? (element.option_groups ?? []).flatMap((/** @type {Json} */ group) => group.options ?? []);

/** @param {Json} element @returns {Choice[]} */
function choicesOf(element) {
  if (element.type.includes("users")) return [...state.users.values()].map((user) => ({ value: user.id, label: user.real_name }));
  if (/channels|conversations/.test(element.type)) return conversations(element.type.includes("conversations"));
  const groups = element.option_groups ?? [{ options: element.options ?? [] }];
  return groups.flatMap((/** @type {Json} */ group) =>
    (group.options ?? []).map((/** @type {Json} */ o) => ({ value: String(o.value), label: plain(o.text), group: group.label ? plain(group.label) : "" })));
}

/** @param {boolean} withDirect */
function conversations(withDirect) {
  const shown = [...state.channels.values()].filter((c) => c.is_member && (withDirect || !c.is_im));
  return shown.map((c) => ({ value: c.id, label: c.is_im ? titleOf(c) : `#${titleOf(c)}` }));
}

const FIELDS = { users: "selected_user", channels: "selected_channel", conversations: "selected_conversation" };

/** The answer in Slack's shape. @param {Json} element @param {any} value */
function shapeOf(element, value) {
  const isMany = element.type.startsWith("multi_");
  const field = Object.entries(FIELDS).find(([kind]) => element.type.includes(kind))?.[1];
  if (field) return isMany ? { [`${field}s`]: value } : { [field]: value };
  const options = optionsOf(element);
  if (isMany) return { selected_options: options.filter((o) => value.includes(o.value)) };
  return { selected_option: options.find((o) => o.value === value) ?? null };
}

/** @param {Json} element */
function initial(element) {
  const kind = ["user", "channel", "conversation"].find((name) => element.type.includes(`${name}s_select`));
  if (element.type.startsWith("multi_")) {
    return kind ? (element[`initial_${kind}s`] ?? []) : (element.initial_options ?? []).map((/** @type {Json} */ o) => o.value);
  }
  return kind ? (element[`initial_${kind}`] ?? null) : (element.initial_option?.value ?? null);
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming */
export function selectNode(block, element, c, naming) {
  if (element.type.includes("external")) return unknown(`${element.type}, because this workspace cannot ask the app for its options`, element);
  const known = c.get(block, element) ?? initial(element);
  c.set(block, element, known, shapeOf(element, known));
  const draw = element.type.startsWith("multi_") ? many : one;
  return draw(block, element, c, naming, known);
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming @param {string|null} known */
function one(block, element, c, naming, known) {
  const choices = choicesOf(element);
  const option = (/** @type {Choice} */ choice) => h("option", { value: choice.value, selected: choice.value === known }, choice.label);
  const groups = [...new Set(choices.map((choice) => choice.group ?? ""))];
  const children = groups.map((group) => {
    const inside = choices.filter((choice) => (choice.group ?? "") === group).map(option);
    return group ? h("optgroup", { label: group }, inside) : inside;
  });
  const change = (/** @type {any} */ event) => {
    const value = event.target.value || null;
    settle(block, element, c, value, shapeOf(element, value), naming);
  };
  const empty = h("option", { value: "", selected: known === null }, plain(element.placeholder) || "Choose…");
  return h("select", { ...commonProps(block, element, c, naming), class: "field-box select", on: { change } }, empty, children);
}

/** @param {Json} block @param {Json} element @param {Context} c @param {Naming} naming @param {string[]} known */
function many(block, element, c, naming, known) {
  const summary = h("summary", { ...commonProps(block, element, c, { ...naming, isInput: false }), class: "field-box select" });
  const tell = (/** @type {string[]} */ values) => {
    const names = choicesOf(element).filter((choice) => values.includes(choice.value)).map((choice) => choice.label);
    summary.textContent = names.join(", ") || plain(element.placeholder) || "Choose…";
    summary.setAttribute("aria-label", `${naming.label}: ${summary.textContent}`);
  };
  const box = h("div", { class: "choices pop", role: "group", "aria-label": naming.label });
  const change = () => {
    const values = [...box.querySelectorAll("input:checked")].map((input) => input.value);
    const most = element.max_selected_items ?? Infinity;
    for (const input of box.querySelectorAll("input:not(:checked)")) input.disabled = values.length >= most;
    tell(values);
    settle(block, element, c, values, shapeOf(element, values), naming);
  };
  const name = newId();
  box.append(...choicesOf(element).map((choice) =>
    h("label", { class: "choice" }, h("input", { type: "checkbox", name, value: choice.value, checked: known.includes(choice.value), on: { change } }), h("span", {}, choice.label))));
  tell(known);
  return h("details", { class: "multi" }, summary, box);
}
