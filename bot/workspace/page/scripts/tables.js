// @ts-check
/** The table and data_table blocks. */

import { fill, h } from "./dom.js";
import { richText } from "./richtext.js";
import { unknown } from "./unknown.js";

/** @typedef {Record<string, any>} Json */

/** @param {Json} cell */
function content(cell) {
  if (cell?.type === "raw_text") return String(cell.text ?? "");
  if (cell?.type === "raw_number") return String(cell.text ?? cell.value ?? cell.number ?? "");
  return cell?.type === "rich_text" ? richText(cell) : unknown(`cell ${cell?.type}`, cell);
}

/** @param {Json[]} cells @param {string} tag @param {Json[]} settings */
function row(cells, tag, settings) {
  return h("tr", {}, cells.map((cell, place) => {
    const setting = settings[place] ?? {};
    const align = setting.align ?? "left";
    return h(tag, { class: `align-${align} ${setting.is_wrapped ? "wrapped" : ""}`, scope: tag === "th" ? "col" : null }, content(cell));
  }));
}

/** The app's settings of the columns; columns of numbers stand at the right by themselves. @param {Json} block */
function columns(block) {
  const [, ...body] = block.rows ?? [];
  const count = Math.max(0, ...(block.rows ?? []).map((/** @type {Json[]} */ cells) => cells.length));
  return Array.from({ length: count }, (_, place) => {
    const isNumbers = body.length > 0 && body.every((/** @type {Json[]} */ cells) => cells[place]?.type === "raw_number");
    return { align: isNumbers ? "right" : "left", ...block.column_settings?.[place] };
  });
}

/** @param {string} label @param {any} inside */
const frame = (label, inside) => h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": label }, inside);

/** @param {Json} block */
export function table(block) {
  const [head, ...body] = block.rows ?? [];
  const settings = columns(block);
  const rows = body.map((/** @type {Json[]} */ cells) => row(cells, "td", settings));
  return frame("Table", h("table", {}, h("thead", {}, row(head ?? [], "th", settings)), h("tbody", {}, rows)));
}

/** A table in pages. @param {Json} block */
export function dataTable(block) {
  const [head, ...body] = block.rows ?? [];
  const settings = columns(block);
  const size = Math.max(1, Number(block.page_size ?? 10));
  const pages = Math.max(1, Math.ceil(body.length / size));
  const rows = h("tbody");
  const place = h("span", { class: "muted", role: "status" });
  let page = 0;
  const show = (/** @type {number} */ next) => {
    page = Math.min(Math.max(next, 0), pages - 1);
    fill(rows, body.slice(page * size, (page + 1) * size).map((/** @type {Json[]} */ cells) => row(cells, "td", settings)));
    place.textContent = `Page ${page + 1} of ${pages}`;
  };
  const turn = (/** @type {string} */ label, /** @type {number} */ by) =>
    h("button", { type: "button", class: "button", on: { click: () => show(page + by) } }, label);
  show(0);
  const caption = String(block.caption?.text ?? block.caption ?? "Table");
  const drawn = h("table", {}, h("caption", {}, caption), h("thead", {}, row(head ?? [], "th", settings)), rows);
  const pager = pages > 1 && h("div", { class: "pager" }, turn("Previous", -1), place, turn("Next", 1));
  return h("div", { class: "data-table" }, frame(caption, drawn), pager);
}
