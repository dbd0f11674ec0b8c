// @ts-check
/** The app's Home tab. */

import { post } from "./api.js";
import { blocksNode } from "./blocks.js";
import { contextOf } from "./context.js";
import { byId, fill, h, iconButton, toast } from "./dom.js";
import { icon } from "./icons.js";
import { go } from "./router.js";
import { nameOf, state, subscribe } from "./state.js";

export function mountHome() {
  let isOpen = false;
  subscribe(["place", "people"], () => {
    const opens = state.place === "home" && !isOpen;
    isOpen = state.place === "home";
    byId("home").hidden = !isOpen;
    if (opens) post("home").catch((error) => toast(error.message, "error"));
    if (isOpen) draw();
  });
  subscribe(["home"], () => isOpen && draw());
}

function draw() {
  document.title = "Home · Footnote workspace";
  const back = iconButton(icon("back"), "Back to the conversations", () => go(""), { class: "icon-button narrow-only", data: { focus: "back" } });
  fill(byId("home-head"), back, h("h1", {}, icon("home"), `Home of ${nameOf(state.workspace.bot_user)}`));
  const view = state.home;
  const none = h("div", { class: "welcome" }, h("p", { class: "welcome-title" }, "Nothing here yet"), h("p", { class: "muted" }, "The app hasn't published a Home tab for you."));
  fill(byId("home-body"), view ? blocksNode(view.blocks, contextOf({ view: view.id })) : none);
}
