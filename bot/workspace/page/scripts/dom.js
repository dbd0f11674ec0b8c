// @ts-check
/** Builds DOM nodes. Content only ever becomes text nodes: markup is never parsed from a string. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Makes an element. `on` holds listeners, `data` data attributes, a function is never an attribute.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child|Child[])} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [kind, listen] of Object.entries(value)) node.addEventListener(kind, listen);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "value") /** @type {any} */ (node).value = value;
    else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

/**
 * @param {Node} node
 * @param {(Child|Child[])[]} children
 */
export function append(node, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** @param {(Child|Child[])[]} children */
export function fragment(...children) {
  const node = document.createDocumentFragment();
  append(node, children);
  return node;
}

/**
 * Replaces what is inside, and puts the focus back where it was by `data-focus`.
 * @param {HTMLElement} node
 * @param {...(Child|Child[])} children
 */
export function fill(node, ...children) {
  const key = focusKey(node);
  node.replaceChildren();
  append(node, children);
  restoreFocus(node, key);
}

/** @param {HTMLElement} node */
export function focusKey(node) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  return active && node.contains(active) ? active.dataset.focus : undefined;
}

/**
 * @param {HTMLElement} node
 * @param {string|undefined} key
 */
export function restoreFocus(node, key) {
  if (key === undefined) return;
  const again = node.dataset.focus === key ? node : node.querySelector(`[data-focus="${CSS.escape(key)}"]`);
  /** @type {HTMLElement|null} */ (again)?.focus({ preventScroll: true });
}

/** @param {string} id */
export function byId(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/**
 * A button with a name for those who cannot see its picture.
 * @param {Node} picture
 * @param {string} label
 * @param {(event: Event) => void} click
 * @param {Record<string, any>} [props]
 */
export function iconButton(picture, label, click, props = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click }, ...props }, picture);
}

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Says something to screen readers.
 * @param {string} text
 */
export async function announce(text) {
  const region = byId("live");
  region.textContent = "";
  await pause(30); // a region that is emptied and filled at once stays silent
  region.textContent = text;
}

/**
 * Shows a short notice at the edge of the window.
 * @param {string} text
 * @param {"note"|"error"} [kind]
 */
export function toast(text, kind = "note") {
  const node = h("div", { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
  byId("toasts").append(node);
  setTimeout(() => node.remove(), kind === "error" ? 7000 : 3500);
}
