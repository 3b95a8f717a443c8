// Text widths in the shipped font, and line breaking: the same code as export/font.py. Tests compare the results.

import {
  OTHER_CHARACTER_WIDTHS, RIGHT_TO_LEFT, TEXT_PIECE, WIDE_CHARACTER, WIDE_CHARACTER_WIDTH, WIDTH_ALLOWANCE,
} from "./constants.js";
import { FONT_WIDTHS } from "./font-widths.js";

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const LETTER = /\p{L}/u;
const PIECES = new RegExp(TEXT_PIECE, "gu");
const WIDE = new RegExp(WIDE_CHARACTER, "u");
const RIGHT_TO_LEFT_LETTER = new RegExp(RIGHT_TO_LEFT, "u");

const KNOWN_WIDTHS = { true: widthTable(FONT_WIDTHS.bold), false: widthTable(FONT_WIDTHS.regular) };
const FONT_CHARACTERS = { true: new Set(KNOWN_WIDTHS.true.keys()), false: new Set(KNOWN_WIDTHS.false.keys()) };
const WRAPPED_LABELS = new Map(); // a cache: the same labels are laid out many times while a map is folded and resized
const MAX_WRAPPED_LABELS = 20_000;

function widthTable(runs) {
  const table = new Map();
  for (const [first, widths] of runs) widths.forEach((width, index) => table.set(String.fromCodePoint(first + index), width));
  return table;
}

function characterWidth(character, bold) {
  const table = KNOWN_WIDTHS[bold];
  let width = table.get(character);
  if (width === undefined) {
    width = ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? WIDE_CHARACTER_WIDTH : OTHER_CHARACTER_WIDTHS[bold ? 1 : 0];
    table.set(character, width);
  }
  return width;
}

/** The width to reserve for a text, with an allowance for other fonts. */
export function textWidth(text, size, bold = false) {
  let width = 0;
  for (const character of text) width += characterWidth(character, bold);
  return (width / 1000) * size * WIDTH_ALLOWANCE;
}

/** The width of a text in the shipped font, or null if the font lacks one of its characters. */
export function exactWidth(text, size, bold = false) {
  return [...text].every((character) => FONT_CHARACTERS[bold].has(character)) ? textWidth(text, size, bold) / WIDTH_ALLOWANCE : null;
}

/** Whether the first letter of a text belongs to a right-to-left script. */
export function isRightToLeft(text) {
  return RIGHT_TO_LEFT_LETTER.test(LETTER.exec(text)?.[0] ?? "");
}

/** Breaks a text into lines of at most about this width and of similar lengths. */
export function wrapText(text, width, size, bold = false) {
  const key = `${width}|${size}|${bold}|${text}`;
  let lines = WRAPPED_LABELS.get(key);
  if (!lines) {
    if (WRAPPED_LABELS.size > MAX_WRAPPED_LABELS) WRAPPED_LABELS.clear();
    WRAPPED_LABELS.set(key, (lines = fillEvenly(splitText(text, width, size, bold), width, size)));
  }
  return lines;
}

/** Fills lines of the smallest width that needs no more lines, so that the last line is not short. */
function fillEvenly(pieces, width, size) {
  let lines = fillLines(pieces, width);
  let [low, high] = [width / 2, width];
  while (lines.length > 1 && high - low > size) {
    const middle = (low + high) / 2;
    const narrower = fillLines(pieces, middle);
    if (narrower.length > lines.length) low = middle;
    else [high, lines] = [middle, narrower];
  }
  return lines;
}

function fillLines(pieces, width) {
  const lines = [];
  let line = "";
  let used = 0;
  for (let [piece, pieceWidth] of pieces) {
    if (line && used + pieceWidth > width) {
      lines.push(line.replace(/ +$/, ""));
      [line, used] = ["", 0];
      piece = piece.replace(/^ +/, "");
    }
    line += piece;
    used += pieceWidth;
  }
  return [...lines, line.replace(/ +$/, "")];
}

/** Splits a text where lines may break: [piece, width] pairs. A word keeps the space before it. */
function splitText(text, width, size, bold) {
  const pieces = (text.match(PIECES) ?? []).map((piece) => [piece, textWidth(piece, size, bold)]);
  return pieces.flatMap(([piece, own]) => (own <= width ? [[piece, own]] : cut(piece, width, size, bold)));
}

/** Cuts a piece that is too long for a line into parts of at most half a line. */
function cut(piece, width, size, bold) {
  const parts = [];
  for (const character of piece) {
    const ownWidth = textWidth(character, size, bold);
    const last = parts.at(-1);
    if (last && (!ownWidth || last[1] + ownWidth <= width / 2)) {
      last[0] += character;
      last[1] += ownWidth;
    } else parts.push([character, ownWidth]);
  }
  return parts;
}
