// The map as data. Every view draws what this holds and asks it for changes; nothing else is the truth.
//
// Nodes come strongest first. `rank` remembers that order for ever, so that a size is a cut: the nodes of the
// smallest ranks, with whatever stands above them, are shown. The order of `nodes` is the order of siblings.

export const CENTRE = "centre"; // the id of the title, where the title is the middle of the map
export const COLOURS = 9;
const LONGEST_HISTORY = 100;
const OPEN_LEVELS = 2; // the main branches and what stands right under them
const SHORT_LABEL = 9; // words

// Which field of a node each kind of label shows.
export const LABEL_FIELDS = { gists: "gist", sentences: "text", snippets: "snippet" };

const KNOWN_LABELS = new WeakMap();

export class MapModel {
  /** `data` is a map as the API answers it, or what `state()` gave. */
  constructor(data) {
    const { title = null, labels = "gists", nodes = [], size = null, next = null, edited = false, arranged = false } = data;
    this.fresh = !nodes[0]?.id;
    this.nodes = this.fresh ? nodes.map(placed) : nodes;
    if (this.fresh && !arranged) this.nodes = inReadingOrder(this.nodes);
    this.edited = edited;
    this.arranged = arranged || edited; // siblings stand as somebody set them
    this.title = title;
    this.labels = labels;
    this.size = Math.min(size ?? this.largest, this.largest);
    this.level = data.level ?? OPEN_LEVELS;
    this.folds = new Map(data.folded ?? []);
    if (this.fresh) this.restore(data.view ?? foldsOf(nodes));
    this.kept = new Set(data.kept ?? []);
    this.focused = null; // the branch that alone is shown, if any
    this.families = new Map(data.families ?? []);
    this.next = next ?? this.nodes.length;
    this.past = data.past ?? [];
    this.future = data.future ?? [];
    this.listeners = [];
    this.forget();
  }

  /** How a map was looked at when it was exported: `view` names nodes by their place in the list, as ids do. */
  restore(view) {
    if (!view) return;
    const { level, folded = [] } = view;
    this.level = level ?? Infinity;
    this.folds = new Map(folded.map(([place, isFolded]) => [`n${place}`, isFolded]));
    this.asExported = true;
  }

