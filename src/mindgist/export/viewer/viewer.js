// A map to look at, search, trim and correct, with its text beside it: the page and the .html export are both this.

import { Detail } from "./detail.js";
import { createFrame } from "./frame.js";
import { pressedAnywhere, pressedOnMap } from "./keys.js";
import { openMenuAt } from "./menu.js";
import { showHelp, showToast } from "./messages.js";
import { MapModel } from "./model.js";
import { MapView } from "./map-view.js";
import { OutlineView } from "./outline-view.js";
import { Search } from "./search.js";
import { Sharing } from "./sharing.js";
import { startShow } from "./show.js";
import { TextView } from "./text-view.js";

const TABBED = matchMedia("(max-width: 900px)"); // the map is one of the tabs
const PHONE = matchMedia("(max-width: 600px)");
const NEW_LABEL = "New idea";

export class Viewer {
  /**
   * `data` is a map as the API answers it, or a viewer's own `state()`. `options.exports` lists formats for the menu
   * and `options.save(format, viewer)` makes the files; without them the menu has what a browser can make itself.
   * `options.changed(reason)` is called after every change worth keeping; `options.start` is put first in the bar.
   */
  constructor(parent, data, options = {}) {
    this.options = options;
    this.source = data.document ?? null;
    this.model = new MapModel(data);
    this.selected = this.lit = this.hovered = this.hit = null;
    this.hits = new Set();
    this.sharing = new Sharing(this);
    this.parts = createFrame(this, { hasText: Boolean(this.source), exports: () => this.sharing.menu(), start: options.start });
    parent.replaceChildren(this.parts.root);
    this.detail = new Detail(this.parts.detail, this);
    this.finder = new Search(this);
    this.showPane(this.source ? "text" : "outline");
    this.showPane(PHONE.matches ? "outline" : "map");
    if (this.source) this.text = new TextView(this.parts.text, this.source, this.model, this);
    this.outline = new OutlineView(this.parts.outline, this.model, this);
    this.map = new MapView(this.parts.map, this.model, this);
    this.model.listen((reason) => this.changed(reason));
    this.renderAround();
    this.keys = (event) => pressedAnywhere(this, event);
    document.addEventListener("keydown", this.keys);
    this.forms = () => this.showPane(this.pane);
    TABBED.addEventListener("change", this.forms);
    this.beforePrint = () => this.sharing.layOutForPrint();
    addEventListener("beforeprint", this.beforePrint);
    (this.pane === "outline" ? this.outline : this.map).focus();
    this.hover(null); // the map has the focus from its first moment on, but nobody has asked about its centre yet
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    TABBED.removeEventListener("change", this.forms);
    removeEventListener("beforeprint", this.beforePrint);
    this.map.close();
  }

  state() {
    return { ...this.model.state(), document: this.source };
  }

  // ---- drawing ----

  changed(reason) {
    const { model } = this;
    if (this.selected !== null && !model.shown.parents.has(this.selected)) {
      this.selected = null;
      this.detail.hide();
    }
    this.map.draw({ fit: reason === "size" || reason === "labels" || reason === "levels" || reason === "focus" });
    if (reason === "edit" && this.detail.id !== null) this.detail.show(this.detail.id);
    this.parts.back.hidden = model.top === model.shown.centre;
    this.renderControls();
    // The drawing is what the eye follows; the panes beside it come a moment later.
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.renderAround());
    this.options.changed?.(reason);
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
    parts.title.textContent = model.title || model.label(model.shown.centre);
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

  showLabels(labels) {
    this.model.showLabels(labels);
  }

  foldFrom(level) {
    this.model.foldFrom(level);
  }

  fold(id, folded) {
    this.model.fold(id, folded);
    if (!folded) this.map.showBelow(id);
  }

  toggle(id) {
    this.fold(id, !this.model.isFolded(id, this.model.depth(id)));
  }

  /** One branch alone, or with null the whole map again. */
  focusOn(id) {
    this.model.focus(id ?? this.model.shown.centre);
    this.say(id === null ? "The whole map" : `Only ${this.model.label(id)}`);
    this.map.focus();
  }

  // ---- one thing selected, in every pane ----

  select(id, from) {
    this.selected = id;
    this.tip(null);
    this.model.reveal(id);
    this.map.mark(id);
    if (from !== "map") this.map.show(id);
    if (from === "map" || from === "keys") this.map.focus();
    this.outline.mark(id, from !== "outline");
    this.text?.mark(this.text.startOf(id), from !== "text");
    this.text?.tint(id);
    this.detail.show(id);
    this.map.clear(id, this.parts.detail);
    if (from === "text" && TABBED.matches) this.showPane("map");
    const children = this.model.children(id).length;
    this.say(`${this.model.label(id)}. Level ${this.model.path(id).length}${children ? `, ${children} below` : ""}`);
  }

  /** Lights up what belongs to the node under the pointer: its passages in the text, the node of a passage. */
  hover(id, from = "map") {
    if (id === this.hovered) return;
    this.hovered = id;
    this.lit = from === "text" ? id : null;
    this.map.light(this.lit);
    if (from === "map") this.text?.tint(id ?? this.selected);
    this.tip(from === "map" ? id : null);
  }

