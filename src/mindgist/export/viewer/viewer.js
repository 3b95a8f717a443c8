// The viewer: a map to read, search and edit, with its text beside it. The page and the .html export both use it.

import { Detail } from "./detail.js";
import { create } from "./dom.js";
import { createFrame } from "./frame.js";
import { pressedAnywhere, pressedOnMap } from "./keys.js";
import { MapView } from "./map-view.js";
import { showHelp, showToast } from "./messages.js";
import { MapModel } from "./model.js";
import { openNodeMenu } from "./node-menu.js";
import { OutlineView } from "./outline-view.js";
import { Search } from "./search.js";
import { Sharing } from "./sharing.js";
import { startShow } from "./show.js";
import { sizeFromSlider, sliderFromSize, sliderSteps } from "./size-slider.js";
import { TextView } from "./text-view.js";

const TABBED = matchMedia("(max-width: 900px)"); // the map is one of the tabs
const PHONE = matchMedia("(max-width: 600px)");
const NEW_LABEL = "New idea";
const TOOLTIP_DELAY = 350; // milliseconds
const IDLE_CHECK = 200; // milliseconds
const REFITTING_CHANGES = ["size", "labels", "levels", "focus"]; // after which the map is fitted into its frame again

export class Viewer {
  /**
   * `data` is a map in the API's form, or the result of `state()`. `options.exports()` lists formats for the menu and
   * `options.save(format, viewer)` writes the files; without them the browser writes the files that it can.
   * `options.changed(reason)` is called after every change; `options.start` is the first element of the bar.
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
    this.renderPanes();
    this.onKey = (event) => pressedAnywhere(this, event);
    document.addEventListener("keydown", this.onKey);
    this.onWidthChange = () => this.showPane(this.pane);
    TABBED.addEventListener("change", this.onWidthChange);
    this.onPrint = () => this.sharing.prepareForPrint();
    addEventListener("beforeprint", this.onPrint);
    (this.pane === "outline" ? this.outline : this.map).focus();
    this.hover(null); // the focus on the centre should not show its tooltip
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    TABBED.removeEventListener("change", this.onWidthChange);
    removeEventListener("beforeprint", this.onPrint);
    this.map.close();
  }

  state() {
    return { ...this.model.state(), document: this.source };
  }

  // ---- drawing ----

  changed(reason) {
    if (reason === "typing") return this.options.changed?.(reason); // the field shows what is typed
    const { model } = this;
    if (this.removal !== model.nodes) this.removalToast?.remove(); // its button would undo another change
    if (this.selected !== null && !model.shown.parents.has(this.selected)) {
      this.selected = null;
      this.detail.hide();
    }
    const anchor = reason === "edit" && this.map.isSeen(model.top) ? model.top : this.selected;
    this.map.draw({ anchor, fit: REFITTING_CHANGES.includes(reason) });
    if (reason === "edit" && this.detail.id !== null) this.detail.show(this.detail.id);
    this.renderPath();
    this.renderControls();
    // The map is drawn first; the other panes follow in the next frame.
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.renderPanes());
    this.options.changed?.(reason);
  }

  /** Shows where the branch in focus is: a button for each of its ancestors. */
  renderPath() {
    const { model, parts } = this;
    parts.path.hidden = model.top === model.shown.centre;
    const [, ...ancestors] = model.path(model.top);
    const step = (id, text) => create("button", { type: "button", class: "button small", dir: "auto", "aria-current": id === model.top ? "true" : null, text, click: () => this.focusOn(id) });
    parts.path.replaceChildren(step(null, "Whole map"), ...ancestors.flatMap((id) => [" › ", step(id, model.label(id))]));
  }

  renderPanes() {
    this.outline.render();
    this.text?.render();
    if (this.parts.searchInput.value) this.search(this.parts.searchInput.value, false);
    this.renderControls();
  }

  renderControls() {
    const { parts, model } = this;
    const { largest } = model;
    const steps = sliderSteps(largest);
    parts.title.textContent = this.sharing.title;
    parts.sizeRange.max = steps;
    if (document.activeElement !== parts.sizeRange || steps === largest) parts.sizeRange.value = sliderFromSize(model.size, largest);
    parts.sizeRange.setAttribute("aria-valuetext", `${model.size} of ${largest} nodes`);
    parts.sizeCount.textContent = `${model.shown.count} of ${model.nodes.length}`;
    parts.undo.disabled = !model.past.length;
    parts.redo.disabled = !model.future.length;
    for (const button of parts.labels.children) button.setAttribute("aria-pressed", String(button.dataset.value === model.labels));
  }

  slide(range) {
    this.model.resize(sizeFromSlider(Number(range.value), this.model.largest));
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
    this.fold(id, !this.model.isFolded(id));
  }

  /** Shows one branch alone, or with null the whole map. */
  focusOn(id) {
    this.model.focus(id ?? this.model.shown.centre);
    this.say(id === null ? "Whole map" : `Only ${this.model.label(id)}`);
    this.map.focus();
  }

  // ---- selection ----

