// @ts-check
/** The message box: text, files, completion; Enter sends, Shift+Enter starts a line. */

import { post, sendMessage } from "./api.js";
import { Completion } from "./completion.js";
import { newId } from "./context.js";
import { fill, h, iconButton, toast } from "./dom.js";
import { sizeName } from "./files.js";
import { icon } from "./icons.js";

/** @typedef {{channel: string, thread: string, label: string}} Target */

const MAX_HEIGHT = 220;

export class Composer {
  /** @param {HTMLElement} root @param {boolean} isThread */
  constructor(root, isThread) {
    this.isThread = isThread;
    /** @type {Target} */
    this.target = { channel: "", thread: "", label: "" };
    /** @type {Map<string, {text: string, files: File[]}>} what was begun, by place */
    this.drafts = new Map();
    /** @type {File[]} */
    this.files = [];
    this.isSending = false;
    this.build(root);
    this.completion = new Completion(this.field, this.options);
  }

  /** @param {HTMLElement} root */
  build(root) {
    const id = newId();
    this.field = h("textarea", { rows: 1, id, class: "composer-field", autocomplete: "off", enterkeyhint: "send" });
    this.options = h("div", { class: "options" });
    this.chips = h("ul", { class: "file-chips", "aria-label": "Files to send" });
    this.picker = h("input", { type: "file", multiple: true, class: "hidden-input", tabindex: "-1", "aria-hidden": "true" });
    this.picker.addEventListener("change", () => {
      this.addFiles([...this.picker.files]);
      this.picker.value = "";
    });
    const clip = iconButton(icon("clip"), "Attach files", () => this.picker.click());
    const mention = iconButton(h("span", { class: "at", "aria-hidden": "true" }, "@"), "Mention somebody", () => this.insert("@"));
    this.button = h("button", { type: "submit", class: "send", "aria-label": "Send message", title: "Send message (Enter)" }, icon("send"));
    this.alsoBox = h("input", { type: "checkbox" });
    const also = this.isThread && h("label", { class: "also" }, this.alsoBox, "Also send to the channel");
    const hint = !this.isThread && h("span", { class: "keys", "aria-hidden": "true" }, "Shift + Enter for a new line");
    this.form = h("form", { class: "composer" }, this.options, this.chips, this.field, h("div", { class: "composer-foot" }, clip, mention, also, hint, this.button), this.picker);
    this.listen();
    root.append(this.form);
  }

  listen() {
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.send();
    });
    this.field.addEventListener("input", () => this.fit());
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.onKey(event));
    this.field.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      this.addFiles(files);
    });
  }

  /** Points the box to another place, with what was begun there. @param {Target} target */
  aim(target) {
    const key = (/** @type {Target} */ t) => `${t.channel}/${t.thread}`;
    if (key(target) !== key(this.target)) {
      this.drafts.set(key(this.target), { text: this.field.value, files: this.files });
      const draft = this.drafts.get(key(target)) ?? { text: "", files: [] };
      this.field.value = draft.text;
      this.files = draft.files;
      this.drawFiles();
      this.completion.close();
      requestAnimationFrame(() => this.fit());
    }
    this.target = target;
    this.field.placeholder = target.label;
    this.field.setAttribute("aria-label", target.label);
    this.ready();
  }

  forgetDrafts() {
    this.drafts.clear();
    this.clear();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (this.completion.takesKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.send();
  }

  /** @param {string} text */
  insert(text) {
    const before = this.field.value.slice(0, this.field.selectionStart);
    const gap = before && !/\s$/.test(before) ? " " : "";
    this.field.focus();
    this.field.setRangeText(gap + text, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {File[]} files */
  addFiles(files) {
    this.files = [...this.files, ...files];
    this.drawFiles();
    this.ready();
    this.field.focus();
  }

  drawFiles() {
    fill(this.chips, this.files.map((file) => {
      const drop = () => {
        this.files = this.files.filter((other) => other !== file);
        this.drawFiles();
        this.ready();
        this.field.focus();
      };
      return h("li", {}, icon("file"), h("span", {}, file.name, h("small", {}, sizeName(file.size))), iconButton(icon("close"), `Remove ${file.name}`, drop));
    }));
  }

  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, MAX_HEIGHT)}px`;
    this.ready();
  }

  ready() {
    const isEmpty = !this.field.value.trim() && !this.files.length;
    this.button.setAttribute("aria-disabled", String(isEmpty || this.isSending));
  }

  clear() {
    this.field.value = "";
    this.files = [];
    this.alsoBox.checked = false;
    this.drawFiles();
    this.fit();
  }

  async send() {
    const text = this.field.value.trim();
    if (this.isSending || (!text && !this.files.length)) return;
    this.isSending = true;
    this.ready();
    const [files, broadcast] = [this.files, this.alsoBox.checked];
    const { channel, thread } = this.target;
    try {
      if (/^\/[a-z]/.test(text) && !files.length) await this.run(text);
      else {
        this.clear();
        await sendMessage({ channel, thread_ts: thread, text, files, broadcast });
      }
    } catch (error) {
      this.putBack(text, files);
      toast(/** @type {Error} */ (error).message, "error");
    } finally {
      this.isSending = false;
      this.ready();
    }
  }

  /** What couldn't be sent must not be lost. @param {string} text @param {File[]} files */
  putBack(text, files) {
    if (!this.field.value) this.field.value = text;
    if (!this.files.length) this.files = files;
    this.drawFiles();
    this.fit();
  }

  /** @param {string} typed */
  async run(typed) {
    if (this.isThread) throw new Error("Slash commands don't work in threads. Use the main message box.");
    const [command] = typed.split(/\s+/);
    this.clear();
    await post("commands", { channel: this.target.channel, command, text: typed.slice(command.length).trim() });
  }
}

/** Takes files that are dropped anywhere on a pane. @param {HTMLElement} pane @param {Composer} composer */
export function takeDrops(pane, composer) {
  let depth = 0;
  const show = (/** @type {number} */ change) => {
    depth = Math.max(0, depth + change);
    pane.classList.toggle("dropping", depth > 0);
  };
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  pane.addEventListener("dragenter", (event) => hasFiles(event) && show(1));
  pane.addEventListener("dragleave", (event) => hasFiles(event) && show(-1));
  pane.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  pane.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    show(-Infinity);
    composer.addFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
