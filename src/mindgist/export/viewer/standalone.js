// Starts the viewer of an exported .html file: the map is in the page itself, and what is changed stays in this browser.

import { restoreTheme } from "./theme.js";
import { Viewer } from "./viewer.js";

const MAP_DATA = document.getElementById("map-data").textContent;
const KEPT_KEY = `mindgist-map-${MAP_DATA.length}-${[...MAP_DATA].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) | 0, 7)}`;

/** What was changed in this file before, if this browser has kept it. */
function keptState() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_KEY), (name, value) => (name === "level" && value === null ? Infinity : value));
  } catch {
    return null;
  }
}

function keepState(viewer) {
  const { document: text, past, future, ...state } = viewer.state();
  try {
    localStorage.setItem(KEPT_KEY, JSON.stringify(state));
  } catch {
    if (!viewer.warned) viewer.toast("This browser does not keep changes to this file: export the map to have them again.", { error: true });
    viewer.warned = true;
  }
}

function openFile(data, kept) {
  let waiting;
  const viewer = new Viewer(document.getElementById("viewer"), kept ? { ...kept, document: data.document } : data, {
    changed: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => keepState(viewer), 300);
    },
  });
  globalThis.viewer = viewer;
  if (!kept?.edited) return;
  viewer.toast("Your changes to this file are shown. They are kept in this browser only.", {
    label: "Start over",
    action: () => {
      localStorage.removeItem(KEPT_KEY);
      viewer.close();
      openFile(data, null);
    },
  });
}

restoreTheme();
openFile(JSON.parse(MAP_DATA), keptState());
