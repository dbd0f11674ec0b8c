// @ts-check
/** The main pane: a conversation with its message box, or an invitation to join it. */

import { post } from "./api.js";
import { Composer, takeDrops } from "./composer.js";
import { byId, fill, h, iconButton, toast } from "./dom.js";
import { icon } from "./icons.js";
import { MessageList } from "./list.js";
import { go } from "./router.js";
import { hasBot, nameOf, partnerOf, roots, state, subscribe, titleOf } from "./state.js";
import { showStatus } from "./status.js";
import { suggestionsNode } from "./suggestions.js";
import { lineOf, markRead } from "./unread.js";

/** @typedef {Record<string, any>} Json */

const STATUS_TURN_MS = 3000;

export function mountRoom() {
  const list = new MessageList(byId("messages"), false);
  const composer = new Composer(byId("room-composer"), false);
  takeDrops(byId("main"), composer);
  const draw = () => drawRoom(list, composer);
  list.redraw = draw;
  subscribe(["place", "messages", "people", "channels", "offers"], draw);
  subscribe(["place", "statuses"], drawStatus);
  setInterval(drawStatus, STATUS_TURN_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && state.channels.has(state.place) && markRead(state.place));
  return composer;
}

/** @param {MessageList} list @param {Composer} composer */
function drawRoom(list, composer) {
  const channel = state.channels.get(state.place);
  byId("room").hidden = !channel;
  if (!channel) return;
  const messages = channel.is_member ? roots(channel.id) : [];
  fill(byId("room-head"), headNode(channel));
  document.title = `${channel.is_im ? "" : "#"}${titleOf(channel)} · Footnote workspace`;
  list.show(channel.id, `${state.me}/${channel.id}`, messages, lineOf(channel.id));
  const isEmpty = !messages.length;
  byId("room-empty").hidden = !isEmpty;
  if (isEmpty) fill(byId("room-empty"), emptyNode(channel));
  const canWrite = channel.is_member && !channel.is_archived;
  byId("room-composer").hidden = !canWrite;
  fill(byId("room-closed"), !canWrite && closedNode(channel));
  fill(byId("suggestions"), canWrite && suggestionsNode(channel));
  if (canWrite) composer.aim({ channel: channel.id, thread: "", label: `Message ${channel.is_im ? titleOf(channel) : `#${titleOf(channel)}`}` });
}

/** @param {Json} channel */
function headNode(channel) {
  const back = iconButton(icon("back"), "Back to the conversations", () => go(""), { class: "icon-button narrow-only", data: { focus: "back" } });
  const sign = channel.is_im ? null : icon(channel.is_private ? "lock" : "hash");
  const count = channel.members?.length ?? 0;
  const who = (channel.members ?? []).map(nameOf).join(", ");
  const people = !channel.is_im && h("span", { class: "members", title: who }, `${count} ${count === 1 ? "member" : "members"}`);
  const partner = channel.is_im && state.users.get(partnerOf(channel));
  return [
    back,
    h("h1", {}, sign, titleOf(channel), partner?.is_bot && h("span", { class: "tag" }, "App")),
    people,
    channel.is_archived && h("span", { class: "tag" }, "archived"),
    channel.is_ext_shared && h("span", { class: "tag" }, "shared with another organisation"),
    !channel.is_im && !hasBot(channel) && h("span", { class: "tag" }, "without Footnote"),
  ];
}

/** @param {Json} channel */
function emptyNode(channel) {
  const isForApp = hasBot(channel);
  const line = isForApp
    ? "Drop a PDF here, then ask about it. Each statement of the answer names its page."
    : "Nobody has written here yet.";
  return h(
    "div",
    { class: "welcome" },
    h("p", { class: "welcome-title" }, channel.is_im ? `You and ${titleOf(channel)}` : `This is the start of #${titleOf(channel)}`),
    channel.is_member && h("p", { class: "muted" }, line),
  );
}

/** @param {Json} channel */
function closedNode(channel) {
  if (channel.is_archived) return h("p", { class: "closed" }, "This channel is archived. Nobody can write here.");
  const join = () => post(`channels/${channel.id}/members`).catch((error) => toast(error.message, "error"));
  return h("div", { class: "closed" }, h("p", {}, "You are not in this channel."), h("button", { type: "button", class: "button primary", on: { click: join } }, "Join it"));
}

/** In the channel the status names no thread: the newest one is shown. */
function drawStatus() {
  const shown = [...state.statuses.values()].filter((status) => status.channel === state.place && status.thread_ts !== state.thread);
  showStatus(byId("room-status"), shown.at(-1), " In a thread.");
}
