// @ts-check
/** The leaves of a text: links, mentions, dates, code. */

import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { follow } from "./router.js";
import { nameOf, state, titleOf } from "./state.js";
import { full, slackDate } from "./time.js";

// A file is shown to whom may see it; the page has nobody signed in but the person it acts for.
const FILE = /^\/files\/[A-Z0-9]+\/F[A-Z0-9]+\//;
const SAFE = new Set(["http:", "https:", "mailto:"]);

/** The address if it may be linked to, otherwise null. @param {string} address */
export function safeAddress(address) {
  try {
    const url = new URL(address);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * A link, or the bare words if its address is not one to follow.
 * @param {string} address
 * @param {...any} words
 */
export function link(address, ...words) {
  const href = safeAddress(address);
  const shown = words.length ? words : [address.replace(/^mailto:/, "")];
  if (!href) return h("span", { class: "dead-link", title: "This address is not opened" }, shown);
  const isOwn = new URL(href).origin === location.origin;
  const file = isOwn && FILE.test(new URL(href).pathname);
  const click = (/** @type {Event} */ event) => follow(href) && event.preventDefault();
  return h("a", { href: file ? `${href}?user=${encodeURIComponent(state.me)}` : href, target: "_blank", rel: "noopener noreferrer", on: isOwn ? { click } : {} }, shown);
}

/** @param {string} id */
export function userMention(id) {
  return h("span", { class: `mention ${id === state.me ? "to-me" : ""}` }, `@${nameOf(id)}`);
}

/** @param {string} id @param {string} [label] */
export function channelMention(id, label = "") {
  const known = state.channels.get(id);
  const name = `#${known ? titleOf(known) : label || "a private channel"}`;
  if (!known?.is_member) return h("span", { class: "mention" }, name);
  const click = (/** @type {Event} */ event) => follow(`/archives/${id}`) && event.preventDefault();
  return h("a", { class: "mention", href: `/archives/${id}`, on: { click } }, name);
}

/** Everybody is called: shown so that nobody overlooks it. @param {string} range */
export function broadcast(range) {
  return h("span", { class: "mention broadcast" }, `@${range}`);
}

/** @param {string} name */
export function emojiNode(name) {
  return h("span", { class: "emoji", role: "img", "aria-label": name.replaceAll("_", " "), title: `:${name}:` }, emoji(name));
}

/** @param {number} seconds @param {string} format @param {string} [address] */
export function dateNode(seconds, format, address) {
  const node = h("time", { class: "date", title: full(seconds) }, slackDate(seconds, format));
  return address ? link(address, node) : node;
}

export const code = (/** @type {string} */ text) => h("code", {}, text);

/** @param {...any} children */
export const preformatted = (...children) => h("pre", { tabindex: "0" }, h("code", {}, children));
