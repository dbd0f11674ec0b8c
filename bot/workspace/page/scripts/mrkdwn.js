// @ts-check
/** Slack's mrkdwn to nodes, as Slack shows it: three escaped characters, angle brackets, simple marks. */

import { fragment, h } from "./dom.js";
import { broadcast, channelMention, code, dateNode, emojiNode, link, preformatted, userMention } from "./inline.js";
import { unescape } from "./plaintext.js";

// A marked stretch starts and ends at a word's edge; links and code inside it are taken whole.
const marked = (/** @type {string} */ mark, /** @type {string} */ name) =>
  `(?<![\\p{L}\\p{N}${mark}])${mark}(?=[^\\s${mark}])(?<${name}>(?:<[^<>\\n]*>|\`[^\`\\n]*\`|[^${mark}\\n<])+?)(?<=\\S)${mark}(?![\\p{L}\\p{N}${mark}])`;

const INLINE = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    "<(?<angle>[^<>\\n]+)>",
    "(?<url>https?:\\/\\/[^\\s<>|]+[^\\s<>|.,;:!?)\\]'\"*_~，。；：！？）])",
    marked("\\*", "bold"),
    marked("_", "italic"),
    marked("~", "strike"),
    ":(?<emoji>[a-z0-9_+'-]+(?:::skin-tone-[2-6])?):",
  ].join("|"),
  "gu",
);

/** @param {string} text @returns {DocumentFragment} */
export function mrkdwn(text) {
  const parts = text.split(/```\n?([\s\S]+?)```/);
  return fragment(parts.map((part, place) => (place % 2 ? fence(part) : lines(part, place > 0, place < parts.length - 1))));
}

/** @param {string} text */
const fence = (text) => preformatted(inlineAngles(text.replace(/\n$/, "")));

/** Links are live inside a fence, marks are not. @param {string} text */
function inlineAngles(text) {
  return text.split(/<([^<>\n]+)>/).map((part, place) => (place % 2 ? angle(part) : unescape(part)));
}

/** Quotes by line; the rest keeps its line breaks by style. @param {string} text @param {boolean} after @param {boolean} before */
function lines(text, after, before) {
  let rest = after ? text.replace(/^\n/, "") : text;
  if (before) rest = rest.replace(/\n$/, "");
  /** @type {{quote: boolean, lines: string[]}[]} */
  const groups = [];
  let isQuoteToEnd = false;
  for (const line of rest.split("\n")) {
    const isLong = /^(&gt;|>){3}/.test(line);
    const isQuote = isQuoteToEnd || /^(&gt;|>)/.test(line);
    const shown = isQuoteToEnd ? line : line.replace(isLong ? /^(&gt;|>){3} ?/ : /^(&gt;|>) ?/, "");
    isQuoteToEnd ||= isLong;
    if (groups.at(-1)?.quote === isQuote) groups.at(-1)?.lines.push(shown);
    else groups.push({ quote: isQuote, lines: [shown] });
  }
  return groups.map((group) => {
    const body = inline(group.lines.join("\n"));
    return group.quote ? h("blockquote", {}, body) : body;
  });
}

/** @param {string} text @returns {DocumentFragment} */
export function inline(text) {
  /** @type {any[]} */
  const nodes = [];
  let position = 0;
  for (const found of text.matchAll(INLINE)) {
    nodes.push(unescape(text.slice(position, found.index)), leaf(found.groups ?? {}, found[0]));
    position = found.index + found[0].length;
  }
  return fragment(nodes, unescape(text.slice(position)));
}

/** @param {Record<string, string|undefined>} found @param {string} whole */
function leaf(found, whole) {
  if (found.code) return code(unescape(found.code));
  if (found.angle) return angle(found.angle);
  if (found.url) return link(unescape(found.url));
  if (found.bold) return h("strong", {}, inline(found.bold));
  if (found.italic) return h("em", {}, inline(found.italic));
  if (found.strike) return h("s", {}, inline(found.strike));
  return found.emoji ? emojiNode(found.emoji) : whole;
}

/** What stands between angle brackets: a mention, a date or a link. @param {string} inside */
export function angle(inside) {
  const bar = inside.indexOf("|");
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? "" : unescape(inside.slice(bar + 1));
  if (target.startsWith("@")) return userMention(target.slice(1));
  if (target.startsWith("#")) return channelMention(target.slice(1), label);
  if (target.startsWith("!")) return special(target.slice(1), label);
  return label ? link(unescape(target), label) : link(unescape(target));
}

/** @param {string} target @param {string} label */
function special(target, label) {
  const [kind, ...rest] = target.split("^");
  if (kind === "date") return dateNode(Number(rest[0]), rest[1] ?? "{date}", rest[2]);
  if (kind === "subteam") return broadcast(label.replace(/^@/, "") || rest[0]);
  return broadcast(label.replace(/^@/, "") || kind);
}
