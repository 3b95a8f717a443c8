// The frame around the map: the bar with its controls, the panes, the messages.

import { create, icon, iconButton } from "./dom.js";
import { createMenu } from "./menu.js";
import { ZOOM_STEP } from "./keys.js";
import { toggleTheme } from "./theme.js";

const LABEL_NAMES = { gists: "Short", sentences: "Sentences", snippets: "Key phrases", topics: "Topics" };
const [MIN_SIDE_WIDTH, MAX_SIDE_WIDTH] = [18, 70]; // per cent of the window
const LEVELS = [[1, "Main branches", "1"], [2, "Two levels", "2"], [3, "Three levels", "3"], [Infinity, "Everything", "4"]];

/** The elements of a viewer, by name. The controls call methods of `viewer`. */
export function createFrame(viewer, { hasText, exports, start }) {
  const parts = {
    title: create("h1", { class: "bar-title", dir: "auto" }),
    ...searchField(viewer),
    ...sizeControl(viewer),
    labels: choice("Labels", labelNames(viewer), (value) => viewer.showLabels(value)),
    undo: iconButton("undo", "Undo (Ctrl+Z)", () => viewer.undo()),
    redo: iconButton("redo", "Redo (Ctrl+Shift+Z)", () => viewer.redo()),
    map: create("div", { class: "map-frame" }),
    path: create("nav", { class: "focus-path", hidden: true, "aria-label": "Branch in focus" }),
    text: create("div", { class: "pane text-pane", role: "tabpanel", id: "pane-text", "aria-labelledby": "tab-text", tabindex: "0" }),
    outline: create("div", { class: "pane outline-pane", role: "tabpanel", id: "pane-outline", "aria-labelledby": "tab-outline" }),
    detail: create("section", { class: "detail", hidden: true, "aria-label": "Selected node" }),
    status: create("div", { class: "unseen", role: "status", "aria-live": "polite" }),
    toasts: create("div", { class: "toasts", role: "alert" }),
  };
  parts.tabs = tabs(viewer, hasText);
  const exportButton = create("button", { type: "button", class: "button primary", "aria-label": "Export" }, icon("save"), create("span", { text: "Export" }));
  const bar = create(
    "header", { class: "bar" },
    create("div", { class: "bar-start" }, start ?? create("span", { class: "brand", text: "mindgist" }), parts.title),
    create("div", { class: "bar-tools" },
      parts.search, parts.labels, create("div", { class: "group bar-history" }, parts.undo, parts.redo),
      createMenu(exportButton, exports, "Export the map"),
      createMenu(iconButton("more", "More", () => {}), () => moreItems(viewer), "More")));
  const tools = create(
    "div", { class: "map-tools", role: "toolbar", "aria-label": "View of the map" },
    parts.size, create("span", { class: "rule" }), foldMenu(viewer),
    iconButton("minus", "Zoom out (-)", () => viewer.map.zoom(1 / ZOOM_STEP)),
    iconButton("fit", "Whole map (0)", () => viewer.map.overview()),
    iconButton("plus", "Zoom in (+)", () => viewer.map.zoom(ZOOM_STEP)));
  parts.work = create(
    "div", { class: "work" },
    create("nav", { class: "panes", "aria-label": "Panes" }, parts.tabs), create("aside", { class: "side", "aria-label": "Text and outline" }, parts.text, parts.outline),
    create("main", { class: "stage", "aria-label": "Map" }, splitter(), parts.map, parts.path, tools), parts.detail);
  parts.root = create("div", { class: "viewer" }, bar, parts.work, parts.status, parts.toasts);
  return parts;
}

/** The kinds of labels to choose from: key phrases only where they are good, topics where branches have them. */
function labelNames({ model }) {
  const offered = { snippets: model.hasPhrases, topics: model.nodes.some((node) => node.topic && node.parent !== null) };
  return Object.fromEntries(Object.entries(LABEL_NAMES).filter(([kind]) => (offered[kind] ?? true) || model.labels === kind));
}

