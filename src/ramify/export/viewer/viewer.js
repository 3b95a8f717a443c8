// A map to look at, search, trim and correct, with its text beside it: the page and the .html export are both this.

import { create, download, fileName, iconButton } from "./dom.js";
import { createFrame } from "./frame.js";
import { showHelp, showToast } from "./messages.js";
import { MapModel } from "./model.js";
import { MapView } from "./map-view.js";
import { OutlineView } from "./outline-view.js";
import { TextView } from "./text-view.js";

const NARROW_SCREEN = matchMedia("(max-width: 760px)");

export class Viewer {
  /**
   * `data` is a map as the API answers it, or a viewer's own `state()`. `options.exports` lists formats for the menu
   * and `options.save(format, viewer)` makes the files; without them the menu has JSON. `options.changed()` is called
   * after every change worth keeping; `options.start` is put first in the bar.
   */
  constructor(parent, data, options = {}) {
    this.options = options;
    this.source = data.document ?? null;
    this.model = new MapModel(data);
    this.selected = null;
    this.hits = new Set();
    this.hit = null;
    this.parts = createFrame(this, { hasText: Boolean(this.source), exports: () => this.exports(), start: options.start });
    parent.replaceChildren(this.parts.root);
    this.showPane(this.source ? "text" : "outline");
    this.showPane("map");
    if (this.source) this.text = new TextView(this.parts.text, this.source, this.model, this);
    this.outline = new OutlineView(this.parts.outline, this.model, this);
    this.map = new MapView(this.parts.map, this.model, this);
    this.model.listen((reason) => this.changed(reason));
    this.renderAround();
    this.keys = (event) => this.pressedAnywhere(event);
    document.addEventListener("keydown", this.keys);
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.map.watch.disconnect();
    this.map.mind.destroy();
  }

  state() {
    return { ...this.model.state(), document: this.source };
  }

  // ---- drawing ----

  changed(reason) {
    if (this.selected !== null && !this.model.shown.parents.has(this.selected)) this.selected = null;
    this.renderControls();
    clearTimeout(this.pending);
    // A size is changed many times a second while it is dragged; a large map is drawn when the hand rests.
    if (reason === "size" && this.model.shown.count > 150) this.pending = setTimeout(() => this.render(), 120);
    else this.render();
    if (reason === "labels") this.refit();
    this.options.changed?.();
  }

  render() {
    this.map.render();
    this.renderAround();
  }

  renderAround() {
    this.outline.render();
    this.text?.render();
    if (this.parts.searchInput.value) this.search(this.parts.searchInput.value, false);
    this.renderControls();
  }

  renderControls() {
    const { parts, model } = this;
    const largest = model.largest;
    parts.title.textContent = model.label(model.shown.centre);
    parts.sizeRange.max = largest > 200 ? 400 : largest;
    if (document.activeElement !== parts.sizeRange || largest <= 200) parts.sizeRange.value = toSlider(model.size, largest);
    parts.sizeRange.setAttribute("aria-valuetext", `${model.size} of ${largest} nodes`);
    parts.sizeCount.textContent = `${model.shown.count} of ${model.nodes.length}`;
    parts.undo.disabled = !model.past.length;
    parts.redo.disabled = !model.future.length;
    for (const button of parts.labels.children) button.setAttribute("aria-pressed", String(button.dataset.value === model.labels));
  }

  slide(range) {
    this.model.resize(fromSlider(Number(range.value), this.model.largest));
  }

  foldFrom(level) {
    this.model.foldFrom(level);
    this.refit();
  }

  /** After a change of the whole map's form: all of it in view again, or at least what is selected. */
  refit() {
    this.map.fit();
    if (this.selected !== null) this.map.show(this.selected);
  }

  // ---- one thing selected, in every pane ----

