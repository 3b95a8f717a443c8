// Small helpers for making elements. Text always goes in as text, never as markup: that is what keeps a document's
// own tags from ever becoming part of the page.

/** An element with attributes (functions become listeners, `text` its text, null and false are left out) and children. */
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
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.2",
  fold: "M6 5v10M10 7h6M10 13h6M3 10h6",
  file: "M6 3h5l4 4v10H6V3Zm5 0v4h4",
  clock: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3v3.2l2.2 1.6",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6",
};

/** A line icon that takes the colour of the text around it. Screen readers pass over it. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICON_PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon and tells its purpose to screen readers and to whoever hovers. */
export function iconButton(name, label, action, attributes = {}) {
  return create("button", { type: "button", class: "icon-button", "aria-label": label, title: label, click: action, ...attributes }, icon(name));
}

/** Offers bytes or text to the user as a file. */
export function download(blob, name) {
  const link = create("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A file name made of a title: words only, so that it is safe on every system. */
export function fileName(title) {
  const words = (title || "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) || [];
  return words.join("-").slice(0, 60).replace(/-+$/, "") || "map";
}