  /** Selects a node in all panes; `from` is where that was done: "map", "outline", "text", "search", "keys" or "show". */
  select(id, from) {
    this.selected = id;
    this.showTooltip(null);
    this.model.reveal(id);
    this.map.mark(id);
    if (from !== "map") this.map.show(id);
    if (from === "map" || from === "keys") this.map.focus();
    this.outline.mark(id, from !== "outline");
    this.detail.show(id);
    this.text?.mark(this.text.startOf(id), from !== "text");
    this.text?.tint(id);
    if (from === "text" && TABBED.matches) this.showPane("map");
    const children = this.model.children(id).length;
    this.say(`${this.model.label(id)}. Level ${this.model.path(id).length}${children ? `, ${children} below` : ""}`);
  }

  /** Highlights the passages of the node under the pointer, or the node of the passage under it. */
  hover(id, from = "map") {
    if (id === this.hovered) return;
    this.hovered = id;
    this.lit = from === "text" ? id : null;
    this.map.highlight(this.lit);
    if (from === "map") this.text?.tint(id ?? this.selected);
    this.showTooltip(from === "map" ? id : null);
  }

  /** Shows the whole sentence of a short label after a moment; null removes it. */
  showTooltip(id) {
    clearTimeout(this.tooltipTimer);
    this.parts.tooltip?.remove();
    this.parts.tooltip = null;
    const node = id === null ? null : this.model.node(id);
    if (!node || node.text.replace(/[.。]$/, "") === this.model.label(id) || this.detail.id === id) return;
    this.tooltipTimer = setTimeout(() => this.map.showTooltip(id, node.text), TOOLTIP_DELAY);
  }

  chooseSentence(span, id) {
    if (id !== null && this.model.shown.parents.has(id)) return this.select(id, "text");
    this.text.mark(Number(span.dataset.start), false);
    if (id === null) this.toast("This passage is not a node of the map.");
    else this.offer(id, "This sentence is not on the map at its current size.");
  }

  /** Shows a message with a button that adds a node to the map. */
  offer(id, message) {
    this.toast(message, { label: "Show it", action: () => this.select(id, "search") });
  }

  showInText(node) {
    this.showPane("text");
    this.text.mark(node.start, true);
  }

  /** The pane in front: "map", "text" or "outline". */
  get pane() {
    const { front, side } = this.parts.work.dataset;
    return front === "side" && TABBED.matches ? side : "map";
  }

  /** Whether the map is one of the tabs. */
  get isTabbed() {
    return TABBED.matches;
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

  search(typed, jump = true) {
    this.finder.search(typed, jump);
  }

  nextHit(step) {
    this.finder.next(step);
  }

  // ---- changes ----

  move(id, place, target) {
    if (this.model.move(id, place, target)) this.select(id, "map");
    else this.toast("The node cannot be moved there.");
  }

  undo() {
    this.say(this.model.undo() ? "Undone" : "Nothing to undo");
  }

  redo() {
    this.say(this.model.redo() ? "Redone" : "Nothing to redo");
  }

  /** Edits a label in the pane `where`; calls `cancelled` if nothing is entered. */
  edit(id, where, cancelled = () => {}) {
    const view = where === "outline" ? this.outline : this.map;
    const done = (text) => {
      if (text?.trim()) this.model.rename(id, text, this.model.typing !== null);
      this.model.endTyping(Boolean(text?.trim()));
      if (text === null) cancelled();
      view.focus();
    };
    view.edit(id, done, (text) => this.model.rename(id, text, true));
  }

  /** Resolves when the user types in no field of the viewer: a field that is being edited is never rebuilt. */
  async idle() {
    const types = () => this.parts.root.contains(document.activeElement) && document.activeElement.matches("input:not([type=range]), textarea");
    while (types()) await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK));
  }

  add(parent, after, where) {
    const before = this.selected;
    const id = this.model.add(parent, NEW_LABEL, after);
    this.select(id, where === "outline" ? "outline" : "keys");
    this.edit(id, where, () => {
      this.model.withdraw();
      if (before !== null && this.model.shown.parents.has(before)) this.select(before, "keys");
    });
  }

  addSibling(id, where) {
    const { centre, parents } = this.model.shown;
    if (id === centre) this.add(id, null, where);
    else this.add(parents.get(id), id, where);
  }

  remove(id, where) {
    const next = this.model.remove(id);
    if (next === null) return this.toast("The centre cannot be removed.");
    this.select(next, where === "outline" ? "outline" : "keys");
    this.removal = this.model.nodes;
    this.removalToast = this.toast("Removed.", { label: "Undo", action: () => this.undo() });
  }

  contextMenu(id, point) {
    this.select(id, "map");
    openNodeMenu(this, id, point);
  }

  pressed(event, where) {
    pressedOnMap(this, event, where);
  }

  // ---- messages, help, presentation ----

  /** Tells screen readers something. */
  say(message) {
    this.parts.status.textContent = message;
  }

  toast(message, { label, action, error = false } = {}) {
    return showToast(this.parts.toasts, message, { label, action, error });
  }

  help() {
    showHelp(this.parts.root);
  }

  present() {
    startShow(this);
  }
}
