// How wide a text is in the shipped font, and where its lines break: export/wrap.py, in the browser. Tests hold the
// two to the same numbers.

import { FONT_WIDTHS, WIDE_RANGES } from "./font-widths.js";

const ALLOWANCE = 1.02;
const NO_ROOM = /^[\p{Mn}\p{Me}\p{Cf}\ufe0e\ufe0f]$/u;
const CAPITAL = /^\p{Lu}$/u;
const LETTER = /\p{L}/u;
const FROM_RIGHT = [[0x590, 0x8ff], [0xfb1d, 0xfdff], [0xfe70, 0xfeff], [0x10800, 0x10fff], [0x1e800, 0x1efff]];

const KNOWN_WIDTHS = { true: widthTable(FONT_WIDTHS.bold), false: widthTable(FONT_WIDTHS.regular) };
const IN_THE_FONT = { true: new Set(KNOWN_WIDTHS.true.keys()), false: new Set(KNOWN_WIDTHS.false.keys()) };
const WRAPPED = new Map(); // labels come again and again while a map is folded and cut
const MOST_WRAPPED = 20_000;

function widthTable(runs) {
  const table = new Map();
  for (const [first, widths] of runs) widths.forEach((width, place) => table.set(String.fromCodePoint(first + place), width));
  return table;
}

const isWithin = (code, ranges) => ranges.some(([first, last]) => first <= code && code <= last);

function isWide(character) {
  const code = character.codePointAt(0);
  return code >= 0x1100 && isWithin(code, WIDE_RANGES);
}

function characterWidth(character, bold) {
  const table = KNOWN_WIDTHS[bold];
  let width = table.get(character);
  if (width === undefined) {
    width = NO_ROOM.test(character) ? 0 : isWide(character) ? 1000 : CAPITAL.test(character) ? 700 : 600;
    table.set(character, width);
  }
  return width;
}

/** How wide a text is at this size. */
export function textWidth(text, size, bold = false) {
  let width = 0;
  for (const character of text) width += characterWidth(character, bold);
  return (width / 1000) * size * ALLOWANCE;
}

/** How wide a text is in the shipped font, and null where the font lacks one of its characters. */
export function exactWidth(text, size, bold = false) {
  return [...text].every((character) => IN_THE_FONT[bold].has(character)) ? textWidth(text, size, bold) / ALLOWANCE : null;
}

/** Whether a text is of a script written from right to left, told by its first letter. */
export function fromRight(text) {
  const first = LETTER.exec(text)?.[0];
  return first !== undefined && isWithin(first.codePointAt(0), FROM_RIGHT);
}

/** The text in lines of at most about this width, and of about the same length each. */
export function wrapped(text, width, size, bold = false) {
  const key = `${width}|${size}|${bold}|${text}`;
  let lines = WRAPPED.get(key);
  if (!lines) {
    if (WRAPPED.size > MOST_WRAPPED) WRAPPED.clear();
    WRAPPED.set(key, (lines = evenly(pieces(text, width, size, bold), width, size)));
  }
  return lines;
}

/** The narrowest lines that are no more than full ones would be: no short last line. */
function evenly(words, width, size) {
  let lines = filled(words, width);
  let [low, high] = [width / 2, width];
  while (lines.length > 1 && high - low > size) {
    const middle = (low + high) / 2;
    const narrower = filled(words, middle);
    if (narrower.length > lines.length) low = middle;
    else [high, lines] = [middle, narrower];
  }
  return lines;
}

function filled(words, width) {
  const lines = [];
  let line = "";
  let used = 0;
  for (let [piece, pieceWidth] of words) {
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

/** What lines are made of, with its width: words with the space before them, single wide characters. */
function pieces(text, width, size, bold) {
  const found = [];
  for (const word of text.split(" ")) {
    const start = found.length ? " " : "";
    if (textWidth(word, size, bold) <= width && ![...word].some(isWide)) found.push(start + word);
    else found.push(...parts(start + word, width / 2, size, bold));
  }
  return found.map((piece) => [piece, textWidth(piece, size, bold)]);
}

/** A long word, or one of a script without spaces, in parts that lines may break between. */
function parts(word, width, size, bold) {
  const found = [];
  let used = 0;
  let before = "";
  for (const character of word) {
    const own = textWidth(character, size, bold);
    const last = found.at(-1);
    const joined = found.length > 0 && (NO_ROOM.test(character) || last.endsWith("\u200d") || last === " ");
    if (found.length && (joined || (used + own <= width && !isWide(character) && !isWide(before)))) {
      found[found.length - 1] += character;
      used += own;
    } else {
      found.push(character);
      used = own;
    }
    before = character;
  }
  return found;
}
