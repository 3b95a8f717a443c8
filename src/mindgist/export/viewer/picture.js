// The map as an SVG picture, as the page draws it: for copying, for printing, and for saving when the service has stopped.
// export/picture.py writes the service's pictures.

import {
  BACKGROUND, BASELINE, CROSS_LINK_COLOUR, CROSS_LINK_DASH, FOLD_SIGN_FONT_SIZE, FOLD_SIGN_WIDTH, FONT_FAMILIES, INK, LINE_HEIGHT, PAINTS,
} from "./constants.js";
import { crossLinkPaths } from "./cross-links.js";
import { arrange, formatNumber, linkPath, styleOf } from "./layout.js";
import { escapeXml, oneLine } from "./text.js";
import { exactWidth, isRightToLeft } from "./wrap.js";

/** The colours of a node; `branch` is the number of its main branch, null for the centre. */
function paintOf(depth, branch) {
  const paints = PAINTS[branch === null ? 0 : Math.min(depth, PAINTS.length - 1)];
  return paints[(branch ?? 0) % paints.length];
}

const attributes = (values) => Object.entries(values).map(([name, value]) => ` ${name}="${typeof value === "number" ? formatNumber(value) : escapeXml(value)}"`).join("");

/** The picture of a branch (see layout.js) with this title; `mainBranch` gives the main branch of an id. */
export function drawPicture(centre, { model = null, mainBranch, title, form = {} }) {
  const { boxes, width, height } = arrange(centre, form);
  const links = boxes.filter((box) => box.parent !== null).map((box) => {
    const { link, linkWidth } = paintOf(box.depth, mainBranch(box.id));
    return `<path${attributes({ d: linkPath(boxes[box.parent], box), stroke: link, "stroke-width": linkWidth })}/>`;
  });
  const viewBox = `0 0 ${formatNumber(width)} ${formatNumber(height)}`;
  return [
    `<svg${attributes({ xmlns: "http://www.w3.org/2000/svg", width, height, viewBox, "font-family": FONT_FAMILIES })}>`,
    `<title>${escapeXml(oneLine(title))}</title>`,
    `<desc>A mind-map of ${boxes.length} nodes: the centre in the middle, branches to its right and left.</desc>`,
    `<rect${attributes({ width, height, fill: BACKGROUND })}/>`,
    '<g fill="none" stroke-linecap="round">', ...links, "</g>",
    ...(model ? crossLinkPaths(model, new Map(boxes.map((box) => [box.id, box]))) : []).map((d) =>
      `<path${attributes({ d, fill: "none", stroke: CROSS_LINK_COLOUR, "stroke-width": 1.5, "stroke-dasharray": CROSS_LINK_DASH })}/>`),
    ...boxes.map((box) => drawBox(box, paintOf(box.depth, mainBranch(box.id)))),
    "</svg>", "",
  ].join("\n");
}

function drawBox(box, { fill, border, text }) {
  const style = styleOf(box.depth);
  const { x, y, width, height } = box;
  const radius = Math.min(height / 2, style.cornerRadius);
  const frame = attributes({ x, y, width, height, rx: radius, fill, stroke: border });
  const rightToLeft = isRightToLeft(box.label);
  const [start, anchor] = box.depth === 0 ? [x + width / 2, "middle"] : rightToLeft ? [x + width - style.paddingX, "end"] : [x + style.paddingX, "start"];
  const [before, after] = rightToLeft ? ["\u2067", "\u2069"] : ["", ""];
  const lines = box.lines.map((line, index) => {
    const bold = index < box.boldLines;
    const length = exactWidth(line, style.fontSize, bold); // so that the text fits in any other font, too
    const place = { x: start, y: y + style.paddingY + style.fontSize * (index * LINE_HEIGHT + BASELINE) };
    const fitted = length ? { textLength: length, lengthAdjust: "spacingAndGlyphs" } : {};
    return `<text${attributes({ ...place, ...(bold ? { "font-weight": "600" } : {}), ...fitted })}>${before}${escapeXml(line)}${after}</text>`;
  });
  const group = attributes({
    fill: text, "font-size": style.fontSize, ...(anchor === "start" ? {} : { "text-anchor": anchor }),
  });
  return `<g><title>${escapeXml(box.label)}</title><rect${frame}/><g${group}>${lines.join("")}</g>${foldSign(box)}</g>`;
}

/** The number of hidden nodes, beside a folded node. */
function foldSign(box) {
  if (!box.hidden) return "";
  const x = box.side < 0 ? box.x - FOLD_SIGN_WIDTH / 2 : box.x + box.width + FOLD_SIGN_WIDTH / 2;
  const y = box.y + box.height / 2 + 4;
  return `<text${attributes({ x, y, "font-size": FOLD_SIGN_FONT_SIZE, fill: INK, "text-anchor": "middle" })}>+${box.hidden}</text>`;
}

const THUMBNAIL = { branches: 9, children: 3, characters: 40 };

/** A small picture of a map: its first main branches with some children. */
export function drawThumbnail(model) {
  const { centre } = model.shown;
  const make = (id, children) => ({ id, label: model.label(id).slice(0, THUMBNAIL.characters), heading: false, hidden: 0, children });
  const main = model.children(centre).slice(0, THUMBNAIL.branches);
  const top = make(centre, main.map((id) => make(id, model.children(id).slice(0, THUMBNAIL.children).map((child) => make(child, [])))));
  return drawPicture(top, { model: { linksShown: false }, mainBranch: (id) => model.mainBranch(id), title: model.label(centre), form: { stack: "lists" } });
}
