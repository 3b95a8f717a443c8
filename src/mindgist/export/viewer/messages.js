// Messages, and the window with the keys and gestures.

import { create, iconButton } from "./dom.js";

/** Shows a message for some seconds, longer if it is an error or has a button. */
export function showToast(place, message, { label, action, error = false } = {}) {
  const toast = create("div", { class: error ? "toast error" : "toast" }, create("span", { text: message }));
  if (label) {
    toast.append(create("button", { type: "button", text: label, click: () => (toast.remove(), action()) }));
  }
  if (error) toast.append(iconButton("close", "Close", () => toast.remove()));
  place.replaceChildren(toast);
  setTimeout(() => toast.remove(), error ? 20_000 : label ? 8_000 : 4_000);
  return toast;
}

/** Opens the window with the keys and gestures. */
export function showHelp(parent) {
  const rows = HELP.map(([keys, meaning]) => create("div", { class: "help-row" }, create("dt", { text: keys }), create("dd", { text: meaning })));
  const dialog = create("dialog", { class: "help", "aria-label": "Keys and gestures", close: () => dialog.remove() },
    create("h2", { text: "Keys and gestures" }), create("dl", {}, ...rows),
    create("button", { type: "button", class: "button primary", text: "Close", click: () => dialog.close() }));
  parent.append(dialog);
  dialog.showModal();
}

const HELP = [
  ["click, Enter", "show a node in the text, a sentence on the map"],
  ["double click, F2, E", "edit a label"],
  ["drag a node (hold it first by touch)", "move it below or beside another"],
  ["Alt + arrow keys", "move the node: up, down, one level out, or into the node before it"],
  ["Shift + Enter, Ctrl + Enter", "add a sibling, or a child, of the selected node"],
  ["Delete", "remove the node and its children"],
  ["right button, long press", "menu of a node"],
  ["Space", "fold or unfold"],
  ["1  2  3  4", "show the main branches, two levels, three levels, everything"],
  ["F", "focus on a branch; Escape goes back to the whole map"],
  ["P", "present: go from branch to branch with the arrow keys"],
  ["arrow keys", "go from node to node"],
  ["drag, wheel, two fingers", "move the map; with Ctrl, or by pinching, zoom"],
  ["+  -  0", "zoom in, zoom out, whole map"],
  ["/", "search; Enter and Shift + Enter go through the results"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
];
