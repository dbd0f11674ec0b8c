// @ts-check
/** A list of messages that draws only what has changed, keeps its place, and moves by arrow keys. */

import { focusKey, h, restoreFocus } from "./dom.js";
import { messageNode } from "./message.js";
import { state } from "./state.js";
import { dayKey, dayName } from "./time.js";

/** @typedef {Record<string, any>} Json */

const TOGETHER_SECONDS = 300;
const SHOWN = 200;
const NEAR_END = 80;

export class MessageList {
  /** @param {HTMLElement} box @param {boolean} isThread */
  constructor(box, isThread) {
    this.box = box;
    this.isThread = isThread;
    /** @type {Map<string, {key: any[], node: HTMLElement}>} */
    this.drawn = new Map();
    this.place = "";
    this.shown = SHOWN;
    box.addEventListener("keydown", (event) => this.onKey(event));
    this.isAtEnd = true;
    this.last = "";
    this.height = 0;
    new ResizeObserver(() => this.resized()).observe(box);
    box.addEventListener("scroll", () => this.scrolled(), { passive: true });
  }

  /** @param {string} channel @param {string} place what is shown; another one starts at its end @param {Json[]} messages @param {string} newFrom */
  show(channel, place, messages, newFrom) {
    const isOther = place !== this.place;
    if (isOther) {
      this.drawn.clear();
      this.shown = SHOWN;
      this.isAtEnd = true;
      this.place = place;
    }
    const kept = messages.slice(-this.shown);
    const focus = focusKey(this.box);
    this.put(this.rows(channel, kept, messages.length > kept.length, newFrom));
    this.rove();
    restoreFocus(this.box, focus);
    if (state.target && this.showTarget()) return;
    const newest = kept.at(-1);
    // What one has written oneself, or has asked the app for, is not to be searched for.
    if (newest && newest.ts > this.last && (newest.user === state.me || newest.is_ephemeral)) this.isAtEnd = true;
    this.last = newest?.ts ?? "";
    if (this.isAtEnd) this.toEnd();
  }

  /** Puts the rows in place; a node that stays is not moved, so that it keeps focus and selection. */
  /** @param {HTMLElement[]} rows */
  put(rows) {
    const kept = new Set(/** @type {Node[]} */ (rows));
    for (const node of [...this.box.childNodes]) if (!kept.has(node)) node.remove();
    let at = this.box.firstChild;
    for (const row of rows) {
      if (row === at) at = row.nextSibling;
      else this.box.insertBefore(row, at);
    }
  }

  /** A list that becomes lower, because of something under it, stays at its end if it was there. */
  resized() {
    this.height = this.box.clientHeight;
    if (this.isAtEnd) this.toEnd();
  }

  scrolled() {
    if (this.height === this.box.clientHeight) this.isAtEnd = this.nearEnd();
  }

  /** @param {string} channel @param {Json[]} messages @param {boolean} hasMore @param {string} newFrom */
  rows(channel, messages, hasMore, newFrom) {
    const rows = hasMore ? [this.earlier(channel)] : [];
    const drawn = new Map();
    /** @type {Json|null} */
    let last = null;
    let isNewShown = !newFrom;
    for (const message of messages) {
      const isOtherDay = !last || dayKey(last.ts) !== dayKey(message.ts);
      const isFirstNew = !isNewShown && message.ts > newFrom && message.user !== state.me;
      if (isOtherDay && !this.isThread) rows.push(h("h3", { class: "day" }, h("span", {}, dayName(message.ts))));
      if (isFirstNew && last) rows.push(h("div", { class: "new-line", role: "separator", "aria-label": "New messages" }, h("span", {}, "New")));
      isNewShown ||= message.ts > newFrom;
      const isCompact = !isOtherDay && !isFirstNew && follows(last, message);
      rows.push(this.row(channel, message, isCompact, drawn));
      const isParent = this.isThread && message === messages[0];
      if (isParent && messages.length > 1) rows.push(repliesLine(messages.length - 1));
      last = isParent ? null : message;
    }
    this.drawn = drawn;
    return rows;
  }

  /** The node there was, unless something about the message is different. */
  /** @param {string} channel @param {Json} message @param {boolean} isCompact @param {Map<string, any>} drawn */
  row(channel, message, isCompact, drawn) {
    const key = [message, isCompact, message.ts === state.target, state.users, state.channels];
    const known = this.drawn.get(message.ts);
    const isSame = known?.key.every((part, place) => part === key[place]);
    const node = isSame && known ? known.node : messageNode(channel, message, { isThread: this.isThread, isCompact });
    drawn.set(message.ts, { key, node });
    return node;
  }

  /** @param {string} channel */
  earlier(channel) {
    const click = () => {
      const before = this.box.scrollHeight - this.box.scrollTop;
      this.shown += SHOWN;
      this.isAtEnd = false;
      this.redraw?.();
      this.box.scrollTop = this.box.scrollHeight - before;
    };
    return h("button", { type: "button", class: "button earlier", on: { click }, data: { focus: `earlier/${channel}` } }, "Show earlier messages");
  }

  /** @type {(() => void)|undefined} */
  redraw;

  nearEnd() {
    return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < NEAR_END;
  }

  toEnd() {
    this.box.scrollTop = this.box.scrollHeight;
  }

  showTarget() {
    const node = this.drawn.get(state.target)?.node;
    if (!node || node.dataset.seen) return Boolean(node);
    node.dataset.seen = "yes";
    this.isAtEnd = false;
    node.scrollIntoView({ block: "center" });
    return true;
  }

  /** One message is a tab stop; arrows go to the others. */
  rove() {
    const articles = this.articles();
    const current = articles.find((node) => node.tabIndex === 0) ?? articles.at(-1);
    articles.forEach((node) => (node.tabIndex = node === current ? 0 : -1));
  }

  articles() {
    return /** @type {HTMLElement[]} */ ([...this.box.querySelectorAll("article.message")]);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const articles = this.articles();
    const at = articles.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: articles.length - 1 }[event.key];
    if (at < 0 || to === undefined || !articles[to]) return;
    event.preventDefault();
    articles[at].tabIndex = -1;
    articles[to].tabIndex = 0;
    articles[to].focus();
  }
}

/** Whether a message goes under the one before without a head of its own. @param {Json|null} last @param {Json} message */
function follows(last, message) {
  if (!last || last.user !== message.user || last.is_ephemeral || message.is_ephemeral) return false;
  const isPlain = last.subtype !== "tombstone" && message.subtype !== "thread_broadcast" && !last.reply_count;
  return isPlain && Number(message.ts) - Number(last.ts) < TOGETHER_SECONDS;
}

/** @param {number} count */
const repliesLine = (count) => h("div", { class: "replies-line" }, h("span", {}, `${count} ${count === 1 ? "reply" : "replies"}`));
