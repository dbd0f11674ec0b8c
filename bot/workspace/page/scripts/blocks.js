// @ts-check
/** Block Kit: one function for each kind of block. */

import { fragment, h } from "./dom.js";
import { elementNode } from "./elements.js";
import { fileBlock, imageNode } from "./files.js";
import { inputBlock } from "./inputs.js";
import { link } from "./inline.js";
import { markdown } from "./markdown.js";
import { richText } from "./richtext.js";
import { dataTable, table } from "./tables.js";
import { plan, taskCard } from "./tasks.js";
import { plain, textDiv, textObject } from "./texts.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */
/** @typedef {import("./context.js").Context} Context */

/** @type {Record<string, (block: Json, context: Context) => Node>} */
const BLOCKS = {
  section,
  header: (b) => h("h3", { class: "block-header" }, plain(b.text)),
  divider: () => h("hr", { class: "block-divider" }),
  context,
  markdown: (b) => h("div", { class: "markdown" }, markdown(String(b.text ?? ""))),
  actions: (b, c) => h("div", { class: "block-actions" }, (b.elements ?? []).map((/** @type {Json} */ e) => elementNode(b, e, c))),
  context_actions: (b, c) =>
    h("div", { class: "block-actions small" }, (b.elements ?? []).map((/** @type {Json} */ e) => elementNode(b, e, c))),
  image: (b) => imageNode(b),
  file: fileBlock,
  video,
  table: (b) => table(b),
  data_table: (b) => dataTable(b),
  rich_text: (b) => richText(b),
  input: inputBlock,
  plan: (b) => plan(b),
  task_card: (b) => taskCard(b),
};

/** @param {Json[]} blocks @param {Context} context */
export function blocksNode(blocks, context) {
  return h("div", { class: "blocks" }, blocks.map((block) => blockNode(block, context)));
}

/** A block that cannot be drawn is shown as it came. @param {Json} block @param {Context} context */
function blockNode(block, context) {
  const draw = Object.hasOwn(BLOCKS, block?.type) ? BLOCKS[block.type] : null;
  let inside;
  try {
    inside = draw ? draw(block, context) : unknown(`block ${block?.type}`, block);
  } catch (error) {
    inside = unknown(`${block.type} of this shape`, block);
  }
  return h("div", { class: `block b-${draw ? block.type : "unknown"}` }, inside);
}

/** @param {Json} block @param {Context} c */
function section(block, c) {
  const fields = (block.fields ?? []).map((/** @type {Json} */ field) => textDiv(field, "field"));
  return h(
    "div",
    { class: "section" },
    h(
      "div",
      { class: "section-text" },
      block.text && textDiv(block.text, "text"),
      fields.length > 0 && h("div", { class: "fields" }, fields),
    ),
    block.accessory && h("div", { class: "accessory" }, elementNode(block, block.accessory, c)),
  );
}

/** @param {Json} block */
function context(block) {
  const parts = (block.elements ?? []).map((/** @type {Json} */ element) => {
    if (element.type === "image") return imageNode(element, "context-image");
    const isText = element.type === "mrkdwn" || element.type === "plain_text";
    return isText ? h("span", { class: "context-text" }, textObject(element)) : unknown(`context element ${element.type}`, element);
  });
  return h("div", { class: "context" }, parts);
}

/** @param {Json} block */
function video(block) {
  const title = plain(block.title);
  return h(
    "figure",
    { class: "video", "aria-label": String(block.alt_text ?? title) },
    h("figcaption", {}, h("strong", {}, block.title_url ? link(String(block.title_url), title) : title)),
    block.description && h("p", {}, plain(block.description)),
    h("p", { class: "muted" }, [block.author_name, block.provider_name].filter(Boolean).join(" · ")),
    block.video_url && h("p", {}, link(String(block.video_url), "Watch the video elsewhere")),
  );
}

/** Attachments, the older kind of content. @param {Json[]} list @param {Context} c */
export function attachmentsNode(list, c) {
  return fragment(
    list.map((item) => {
      const bar = h("div", { class: "attachment" });
      if (/^#[0-9a-f]{6}$/i.test(item.color ?? "")) bar.style.borderInlineStartColor = item.color;
      const title = item.title && h("strong", {}, item.title_link ? link(String(item.title_link), item.title) : item.title);
      const words = [item.pretext, item.text ?? (item.blocks ? null : item.fallback)].filter(Boolean);
      const texts = words.map((text) => textDiv({ type: "mrkdwn", text }, "text"));
      const fields = (item.fields ?? []).map((/** @type {Json} */ field) =>
        h("div", { class: "field" }, h("strong", {}, field.title), h("br"), textObject({ type: "mrkdwn", text: String(field.value ?? "") })));
      bar.append(...[title, ...texts].filter(Boolean), h("div", { class: "fields" }, fields));
      if (item.blocks) bar.append(blocksNode(item.blocks, c));
      return bar;
    }),
  );
}
