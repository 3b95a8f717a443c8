// The map that the viewer shows: every view draws it and asks it for changes. Changes to the map itself can be undone.

import { LABEL_FIELDS } from "./constants.js";
import { CENTRE, MapTree } from "./map-tree.js";

const MAX_HISTORY = 100; // changes that can be undone

export class MapModel extends MapTree {
  constructor(data) {
    super(data);
    this.past = data.past ?? [];
    this.future = data.future ?? [];
    this.typing = null; // what is being typed: a key of `type`, or null
    this.listeners = [];
  }

  /** What has to be stored to restore this map, with its history. */
  state() {
    const { title, labels, nodes, links, linksShown, size, next, edited, arranged, level, past, future } = this;
    return {
      title, labels, nodes, links, linksShown, size, next, edited, arranged, level, past, future,
      folded: [...this.folds], kept: [...this.kept], families: [...this.families],
    };
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  changed(reason) {
    this.clearCache();
    for (const listener of this.listeners) listener(reason);
  }

  // ---- what is shown ----

  /** Changes the size. Nodes that a larger size adds are unfolded. */
  resize(size) {
    const before = this.shown.parents;
    this.size = Math.max(1, Math.min(this.largest, Math.round(size)));
    this.clearCache();
    const opened = new Set();
    for (const id of this.shown.parents.keys()) {
      if (before.has(id)) continue;
      for (let up = this.shown.parents.get(id); up && !opened.has(up); up = this.shown.parents.get(up)) opened.add(up);
    }
    for (const id of opened) this.folds.set(id, false);
    this.changed("size");
  }

  showLabels(labels) {
    this.labels = labels;
    this.changed("labels");
  }

  /** Shows or hides the links between branches; what they link is unfolded. */
  toggleLinks() {
    this.linksShown = !this.linksShown;
    if (this.linksShown) for (const [source, target] of this.shownLinks) for (const id of [source, target]) this.reveal(id);
    this.changed("labels");
  }

  /** Shows one branch alone; with the centre, the whole map. */
  focus(id) {
    this.focused = id === this.shown.centre ? null : id;
    this.changed("focus");
  }

  fold(id, folded) {
    if (!this.depth(id)) return; // the top is never folded
    this.folds.set(id, folded);
    this.changed("fold");
  }

  /** Unfolds this many levels: 1 shows the main branches, Infinity everything. */
  foldFrom(level) {
    this.folds.clear();
    this.level = level;
    this.changed("levels");
  }

  /** Makes a node visible: unfolds its ancestors, and keeps it even if its rank is beyond the size. */
  reveal(id) {
    let changed = false;
    if (!this.shown.parents.has(id)) {
      this.kept.add(id);
      this.clearCache();
      changed = true;
    }
    if (this.top !== this.shown.centre && !this.isUnder(id, this.top)) {
      this.focused = null;
      changed = true;
    }
    for (const ancestor of this.path(id).slice(0, -1)) {
      if (!this.isFolded(ancestor)) continue;
      this.folds.set(ancestor, false);
      changed = true;
    }
    if (changed) this.changed("fold");
  }

  // ---- changes that can be undone ----

  /** What an undo restores: the map with its folds. */
  snapshot() {
    return { nodes: this.nodes, title: this.title, folds: new Map(this.folds), level: this.level, kept: new Set(this.kept) };
  }

  /** Makes a change. Changes with the same `typing` key, one after the other, are undone together. */
  change(edit, typing = null) {
    if (typing === null || typing !== this.typing) {
      this.past.push(this.snapshot());
      if (this.past.length > MAX_HISTORY) this.past.shift();
    }
    edit();
    this.edited = this.arranged = true;
    this.future = [];
    this.typing = typing;
    this.changed(typing === null ? "edit" : "typing");
  }

  /** Ends the typing of a label or note: what was typed becomes one change, or is taken back without `keep`. */
  endTyping(keep) {
    if (this.typing === null) return;
    const isNote = this.typing.startsWith("note");
    this.typing = null;
    if (keep) this.changed(isNote ? "note" : "edit");
    else this.withdraw();
  }

  step(from, to) {
    if (!from.length) return false;
    this.typing = null;
    to.push(this.snapshot());
    Object.assign(this, from.pop());
    this.changed("edit");
    return true;
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  /** Undoes the last change without the possibility to redo it. */
  withdraw() {
    if (this.undo()) this.future.pop();
  }

  /** Renames a node; `typing` if the user still types. The name of the centre is the map's title. */
  rename(id, label, typing = false) {
    const text = label.trim().replace(/\s+/g, " ");
    if (!text || text === this.label(id)) return;
    this.change(() => {
      const isTitle = id === CENTRE || (id === this.shown.centre && this.title !== null);
      if (isTitle) this.title = text;
      if (id === CENTRE) return;
      const fields = { topic: "", generated: false, [LABEL_FIELDS[this.labels]]: text }; // a name stands alone
      if (isTitle || this.node(id).start === null) Object.assign(fields, { text, snippet: text, gist: text }); // they have one label
      this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, ...fields } : other));
    }, typing ? `label ${id}` : null);
  }

  /** Sets fields of a node. */
  revise(id, fields) {
    if (this.node(id)) this.change(() => (this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, ...fields } : other))));
  }

  /** Sets the note of a node while it is typed; an empty text removes it. `endTyping` ends the change. */
  annotate(id, text) {
    const note = text.trim();
    if (note === (this.node(id)?.note ?? "")) return;
    this.change(() => (this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, note } : other))), `note ${id}`);
  }

  /** Adds a node without a position in the text, last or `after` a sibling; returns its id. */
  add(parent, text, after = null) {
    const id = `n${this.next++}`;
    const node = { id, parent: parent === CENTRE ? null : parent, rank: null, score: 0, text, snippet: text, gist: text, sentence: null, start: null, end: null, page: null };
    this.change(() => {
      const place = after === null ? this.nodes.length : this.nodes.findIndex((other) => other.id === after) + 1;
      this.nodes = this.nodes.toSpliced(place, 0, node);
      if (parent !== CENTRE) this.folds.set(parent, false);
    });
    return id;
  }

  /** Moves a node "in", "before" or "after" another; returns whether that is possible. */
  move(id, place, target) {
    const { centre } = this.shown;
    if (id === centre || id === target || this.isUnder(target, id) || (place !== "in" && target === centre)) return false;
    const parent = place === "in" ? (target === CENTRE ? null : target) : this.node(target).parent;
    this.change(() => {
      const rest = this.nodes.filter((node) => node.id !== id);
      const at = place === "in" ? rest.length : rest.findIndex((node) => node.id === target) + (place === "after" ? 1 : 0);
      this.nodes = rest.toSpliced(at, 0, { ...this.node(id), parent });
      if (place === "in") this.folds.set(target, false);
    });
    return true;
  }

  /** Moves a node "up" or "down" among its siblings, "out" one level, or "in" to the sibling before it. */
  shift(id, direction) {
    const parent = this.shown.parents.get(id);
    if (parent === null || parent === undefined) return false;
    const siblings = this.children(parent);
    const place = siblings.indexOf(id);
    if (direction === "up") return place > 0 && this.move(id, "before", siblings[place - 1]);
    if (direction === "down") return place < siblings.length - 1 && this.move(id, "after", siblings[place + 1]);
    if (direction === "in") return place > 0 && this.move(id, "in", siblings[place - 1]);
    return parent !== this.shown.centre && this.move(id, "after", parent);
  }

  /** Removes a node with its descendants; returns the id to select next, or null for the centre, which stays. */
  remove(id) {
    const { centre, parents } = this.shown;
    if (id === centre) return null;
    const parent = parents.get(id);
    const siblings = this.children(parent);
    const place = siblings.indexOf(id);
    this.change(() => (this.nodes = this.nodes.filter((node) => !this.isUnder(node.id, id))));
    return siblings[place + 1] ?? siblings[place - 1] ?? parent;
  }
}