/** The menu for what has no room in the bar; `small` items are for narrow screens, where the bar hides its controls. */
function moreItems(viewer) {
  const kinds = Object.entries(labelNames(viewer)).map(([value, name]) => ({ label: `Labels: ${name.toLowerCase()}`, small: true, note: viewer.model.labels === value ? "✓" : "", action: () => viewer.showLabels(value) }));
  return [
    ...kinds,
    { label: "Undo", note: "Ctrl+Z", small: true, action: () => viewer.undo() },
    { label: "Redo", note: "Ctrl+Shift+Z", small: true, action: () => viewer.redo() },
    ...(viewer.model.shownLinks.length ? [{ label: "Links between branches", note: viewer.model.linksShown ? "✓" : "", action: () => viewer.model.toggleLinks() }] : []),
    { label: "Present", note: "P", action: () => viewer.present() },
    { label: "Copy as picture", action: () => viewer.sharing.copyPicture() },
    { label: "Copy as Markdown", action: () => viewer.sharing.copyMarkdown() },
    ...(viewer.options.more?.() ?? []),
    { label: "Print", note: "Ctrl+P", action: () => globalThis.print() },
    { label: "Light or dark", action: toggleTheme },
    { label: "Keys and gestures", note: "?", action: () => viewer.help() },
  ];
}

function searchField(viewer) {
  const searchInput = create("input", {
    type: "search", placeholder: "Search or ask", "aria-label": "Search the map and the text", autocomplete: "off", spellcheck: "false",
    input: () => viewer.search(searchInput.value),
    keydown: (event) => {
      if (event.key === "Enter") viewer.nextHit(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") viewer.search((searchInput.value = ""));
      else return;
      event.preventDefault();
    },
  });
  const searchCount = create("span", { class: "search-count", "aria-live": "polite" });
  const steps = create("span", { class: "search-steps", hidden: true },
    iconButton("up", "Previous result", () => viewer.nextHit(-1)), iconButton("down", "Next result", () => viewer.nextHit(1)));
  const search = create("div", { class: "search", role: "search", click: () => searchInput.focus() }, icon("search"), searchInput, searchCount, steps);
  return { search, searchInput, searchCount, searchSteps: steps };
}

function sizeControl(viewer) {
  const sizeRange = create("input", { type: "range", min: "1", step: "1", id: "size", input: () => viewer.slide(sizeRange) });
  const sizeCount = create("output", { for: "size", class: "size-count" });
  const size = create("div", { class: "size" }, create("label", { for: "size", text: "Size" }), sizeRange, sizeCount);
  return { size, sizeRange, sizeCount };
}

/** A group of buttons, one of which is pressed. */
function choice(label, options, action) {
  const buttons = Object.entries(options).map(([value, text]) =>
    create("button", { type: "button", "data-value": value, "aria-pressed": "false", text, click: () => action(value) }));
  return create("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

function foldMenu(viewer) {
  const button = iconButton("fold", "Levels to show", () => {});
  return createMenu(button, () => LEVELS.map(([level, label, note]) => ({ label, note, action: () => viewer.foldFrom(level) })), "Levels to show");
}

/** The tabs of the panes; on a narrow screen the map is one of them. */
function tabs(viewer, hasText) {
  const names = hasText ? { map: "Map", text: "Text", outline: "Outline" } : { map: "Map", outline: "Outline" };
  const list = create("div", { class: "tabs", role: "tablist", "aria-label": "Panes" });
  for (const [name, label] of Object.entries(names)) {
    list.append(create("button", {
      type: "button", role: "tab", id: `tab-${name}`, "data-pane": name, text: label, "aria-controls": name === "map" ? null : `pane-${name}`,
      click: () => viewer.showPane(name),
    }));
  }
  list.addEventListener("keydown", (event) => {
    const all = [...list.children].filter((tab) => tab.offsetParent);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.click();
    next.focus();
    event.preventDefault();
  });
  return list;
}

/** The line between the panes and the map, moved by dragging or with the arrow keys. */
function splitter() {
  const line = create("div", {
    class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": "Width of the text",
    "aria-valuemin": MIN_SIDE_WIDTH, "aria-valuemax": MAX_SIDE_WIDTH, "aria-valuenow": "31",
  });
  const set = (percent) => {
    const value = Math.round(Math.max(MIN_SIDE_WIDTH, Math.min(MAX_SIDE_WIDTH, percent)));
    line.setAttribute("aria-valuenow", value);
    line.closest(".work").style.setProperty("--side", `${value}%`);
  };
  line.addEventListener("pointerdown", (event) => line.setPointerCapture(event.pointerId));
  line.addEventListener("pointermove", (event) => {
    const box = line.closest(".work").getBoundingClientRect();
    if (line.hasPointerCapture(event.pointerId)) set(((event.clientX - box.left) / box.width) * 100);
  });
  line.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (step) set(Number(line.getAttribute("aria-valuenow")) + step);
  });
  return line;
}
