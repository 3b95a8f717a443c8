// The map as a still picture (SVG), as it is drawn on the page: for copying, for printing, and for saving where no
// service answers. export/svg.py makes the same of a whole map.

import { arrange, LINE, linkPath, SIGN, styleOf } from "./layout.js";
import { exactWidth, fromRight } from "./wrap.js";

const FONTS = "'Open Sans', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const BASELINE = 1.04;
const PAPER = "#ffffff";
const DARK = "#1c2430";
// The same as in export/colours.py and, for light pages, in colours.css.
export const FAMILIES = ["#2456c9", "#b8430b", "#0b7268", "#7b3fc4", "#a8275f", "#2f7a26", "#8a5a00", "#0c6f99", "#b3261e"];

const number = (value) => String(Math.round(value * 10) / 10);
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** A colour mixed with this share of white. */
function tint(colour, share) {
  const channels = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return `#${channels.map((channel) => Math.round(channel + (255 - channel) * share).toString(16).padStart(2, "0")).join("")}`;
}

function paint(depth, family) {
  if (depth === 0 || family === null) return { fill: DARK, border: DARK, text: PAPER, link: DARK, width: 0 };
  const colour = FAMILIES[family % FAMILIES.length];
  if (depth === 1) return { fill: colour, border: colour, text: PAPER, link: colour, width: 3.2 };
  return { fill: tint(colour, 0.93), border: tint(colour, 0.62), text: DARK, link: tint(colour, 0.24), width: depth === 2 ? 2 : 1.5 };
}

/** The picture of a tree of topics (see layout.js); `family` tells the branch of an id, `title` what the picture shows. */
export function drawPicture(topics, { family, title, form = {} }) {
  const { boxes, width, height } = arrange(topics, form);
  const links = boxes.filter((box) => box.parent !== null).map((box) => {
    const { link, width: stroke } = paint(box.depth, family(box.id));
    return `<path d="${linkPath(boxes[box.parent], box)}" stroke="${link}" stroke-width="${stroke}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height)}" viewBox="0 0 ${number(width)} ${number(height)}" font-family="${FONTS}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>A mind-map of ${boxes.length} nodes: the centre in the middle, branches to its right and left.</desc>`,
    `<rect width="${number(width)}" height="${number(height)}" fill="${PAPER}"/>`,
    '<g fill="none" stroke-linecap="round">', ...links, "</g>",
    ...boxes.map((box) => drawBox(box, paint(box.depth, family(box.id)))),
    "</svg>", "",
  ].join("\n");
}

function drawBox(box, { fill, border, text }) {
  const style = styleOf(box.depth);
  const right = fromRight(box.label);
  const [x, anchor] = box.depth === 0 ? [box.x + box.width / 2, "middle"] : right ? [box.x + box.width - style.beside, "end"] : [box.x + style.beside, "start"];
  const [before, after] = right ? ["\u2067", "\u2069"] : ["", ""];
  // Programs without the font draw another's letters, which must fit into the box, too.
  const length = (line) => { const width = exactWidth(line, style.size, box.bold); return width ? ` textLength="${number(width)}" lengthAdjust="spacingAndGlyphs"` : ""; };
  const lines = box.lines.map((line, place) =>
    `<text x="${number(x)}" y="${number(box.y + style.above + style.size * (place * LINE + BASELINE))}"${length(line)}>${before}${escaped(line)}${after}</text>`);
  const corner = Math.min(box.height / 2, [14, 10, 7][Math.min(box.depth, 2)]);
  return `<g><title>${escaped(box.label)}</title><rect x="${number(box.x)}" y="${number(box.y)}" width="${number(box.width)}" height="${number(box.height)}" rx="${number(corner)}" fill="${fill}" stroke="${border}"/>`
    + `<g fill="${text}" font-size="${style.size}"${box.bold ? ' font-weight="600"' : ""}${anchor === "start" ? "" : ` text-anchor="${anchor}"`}>${lines.join("")}</g>${sign(box, border)}</g>`;
}

/** How many are folded away, beside their node. */
function sign(box, colour) {
  if (!box.hidden) return "";
  const x = box.side < 0 ? box.x - SIGN / 2 : box.x + box.width + SIGN / 2;
  return `<text x="${number(x)}" y="${number(box.y + box.height / 2 + 4)}" font-size="11" fill="${DARK}" text-anchor="middle">+${box.hidden}</text>`;
}
