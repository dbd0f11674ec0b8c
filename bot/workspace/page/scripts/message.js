// @ts-check
/** One message: who, when, what, and what can be done with it. */

import { post } from "./api.js";
import { avatar } from "./avatar.js";
import { attachmentsNode, blocksNode } from "./blocks.js";
import { contextOf } from "./context.js";
import { h, iconButton, toast } from "./dom.js";
import { editorNode, isEdited, menuItems } from "./editing.js";
import { fileNode } from "./files.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { openMenu } from "./menu.js";
import { mrkdwn } from "./mrkdwn.js";
import { openPicker, reactionBar } from "./reactions.js";
import { openThread, permalink } from "./router.js";
import { isReply, nameOf, state } from "./state.js";
import { plan } from "./tasks.js";
import { ago, clock, full, iso, shortClock } from "./time.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {{isThread: boolean, isCompact: boolean}} Setting */

/** @param {string} channel @param {Json} message @param {Setting} setting */
export function messageNode(channel, message, setting) {
  const name = nameOf(message.user);
  const classes = ["message", setting.isCompact && "compact", message.is_ephemeral && "ephemeral", message.ts === state.target && "target"];
  const props = { class: classes.filter(Boolean).join(" "), tabindex: "-1", "aria-label": `${name}, ${clock(message.ts)}` };
  const isGone = message.subtype === "tombstone";
  return h(
    "article",
    { ...props, data: { ts: message.ts, focus: message.ts } },
    h("div", { class: "gutter" }, setting.isCompact ? timeNode(channel, message, shortClock(message.ts)) : avatar(message.user)),
    h(
      "div",
      { class: "content" },
      message.is_ephemeral && h("p", { class: "only-you" }, icon("eye"), "Only visible to you"),
      broadcastNote(message),
      !setting.isCompact && head(channel, message, name),
      isEdited(message) ? editorNode(channel, message) : body(channel, message, isGone),
      reactionBar(channel, message),
      !setting.isThread && threadLink(channel, message),
    ),
    !isGone && toolbar(channel, message, setting),
  );
}

/** @param {string} channel @param {Json} message */
function timeNode(channel, message, shown = clock(message.ts)) {
  const href = permalink(channel, message.ts, message.thread_ts);
  return h("a", { class: "stamp", href, title: full(message.ts) }, h("time", { datetime: iso(message.ts) }, shown));
}

/** @param {string} channel @param {Json} message @param {string} name */
function head(channel, message, name) {
  const user = state.users.get(message.user);
  return h(
    "div",
    { class: "head" },
    h("strong", { class: "author" }, name),
    message.bot_id && h("span", { class: "tag" }, "App"),
    user?.is_restricted && h("span", { class: "tag" }, "Guest"),
    timeNode(channel, message),
  );
}

/** @param {Json} message */
const broadcastNote = (message) =>
  message.subtype === "thread_broadcast" && h("p", { class: "only-you" }, icon("reply"), "Also sent to the channel");

/** @param {string} channel @param {Json} message @param {boolean} isGone */
function body(channel, message, isGone) {
  if (isGone) return h("p", { class: "muted" }, "This message was deleted.");
  const context = contextOf({ channel, ts: message.ts });
  const isStream = Boolean(message.streaming_state);
  const words = isStream ? streamed(message) : !message.blocks?.length && message.text && h("div", { class: "text" }, mrkdwn(message.text));
  return h(
    "div",
    { class: "body" },
    words,
    message.blocks?.length > 0 && blocksNode(message.blocks, context),
    message.attachments?.length > 0 && attachmentsNode(message.attachments, context),
    message.files?.length > 0 && h("div", { class: "files" }, message.files.map(fileNode)),
    isStream && streamFoot(channel, message),
    message.edited && h("span", { class: "muted edited" }, "(edited)"),
  );
}

/** @param {Json} message */
function streamed(message) {
  const hasPlan = message.plan_title || message.tasks?.length > 0;
  return [
    hasPlan && plan({ title: message.plan_title, tasks: message.tasks }),
    h("div", { class: `markdown ${message.streaming_state === "live" ? "live" : ""}` }, markdown(String(message.text ?? ""))),
  ];
}

/** @type {Record<string, string>} */
const ENDS = { expired: "The stream expired before it was finished.", stopped_by_user: "Stopped." };

/** @param {string} channel @param {Json} message */
function streamFoot(channel, message) {
  if (message.streaming_state !== "live") {
    const end = ENDS[message.streaming_state];
    return end && h("p", { class: "stream-end" }, icon("stop"), end);
  }
  const stop = () => void post(`messages/${channel}/${message.ts}/stop`).catch((error) => toast(error.message, "error"));
  // While text streams in, the button under the pointer may be another one when it is let go.
  const on = { pointerdown: stop, click: (/** @type {MouseEvent} */ event) => event.detail === 0 && stop() };
  return h("button", { type: "button", class: "button stop", on, data: { focus: "stop" } }, icon("stop"), "Stop");
}

/** @param {string} channel @param {Json} message */
function threadLink(channel, message) {
  if (isReply(message) || !message.reply_count) return null;
  const count = `${message.reply_count} ${message.reply_count === 1 ? "reply" : "replies"}`;
  const faces = message.reply_users.slice(0, 4).map((/** @type {string} */ user) => avatar(user, "tiny"));
  const click = () => openThread(channel, message.ts);
  return h(
    "button",
    { type: "button", class: "thread-link", on: { click }, data: { focus: "thread" } },
    faces,
    h("strong", {}, count),
    h("span", { class: "muted" }, `Last reply ${ago(message.latest_reply)}`),
  );
}

/** @param {string} channel @param {Json} message @param {Setting} setting */
function toolbar(channel, message, setting) {
  const anchored = (/** @type {(anchor: HTMLElement) => void} */ open) => (/** @type {Event} */ event) =>
    open(/** @type {HTMLElement} */ (event.currentTarget));
  const react = anchored((anchor) => openPicker(anchor, channel, message));
  const more = anchored((anchor) => openMenu(anchor, menuItems(channel, message)));
  const focus = (/** @type {string} */ name) => ({ data: { focus: `tool/${name}` } });
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Message actions" },
    !message.is_ephemeral && iconButton(icon("smile"), "Add a reaction", react, focus("react")),
    !message.is_ephemeral && !setting.isThread && iconButton(icon("reply"), "Reply in thread", () => openThread(channel, message.thread_ts || message.ts), focus("reply")),
    iconButton(icon("more"), "More actions", more, { ...focus("more"), "aria-haspopup": "menu" }),
  );
}

