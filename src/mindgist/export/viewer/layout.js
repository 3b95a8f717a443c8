// The positions of all nodes on the map: the same code as export/layout.py, which lays out the pictures. Tests compare
// the results; docs/decisions/layout.md says why there are two.
//
// A branch is {id, label, topic, heading, hidden, children}: `topic` stands above the label, `heading` is true for nodes that
// are not sentences, `hidden` is the number of nodes that are folded away below it.

import {
  COLUMN_GAPS, LINE_HEIGHT, MARGIN, MAX_DRAWN_LABEL, NODE_STYLES, ROW_GAPS,
} from "./constants.js";
import { isRightToLeft, textWidth, wrapText } from "./wrap.js";

const INDENT = 20; // of a child that stands below its parent
const STACK_GAP = 7; // between nodes in one column
const MAX_INDENT_LEVELS = 8; // deeper nodes in a column are not indented further

const byDepth = (values, depth) => values[Math.min(depth, values.length - 1)];

/** The style of a depth; the last style holds for all deeper nodes. */
export const styleOf = (depth) => byDepth(NODE_STYLES, depth);

/** The number of code points, as Python counts. A text with fewer UTF-16 units needs no exact count. */
const lengthOf = (text) => (text.length > MAX_DRAWN_LABEL ? [...text].length : text.length);

/** Whether a label is bold: the centre, main branches and headings are, other sentences and what is below a topic are not. */
const isBold = (branch, depth) => !branch.topic && (depth <= 1 || branch.heading);

/**
 * The boxes of a map in outline order, and the size of the whole. `stack` tells which children stand below their parent
 * instead of beside it: "none", siblings that are all leaves ("lists"), everything below a main branch ("branches"), or "all".
 */
export function arrange(centre, { stack = "none", breadth = 1 } = {}) {
  const labels = measureLabels(centre, breadth);
  const columns = formColumns(labels, stack);
  for (const column of columns.toReversed()) column.band = Math.max(column.height, bandsHeight(column.children, column.depth));
  const [middle] = columns;
  const firstSide = isRightToLeft(centre.label) ? -1 : 1;
  const half = countOnFirstSide(middle.children);
  middle.children.forEach((child, index) => (child.side = index < half ? firstSide : -firstSide));
  middle.side = stack === "all" ? firstSide : 0;
  Object.assign(middle, { x: -middle.width / 2, y: -middle.height / 2 });
  placeColumns(middle, middle.children.slice(0, half));
  placeColumns(middle, middle.children.slice(half));
  for (const column of columns.slice(1)) {
    for (const child of column.children) child.side = column.side;
    placeColumns(column, column.children);
  }
  return placeBoxes(labels, columns);
}

/** All labels in outline order, with their lines and sizes. */
function measureLabels(centre, breadth) {
  const labels = [];
  const stack = [[centre, null, 0]];
  while (stack.length) {
    const [branch, parent, depth] = stack.pop();
    for (let index = branch.children.length - 1; index >= 0; index--) stack.push([branch.children[index], labels.length, depth + 1]);
    const style = styleOf(depth);
    const bold = isBold(branch, depth);
    const text = lengthOf(branch.label) <= MAX_DRAWN_LABEL ? branch.label : [...branch.label].slice(0, MAX_DRAWN_LABEL - 1).join("").replace(/ +$/, "") + "…";
    const lineWidth = style.maxLineWidth * breadth;
    const topic = branch.topic ? wrapText(branch.topic, lineWidth, style.fontSize, true) : [];
    const lines = [...topic, ...wrapText(text, lineWidth, style.fontSize, bold)];
    const boldLines = topic.length || (bold ? lines.length : 0); // from the top
    const width = Math.max(...lines.map((line, index) => textWidth(line, style.fontSize, index < boldLines))) + 2 * style.paddingX;
    const height = lines.length * style.fontSize * LINE_HEIGHT + 2 * style.paddingY;
    labels.push({ branch, parent, depth, boldLines, lines, width, height, level: 0 });
  }
  return labels;
}

