// @ts-check
/** The panel that makes the workspace misbehave. What the bot made of it is shown by calls.js. */

import { get, post, remove, setFaults } from "./api.js";
import { begin, mountCalls, note } from "./calls.js";
import { byId, fill, h, iconButton, toast } from "./dom.js";
import { icon } from "./icons.js";
import { changed, state, subscribe } from "./state.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {{title: string, hint: string, run: () => Promise<string>}} Fault what `run` returns goes into the record */

const LIMITED_SECONDS = 10;
const FAILED_CALLS = 3;
const HELD = 2;
const CLOSED_SECONDS = 10;

const limited = { kind: "ratelimited", seconds: LIMITED_SECONDS, retry_after: 2 };
const failing = { kind: "server_error", calls: FAILED_CALLS, status: 500 };

/** @type {{title: string, picture: string, faults: Fault[]}[]} */
const GROUPS = [
  {
    title: "Events",
    picture: "redo",
    faults: [
      {
        title: "Send the last event again",
        hint: "the same id, as after a lost acknowledgement",
        run: async () => `The last event was sent again (${(await post("faults/redeliver", { count: 1 })).redelivered}).`,
      },
      { title: `Reverse the next ${HELD} events`, hint: "held until all are there", run: () => set({ hold_events: HELD }, `The next ${HELD} events will come in reverse.`) },
      { title: "Send every event twice", hint: "until all is normal again", run: () => set({ duplicate_events: true }, "Every event comes twice now.") },
    ],
  },
  {
    title: "Answers to the bot's calls",
    picture: "warn",
    faults: [
      { title: `429 for ${LIMITED_SECONDS} seconds`, hint: "with Retry-After: 2", run: () => addCall(limited, `Every call gets 429 for ${LIMITED_SECONDS} seconds.`) },
      { title: `500 for the next ${FAILED_CALLS} calls`, hint: "an internal error of Slack's", run: () => addCall(failing, `The next ${FAILED_CALLS} calls get 500.`) },
    ],
  },
  {
    title: "Connection",
    picture: "plug",
    faults: [
      { title: "Drop the socket", hint: "without a word", run: async () => `Sockets cut: ${(await post("faults/drop")).dropped}.` },
      { title: "Ask to reconnect", hint: "as Slack does every few hours", run: async () => (await post("faults/disconnect"), "The bot was asked to reconnect.") },
      {
        title: `Drop, and refuse for ${CLOSED_SECONDS} seconds`,
        hint: "an outage",
        run: async () => {
          await setFaults({ refuse_sockets_for: CLOSED_SECONDS });
          return `Sockets cut: ${(await post("faults/drop")).dropped}; none is let in for ${CLOSED_SECONDS} seconds.`;
        },
      },
    ],
  },
  { title: "Streams", picture: "stop", faults: [{ title: "Expire the running stream", hint: "as after five minutes", run: expire }] },
  {
    title: "Files",
    picture: "file",
    faults: [
      { title: "A login page for the next file", hint: "status 200, but HTML", run: () => set({ login_pages: 1 }, "The next download brings a login page.") },
      { title: "Break off the next download", hint: "half of the bytes", run: () => set({ truncated_downloads: 1 }, "The next download breaks off half-way.") },
    ],
  },
];

/** @param {Json} settings @param {string} record */
async function set(settings, record) {
  await setFaults(settings);
  return record;
}

/** @param {Json} fault @param {string} record */
async function addCall(fault, record) {
  const { faults } = await get("faults");
  const others = faults.calls.filter((/** @type {Json} */ other) => other.kind !== fault.kind);
  return set({ calls: [...others, fault] }, record);
}

async function expire() {
  for (const [channel, known] of state.messages) {
    const live = [...known.values()].findLast((message) => message.streaming_state === "live");
    if (!live) continue;
    await post("faults/expire-stream", { channel, ts: live.ts });
    return "The running stream was expired.";
  }
  throw new Error("No message is being streamed at the moment.");
}

/** @param {Fault} fault */
function faultButton(fault) {
  const click = async () => {
    try {
      begin();
      note(await fault.run());
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  return h("button", { type: "button", class: "fault", on: { click } }, h("span", {}, fault.title), h("small", {}, fault.hint));
}

async function calm() {
  try {
    await remove("faults");
    note("Everything behaves again.");
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

export function mountFaults() {
  const pane = byId("faults");
  const button = byId("faults-button");
  const close = () => show(false);
  fill(byId("faults-head"), h("h2", {}, "Misbehaviour"), iconButton(icon("close"), "Close the panel", close));
  const groups = GROUPS.map((group) => h("section", { class: "fault-group" }, h("h3", {}, icon(group.picture), group.title), h("div", {}, group.faults.map(faultButton))));
  const back = h("button", { type: "button", class: "button calm", on: { click: calm } }, "All back to normal");
  fill(byId("faults-list"), h("p", { class: "muted lead" }, "Make the workspace do what Slack sometimes does, and watch how the bot takes it."), groups, back);
  mountCalls(() => state.isFaultsOpen);
  button.addEventListener("click", () => show(!state.isFaultsOpen));
  pane.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && show(false));
  subscribe(["place"], () => {
    pane.hidden = !state.isFaultsOpen;
    button.setAttribute("aria-expanded", String(state.isFaultsOpen));
  });
}

/** @param {boolean} isOpen */
function show(isOpen) {
  state.isFaultsOpen = isOpen;
  if (isOpen) state.thread = "";
  changed("place");
  setTimeout(() => (isOpen ? byId("faults").querySelector(".fault") : byId("faults-button")).focus());
}
