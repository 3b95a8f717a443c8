// What the user changed on the first map of a long document, carried over to the final map.

import { CENTRE } from "./viewer/map-tree.js";

/** Applies names, notes and added nodes of `model`, which began as the map `first`, to the model `final`. */
export function carryOver(model, first, final) {
  const before = new Map(first.nodes.map((node, index) => [`n${index}`, node]));
  const places = new Map(final.nodes.filter((node) => node.start !== null).map((node) => [node.start, node.id]));
  const found = new Map([[model.shown.centre, final.shown.centre], [CENTRE, final.shown.centre], [null, final.shown.centre]]);
  for (const node of model.nodes) {
    const old = before.get(node.id);
    const names = Object.fromEntries(["text", "gist", "snippet"].filter((name) => node[name] !== old?.[name]).map((name) => [name, node[name]]));
    const isChanged = Boolean(node.note) || Object.keys(names).length > 0;
    const same = found.get(node.id) ?? places.get(node.start);
    if (same !== undefined) found.set(node.id, same);
    if (!isChanged) continue;
    const id = same ?? final.add(found.get(node.parent) ?? final.shown.centre, node.gist || node.text);
    found.set(node.id, id);
    final.revise(id, { ...names, ...(node.note ? { note: node.note } : {}) });
  }
  if (model.title !== first.title) final.rename(final.shown.centre, model.title);
}
