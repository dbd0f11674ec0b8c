// @ts-check
/** Line icons on a 20 by 20 grid, drawn for this page. */

/** @type {Record<string, string>} */
const PATHS = {
  hash: "M8 3.5 6.5 16.5M13.5 3.5 12 16.5M3.8 7.5h13M3.2 12.5h13",
  lock: "M5.5 9h9v7h-9zM7.3 9V6.6a2.7 2.7 0 0 1 5.4 0V9",
  home: "M3.5 9.5 10 4l6.5 5.5M5.5 8.5V16h9V8.5M8.5 16v-4h3v4",
  reply: "M4 5h12v8H9l-3.5 3v-3H4z",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  smile: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.5 8.3h.01M12.5 8.3h.01M7 12c1.6 2 4.4 2 6 0",
  clip: "m15.5 9.5-5.3 5.3a3.2 3.2 0 0 1-4.5-4.5l5.8-5.8a2.1 2.1 0 0 1 3 3l-5.6 5.6a1 1 0 0 1-1.5-1.5l5-5",
  send: "M3.5 10 16.5 4l-4 12.5-2.8-4.8zM9.7 11.7l6.8-7.7",
  close: "m5 5 10 10M15 5 5 15",
  back: "M12.5 4.5 7 10l5.5 5.5",
  down: "m5 8 5 5 5-5",
  bolt: "M11 3 5 11.5h4.2L8.5 17 15 8.5h-4.4z",
  sun: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10 3v1.2M10 15.8V17M3 10h1.2M15.8 10H17M5 5l.9.9M14.1 14.1l.9.9M15 5l-.9.9M5.9 14.1 5 15",
  moon: "M15.8 12.3A6.5 6.5 0 0 1 7.7 4.2a6.5 6.5 0 1 0 8.1 8.1z",
  auto: "M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13",
  file: "M5.5 3h6l3 3v11h-9zM11.5 3v3h3",
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l2.4-2.4a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.4 2.4a3 3 0 0 0 4.2 4.2l1-1",
  pencil: "m4 16 .8-3.4 8.4-8.4 2.6 2.6-8.4 8.4zM11.7 5.7l2.6 2.6",
  trash: "M4.5 6h11M8 6V4h4v2M6 6l.7 10.5h6.6L14 6",
  eye: "M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  stop: "M6 6h8v8H6z",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  warn: "M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3h.01",
  up: "M7.5 17H5V9h2.5M7.5 9l2.8-5.5c1.4 0 2 .9 1.7 2.2L11.5 8h3.2c1 0 1.6.8 1.4 1.7l-1.2 5.6c-.2 1-.9 1.7-1.9 1.7H7.5z",
  dot: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  play: "M6.5 4.5v11l9-5.5z",
  spin: "M10 3.5A6.5 6.5 0 1 1 3.5 10",
  redo: "M15.5 8A6 6 0 1 0 16 11M15.8 4v4h-4",
  plug: "M7 3.5v4M13 3.5v4M5 7.5h10v2a5 5 0 0 1-10 0zM10 14.5V17",
  spark: "M10 3.5 11.6 8.4 16.5 10l-4.9 1.6L10 16.5l-1.6-4.9L3.5 10l4.9-1.6z",
  join: "M10 4.5v11M4.5 10h11",
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {string} [extra] another class
 */
export function icon(name, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `icon icon-${name} ${extra}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? PATHS.dot);
  svg.append(path);
  return svg;
}
