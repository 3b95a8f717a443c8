// Where everything stands on the map: export/layout.py, which draws the pictures, in the browser. The two give the
// same numbers for the same map, and tests hold them to it; docs/decisions/layout.md tells why there are two.
//
// A topic is {id, label, heading, hidden, children}: `heading` for what is no sentence, `hidden` for how many nodes are
// folded away under it (they leave room for a sign that says so).

import { fromRight, textWidth, wrapped } from "./wrap.js";

export const LINE = 1.36; // the height of a line, in sizes of the font
export const MARGIN = 28;
export const INDENT = 20;
export const SIGN = 30; // the room that a fold sign takes beside its box
const GAP_BESIDE = [64, 48, 40];
const GAP_BELOW = [24, 14, 10];
const GAP_IN_COLUMN = 7;
const TALLEST_COLUMN = 5;
const DEEPEST_INDENT = 8;
const LONGEST_LABEL = 700;
const STYLES = [
  { size: 17, widest: 260, beside: 18, above: 12 },
  { size: 14, widest: 220, beside: 13, above: 8 },
  { size: 13, widest: 240, beside: 10, above: 5.5 },
];

const ofDepth = (values, depth) => values[Math.min(depth, values.length - 1)];

/** The style of a depth: the font's size, the widest line, the room around the text. */
export const styleOf = (depth) => ofDepth(STYLES, depth);

const characters = (text) => (text.length > 60 ? [...text].length : text.length);

/** The centre, headings and short main branches stand out; a whole sentence would shout. */
export function isBold(topic, depth) {
  return depth === 0 || topic.heading || (depth === 1 && characters(topic.label) <= 60);
}

/**
 * The boxes of a map in the order of an outline, and the size of the whole. `stack` says what stands under its parent
 * instead of beside it: only 'chains', also 'lists' of children without children, or 'all'.
 */
export function arrange(centre, { stack = "chains", breadth = 1 } = {}) {
  const labels = labelsOf(centre, breadth);
  const columns = columnsOf(labels, stack);
  for (const column of columns.toReversed()) column.band = Math.max(column.height, stackHeight(column.children, column.depth));
  const [middle] = columns;
  const first = fromRight(centre.label) ? -1 : 1;
  const half = firstHalf(middle.children);
  middle.children.forEach((child, place) => (child.side = place < half ? first : -first));
  middle.side = stack === "all" ? first : 0;
  Object.assign(middle, { x: -middle.width / 2, y: -middle.height / 2 });
  place(middle, middle.children.slice(0, half));
  place(middle, middle.children.slice(half));
  for (const column of columns.slice(1)) {
    for (const child of column.children) child.side = column.side;
    place(column, column.children);
  }
  return finished(labels, columns);
}

/** The boxes' sizes, in the order of an outline. */
function labelsOf(centre, breadth) {
  const labels = [];
  const stack = [[centre, null, 0]];
  while (stack.length) {
    const [topic, parent, depth] = stack.pop();
    for (let place = topic.children.length - 1; place >= 0; place--) stack.push([topic.children[place], labels.length, depth + 1]);
    const style = styleOf(depth);
    const bold = isBold(topic, depth);
    const long = characters(topic.label);
    const text = long <= LONGEST_LABEL ? topic.label : [...topic.label].slice(0, LONGEST_LABEL - 1).join("").replace(/ +$/, "") + "…";
    const room = style.widest * breadth * (Math.min(long, LONGEST_LABEL) > 180 ? 1.25 : 1);
    const lines = wrapped(text, room, style.size, bold);
    const width = Math.max(...lines.map((line) => textWidth(line, style.size, bold))) + 2 * style.beside;
    const height = lines.length * style.size * LINE + 2 * style.above;
    labels.push({ topic, parent, depth, bold, lines, width, height, level: 0 });
  }
  return labels;
}

/** What stands under its parent joins the parent's column; everyone else begins one. */
function columnsOf(labels, stack) {
  const columns = [];
  const home = [];
  labels.forEach((label, index) => {
    let column = label.parent === null ? null : home[label.parent];
    if (column && joins(labels[label.parent], column, stack)) {
      label.level = Math.min(labels[label.parent].level + 1, DEEPEST_INDENT);
      column.height += GAP_IN_COLUMN;
    } else {
      const above = column;
      column = { depth: label.depth, labels: [], children: [], width: 0, height: 0, band: 0, side: 0, x: 0, y: 0 };
      columns.push(column);
      above?.children.push(column);
    }
    const sign = label.topic.hidden ? SIGN : 0;
    column.width = Math.max(column.width, label.level * INDENT + label.width + sign);
    column.height += label.height;
    column.labels.push(index);
    home.push(column);
  });
  return columns;
}

