// The context menu of a node.

import { openMenuAt } from "./menu.js";

/** Opens the menu of a node at a point of the window. */
export function openNodeMenu(viewer, id, point) {
  const { model } = viewer;
  const isCentre = id === model.shown.centre;
  const items = [
    { label: "Edit", note: "F2", action: () => viewer.edit(id, "map") },
    { label: "Add child", note: "Ctrl+Enter", action: () => viewer.add(id, null, "map") },
    !isCentre && { label: "Add sibling", note: "Shift+Enter", action: () => viewer.addSibling(id, "map") },
    !isCentre && model.children(id).length && { label: model.isFolded(id) ? "Unfold" : "Fold", note: "Space", action: () => viewer.toggle(id) },
    !isCentre && { label: "Focus on this branch", note: "F", action: () => viewer.focusOn(id) },
    viewer.text && viewer.text.startOf(id) !== null && { label: "Show in text", action: () => viewer.showInText(model.node(id)) },
    !isCentre && { label: "Remove", note: "Delete", action: () => viewer.remove(id, "map") },
  ];
  openMenuAt(point, items.filter(Boolean), "Selected node", () => viewer.map.focus());
}
