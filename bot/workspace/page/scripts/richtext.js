// @ts-check
/** Rich text blocks: everything in them is literal, nothing is parsed. */

import { h } from "./dom.js";
import { broadcast, channelMention, dateNode, emojiNode, link, userMention } from "./inline.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */

const LIST_STYLES = ["1", "a", "i"];
const BULLETS = ["disc", "circle", "square"];

/** @type {Record<string, (element: Json) => Node>} */
const LEAVES = {
  text: (e) => document.createTextNode(String(e.text ?? "")),
  link: (e) => (e.text ? link(String(e.url), String(e.text)) : link(String(e.url))),
  user: (e) => userMention(String(e.user_id)),
  channel: (e) => channelMention(String(e.channel_id)),
  usergroup: (e) => broadcast(String(e.usergroup_id)),
  team: (e) => broadcast(String(e.team_id)),
  broadcast: (e) => broadcast(String(e.range)),
  emoji: (e) => emojiNode(String(e.name)),
  color: (e) => colour(String(e.value)),
  date: (e) => dateNode(Number(e.timestamp), String(e.format ?? "{date}"), e.url),
};

/** @param {string} value */
function colour(value) {
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.backgroundColor = /^#[0-9a-f]{3,8}$/i.test(value) ? value : "transparent";
  return h("code", {}, swatch, value);
}

/** @param {Json} element */
function leaf(element) {
  const draw = LEAVES[element.type];
  if (!draw) return unknown(`rich text ${element.type}`, element);
  let node = draw(element);
  const style = element.style ?? {};
  const tags = [["code", "code"], ["bold", "strong"], ["italic", "em"], ["strike", "s"], ["underline", "u"]];
  for (const [name, tag] of tags) if (style[name]) node = h(tag, {}, node);
  for (const name of ["highlight", "client_highlight"]) if (style[name]) node = h("mark", {}, node);
  return node;
}

const leaves = (/** @type {Json} */ element) => (element.elements ?? []).map(leaf);

/** @param {Json} element */
function list(element) {
  const isOrdered = element.style === "ordered";
  const level = Math.min(Number(element.indent ?? 0), 8);
  const kind = isOrdered ? { type: LIST_STYLES[level % 3], start: Number(element.offset ?? 0) + 1 } : {};
  const node = h(isOrdered ? "ol" : "ul", { class: `indent-${level} ${isOrdered ? "" : BULLETS[level % 3]} ${frame(element)}`, ...kind });
  node.append(...(element.elements ?? []).map((/** @type {Json} */ item) => h("li", {}, leaves(item))));
  return node;
}

/** @param {Json} element */
const frame = (element) => (element.border ? "bordered" : "");

/** @type {Record<string, (element: Json) => Node>} */
const PARTS = {
  rich_text_section: (e) => h("div", { class: "rich-section" }, leaves(e)),
  rich_text_list: list,
  rich_text_quote: (e) => h("blockquote", {}, leaves(e)),
  rich_text_preformatted: (e) => h("pre", { tabindex: "0", class: frame(e) }, h("code", {}, leaves(e))),
};

/** @param {Json} block */
export function richText(block) {
  const parts = (block.elements ?? []).map((/** @type {Json} */ part) => PARTS[part.type]?.(part) ?? unknown(`rich text part ${part.type}`, part));
  return h("div", { class: "rich-text" }, parts);
}