/** Whether a parent's children stand in its column. The centre stands alone, unless everything is one column. */
function joins({ topic, depth }, column, stack) {
  const { children } = topic;
  if (stack === "all" || depth === 0) return stack === "all";
  if (children.length === 1 && children[0].children.length) return column.labels.length < TALLEST_COLUMN;
  return children.length === 1 || (stack === "lists" && !children.some((child) => child.children.length));
}

function stackHeight(columns, depth) {
  return columns.reduce((sum, column) => sum + column.band, 0) + Math.max(0, columns.length - 1) * ofDepth(GAP_BELOW, depth);
}

/** How many main branches stand on the first side so that both are as equally high as their order allows. */
function firstHalf(columns) {
  const total = columns.reduce((sum, column) => sum + column.band, 0);
  let [best, least, above] = [0, Infinity, 0];
  columns.forEach((column, index) => {
    above += column.band;
    if (Math.abs(total - 2 * above) < least) [best, least] = [index + 1, Math.abs(total - 2 * above)];
  });
  return best;
}

/** Puts columns beyond the parent's outer edge, their bands one below the other, level with its middle. */
function place(parent, children) {
  const gap = ofDepth(GAP_BESIDE, parent.depth);
  let top = parent.y + (parent.height - stackHeight(children, parent.depth)) / 2;
  for (const child of children) {
    child.x = child.side > 0 ? parent.x + parent.width + gap : parent.x - gap - child.width;
    child.y = top + (child.band - child.height) / 2;
    top += child.band + ofDepth(GAP_BELOW, parent.depth);
  }
}

/** The boxes in their columns, moved so that the map begins at 0, 0. */
function finished(labels, columns) {
  const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const left = least(columns.map(({ x }) => x)) - MARGIN;
  const top = least(columns.map(({ y }) => y)) - MARGIN;
  const boxes = new Array(labels.length);
  for (const column of columns) {
    let y = column.y - top;
    column.labels.forEach((index, position) => {
      const { topic, parent, depth, bold, lines, width, height, level } = labels[index];
      const inward = level * INDENT;
      const x = column.x + (column.side >= 0 ? inward : column.width - inward - width) - left;
      const edge = column.x - left + (column.side >= 0 ? column.width : 0);
      boxes[index] = {
        id: topic.id, label: topic.label, hidden: topic.hidden ?? 0, index, parent, depth, bold, lines,
        side: depth ? column.side : 0, stacked: position > 0, x, y, width, height, edge,
      };
      y += height + GAP_IN_COLUMN;
    });
  }
  return {
    boxes,
    width: most(columns.map(({ x, width }) => x + width)) - left + MARGIN,
    height: most(columns.map(({ y, height }) => y + height)) - top + MARGIN,
  };
}

/**
 * The link between two boxes, as an SVG path. It runs straight to the outer edge of the parent's column before it bends,
 * so that it crosses no box; links of the centre start inside its box, so that all seem to come from one place.
 */
export function linkPath(parent, child) {
  const inner = child.side > 0 ? child.x : child.x + child.width;
  const level = parent.y + parent.height / 2;
  const end = child.y + child.height / 2;
  if (child.stacked) {
    const x = (child.side > 0 ? parent.x : parent.x + parent.width) + (child.side * INDENT) / 2;
    return path(x, level, x, level, x, end, x, end, inner, end);
  }
  if (parent.depth === 0) {
    const start = parent.x + parent.width / 2 + (child.side * parent.width) / 4;
    return path(start, level, start, level, (start + 2 * inner) / 3, level, (start + inner) / 2, end, inner, end);
  }
  const start = child.side > 0 ? parent.x + parent.width : parent.x;
  const middle = (parent.edge + inner) / 2;
  return path(start, level, parent.edge, level, middle, level, middle, end, inner, end);
}

const rounded = (value) => String(Math.round(value * 10) / 10);

function path(...values) {
  const [sx, sy, x0, y0, ...rest] = values.map(rounded);
  return `M${sx} ${sy}L${x0} ${y0}C${rest.join(" ")}`;
}
