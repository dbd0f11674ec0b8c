// @ts-check
/** In which language one uses Slack: each person's own, and the app hears of it. */

import { patch } from "./api.js";
import { byId, fill, h, toast } from "./dom.js";
import { me, subscribe } from "./state.js";

/** @type {Record<string, [string, string]>} */
const LOCALES = { "en-US": ["EN", "English"], "zh-CN": ["中", "Chinese"] };

export function mountLanguage() {
  const button = byId("language-button");
  const names = Object.keys(LOCALES);
  const chosen = () => String(me().locale ?? names[0]);
  const show = () => {
    const [sign, words] = LOCALES[chosen()] ?? [chosen().slice(0, 2).toUpperCase(), chosen()];
    button.setAttribute("aria-label", `Slack in ${words}`);
    button.title = `Slack in ${words}`;
    fill(button, h("span", { class: "language" }, sign));
  };
  button.addEventListener("click", () => {
    const locale = names[(names.indexOf(chosen()) + 1) % names.length];
    void patch("users", { locale }).catch((error) => toast(error.message, "error"));
  });
  subscribe(["people"], show);
}
