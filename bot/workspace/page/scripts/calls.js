// @ts-check
/** What the bot did since the last misbehaviour: its calls, its sockets, what it has not acknowledged. */

import { get } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { withSeconds } from "./time.js";

/** @typedef {Record<string, any>} Json */

const EVERY_MS = 1000;
const LINES_SHOWN = 12;

let since = 0;
/** @type {{at: number, text: string}[]} what was done, newest last */
let records = [];

/** From here on the bot's calls count. */
export function begin() {
  since = Date.now() / 1000;
}

/** @param {string} text */
export function note(text) {
  records = [...records, { at: Date.now() / 1000, text }].slice(-LINES_SHOWN);
  look();
}

/** @param {() => boolean} isOpen */
export function mountCalls(isOpen) {
  setInterval(() => isOpen() && document.visibilityState === "visible" && look(), EVERY_MS);
}

async function look() {
  try {
    const [calls, connections] = await Promise.all([get("calls"), get("connections")]);
    draw(calls.last.filter((/** @type {Json} */ call) => call.at >= since), connections);
  } catch {
    fill(byId("faults-state"), h("p", { class: "muted" }, "The workspace doesn't answer."));
  }
}

/** @param {Json[]} calls @param {Json} connections */
function draw(calls, connections) {
  const opened = calls.filter((call) => call.method === "apps.connections.open" && call.ok).length;
  const figures = [
    [connections.sockets, connections.sockets === 1 ? "open socket" : "open sockets"],
    [connections.unacknowledged, "events waiting"],
    [since ? opened : 0, opened === 1 ? "reconnect" : "reconnects"],
    [calls.filter((call) => !call.ok).length, "refused calls"],
  ];
  fill(byId("faults-state"), figures.map(([number, label]) => h("div", { class: "figure" }, h("strong", {}, number), h("span", {}, label))));
  fill(byId("faults-record"), records.toReversed().map((record) => h("li", {}, h("time", {}, withSeconds(record.at)), h("span", {}, record.text))));
  fill(byId("faults-calls"), calls.length ? table(calls) : h("p", { class: "muted" }, since ? "The bot hasn't called anything since." : "The bot hasn't called anything yet."));
}

/** @param {Json[]} calls */
function table(calls) {
  /** @type {Map<string, {method: string, result: string, ok: boolean, count: number, at: number}>} */
  const lines = new Map();
  for (const call of calls) {
    const key = `${call.method}/${call.error}`;
    const line = lines.get(key) ?? { method: call.method, result: call.error ?? "ok", ok: call.ok, count: 0, at: 0 };
    lines.set(key, { ...line, count: line.count + 1, at: call.at });
  }
  const newest = [...lines.values()].sort((a, b) => b.at - a.at);
  const rows = newest.map((line) =>
    h("tr", {}, h("td", {}, line.method), h("td", { class: line.ok ? "good" : "bad" }, line.result), h("td", { class: "align-right" }, line.count), h("td", {}, withSeconds(line.at))));
  const head = h("tr", {}, ["Method", "Answer", "Times", "Last"].map((name) => h("th", { scope: "col", class: name === "Times" ? "align-right" : null }, name)));
  return h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
}
