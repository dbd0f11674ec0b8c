// @ts-check
/** Who one is: every person is a click away, and sees only what is theirs. */

import { become } from "./actions.js";
import { avatar } from "./avatar.js";
import { forgetAllContexts } from "./context.js";
import { announce, byId, fill, h, toast } from "./dom.js";
import { go } from "./router.js";
import { people, state, subscribe, titleOf } from "./state.js";
import { welcome } from "./unread.js";

/** @typedef {Record<string, any>} Json */

const KEPT = "footnote.person";

/** @param {Json} user */
export function roleOf(user) {
  if (user.is_restricted) return "guest";
  return user.is_admin ? "admin" : "member";
}

/** Who sat here last: in this tab, or else in any. */
export function lastPerson() {
  const wanted = new URLSearchParams(location.search).get("as") ?? sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT);
  const all = people();
  return (all.find((user) => user.id === wanted) ?? all[0]).id;
}

/** Where somebody starts: in the library, or in the first channel they have. */
export function startPlace() {
  const mine = [...state.channels.values()].filter((c) => c.is_member && !c.is_im);
  return String((mine.find((c) => titleOf(c) === "library") ?? mine[0])?.id ?? "home");
}

/** @param {string} user */
export async function sitDown(user) {
  sessionStorage.setItem(KEPT, user);
  localStorage.setItem(KEPT, user);
  forgetAllContexts();
  await become(user);
  welcome();
}

/** @param {(user: string) => void} onSwitch */
export function mountPeople(onSwitch) {
  const draw = () => fill(byId("people"), people().map((user) => person(user, onSwitch)));
  subscribe(["people"], draw);
}

/** @param {Json} user @param {(user: string) => void} onSwitch */
function person(user, onSwitch) {
  const isMe = user.id === state.me;
  const click = async () => {
    if (isMe) return;
    try {
      const before = state.place;
      await sitDown(user.id);
      onSwitch(user.id);
      go(state.channels.get(before)?.is_member || before === "home" ? before : startPlace());
      announce(`You are ${user.real_name} now`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  const props = { type: "button", class: "person", "aria-pressed": String(isMe), title: `Be ${user.real_name}, ${roleOf(user)}`, on: { click } };
  return h(
    "button",
    { ...props, data: { focus: `person/${user.id}` } },
    avatar(user.id, "small"),
    h("span", { class: "person-text" }, h("span", { class: "person-name" }, user.real_name), h("span", { class: "person-role" }, roleOf(user))),
  );
}
