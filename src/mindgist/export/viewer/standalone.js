// Starts the viewer of an exported .html file. The page holds the map; changes are stored in the browser.

import { restoreTheme } from "./theme.js";
import { Viewer } from "./viewer.js";

const MAP_DATA = document.getElementById("map-data").textContent;
const STORAGE_KEY = `mindgist-map-${MAP_DATA.length}-${[...MAP_DATA].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) | 0, 7)}`;

/** The changes to this file that this browser has stored, or null. */
function storedState() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY), (name, value) => (name === "level" && value === null ? Infinity : value));
  } catch {
    return null;
  }
}

function storeState(viewer) {
  const { document: text, past, future, ...state } = viewer.state();
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(state));
  } catch {
    if (!viewer.warned) viewer.toast("This browser cannot store your changes: export the map to keep them.", { error: true });
    viewer.warned = true;
  }
}

function openFile(data, stored) {
  let waiting = null;
  const store = () => {
    clearTimeout(waiting);
    waiting = null;
    storeState(viewer);
  };
  const viewer = new Viewer(document.getElementById("viewer"), stored ? { ...stored, document: data.document } : data, {
    changed: (reason) => {
      clearTimeout(waiting);
      waiting = setTimeout(store, 300);
      if (reason === "edit") store();
    },
  });
  addEventListener("pagehide", () => waiting && store());
  globalThis.viewer = viewer;
  if (!stored?.edited) return;
  viewer.toast("This map shows your changes. They are stored in this browser only.", {
    label: "Start over",
    action: () => {
      localStorage.removeItem(STORAGE_KEY);
      viewer.close();
      openFile(data, null);
    },
  });
}

restoreTheme();
openFile(JSON.parse(MAP_DATA), storedState());