  /** The whole sentence beside a short label, a moment after the pointer has come to rest on it. */
  tip(id) {
    clearTimeout(this.tipping);
    this.parts.tip?.remove();
    this.parts.tip = null;
    const node = id === null ? null : this.model.node(id);
    if (!node || node.text === this.model.label(id) || this.detail.id === id) return;
    this.tipping = setTimeout(() => this.map.tip(id, node.text), 350);
  }

  chooseSentence(span, id) {
    if (id !== null && this.model.shown.parents.has(id)) return this.select(id, "text");
    this.text.mark(Number(span.dataset.start), false);
    if (id === null) this.toast("This passage is not a node of the map.");
    else this.offer(id, "This sentence is not on the map at its present size.");
  }

  /** Says that a node is not on the map, and offers to put it there. */
  offer(id, message) {
    this.toast(message, { label: "Show it", action: () => this.select(id, "search") });
  }

  showInText(node) {
    this.showPane("text");
    this.text.mark(node.start, true);
  }

  /** Where the reader is: 'map', 'text' or 'outline'. */
  get pane() {
    const { front, side } = this.parts.work.dataset;
    return front === "side" && TABBED.matches ? side : "map";
  }

  showPane(name) {
    const { work, tabs } = this.parts;
    if (name === "map") work.dataset.front = "map";
    else Object.assign(work.dataset, { front: "side", side: name });
    for (const tab of tabs.children) {
      const { pane } = tab.dataset;
      const front = pane === "map" ? work.dataset.front === "map" : work.dataset.side === pane;
      const selected = front && (!TABBED.matches || pane === this.pane);
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
    this.parts.text.hidden = work.dataset.side !== "text";
    this.parts.outline.hidden = work.dataset.side !== "outline";
    this.outline?.render();
    this.map?.resized();
  }

  // ---- search ----

  search(typed, jump = true) {
    this.finder.search(typed, jump);
  }

  nextHit(step) {
    this.finder.next(step);
  }

  // ---- changes ----

  renamed(id, label) {
    this.model.rename(id, label);
  }

  moved(id, place, target) {
    if (this.model.move(id, place, target)) this.select(id, "map");
    else this.toast("A node cannot be moved there.");
  }

  undo() {
    this.say(this.model.undo() ? "Undone" : "Nothing to undo");
  }

  redo() {
    this.say(this.model.redo() ? "Done again" : "Nothing to do again");
  }

  /** Edits a label where the reader is; `otherwise` is called if nothing is written. */
  edit(id, where, otherwise = () => {}) {
    const view = where === "outline" ? this.outline : this.map;
    view.edit(id, (text) => {
      if (text === null) otherwise();
      else this.renamed(id, text);
      view.focus();
    });
  }

  add(under, after, where) {
    const before = this.selected;
    const id = this.model.add(under, NEW_LABEL, after);
    this.select(id, where === "outline" ? "outline" : "keys");
    this.edit(id, where, () => {
      this.model.withdraw();
      if (before !== null && this.model.shown.parents.has(before)) this.select(before, "keys");
    });
  }

  addBeside(id, where) {
    const { centre, parents } = this.model.shown;
    if (id === centre) this.add(id, null, where);
    else this.add(parents.get(id), id, where);
  }

  remove(id, where) {
    const next = this.model.remove(id);
    if (next === null) return this.toast("The centre of the map stays.");
    this.select(next, where === "outline" ? "outline" : "keys");
    this.toast("Removed.", { label: "Undo", action: () => this.undo() });
  }

  contextMenu(id, place) {
    this.select(id, "map");
    const { model } = this;
    const isCentre = id === model.shown.centre;
    const below = model.children(id).length;
    const items = [
      { label: "Edit", note: "F2", action: () => this.edit(id, "map") },
      { label: "Add under it", note: "Ctrl+Enter", action: () => this.add(id, null, "map") },
      !isCentre && { label: "Add beside it", note: "Shift+Enter", action: () => this.addBeside(id, "map") },
      below && !isCentre && { label: model.isFolded(id, model.depth(id)) ? "Unfold" : "Fold", note: "Space", action: () => this.toggle(id) },
      !isCentre && { label: "Focus on this branch", note: "F", action: () => this.focusOn(id) },
      this.text && this.text.startOf(id) !== null && { label: "Show in the text", action: () => this.showInText(model.node(id)) },
      !isCentre && { label: "Remove", note: "Delete", action: () => this.remove(id, "map") },
    ];
    openMenuAt(place, items.filter(Boolean), "The selected node", () => this.map.focus());
  }

  // ---- keys ----

  pressed(event, where) {
    pressedOnMap(this, event, where);
  }

  help() {
    showHelp(this.parts.root);
  }

  present() {
    startShow(this);
  }

  // ---- messages and files ----

  say(message) {
    this.parts.status.textContent = message;
  }

  toast(message, { label, action, error = false } = {}) {
    showToast(this.parts.toasts, message, { label, action, error });
  }

  content(onlyShown) {
    return this.sharing.content(onlyShown);
  }

  copyPicture() {
    return this.sharing.copyPicture();
  }

  copyMarkdown() {
    return this.sharing.copyMarkdown();
  }

  print() {
    globalThis.print();
  }
}

// With many nodes, the first hundred matter most: the slider's steps grow with the square.
function toSlider(size, largest) {
  return largest <= 200 ? size : Math.round(1 + 399 * Math.sqrt((size - 1) / (largest - 1)));
}

function fromSlider(value, largest) {
  return largest <= 200 ? value : 1 + (largest - 1) * ((value - 1) / 399) ** 2;
}
