// @ts-check
/** The conversations a person sees, and the app's Home. */

import { openDirect } from "./actions.js";
import { avatar } from "./avatar.js";
import { byId, fill, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { go } from "./router.js";
import { partnerOf, people, state, subscribe, titleOf } from "./state.js";
import { unreadIn } from "./unread.js";

/** @typedef {Record<string, any>} Json */

export function mountSidebar() {
  subscribe(["channels", "people", "place", "messages", "connection"], draw);
}

function draw() {
  const all = [...state.channels.values()];
  const mine = all.filter((c) => !c.is_im && c.is_member);
  const others = all.filter((c) => !c.is_im && !c.is_member && !c.is_archived);
  fill(
    byId("sidebar"),
    section("App", [homeRow(), directRow(state.workspace.bot_user)]),
    section("Channels", mine.map(channelRow)),
    others.length > 0 && section("To join", others.map(channelRow)),
    section("Direct messages", people().filter((user) => user.id !== state.me).map((user) => directRow(user.id))),
  );
}

/** @param {string} title @param {any[]} rows */
function section(title, rows) {
  return h("section", { class: "side-section" }, h("h2", {}, title), h("ul", {}, rows.map((row) => h("li", {}, row))));
}

/** @param {string} key @param {any} picture @param {string} title @param {() => void} click @param {{id?: string}} [more] */
function row(key, picture, title, click, { id = "" } = {}) {
  const isHere = Boolean(id) && state.place === id;
  const { count, mentions } = id && id !== "home" && !isHere ? unreadIn(id) : { count: 0, mentions: 0 };
  const label = count ? `${title}, ${count} unread` : title;
  const props = { type: "button", class: `side-row ${count ? "unread" : ""}`, "aria-current": isHere ? "page" : null, "aria-label": label };
  return h(
    "button",
    { ...props, on: { click }, data: { focus: `side/${key}` } },
    picture,
    h("span", { class: "side-name" }, title),
    mentions > 0 ? h("span", { class: "badge" }, mentions) : count > 0 && h("span", { class: "unread-dot" }),
  );
}

const homeRow = () => row("home", icon("home"), "Home", () => go("home"), { id: "home" });

/** @param {Json} channel */
const channelRow = (channel) =>
  row(channel.id, icon(channel.is_member ? (channel.is_private ? "lock" : "hash") : "join"), titleOf(channel), () => go(channel.id), { id: channel.id });

/** @param {string} user */
function directRow(user) {
  const known = state.users.get(user);
  const open = [...state.channels.values()].find((c) => c.is_im && partnerOf(c) === user);
  const click = async () => {
    try {
      go(await openDirect(user));
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  return row(user, avatar(user, "tiny"), String(known?.real_name ?? ""), click, { id: open?.id ?? "" });
}
