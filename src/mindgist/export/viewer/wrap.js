// Text widths in the shipped font, and line breaking: the same code as export/wrap.py. Tests compare the results.

import {
  NEVER_FIRST, NEVER_LAST, OTHER_CHARACTER_WIDTHS, RIGHT_TO_LEFT_RANGES, WIDE_CHARACTER_WIDTH, WIDTH_ALLOWANCE,
} from "./constants.js";
import { FONT_WIDTHS, WIDE_RANGES } from "./font-widths.js";

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const LETTER = /\p{L}/u;
const ZERO_WIDTH_JOINER = "\u200d";

const KNOWN_WIDTHS = { true: widthTable(FONT_WIDTHS.bold), false: widthTable(FONT_WIDTHS.regular) };
const FONT_CHARACTERS = { true: new Set(KNOWN_WIDTHS.true.keys()), false: new Set(KNOWN_WIDTHS.false.keys()) };
const WRAPPED_LABELS = new Map(); // a cache: the same labels are laid out many times while a map is folded and resized
const MAX_WRAPPED_LABELS = 20_000;

function widthTable(runs) {
  const table = new Map();
  for (const [first, widths] of runs) widths.forEach((width, index) => table.set(String.fromCodePoint(first + index), width));
  return table;
}

const isInRanges = (code, ranges) => ranges.some(([first, last]) => first <= code && code <= last);

function isWide(character) {
  const code = character.codePointAt(0);
  return code >= WIDE_RANGES[0][0] && isInRanges(code, WIDE_RANGES);
}

function characterWidth(character, bold) {
  const table = KNOWN_WIDTHS[bold];
  let width = table.get(character);
  if (width === undefined) {
    width = ZERO_WIDTH.test(character) ? 0 : isWide(character) ? WIDE_CHARACTER_WIDTH : OTHER_CHARACTER_WIDTHS[bold ? 1 : 0];
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
  const first = LETTER.exec(text)?.[0];
  return first !== undefined && isInRanges(first.codePointAt(0), RIGHT_TO_LEFT_RANGES);
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
  const pieces = [];
  for (const word of text.split(" ")) {
    const start = pieces.length ? " " : "";
    if (textWidth(word, size, bold) <= width && ![...word].some(isWide)) pieces.push(start + word);
    else pieces.push(...splitWord(start + word, width / 2, size, bold));
  }
  return pieces.map((piece) => [piece, textWidth(piece, size, bold)]);
}

/** Splits a word that is too long for a line or has wide characters. */
function splitWord(word, width, size, bold) {
  const parts = [];
  let used = 0;
  let previous = "";
  for (const character of word) {
    const ownWidth = textWidth(character, size, bold);
    const last = parts.at(-1);
    const combined = ZERO_WIDTH.test(character) || last?.endsWith(ZERO_WIDTH_JOINER) || last === " ";
    const bound = NEVER_FIRST.includes(character) || NEVER_LAST.includes(previous);
    const narrow = !isWide(character) && !(previous && isWide(previous));
    if (last && (combined || (bound && used <= width) || (narrow && used + ownWidth <= width))) {
      parts[parts.length - 1] += character;
      used += ownWidth;
    } else {
      parts.push(character);
      used = ownWidth;
    }
    previous = character;
  }
  return parts;
}