  select(id, from) {
    this.selected = id;
    this.model.reveal(id);
    this.map.mark(id);
    if (from !== "map") this.map.show(id);
    this.outline.mark(id, from !== "outline");
    const node = this.model.node(id);
    this.text?.mark(this.text.starts.get(id) ?? null, from !== "text");
    this.renderDetail(id, node);
    if (from === "text" && NARROW_SCREEN.matches) this.showPane("map");
    const children = this.model.children(id).length;
    this.say(`${this.model.label(id)}. Level ${this.model.path(id).length}${children ? `, ${children} below` : ""}`);
  }

  chooseSentence(span, id) {
    if (id !== null && this.model.shown.parents.has(id)) return this.select(id, "text");
    this.text.mark(Number(span.dataset.start), false);
    if (id === null) this.toast("This passage is not a node of the map.");
    else this.toast("This sentence is not on the map at its present size.", { label: "Show it", action: () => this.select(id, "text") });
  }

  /** The whole sentence of the selected node, for narrow screens, where the text is not beside the map. */
  renderDetail(id, node) {
    const { detail } = this.parts;
    const note = node?.page ? `page ${node.page}` : "";
    const open = this.text && node?.start !== null && node
      ? create("button", { type: "button", class: "button", text: "In the text", click: () => this.showInText(node) }) : "";
    detail.replaceChildren(
      create("p", { dir: "auto", text: node?.text ?? this.model.label(id) }),
      create("div", { class: "detail-row" }, create("span", { class: "quiet", text: note }), open,
        iconButton("close", "Close", () => (detail.hidden = true))));
    detail.hidden = false;
  }

  showInText(node) {
    this.showPane("text");
    this.text.mark(node.start, true);
  }

  showPane(name) {
    const { work, tabs } = this.parts;
    if (name === "map") work.dataset.front = "map";
    else Object.assign(work.dataset, { front: "side", side: name });
    for (const tab of tabs.children) {
      const pane = tab.dataset.pane;
      const front = pane === "map" ? work.dataset.front === "map" : work.dataset.side === pane;
      tab.setAttribute("aria-selected", String(front && (!NARROW_SCREEN.matches || pane === name)));
      tab.tabIndex = pane === name || (name === "map" && front) ? 0 : -1;
    }
    this.parts.text.hidden = work.dataset.side !== "text";
    this.parts.outline.hidden = work.dataset.side !== "outline";
    this.map?.resized();
  }

  // ---- search ----

  search(typed, jump = true) {
    const words = typed.trim().toLowerCase();
    const places = this.text?.search(words) ?? [];
    const starts = new Set(places);
    const nodes = words ? this.model.nodes.filter((node) => starts.has(node.start) || `${node.text}\n${node.snippet}\n${node.gist ?? ""}`.toLowerCase().includes(words)) : [];
    // In the order of the text; one's own nodes, which have no place in it, come last.
    nodes.sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
    this.results = nodes.map((node) => node.id);
    this.hits = new Set(this.results);
    if (!this.hits.has(this.hit)) this.hit = null;
    const { searchCount, searchSteps } = this.parts;
    searchSteps.hidden = !words;
    const onMap = this.results.filter((id) => this.model.shown.parents.has(id)).length;
    searchCount.textContent = words ? `${onMap} on the map, ${this.results.length} in all` : "";
    searchCount.title = searchCount.textContent;
    this.map.found(this.hits, this.hit);
    this.outline.found(this.hits);
    if (jump) this.jumpTo = -1;
  }

  nextHit(step) {
    if (!this.results?.length) return;
    this.jumpTo = (((this.jumpTo ?? -1) < 0 && step < 0 ? 0 : this.jumpTo ?? -1) + step + this.results.length) % this.results.length;
    const id = this.results[this.jumpTo];
    this.hit = id;
    if (this.model.shown.parents.has(id)) this.select(id, "search");
    else if (this.text) this.text.mark(this.model.node(id).start, true);
    this.map.found(this.hits, id);
    this.parts.searchCount.textContent = `${this.jumpTo + 1} of ${this.results.length}`;
  }

  // ---- changes ----

  renamed(id, label) {
    this.model.rename(id, label);
  }

  moved(id, place, target) {
    if (!this.model.move(id, place, target)) this.toast("A node cannot be moved there.");
  }

