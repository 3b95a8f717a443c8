// What the viewer says in words: passing messages, and the list of keys and gestures.

import { create, iconButton } from "./dom.js";

/** A message that stays for a while, longer if it is an error or offers something to do. */
export function showToast(place, message, { label, action, error = false } = {}) {
  const toast = create("div", { class: error ? "toast error" : "toast" }, create("span", { text: message }));
  if (label) {
    toast.append(create("button", { type: "button", text: label, click: () => (toast.remove(), action()) }));
  }
  if (error) toast.append(iconButton("close", "Close", () => toast.remove()));
  place.replaceChildren(toast);
  setTimeout(() => toast.remove(), error ? 20_000 : label ? 8_000 : 4_000);
}

/** A window with the keys and gestures. */
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
  ["hold and drag a node", "move it under or beside another; the selected one moves at once"],
  ["Alt + arrow keys", "move the node: up, down, out of or into the one before"],
  ["Shift + Enter, Ctrl + Enter", "a new node beside, or under, the selected one"],
  ["Delete", "remove the node and what stands under it"],
  ["right button", "all that can be done with a node"],
  ["Space", "fold or unfold"],
  ["1  2  3  4", "show the main branches, two levels, three, everything"],
  ["F", "focus on a branch; Escape goes back to the whole map"],
  ["P", "presentation: the branches one after the other"],
  ["arrow keys", "go from node to node"],
  ["drag, wheel, two fingers", "move around; with Ctrl, or by pinching, zoom"],
  ["+  -  0", "zoom in, zoom out, the whole map"],
  ["/", "search; Enter and Shift + Enter go through what is found"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
];