  /** What has to be kept to have this map again, with what can be undone in it. */
  state() {
    const { title, labels, nodes, size, next, edited, arranged, level, past, future } = this;
    return {
      title, labels, nodes, size, next, edited, arranged, level, past, future,
      folded: [...this.folds], kept: [...this.kept], families: [...this.families],
    };
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  changed(reason) {
    this.forget();
    for (const listener of this.listeners) listener(reason);
  }

  forget() {
    this.indexed = this.tree = this.branches = null;
  }

  // ---- reading ----

  get index() {
    this.indexed ??= new Map(this.nodes.map((node) => [node.id, node]));
    return this.indexed;
  }

  node(id) {
    return this.index.get(id);
  }

  label(id) {
    if (id === CENTRE) return this.title || "Untitled map";
    return this.labelOf(this.node(id), this.labels);
  }

  /** Labels are asked for again and again; nodes are never changed, but replaced. */
  labelOf(node, labels) {
    let known = KNOWN_LABELS.get(node);
    if (!known) KNOWN_LABELS.set(node, (known = {}));
    known[labels] ??= (node[LABEL_FIELDS[labels]] || (labels === "gists" ? shortened(node.text) : node.text)).replace(/\s+/g, " ").trim() || "…";
    return known[labels];
  }

  /** The tree that is shown: its centre, the children of each node, and the parent of each. */
  get shown() {
    if (this.tree) return this.tree;
    const visible = new Set();
    for (const node of this.nodes) {
      if (node.rank >= this.size && !this.kept.has(node.id)) continue; // a node of one's own has no rank: always shown
      for (let up = node; up && !visible.has(up.id); up = this.node(up.parent)) visible.add(up.id);
    }
    const { centre } = this;
    const children = new Map();
    const parents = new Map([[centre, null]]);
    for (const node of this.nodes) {
      if (!visible.has(node.id) || node.id === centre) continue;
      const parent = node.parent ?? CENTRE;
      parents.set(node.id, parent);
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(node.id);
    }
    const below = new Map(); // how many stand under each
    for (const id of [...inOrder(centre, children)].reverse()) {
      below.set(id, (children.get(id) ?? []).reduce((sum, child) => sum + 1 + below.get(child), 0));
    }
    this.tree = { centre, children, parents, below, count: visible.size };
    return this.tree;
  }

  /** The middle of the map: its only root, or the title where there are several. */
  get centre() {
    const roots = this.nodes.filter((node) => node.parent === null);
    return roots.length === 1 ? roots[0].id : CENTRE;
  }

  /**
   * Which main branch a node belongs to, and so its colour; null for the centre. Branches are counted by their rank in
   * the whole map, so that no size and no later change gives one another colour.
   */
  family(id) {
    if (!this.branches) {
      const { centre } = this;
      const above = centre === CENTRE ? null : centre;
      const main = this.nodes.filter((node) => node.parent === above && node.id !== centre);
      for (const { id: branch } of main.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))) {
        if (!this.families.has(branch)) this.families.set(branch, this.families.size);
      }
      this.branches = new Map([[centre, null], ...main.map((node) => [node.id, this.families.get(node.id)])]);
    }
    const path = [];
    let up = id;
    for (; up !== null && up !== undefined && !this.branches.has(up); up = this.node(up)?.parent) path.push(up);
    const family = this.branches.get(up) ?? null;
    for (const each of path) this.branches.set(each, family);
    return family;
  }

  colour(id) {
    const family = this.family(id);
    return family === null ? null : family % COLOURS;
  }

  children(id) {
    return this.shown.children.get(id) ?? [];
  }

  isFolded(id, depth) {
    return this.children(id).length > 0 && (this.folds.get(id) ?? depth >= this.level);
  }

  isSeenFolded(id) {
    const from = this.isUnder(id, this.top) ? this.top : this.shown.centre;
    return id !== from && this.isFolded(id, this.path(id).length - this.path(from).length);
  }

  /** Where the drawing and the outline begin: the centre, or the branch in focus. */
  get top() {
    return this.focused !== null && this.shown.parents.has(this.focused) ? this.focused : this.shown.centre;
  }

  /** How far a node stands below the top. */
  depth(id) {
    return this.path(id).length - this.path(this.top).length;
  }

  focus(id) {
    this.focused = id === this.shown.centre ? null : id;
    this.changed("focus");
  }

  /** [id, depth, folded] of every node in view, as an outline lists them; what is folded away is left out, unless asked for. */
  *outline(evenFolded = false) {
    const stack = [[this.top, 0]];
    while (stack.length) {
      const [id, depth] = stack.pop();
      const folded = this.isFolded(id, depth);
      yield [id, depth, folded];
      if (!folded || evenFolded) for (const child of [...this.children(id)].reverse()) stack.push([child, depth + 1]);
    }
  }

  path(id) {
    const path = [];
    for (let up = id; up !== null && up !== undefined; up = this.shown.parents.get(up)) path.unshift(up);
    return path;
  }

  /** The nodes as a list that mindgist reads: what is shown first, parents before children, so that prefixes are trees. */
  list(onlyShown) {
    return this.listed(onlyShown).nodes;
  }

  /** The same list, and the place of each id in it; with `onlyTop` without what stands outside of the branch in focus. */
  listed(onlyShown, onlyTop = false) {
    const drawn = onlyTop ? new Set(inOrder(this.top, this.shown.children)) : this.shown.parents;
    const isShown = (node) => drawn.has(node.id);
    const order = this.nodes.filter(isShown);
    if (!this.edited) order.sort((a, b) => a.rank - b.rank); // untouched, it goes out as it came
    if (!onlyShown) order.push(...this.nodes.filter((node) => !isShown(node)).sort((a, b) => a.rank - b.rank));
    const places = new Map();
    const listed = [];
    for (const node of order) {
      const above = [];
      for (let up = node; up && !places.has(up.id) && !above.includes(up) && (!onlyTop || isShown(up)); up = this.node(up.parent)) above.unshift(up);
      for (const { id, parent, rank, ...fields } of above) {
        places.set(id, listed.length);
        listed.push({ ...fields, parent: places.get(parent) ?? null, ...(onlyShown && this.isSeenFolded(id) ? { folded: true } : {}) });
      }
    }
    return { nodes: listed, places };
  }

  /** The largest size there is: beyond the last rank nothing is left to show. */
  get largest() {
    return this.nodes.reduce((most, node) => Math.max(most, (node.rank ?? 0) + 1), 1);
  }

  // ---- what is seen of it ----

  /** Cuts the map anew; what a larger size brings comes into view, also where it would be folded away. */
  resize(size) {
    const before = this.shown.parents;
    this.size = Math.max(1, Math.min(this.largest, Math.round(size)));
    this.forget();
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

  fold(id, folded) {
    this.folds.set(id, folded);
    this.changed("fold");
  }

  /** Shows so many levels (1 leaves the main branches), or with Infinity all. */
  foldFrom(level) {
    this.folds.clear();
    this.level = level;
    this.changed("levels");
  }

  /** Makes sure that a node is in view: unfolds what stands above it, and keeps it even beyond the size. */
  reveal(id) {
    let changed = false;
    if (!this.shown.parents.has(id)) {
      this.kept.add(id);
      this.forget();
      changed = true;
    }
    if (this.top !== this.shown.centre && !this.isUnder(id, this.top)) {
      this.focused = null;
      changed = true;
    }
    for (const above of this.path(id).slice(0, -1)) {
      if (!this.isFolded(above, this.depth(above))) continue;
      this.folds.set(above, false);
      changed = true;
    }
    if (changed) this.changed("fold");
  }

  // ---- changes that can be undone ----

  /** What an undo brings back: the map, and how it was folded, so that what comes back is seen. */
  moment() {
    return { nodes: this.nodes, title: this.title, folds: new Map(this.folds), level: this.level, kept: new Set(this.kept) };
  }

  change(edit) {
    const before = this.moment();
    edit();
    this.edited = this.arranged = true;
    this.past.push(before);
    if (this.past.length > LONGEST_HISTORY) this.past.shift();
    this.future = [];
    this.changed("edit");
  }

  step(from, to) {
    if (!from.length) return false;
    to.push(this.moment());
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

  /** Takes back the last change for good, as if it had not been made. */
  withdraw() {
    if (this.undo()) this.future.pop();
  }

  rename(id, label) {
    const text = label.trim().replace(/\s+/g, " ");
    if (!text || text === this.label(id)) return;
    this.change(() => {
      if (id === CENTRE) {
        this.title = text;
        return;
      }
      const fields = { [LABEL_FIELDS[this.labels]]: text };
      const node = this.node(id);
      if (node.start === null) Object.assign(fields, { text, snippet: text, gist: text }); // one's own node has one label
      if (node.parent === null && node.text === this.title && fields.text) this.title = text;
      this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, ...fields } : other));
    });
  }

  /** Writes a note on a node; an empty one takes it away. */
  annotate(id, text) {
    const note = text.trim();
    if (note === (this.node(id)?.note ?? "")) return;
    this.change(() => (this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, note } : other))));
  }

  /** Adds an empty-handed node of the user's own under a parent; returns its id. */
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

  isUnder(id, above) {
    for (let up = id; up !== null && up !== undefined; up = this.node(up)?.parent) if (up === above) return true;
    return false;
  }

  /** Moves a node 'in' another, or 'before' or 'after' it. Returns whether that was possible. */
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

  /** Moves a node one step among its siblings, or one level up ('out') or down ('in', under the sibling before it). */
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

  /** Removes a node and all that stands under it; returns the id to go to, or null if it cannot be removed. */
  remove(id) {
    const { centre, parents } = this.shown;
    if (id === centre) return null;
    const parent = parents.get(id);
    const siblings = this.children(parent);
    const place = siblings.indexOf(id);
    const gone = new Set([id]);
    for (let more = true; more; ) {
      more = false;
      for (const node of this.nodes) {
        if (gone.has(node.id) || !gone.has(node.parent)) continue;
        gone.add(node.id);
        more = true;
      }
    }
    this.change(() => (this.nodes = this.nodes.filter((node) => !gone.has(node.id))));
    return siblings[place + 1] ?? siblings[place - 1] ?? parent;
  }
}

