// @ts-check
/** What the page cannot draw is said, not swallowed. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} what @param {any} content */
export function unknown(what, content) {
  return h(
    "details",
    { class: "unknown" },
    h("summary", {}, icon("warn"), `This page doesn't know “${what}”. Its content`),
    h("pre", { tabindex: "0" }, JSON.stringify(content, null, 2)),
  );
}
