// @ts-check
/** Puts the parts together. */

import { readWorkspace } from "./actions.js";
import { byId, toast } from "./dom.js";
import { mountFaults } from "./faults.js";
import { mountHome } from "./home.js";
import { mountLanguage } from "./language.js";
import { mountModal } from "./modal.js";
import { lastPerson, mountPeople, sitDown, startPlace } from "./people.js";
import { mountRoom } from "./room.js";
import { follow, go, parse } from "./router.js";
import { mountSidebar } from "./sidebar.js";
import { changed, state, subscribe } from "./state.js";
import { mountTheme } from "./theme.js";
import { mountThread } from "./thread.js";

const AGAIN_MS = 1500;

/** Which pane a narrow window shows. */
function pane() {
  if (state.isFaultsOpen) return "faults";
  if (state.thread) return "thread";
  return state.place ? "room" : "list";
}

function mountFrame() {
  subscribe(["place"], () => (byId("app").dataset.pane = pane()));
  subscribe(["connection"], () => (byId("offline").hidden = state.isConnected));
  byId("to-list").addEventListener("click", () => {
    state.isFaultsOpen = false;
    go("");
  });
}

function mount() {
  mountTheme();
  mountFrame();
  mountSidebar();
  const boxes = [mountRoom(), mountThread()];
  mountHome();
  mountModal();
  mountFaults();
  mountLanguage();
  // What one person has begun to write is nobody else's.
  mountPeople(() => boxes.forEach((box) => box.forgetDrafts()));
}

async function start() {
  try {
    await readWorkspace();
    await sitDown(lastPerson());
  } catch (error) {
    byId("offline").hidden = false;
    setTimeout(start, AGAIN_MS);
    return;
  }
  const isLinked = Boolean(parse(location.href));
  if (!follow(location.href, false)) {
    if (isLinked) toast(`${state.users.get(state.me)?.real_name} can't see what this link points to.`);
    go(startPlace(), { push: false });
  }
  document.body.dataset.ready = "yes";
  changed("place", "messages", "channels");
}

mount();
start();
