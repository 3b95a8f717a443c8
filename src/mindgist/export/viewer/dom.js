// Helpers to create elements. Text is always inserted as text, never as markup, so that tags in a document cannot become
// part of the page.

/** An element with children and attributes: functions become listeners, `text` the text; null and false are left out. */
export function create(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "text") element.textContent = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** An SVG element. */
export function svgElement(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const ICON_PATHS = {
  undo: "M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2",
  redo: "m12 5 4 4-4 4m4-4H8a4 4 0 0 0 0 8h2",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4Zm3.6 8.6L17 17",
  up: "m5 12 5-5 5 5",
  down: "m5 8 5 5 5-5",
  close: "m5 5 10 10M15 5 5 15",
  theme: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 0v13M12.5 5v10M15 6.5v7",
  save: "M10 3v9m-4-4 4 4 4-4M4 16h12",
  fold: "M6 5v10M10 7h6M10 13h6M3 10h6",
  file: "M6 3h5l4 4v10H6V3Zm5 0v4h4",
  clock: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3v3.2l2.2 1.6",
  more: "M4.500 10h1M9.500 10h1M14.500 10h1",
  edit: "m4 16 1-4 8.5-8.5 3 3L8 15l-4 1Z",
  child: "M4 4v6a2 2 0 0 0 2 2h4m3-3v6m-3-3h6",
  focus: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM10 2v3m0 10v3M2 10h3m10 0h3",
  text: "M4 5h12M4 9h12M4 13h8",
  pin: "m8 3 9 9-3 .5-3.5 3.500-.5 3L3 12l3-.5L9.500 7 8 3Z",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6",
};

/** An icon in the colour of the surrounding text, hidden from screen readers. */
export function icon(name) {
  const svg = svgElement("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" });
  svg.append(svgElement("path", { d: ICON_PATHS[name] }));
  return svg;
}

/** A button with an icon; the label is its tooltip and its name for screen readers. */
export function iconButton(name, label, action, attributes = {}) {
  return create("button", { type: "button", class: "icon-button", "aria-label": label, title: label, click: action, ...attributes }, icon(name));
}

/** Downloads a blob as a file. */
export function download(blob, name) {
  const link = create("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A file name made of the words of a title, valid on every system. */
export function fileName(title) {
  const words = (title || "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) || [];
  return words.join("-").slice(0, 60).replace(/-+$/, "") || "map";
}
