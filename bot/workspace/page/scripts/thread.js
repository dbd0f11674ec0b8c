// @ts-check
/** The thread pane beside its conversation. */

import { Composer, takeDrops } from "./composer.js";
import { byId, fill, h, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { MessageList } from "./list.js";
import { closeThread } from "./router.js";
import { state, statusKey, subscribe, threadOf, titleOf } from "./state.js";
import { showStatus } from "./status.js";
import { followUpNode } from "./suggestions.js";

const STATUS_TURN_MS = 3000;

export function mountThread() {
  const list = new MessageList(byId("thread-messages"), true);
  const composer = new Composer(byId("thread-composer"), true);
  const pane = byId("thread");
  takeDrops(pane, composer);
  pane.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && !event.defaultPrevented) closeThread();
  });
  const draw = () => drawThread(list, composer);
  list.redraw = draw;
  subscribe(["place", "messages", "people", "channels", "offers"], draw);
  subscribe(["place", "statuses"], drawStatus);
  setInterval(drawStatus, STATUS_TURN_MS);
  return composer;
}

/** @param {MessageList} list @param {Composer} composer */
function drawThread(list, composer) {
  const channel = state.channels.get(state.place);
  byId("thread").hidden = !state.thread || !channel;
  if (!state.thread || !channel) return;
  const where = channel.is_im ? titleOf(channel) : `#${titleOf(channel)}`;
  const close = iconButton(icon("close"), "Close the thread", closeThread, { data: { focus: "close" } });
  fill(byId("thread-head"), h("h2", {}, "Thread", h("span", { class: "muted" }, where)), close);
  list.show(channel.id, `${state.me}/${channel.id}/${state.thread}`, threadOf(channel.id, state.thread), "");
  byId("thread-composer").hidden = Boolean(channel.is_archived);
  fill(byId("thread-suggestion"), followUpNode(channel, state.thread));
  composer.aim({ channel: channel.id, thread: state.thread, label: "Reply…" });
}

function drawStatus() {
  showStatus(byId("thread-status"), state.statuses.get(statusKey(state.place, state.thread)));
}
