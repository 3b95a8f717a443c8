// Fits a map into its frame: chooses the form of the layout, what is unfolded at first, and the scale.

import { arrange, styleOf } from "./layout.js";

const READABLE_SCALE = 1; // at which the smallest label has 13 pixels
const PLEASANT_SCALE = 1.2;
const MIN_FIT_SCALE = 12 / 13;
const MAX_FIT_SCALE = 1.4; // a small map is not enlarged further
const MAX_COMPARED = 400; // nodes of a map that is laid out in several forms to choose from
const MIN_VISIBLE = 8; // nodes of a map that does not fit that should be visible
const MAX_OPEN_BRANCHES = 7; // main branches that are unfolded at first
const MAX_OPENED = 40; // nodes at first if the frame has room for more than two levels
const MAX_EXTRA_LEVELS = 3; // levels that may be opened in addition for that
const NARROW_FRAME = 560; // pixels; in a narrower frame all nodes form one column

export const isReadable = (scale) => scale >= READABLE_SCALE;

/** The first form, widest spacing first, in which the whole map is pleasant to read; else the form with the largest scale. */
export function chooseForm(centre, count, camera) {
  const forms = formsFor(camera.width);
  if (count > MAX_COMPARED || forms.length === 1) return forms[0];
  let [best, largest] = [forms[0], 0];
  for (const form of forms) {
    const scale = camera.scaleFor(arrange(centre, form));
    if (scale >= PLEASANT_SCALE) return form;
    if (scale > largest * 1.04) [best, largest] = [form, scale];
  }
  return best;
}

function formsFor(width) {
  if (width && width < NARROW_FRAME) return [{ stack: "all", breadth: Math.max(0.6, (width - 150) / styleOf(2).maxLineWidth) }];
  const stacks = ["none", "lists", "branches"];
  const forms = stacks.flatMap((stack) => [1, 0.85, 0.72, 1.4].map((breadth) => ({ stack, breadth })));
  return [...forms, ...stacks.map((stack) => ({ stack, breadth: 0.6 }))];
}

/**
 * Unfolds as much as can be read at once, which `fits()` tells: at most seven main branches, the strongest first, and more
 * than two levels if there is room. What is beyond stays folded; nothing is left out.
 */
export function openFor(model, fits) {
  const main = model.children(model.shown.centre).filter((id) => model.children(id).length);
  main.sort((a, b) => model.mainBranch(a) - model.mainBranch(b));
  if (main.length > MAX_OPEN_BRANCHES || !fits()) openBranches(model, main, fits);
  for (let extra = 0; extra < MAX_EXTRA_LEVELS; extra++) {
    model.level++;
    const opened = [...model.outline()].length;
    if (opened <= MAX_OPENED && fits()) continue;
    model.level--;
    return;
  }
}

/** Unfolds main branches as long as everything unfolded can be read. */
function openBranches(model, main, fits) {
  for (const id of main) model.folds.set(id, true);
  for (const id of main.slice(0, MAX_OPEN_BRANCHES)) {
    model.folds.set(id, false);
    if (!fits()) model.folds.set(id, true);
  }
}

/**
 * The camera position that shows the whole layout, but not smaller than `smallest`. If it does not fit then, a column begins
 * at its top; else the centre is in the middle, and the scale is reduced until some branches are in view.
 */
export function fittedPosition(layout, form, camera, smallest = MIN_FIT_SCALE) {
  const whole = camera.scaleFor(layout);
  const enough = form.stack === "all" ? 0 : Math.min(MIN_VISIBLE, layout.boxes.length);
  let position = positionAt(Math.max(smallest, Math.min(MAX_FIT_SCALE, whole)), layout, form, camera);
  while (position.scale > whole && countVisible(position, layout, camera) < enough) position = positionAt(Math.max(whole, position.scale * 0.85), layout, form, camera);
  return position;
}

/** The position that centres the map, or the centre of a map that is too large. */
function positionAt(scale, layout, form, camera) {
  const position = { x: (camera.width - layout.width * scale) / 2, y: (camera.room - layout.height * scale) / 2, scale };
  const [centre] = layout.boxes;
  const column = form.stack === "all";
  if (layout.width * scale > camera.width + 1) position.x = column ? 0 : camera.width / 2 - (centre.x + centre.width / 2) * scale;
  if (layout.height * scale > camera.room + 1) position.y = column ? 0 : camera.room / 2 - (centre.y + centre.height / 2) * scale;
  if (column && position.y > 0) position.y = Math.min(position.y, 24);
  return position;
}

/** How many boxes are completely visible at a camera position. */
function countVisible({ x, y, scale }, layout, { width, room }) {
  return layout.boxes.filter((box) => box.x * scale + x >= 0 && box.y * scale + y >= 0
    && (box.x + box.width) * scale + x <= width && (box.y + box.height) * scale + y <= room).length;
}
