// Labels as text: on one line, and escaped for Markdown and XML. The rules come from export/constants.py.

import { MARKDOWN_LIST_START, MARKDOWN_SPECIAL, UNPRINTABLE } from "./constants.js";

const UNPRINTABLE_PATTERN = new RegExp(UNPRINTABLE, "gu");
const SPACES_PATTERN = /(?:[^\S\ufeff]|[\x1c-\x1f\x85])+/g; // what Python counts as whitespace
const SPECIAL_PATTERN = new RegExp(MARKDOWN_SPECIAL, "g");
const LIST_START_PATTERN = new RegExp(MARKDOWN_LIST_START);
const XML_ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text on one line, without characters that no format can hold; never empty. */
export function oneLine(text) {
  return text.replace(UNPRINTABLE_PATTERN, "\ufffd").replace(SPACES_PATTERN, " ").replace(/^ | $/g, "") || "…";
}

/** The text on one line, escaped so that Markdown shows every character as it is. */
export function escapeMarkdown(text) {
  return oneLine(text).replace(SPECIAL_PATTERN, "\\$&").replace(LIST_START_PATTERN, "$&\\");
}

/** A time as players show it: 12:34, or 1:02:03. */
export function clock(seconds) {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const padded = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

/** The text for an attribute or between tags, without characters that XML cannot hold. */
export function escapeXml(text) {
  return text.replace(UNPRINTABLE_PATTERN, "\ufffd").replace(/[&<>"]/g, (character) => XML_ESCAPES[character]);
}
