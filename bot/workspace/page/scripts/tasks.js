// @ts-check
/** Plans and tasks, as blocks and in streamed messages. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { link } from "./inline.js";
import { markdown } from "./markdown.js";
import { richText } from "./richtext.js";

/** @typedef {Record<string, any>} Json */

/** @type {Record<string, [string, string]>} */
const STATES = {
  pending: ["dot", "to do"],
  in_progress: ["spin", "in progress"],
  complete: ["check", "done"],
  error: ["warn", "failed"],
};

/** @param {any} text rich text in a block, markdown in a stream */
const words = (text) => (typeof text === "string" ? markdown(text) : richText(text));

/** @param {Json} task */
export function taskCard(task) {
  const status = STATES[task.status] ? task.status : "pending";
  const [picture, label] = STATES[status];
  const sources = (task.sources ?? []).map((/** @type {Json} */ s) => h("li", {}, link(String(s.url), String(s.text ?? s.url))));
  return h(
    "div",
    { class: `task ${status}` },
    h("span", { class: "task-mark", role: "img", "aria-label": label }, icon(picture)),
    h(
      "div",
      { class: "task-text" },
      h("span", { class: "task-title" }, String(task.title ?? "")),
      task.details && h("div", { class: "task-details" }, words(task.details)),
      task.output && h("div", { class: "task-details" }, words(task.output)),
      sources.length > 0 && h("ul", { class: "task-sources" }, sources),
    ),
  );
}

/** @param {Json} block */
export function plan(block) {
  return h(
    "section",
    { class: "plan", "aria-label": String(block.title ?? "Plan") },
    block.title && h("p", { class: "plan-title" }, String(block.title)),
    (block.tasks ?? []).map(taskCard),
  );
}
