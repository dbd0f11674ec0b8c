// @ts-check
/** Sample questions as buttons. A follow-up goes into the thread of the question before it. */

import { sendMessage } from "./api.js";
import { h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { openThread } from "./router.js";
import { changed, hasBot, isReply, messagesOf, state } from "./state.js";

/** @typedef {Record<string, any>} Json */

/** @type {Record<string, string>} */
const LANGUAGES = { en: "English", zh: "中文" };
const CHOSEN = "footnote.language";
const FOLDED = "footnote.samples";

/** @returns {string[]} */
const languages = () => [...new Set(state.offers.suggestions.map((/** @type {Json} */ s) => String(s.language)))].map(String);

function chosen() {
  const known = localStorage.getItem(CHOSEN) ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  return languages().includes(known) ? known : languages()[0];
}

/** @param {Json} suggestion */
function questionBefore(suggestion) {
  const same = state.offers.suggestions.filter((/** @type {Json} */ s) => s.language === suggestion.language);
  return same.slice(0, same.indexOf(suggestion)).findLast((/** @type {Json} */ s) => !s.is_follow_up);
}

/** The newest message that asked a question; one's own before those of others. @param {string} channel @param {string} text */
function asked(channel, text) {
  const found = [...messagesOf(channel).values()].filter((m) => !isReply(m) && !m.bot_id && String(m.text).includes(text));
  return found.findLast((m) => m.user === state.me) ?? found.at(-1);
}

/** @param {Json} channel @param {Json} suggestion @param {Json|undefined} root */
async function ask(channel, suggestion, root) {
  const thread = suggestion.is_follow_up ? root?.ts : "";
  if (thread === undefined) return toast("Ask the first question first: this one continues it.");
  const name = state.users.get(state.workspace.bot_user)?.name;
  const text = channel.is_im ? suggestion.text : `@${name} ${suggestion.text}`;
  try {
    const { message } = await sendMessage({ channel: channel.id, text, thread_ts: thread });
    openThread(channel.id, thread || message.ts);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/** @param {Json} channel @param {Json} suggestion */
function questionButton(channel, suggestion) {
  const before = suggestion.is_follow_up && questionBefore(suggestion);
  const root = before && asked(channel.id, before.text);
  const isEarly = Boolean(suggestion.is_follow_up && !root);
  const props = { type: "button", class: "suggestion", lang: suggestion.language, "aria-disabled": isEarly ? "true" : null };
  const on = { click: () => ask(channel, suggestion, root) };
  const hint = isEarly ? "after the first question" : suggestion.hint;
  return h("button", { ...props, on, data: { focus: `ask/${suggestion.text}` } }, h("span", {}, suggestion.text), hint && h("small", {}, hint));
}

/** @param {Json} channel */
export function suggestionsNode(channel) {
  if (!state.offers.suggestions.length || !hasBot(channel)) return null;
  const isFolded = localStorage.getItem(FOLDED) === "folded";
  const fold = () => {
    localStorage.setItem(FOLDED, isFolded ? "" : "folded");
    changed("offers");
  };
  const title = h("button", { type: "button", class: "samples-title", "aria-expanded": String(!isFolded), on: { click: fold }, data: { focus: "samples" } }, icon("down"), "Try a question");
  const buttons = state.offers.suggestions.filter((/** @type {Json} */ s) => s.language === chosen()).map((/** @type {Json} */ s) => questionButton(channel, s));
  return h("section", { class: "samples", "aria-label": "Sample questions" }, h("div", { class: "samples-head" }, title, !isFolded && languageSwitch()), !isFolded && h("div", { class: "samples-row" }, buttons));
}

function languageSwitch() {
  const choose = (/** @type {string} */ language) => () => {
    localStorage.setItem(CHOSEN, language);
    changed("offers");
  };
  const one = (/** @type {string} */ language) => {
    const props = { type: "button", lang: language, "aria-pressed": String(language === chosen()), on: { click: choose(language) } };
    return h("button", { ...props, data: { focus: `language/${language}` } }, LANGUAGES[language] ?? language);
  };
  return h("div", { class: "segments", role: "group", "aria-label": "Language of the questions" }, languages().map(one));
}

/** In a thread: what continues its question. @param {Json} channel @param {string} root */
export function followUpNode(channel, root) {
  const text = String(messagesOf(channel.id).get(root)?.text ?? "");
  const next = state.offers.suggestions.find((/** @type {Json} */ s) => s.is_follow_up && text.includes(questionBefore(s)?.text ?? "\0"));
  const isAsked = next && [...messagesOf(channel.id).values()].some((m) => m.thread_ts === root && String(m.text).includes(next.text));
  if (!next || isAsked || !hasBot(channel)) return null;
  const on = { click: () => ask(channel, next, { ts: root }) };
  return h("button", { type: "button", class: "suggestion single", lang: next.language, on, data: { focus: "follow-up" } }, h("span", {}, next.text), h("small", {}, next.hint));
}