/** Adds each label to its parent's column if it stands below the parent, else starts a new column. */
function formColumns(labels, stack) {
  const columns = [];
  const columnOf = []; // by label
  labels.forEach((label, index) => {
    let column = label.parent === null ? null : columnOf[label.parent];
    if (column && isStacked(labels[label.parent], stack)) {
      label.level = Math.min(labels[label.parent].level + 1, MAX_INDENT_LEVELS);
      column.height += STACK_GAP;
    } else {
      const parentColumn = column;
      column = { depth: label.depth, labels: [], children: [], width: 0, height: 0, band: 0, side: 0, x: 0, y: 0 };
      columns.push(column);
      parentColumn?.children.push(column);
    }
    column.width = Math.max(column.width, label.level * INDENT + label.width);
    column.height += label.height;
    column.labels.push(index);
    columnOf.push(column);
  });
  return columns;
}

/** Whether a parent's children join its column. The centre stands alone unless all nodes are one column. */
function isStacked({ branch, depth }, stack) {
  if (stack === "all" || depth === 0) return stack === "all";
  return stack === "branches" || (stack === "lists" && !branch.children.some((child) => child.children.length));
}

/** The height of these columns' bands, one below the other. */
function bandsHeight(columns, depth) {
  return columns.reduce((sum, column) => sum + column.band, 0) + Math.max(0, columns.length - 1) * byDepth(ROW_GAPS, depth);
}

/** How many main branches stand on the first side, so that both sides are about equally high. */
function countOnFirstSide(columns) {
  const total = columns.reduce((sum, column) => sum + column.band, 0);
  let [best, least, height] = [0, Infinity, 0];
  columns.forEach((column, index) => {
    height += column.band;
    if (Math.abs(total - 2 * height) < least) [best, least] = [index + 1, Math.abs(total - 2 * height)];
  });
  return best;
}

/** Places columns beyond the parent's outer edge, one below the other, vertically centred on the parent. */
function placeColumns(parent, children) {
  const gap = byDepth(COLUMN_GAPS, parent.depth);
  let top = parent.y + (parent.height - bandsHeight(children, parent.depth)) / 2;
  for (const child of children) {
    child.x = child.side > 0 ? parent.x + parent.width + gap : parent.x - gap - child.width;
    child.y = top + (child.band - child.height) / 2;
    top += child.band + byDepth(ROW_GAPS, parent.depth);
  }
}

/** The boxes in their columns, moved so that the map starts at 0, 0. */
function placeBoxes(labels, columns) {
  const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const left = least(columns.map(({ x }) => x)) - MARGIN;
  const top = least(columns.map(({ y }) => y)) - MARGIN;
  const boxes = new Array(labels.length);
  for (const column of columns) {
    let y = column.y - top;
    column.labels.forEach((index, position) => {
      const { branch, parent, depth, boldLines, lines, width, height, level } = labels[index];
      const indent = level * INDENT;
      const x = column.x + (column.side >= 0 ? indent : column.width - indent - width) - left;
      boxes[index] = {
        id: branch.id, label: branch.label, hidden: branch.hidden ?? 0, index, parent, depth, boldLines, lines,
        side: depth ? column.side : 0, stacked: position > 0, x, y, width, height,
      };
      y += height + STACK_GAP;
    });
  }
  return {
    boxes,
    width: most(columns.map(({ x, width }) => x + width)) - left + MARGIN,
    height: most(columns.map(({ y, height }) => y + height)) - top + MARGIN,
  };
}

/** The link between two boxes as an SVG path. Links from the centre start inside its box, which is drawn over them. */
export function linkPath(parent, child) {
  const inner = child.side > 0 ? child.x : child.x + child.width; // the child's edge towards the centre
  const level = parent.y + parent.height / 2;
  const end = child.y + child.height / 2;
  if (child.stacked) {
    const x = (child.side > 0 ? parent.x : parent.x + parent.width) + (child.side * INDENT) / 2;
    return curvePath(x, level, x, end, x, end, inner, end);
  }
  const share = parent.depth ? 0.5 : 0.25; // of the parent's width, from its middle
  const start = parent.x + parent.width / 2 + child.side * parent.width * share;
  const bend = parent.depth ? (start + inner) / 2 : (start + 2 * inner) / 3;
  return curvePath(start, level, bend, level, (start + inner) / 2, end, inner, end);
}

/** A number with at most one decimal. */
export const formatNumber = (value) => String(Math.round(value * 10) / 10);

export function curvePath(...values) {
  const [x, y, ...rest] = values.map(formatNumber);
  return `M${x} ${y}C${rest.join(" ")}`;
}