/** A node as it comes from outside, with an id and a rank; one that holds no characters of the text has no place in it. */
function placed(node, index) {
  const { folded, ...fields } = node;
  const place = node.end > node.start ? {} : { start: null, end: null };
  return { ...fields, ...place, id: `n${index}`, parent: node.parent === null ? null : `n${node.parent}`, rank: index };
}

/** The view of a map whose nodes say themselves what is folded; null where none does. */
function foldsOf(nodes) {
  const folded = nodes.flatMap((node, place) => (node.folded ? [[place, true]] : []));
  return folded.length ? { level: null, folded } : null;
}

/** Siblings as every export shows them: in the order of the document, where all of a family have a place in it. */
function inReadingOrder(nodes) {
  const unplaced = new Set(nodes.filter((node) => node.start === null).map((node) => node.parent));
  const moved = nodes.filter((node) => !unplaced.has(node.parent)).sort((a, b) => a.start - b.start);
  return [...nodes.filter((node) => unplaced.has(node.parent)), ...moved];
}

/** A sentence's first words, where nobody has found a better label. */
function shortened(text) {
  const words = text.trim().split(/\s+/);
  return words.length <= SHORT_LABEL + 1 ? text : `${words.slice(0, SHORT_LABEL).join(" ").replace(/[\p{P}\s]+$/u, "")} …`;
}

/** The ids of a tree in the order of an outline. */
function* inOrder(top, children) {
  const stack = [top];
  while (stack.length) {
    const id = stack.pop();
    yield id;
    const below = children.get(id) ?? [];
    for (let place = below.length - 1; place >= 0; place--) stack.push(below[place]);
  }
}