  undo() {
    this.say(this.model.undo() ? "Undone" : "Nothing to undo");
  }

  redo() {
    this.say(this.model.redo() ? "Done again" : "Nothing to do again");
  }

  edit(id, where) {
    if (where === "outline") this.outline.edit(id);
    else this.map.edit(id);
  }

  add(under, after, where) {
    const id = this.model.add(under, "New idea", after);
    this.select(id, where);
    this.edit(id, where);
  }

  remove(id, where) {
    const next = this.model.remove(id);
    if (next === null) return this.toast("The centre of the map stays.");
    this.select(next, where);
    this.toast("Removed.", { label: "Undo", action: () => this.undo() });
  }

  // ---- keys ----

  /** The keys that mean the same on the map and in the outline. */
  pressed(event, where) {
    const id = this.selected ?? this.model.shown.centre;
    const { centre, parents } = this.model.shown;
    const command = event.ctrlKey || event.metaKey;
    const shifts = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };
    if (event.altKey && shifts[event.key]) this.model.shift(id, shifts[event.key]) || this.say("It cannot be moved there");
    else if (where === "map" && !command && event.key in shifts) this.select(this.map.neighbour(id, event.key), "keys");
    else if (event.key === "F2" || (event.key === "e" && !command)) this.edit(id, where);
    else if (event.key === "Enter" && command) this.add(id, null, where);
    else if (event.key === "Enter" && event.shiftKey) id === centre ? this.add(id, null, where) : this.add(parents.get(id), id, where);
    else if (event.key === "Enter") this.select(id, where);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(id, where);
    else if (event.key === " ") this.model.fold(id, !this.model.isFolded(id, this.model.path(id).length - 1));
    else if ((event.key === "+" || event.key === "=") && !command) this.map.zoom(1.25);
    else if (event.key === "-" && !command) this.map.zoom(1 / 1.25);
    else if (event.key === "0" && !command) this.map.overview();
    else return;
    event.preventDefault();
  }

  pressedAnywhere(event) {
    if (event.target.closest("input, textarea, [contenteditable], dialog")) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && (key === "y" || (key === "z" && event.shiftKey))) this.redo();
    else if (command && key === "z") this.undo();
    else if (event.key === "/" || (command && key === "f")) this.parts.searchInput.focus();
    else if (event.key === "?") this.help();
    else return;
    event.preventDefault();
  }

  help() {
    showHelp(this.parts.root);
  }

  // ---- messages and files ----

  say(message) {
    this.parts.status.textContent = message;
  }

  toast(message, { label, action, error = false } = {}) {
    showToast(this.parts.toasts, message, { label, action, error });
  }

  exports() {
    const formats = this.options.exports?.() ?? [{ ending: ".json", name: "JSON" }];
    const save = this.options.save ?? ((format) => this.saveJson(format));
    return formats.map((format) => ({ label: format.name, note: format.ending, action: () => save(format, this) }));
  }

  /** The map as ramify's JSON; only what is shown, or (to be cut again elsewhere) all of it with its text. */
  content(onlyShown) {
    const { title, labels, shown } = this.model;
    const content = { format: "ramify-map", version: 2, title, labels, nodes: this.model.list(onlyShown) };
    if (!onlyShown) return { ...content, size: shown.count, document: this.source };
    // Elsewhere a place is a pair of numbers, also for nodes of one's own, which have none.
    for (const node of content.nodes) Object.assign(node, { start: node.start ?? 0, end: node.end ?? 0 });
    return content;
  }

  saveJson() {
    const text = JSON.stringify(this.content(true), null, 1);
    download(new Blob([text], { type: "application/json" }), `${fileName(this.model.label(this.model.shown.centre))}.json`);
  }
}

// With many nodes, the first hundred matter most: the slider's steps grow with the square.
function toSlider(size, largest) {
  return largest <= 200 ? size : Math.round(1 + 399 * Math.sqrt((size - 1) / (largest - 1)));
}

function fromSlider(value, largest) {
  return largest <= 200 ? value : 1 + (largest - 1) * ((value - 1) / 399) ** 2;
}
