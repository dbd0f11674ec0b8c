// @ts-check
/** A message in plain words: for announcements, for editing, for copying. */

import { nameOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

export const unescape = (/** @type {string} */ text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** What somebody would have to type to get this text. */
export function typedText(/** @type {string} */ text) {
  const named = text.replace(/<([^<>]+)>/g, (_, /** @type {string} */ inside) => {
    const [target, label = ""] = inside.split("|");
    if (target.startsWith("@")) return `@${state.users.get(target.slice(1))?.name ?? target.slice(1)}`;
    if (target.startsWith("#")) return `#${label || state.channels.get(target.slice(1))?.name || target.slice(1)}`;
    if (target.startsWith("!")) return `@${target.slice(1)}`;
    return target;
  });
  return unescape(named);
}

export function plainText(/** @type {Json} */ message) {
  const files = (message.files ?? []).map((/** @type {Json} */ file) => file.title ?? "a deleted file");
  const text = String(message.text ?? "").replace(/<@([A-Z0-9]+)>/g, (_, id) => `@${nameOf(id)}`);
  return [typedText(text), ...files].filter(Boolean).join(", ");
}
