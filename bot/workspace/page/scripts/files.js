// @ts-check
/** Files and images. Pictures of other hosts are not fetched: the page asks nobody but its workspace. */

import { fileAddress, remove } from "./api.js";
import { h, iconButton, toast } from "./dom.js";
import { askFirst } from "./dialogs.js";
import { icon } from "./icons.js";
import { link } from "./inline.js";
import { me, nameOf } from "./state.js";
import { plain } from "./texts.js";

/** @typedef {Record<string, any>} Json */

const UNITS = ["bytes", "KB", "MB", "GB"];

/** @param {number} bytes */
export function sizeName(bytes) {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 3);
  return `${(bytes / 1024 ** power).toFixed(power > 1 ? 1 : 0)} ${UNITS[power]}`;
}

/** @param {Json} file */
export function fileNode(file) {
  if (file.mode === "tombstone") return h("div", { class: "file gone" }, icon("trash"), "This file was deleted.");
  if (!file.name) return h("div", { class: "file gone" }, icon("file"), "A file that only its own workspace can describe.");
  const kind = String(file.pretty_type || file.filetype || "file");
  const details = h("span", { class: "file-text" }, h("strong", {}, file.title || file.name), h("span", { class: "muted" }, `${kind} · ${sizeName(file.size)}`));
  const badge = h("span", { class: `file-badge kind-${/^pdf$/i.test(kind) ? "pdf" : "other"}`, "aria-hidden": "true" }, kind.slice(0, 4));
  const card = h("a", { class: "file-link", href: fileAddress(file.id), download: file.name, title: `Download ${file.name}` }, badge, details);
  const isMine = file.user === me().id || me().is_admin;
  const bin = isMine && iconButton(icon("trash"), `Delete ${file.name}`, () => deleteFile(file));
  const picture = /^image\/(png|jpeg|gif|webp)$/.test(file.mimetype) &&
    h("a", { class: "file-open", href: `${file.permalink}?user=${encodeURIComponent(me().id)}`, target: "_blank", rel: "noopener noreferrer", title: "Open the picture" }, h("img", { class: "file-picture", src: fileAddress(file.id), alt: file.alt_txt || file.title || file.name, loading: "lazy" }));
  return h("div", { class: "file-holder" }, picture, h("div", { class: "file" }, card, bin));
}

/** @param {Json} file */
async function deleteFile(file) {
  const question = { title: { text: "Delete this file?" }, text: { text: `${file.name} goes from every conversation, and the app forgets it.` } };
  if (!(await askFirst({ ...question, confirm: { text: "Delete" }, style: "danger" }))) return;
  remove(`files/${file.id}`).catch((error) => toast(error.message, "error"));
}

/** The file that an address of this workspace names. @param {string} address */
function ownFile(address) {
  const url = URL.canParse(address, location.origin) ? new URL(address, location.origin) : null;
  return url?.origin === location.origin ? /[/-](F[A-Z0-9]{4,})(?:\/|$)/.exec(url.pathname)?.[1] : undefined;
}

/** An image block or element. @param {Json} block */
export function imageNode(block, className = "block-image") {
  const address = String(block.image_url ?? block.slack_file?.url ?? "");
  const id = block.slack_file?.id ?? ownFile(address);
  const alt = String(block.alt_text ?? "");
  const isOwn = !id && URL.canParse(address) && new URL(address).origin === location.origin;
  const source = id ? fileAddress(id) : isOwn ? address : "";
  const title = block.title && h("figcaption", {}, plain(block.title));
  const picture = source ? h("img", { class: className, src: source, alt, loading: "lazy" }) : elsewhere(address, alt, className);
  return className === "block-image" ? h("figure", { class: "image" }, title, picture) : picture;
}

/** @param {string} address @param {string} alt @param {string} className */
function elsewhere(address, alt, className) {
  const host = URL.canParse(address) ? new URL(address).host : "no address";
  const words = className === "block-image" ? [alt, " · ", link(address, `open at ${host}`)] : [];
  return h("span", { class: `picture-elsewhere ${className}`, role: "img", "aria-label": alt, title: `${alt} (at ${host}, not fetched)` }, icon("eye"), words);
}

/** @param {Json} block */
export function fileBlock(block) {
  const source = block.source === "remote" ? "a remote file" : String(block.source ?? "a file");
  return h("div", { class: "file gone" }, icon("file"), `${block.external_id ?? block.file_id ?? "File"} · ${source}`);
}

/** @param {Json} file */
export const sharedBy = (file) => nameOf(file.user);
