// @ts-check
/** A pop-up menu: arrow keys, Escape, and the focus goes back to where it came from. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {{label: string, picture?: string, danger?: boolean, run: () => void}} Item */

/** @type {(() => void)|null} */
let closeOpen = null;

/** @param {HTMLElement} anchor @param {Item[]} items */
export function openMenu(anchor, items) {
  closeOpen?.();
  const menu = h("div", { class: "menu", role: "menu", "aria-label": anchor.getAttribute("aria-label") ?? "Menu" });
  const buttons = items.map((item) =>
    h(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", class: item.danger ? "danger" : "", on: { click: () => choose(item) } },
      item.picture && icon(item.picture),
      item.label,
    ),
  );
  menu.append(...buttons);
  pop(anchor, menu, buttons);

  function choose(/** @type {Item} */ item) {
    closeOpen?.();
    item.run();
  }
}

/** Shows something beside its button until a click elsewhere or Escape. */
/** @param {HTMLElement} anchor @param {HTMLElement} box @param {HTMLElement[]} stops */
export function pop(anchor, box, stops) {
  closeOpen?.();
  // Inside an open dialog, since nothing outside it can be reached.
  (anchor.closest("dialog") ?? document.body).append(box);
  anchor.setAttribute("aria-expanded", "true");
  anchor.closest("[data-ts]")?.classList.add("in-use");
  place(anchor, box);
  const abort = new AbortController();
  const close = (isKey = true) => {
    abort.abort();
    box.remove();
    anchor.setAttribute("aria-expanded", "false");
    closeOpen = null;
    // Before the message is no longer in use: its buttons hide then, and cannot take the focus.
    if (isKey) anchor.focus({ preventScroll: true });
    anchor.closest("[data-ts]")?.classList.remove("in-use");
  };
  closeOpen = close;
  box.addEventListener("keydown", (event) => onKey(event, stops, close));
  const options = { signal: abort.signal, capture: true };
  addEventListener("pointerdown", (event) => !box.contains(/** @type {Node} */ (event.target)) && close(false), options);
  addEventListener("resize", () => close(false), options);
  stops[0]?.focus();
  return close;
}

/** @param {KeyboardEvent} event @param {HTMLElement[]} stops @param {() => void} close */
function onKey(event, stops, close) {
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step) stops[(at + step + stops.length) % stops.length].focus();
  else if (event.key === "Home") stops[0].focus();
  else if (event.key === "End") stops.at(-1)?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} anchor @param {HTMLElement} box */
function place(anchor, box) {
  const [from, size, gap] = [anchor.getBoundingClientRect(), box.getBoundingClientRect(), 6];
  const below = from.bottom + gap + size.height < innerHeight;
  const top = below ? from.bottom + gap : Math.max(gap, from.top - gap - size.height);
  const left = Math.min(Math.max(gap, from.left), innerWidth - size.width - gap);
  box.style.top = `${top}px`;
  box.style.left = `${left}px`;
}
