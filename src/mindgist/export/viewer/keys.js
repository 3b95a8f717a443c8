// The keys of the map, the outline and the whole viewer.

export const ZOOM_STEP = 1.25;
const SHIFTS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };
const LEVEL_KEYS = { 1: 1, 2: 2, 3: 3, 4: Infinity };

/** The keys that work on the map and in the outline. */
export function pressedOnMap(viewer, event, where) {
  const { model, map } = viewer;
  const id = viewer.selected ?? model.top;
  const command = event.ctrlKey || event.metaKey;
  const { key } = event;
  if (event.altKey && SHIFTS[key]) model.shift(id, SHIFTS[key]) || viewer.say("The node cannot be moved there");
  else if (where === "map" && !command && key in SHIFTS) viewer.select(map.neighbour(id, key), "keys");
  else if (key === "F2" || (key === "e" && !command)) viewer.edit(id, where);
  else if (key === "Enter" && command) viewer.add(id, null, where);
  else if (key === "Enter" && event.shiftKey) viewer.addSibling(id, where);
  else if (key === "Enter") viewer.select(id, where);
  else if (key === "Delete" || key === "Backspace") viewer.remove(id, where);
  else if (key === " ") viewer.toggle(id);
  else if (command) return;
  else if (key === "f") viewer.focusOn(model.focused === id ? null : id);
  else if (key === "Escape" && model.focused !== null) viewer.focusOn(null);
  else if (key === "Escape") viewer.detail.hide();
  else if (key === "+" || key === "=") map.zoom(ZOOM_STEP);
  else if (key === "-") map.zoom(1 / ZOOM_STEP);
  else if (key === "0") map.overview();
  else if (key === "p") viewer.present();
  else if (key in LEVEL_KEYS) viewer.foldFrom(LEVEL_KEYS[key]);
  else if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
    const box = document.activeElement.getBoundingClientRect();
    viewer.contextMenu(id, { x: box.left, y: box.bottom });
  } else return;
  event.preventDefault();
}

/** The keys that work everywhere except in text fields. */
export function pressedAnywhere(viewer, event) {
  if (event.defaultPrevented || event.target.closest("input:not([type=range]), textarea, [contenteditable], dialog")) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && (key === "y" || (key === "z" && event.shiftKey))) viewer.redo();
  else if (command && key === "z") viewer.undo();
  else if (event.key === "/" || (command && key === "f")) viewer.parts.searchInput.focus();
  else if (event.key === "?") viewer.help();
  else return;
  event.preventDefault();
}
