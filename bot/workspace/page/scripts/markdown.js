// @ts-check
/** Standard markdown to nodes, for markdown blocks and streamed text. HTML in it is shown as text. */

import { fragment, h } from "./dom.js";
import { code, emojiNode, link, preformatted } from "./inline.js";
import { angle } from "./mrkdwn.js";

const INLINE = new RegExp(
  [
    "\\\\(?<literal>[\\\\`*_{}\\[\\]()#+.!|~<>-])",
    "(?<ticks>`+)(?<code>[^`]|[^`][\\s\\S]*?[^`])\\k<ticks>(?!`)",
    "!?\\[(?<label>(?:[^\\[\\]\\n]|\\[[^\\[\\]\\n]*\\])*)\\]\\((?<target>[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)(?:\\s+\"[^\"]*\")?\\)",
    "<(?<angle>[@#!][A-Za-z0-9^{}_|. -]+|https?:[^<>\\s]+|mailto:[^<>\\s]+)>",
    "(?<url>https?:\\/\\/[^\\s<>|]+[^\\s<>|.,;:!?)\\]'\"*_~，。；：！？）])",
    "\\*\\*\\*(?=\\S)(?<both>[^*\\n]+?)(?<=\\S)\\*\\*\\*",
    "(?<strongmark>\\*\\*|__)(?=\\S)(?<strong>[\\s\\S]+?)(?<=\\S)\\k<strongmark>",
    "~~?(?=\\S)(?<strike>[^~\\n]+?)(?<=\\S)~~?",
    "\\*(?=\\S)(?<star>[^*\\n]+?)(?<=\\S)\\*",
    "(?<![\\p{L}\\p{N}_])_(?=\\S)(?<under>[^_\\n]+?)(?<=\\S)_(?![\\p{L}\\p{N}_])",
    ":(?<emoji>[a-z0-9_+'-]+):",
  ].join("|"),
  "gu",
);

/** @param {string} text @returns {DocumentFragment} */
function inline(text) {
  /** @type {any[]} */
  const nodes = [];
  let position = 0;
  for (const found of text.matchAll(INLINE)) {
    nodes.push(text.slice(position, found.index), leaf(found.groups ?? {}, found[0]));
    position = found.index + found[0].length;
  }
  return fragment(nodes, text.slice(position));
}

/** @param {Record<string, string|undefined>} found @param {string} whole */
function leaf(found, whole) {
  if (found.literal) return found.literal;
  if (found.code) return code(found.code.replace(/^ (.+) $/, "$1"));
  if (found.target !== undefined) return link(found.target, inline(found.label || found.target));
  if (found.angle) return angle(found.angle);
  if (found.url) return link(found.url);
  if (found.both) return h("strong", {}, h("em", {}, inline(found.both)));
  if (found.strong) return h("strong", {}, inline(found.strong));
  if (found.strike) return h("s", {}, inline(found.strike));
  const italic = found.star ?? found.under;
  if (italic) return h("em", {}, inline(italic));
  return found.emoji ? emojiNode(found.emoji) : whole;
}

const FENCE = /^ {0,3}(```+|~~~+)\s*(\S*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** @param {string} text @returns {DocumentFragment} */
export function markdown(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const out = document.createDocumentFragment();
  let at = 0;
  while (at < lines.length) {
    const [node, next] = block(lines, at);
    if (node) out.append(node);
    at = next;
  }
  return out;
}

/** One block from line `at`, and the line after it. @param {string[]} lines @param {number} at @returns {[Node|null, number]} */
function block(lines, at) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  const fence = FENCE.exec(line);
  if (fence) return fenced(lines, at, fence[1]);
  const heading = HEADING.exec(line);
  if (heading) return [h("p", { class: `heading level-${heading[1].length}` }, inline(heading[2])), at + 1];
  if (RULE.test(line)) return [h("hr"), at + 1];
  if (QUOTE.test(line)) return quoted(lines, at);
  if (ITEM.test(line)) return list(lines, at);
  if (line.includes("|") && DIVIDER.test(lines[at + 1] ?? "") && lines[at + 1].includes("-")) return table(lines, at);
  return paragraph(lines, at);
}

/** @param {string[]} lines @param {number} at @param {string} fence @returns {[Node, number]} */
function fenced(lines, at, fence) {
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(fence)) end += 1;
  return [preformatted(lines.slice(at + 1, end).join("\n")), end + 1];
}

/** @param {string[]} lines @param {number} at @returns {[Node, number]} */
function quoted(lines, at) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inside = lines.slice(at, end).map((line) => line.replace(QUOTE, "$1"));
  return [h("blockquote", {}, markdown(inside.join("\n"))), end];
}

/** A list with what is indented under its items. @param {string[]} lines @param {number} at @returns {[Node, number]} */
function list(lines, at) {
  const first = /** @type {RegExpExecArray} */ (ITEM.exec(lines[at]));
  const [depth, isOrdered] = [first[1].length, /\d/.test(first[2])];
  const node = h(isOrdered ? "ol" : "ul", isOrdered ? { start: parseInt(first[2], 10) } : {});
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]);
    if (!item || item[1].length < depth || /\d/.test(item[2]) !== isOrdered) break;
    const inside = [item[3]];
    for (end += 1; end < lines.length && isInside(lines, end, depth); end += 1) {
      inside.push(lines[end].slice(Math.min(indent(lines[end]), depth + 2)));
    }
    node.append(listItem(inside));
  }
  return [node, end];
}

const indent = (/** @type {string} */ line) => line.length - line.trimStart().length;

/** @param {string[]} lines @param {number} at @param {number} depth */
function isInside(lines, at, depth) {
  const line = lines[at];
  if (!line.trim()) return Boolean(lines[at + 1]) && indent(lines[at + 1]) > depth;
  return indent(line) > depth;
}

/** @param {string[]} inside */
function listItem(inside) {
  const task = /^\[([ xX])\]\s+(.*)$/.exec(inside[0]);
  if (!task) return h("li", {}, inline(inside[0]), markdown(inside.slice(1).join("\n")));
  const isDone = task[1] !== " ";
  const mark = h("span", { class: `tick ${isDone ? "done" : ""}`, role: "img", "aria-label": isDone ? "done" : "to do" });
  return h("li", { class: "task-item" }, mark, inline(task[2]), markdown(inside.slice(1).join("\n")));
}

/** @param {string} line */
function cells(line) {
  const bare = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** @param {string[]} lines @param {number} at @returns {[Node, number]} */
function table(lines, at) {
  const aligns = cells(lines[at + 1]).map((cell) => (/^:-+:$/.test(cell) ? "center" : cell.endsWith(":") ? "right" : "left"));
  const row = (/** @type {string} */ line, /** @type {string} */ tag) =>
    h("tr", {}, cells(line).map((cell, place) => h(tag, { class: `align-${aligns[place] ?? "left"}` }, inline(cell))));
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|")) end += 1;
  const body = lines.slice(at + 2, end).map((line) => row(line, "td"));
  const node = h("table", {}, h("thead", {}, row(lines[at], "th")), h("tbody", {}, body));
  return [h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Table" }, node), end];
}

/** @param {string[]} lines @param {number} at @returns {[Node, number]} */
function paragraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !startsBlock(lines[end])) end += 1;
  return [h("p", {}, inline(lines.slice(at, end).join("\n"))), end];
}

const startsBlock = (/** @type {string} */ line) => [FENCE, HEADING, RULE, ITEM, QUOTE].some((start) => start.test(line));
