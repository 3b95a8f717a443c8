// Links between nodes of different branches, as dashed curves behind the boxes. export/picture.py draws the same curves.

import { CROSS_LINK_BULGE } from "./constants.js";
import { curvePath } from "./layout.js";

/** The paths of the links between boxes (a map by id) that are not folded away. */
export function crossLinkPaths(model, boxes) {
  if (!model.linksShown) return [];
  const pairs = model.shownLinks.map(([source, target]) => [boxes.get(source), boxes.get(target)]);
  return pairs.filter(([one, other]) => one && other).map(([one, other]) => crossLinkPath(one, other));
}

/** The curve between two boxes: between facing sides, or around the outside of both. */
function crossLinkPath(one, other) {
  const [right, otherRight] = [one.x + one.width, other.x + other.width];
  const [y, end] = [one.y + one.height / 2, other.y + other.height / 2];
  const side = one.side || 1;
  let [start, stop] = side > 0 ? [right, otherRight] : [one.x, other.x];
  let bend = (side > 0 ? Math.max(start, stop) : Math.min(start, stop)) + side * CROSS_LINK_BULGE;
  if (right < other.x || otherRight < one.x) {
    [start, stop] = one.x < other.x ? [right, other.x] : [one.x, otherRight];
    bend = (start + stop) / 2;
  }
  return curvePath(start, y, bend, y, bend, end, stop, end);
}
