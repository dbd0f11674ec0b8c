// @ts-check
/** Light, dark, or as the system has it. */

import { byId, fill } from "./dom.js";
import { icon } from "./icons.js";

const KEPT = "footnote.theme";
/** @type {Record<string, [string, string]>} */
const THEMES = { auto: ["auto", "as the system has it"], light: ["sun", "light"], dark: ["moon", "dark"] };

export function mountTheme() {
  const button = byId("theme-button");
  const names = Object.keys(THEMES);
  const show = () => {
    const name = localStorage.getItem(KEPT) ?? "auto";
    const [picture, words] = THEMES[name] ?? THEMES.auto;
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.setAttribute("aria-label", `Colours: ${words}`);
    button.title = `Colours: ${words}`;
    fill(button, icon(picture));
  };
  button.addEventListener("click", () => {
    const at = names.indexOf(localStorage.getItem(KEPT) ?? "auto");
    localStorage.setItem(KEPT, names[(at + 1) % names.length]);
    show();
  });
  show();
}
