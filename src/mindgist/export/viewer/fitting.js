// How a map fits into its frame: which form it takes, what of it is open at first sight, how large it is.

import { arrange, styleOf } from "./layout.js";

const READABLE = 1; // the scale at which the smallest label has 13 pixels
const ALMOST = 12 / 13;
const CLOSEST_FIT = 1.2; // a small map is not blown up
const FEW_TO_CHOOSE = 400; // boxes that are laid out in several forms to choose from
const FEWEST = 8; // nodes that a first sight should have, where there are so many
const DEEPEST_OPENING = 3; // levels more than usual that are opened for that
const NARROW = 560; // a frame so narrow that everything stands in one column

export const isReadable = (scale) => scale >= READABLE;

/** The first form in which these topics can be read as a whole, the airiest first, or else the one that is largest. */
export function chooseForm(topics, count, camera) {
  const forms = formsFor(camera.width);
  if (count > FEW_TO_CHOOSE || forms.length === 1) return forms[0];
  let [best, largest] = [forms[0], 0];
  for (const form of forms) {
    const scale = camera.scaleFor(arrange(topics, form));
    if (isReadable(scale)) return form;
    if (scale > largest * 1.04) [best, largest] = [form, scale];
  }
  return best;
}

function formsFor(width) {
  if (width && width < NARROW) return [{ stack: "all", breadth: Math.max(0.6, (width - 150) / styleOf(2).widest) }];
  const breadths = [1, 0.85, 0.72, 1.4];
  return ["chains", "lists"].flatMap((stack) => breadths.map((breadth) => ({ stack, breadth })));
}

/**
 * The first sight of a map: all of what is unfolded, large enough to be read (`fits` says whether it is). Where two
 * levels are too many for that, some main branches stay folded; where even the main branches are too many, the map opens
 * smaller.
 */
export function openFor(model, fits) {
  openBranches(model, fits);
  while (model.size > FEWEST && !fits()) {
    model.size = Math.max(FEWEST, Math.floor(model.size * 0.9));
    model.forget();
  }
  // A map of chains has next to nothing on its first levels.
  for (let more = 0; more < DEEPEST_OPENING && [...model.outline()].length < FEWEST && fits(); more++) model.level++;
  if (!fits()) model.level = Math.max(2, model.level - 1);
}

/** Unfolds the main branches, the strongest first, each if all that is unfolded can still be read. */
function openBranches(model, fits) {
  if (fits()) return;
  const main = model.children(model.shown.centre).filter((id) => model.children(id).length);
  main.sort((a, b) => model.family(a) - model.family(b));
  for (const id of main) model.folds.set(id, true);
  for (const id of main) {
    model.folds.set(id, false);
    if (!fits()) model.folds.set(id, true);
  }
}

/**
 * Where a layout stands so that all of it is in view, but not so small that it cannot be read: then its centre is in the
 * middle, and of a map whose branches are all far from there, so much is in view that some are seen.
 */
export function fittedPlace(layout, form, camera, smallest = ALMOST) {
  const whole = camera.scaleFor(layout);
  const enough = Math.min(FEWEST, layout.boxes.length);
  let place = placeAt(Math.max(smallest, Math.min(CLOSEST_FIT, whole)), layout, form, camera);
  while (place.scale > whole && seenAt(place, layout, camera) < enough) place = placeAt(Math.max(whole, place.scale * 0.85), layout, form, camera);
  return place;
}

/** Where the map stands at a scale: in the middle; where it is too large for that, its centre is. */
function placeAt(scale, layout, form, camera) {
  const place = { x: (camera.width - layout.width * scale) / 2, y: (camera.room - layout.height * scale) / 2, scale };
  const [centre] = layout.boxes;
  const column = form.stack === "all";
  if (layout.width * scale > camera.width + 1) place.x = column ? 0 : camera.width / 2 - (centre.x + centre.width / 2) * scale;
  if (layout.height * scale > camera.room + 1) place.y = column ? 0 : camera.room / 2 - (centre.y + centre.height / 2) * scale;
  if (column && place.y > 0) place.y = Math.min(place.y, 24);
  return place;
}

/** How many boxes are wholly in the frame when the map stands there. */
function seenAt({ x, y, scale }, layout, { width, room }) {
  return layout.boxes.filter((box) => box.x * scale + x >= 0 && box.y * scale + y >= 0
    && (box.x + box.width) * scale + x <= width && (box.y + box.height) * scale + y <= room).length;
}
