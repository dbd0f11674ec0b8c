// @ts-check
/** Completes `@name`, `#channel` and `/command` in a message box. */

import { newId } from "./context.js";
import { fill, h } from "./dom.js";
import { avatar } from "./avatar.js";
import { state, titleOf } from "./state.js";

/** @typedef {{value: string, label: string, note: string, picture?: Node}} Choice */

const MOST = 8;
const BROADCASTS = [["here", "everybody who is there"], ["channel", "everybody in this channel"], ["everyone", "everybody"]];

/** @returns {Choice[]} */
function names() {
  const users = [...state.users.values()].filter((user) => !user.deleted);
  users.sort((a, b) => Number(b.is_bot) - Number(a.is_bot));
  const known = users.map((user) => ({ value: `@${user.name}`, label: user.real_name, note: user.is_bot ? "App" : `@${user.name}`, picture: avatar(user.id, "tiny") }));
  return [...known, ...BROADCASTS.map(([name, note]) => ({ value: `@${name}`, label: `@${name}`, note }))];
}

/** @returns {Choice[]} */
const channels = () =>
  [...state.channels.values()].filter((c) => !c.is_im).map((c) => ({ value: `#${titleOf(c)}`, label: `#${titleOf(c)}`, note: c.is_private ? "private" : "" }));

/** @returns {Choice[]} */
const commands = () =>
  state.offers.commands.map((/** @type {any} */ c) => ({ value: c.name, label: c.name, note: [c.usage_hint, c.description].filter(Boolean).join(" · ") }));

/** @type {Record<string, () => Choice[]>} */
const SOURCES = { "@": names, "#": channels, "/": commands };

export class Completion {
  /** @param {HTMLTextAreaElement} field @param {HTMLElement} box */
  constructor(field, box) {
    this.field = field;
    this.box = box;
    this.id = newId();
    /** @type {Choice[]} */
    this.choices = [];
    this.at = 0;
    this.from = 0;
    Object.assign(box, { id: this.id, hidden: true });
    box.setAttribute("role", "listbox");
    box.setAttribute("aria-label", "Suggestions");
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", this.id], ["aria-expanded", "false"]]) {
      field.setAttribute(name, value);
    }
    field.addEventListener("input", () => this.look());
    field.addEventListener("blur", () => setTimeout(() => this.close(), 120));
  }

  /** Looks at the word before the cursor. */
  look() {
    const before = this.field.value.slice(0, this.field.selectionStart);
    const found = /(?:^|[\s(（，。])([@#])([\p{L}\p{N}._-]*)$/u.exec(before) ?? /^(\/)(\S*)$/.exec(before);
    if (!found) return this.close();
    const [, sign, word] = found;
    this.from = before.length - word.length - 1;
    const wanted = word.toLowerCase();
    const hits = SOURCES[sign]().filter((c) => [c.value.slice(1), c.label].some((name) => name.toLowerCase().startsWith(wanted)));
    this.choices = hits.slice(0, MOST);
    this.at = 0;
    this.draw();
  }

  draw() {
    if (!this.choices.length) return this.close();
    fill(this.box, this.choices.map((choice, place) => {
      const on = { pointerdown: (/** @type {Event} */ event) => this.press(event, place) };
      const props = { role: "option", id: `${this.id}-${place}`, class: "option", "aria-selected": String(place === this.at), on };
      return h("div", props, choice.picture, h("strong", {}, choice.label), h("span", { class: "muted" }, choice.note));
    }));
    this.box.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    this.field.setAttribute("aria-activedescendant", `${this.id}-${this.at}`);
  }

  /** @param {Event} event @param {number} place */
  press(event, place) {
    event.preventDefault();
    this.at = place;
    this.take();
  }

  take() {
    const end = this.field.selectionStart;
    this.field.setRangeText(`${this.choices[this.at].value} `, this.from, end, "end");
    this.close();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.field.focus();
  }

  close() {
    this.choices = [];
    this.box.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  /** Whether a key was for the list. @param {KeyboardEvent} event */
  takesKey(event) {
    if (!this.choices.length || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.at = (this.at + step + this.choices.length) % this.choices.length;
      this.draw();
    } else if (event.key === "Enter" || event.key === "Tab") {
      // A command that is typed in full is sent, not completed again.
      if (event.key === "Enter" && this.field.value === this.choices[this.at].value) return false;
      this.take();
    } else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
