// The map as data. Every view draws what this holds and asks it for changes; nothing else is the truth.
//
// Nodes come strongest first. `rank` remembers that order for ever, so that a size is a cut: the nodes of the
// smallest ranks, with whatever stands above them, are shown. The order of `nodes` is the order of siblings.

export const CENTRE = "centre"; // the id of the title, where the title is the middle of the map
const FIELDS = { gists: "gist", sentences: "text", snippets: "snippet" }; // what each kind of label shows
const COLOURS = 8;
const LONGEST_HISTORY = 200;
const DEEPEST_OPEN = 40; // browsers lay out nested boxes by recursion; deeper levels open on demand

export class MapModel {
  constructor({ title = null, labels = "gists", nodes = [], size = null, folded = [], kept = [], next = null, edited = false }) {
    this.nodes = nodes[0]?.id ? nodes : inReadingOrder(nodes.map(placed));
    this.edited = edited;
    this.title = title;
    this.labels = labels;
    this.size = Math.min(size ?? this.largest, this.largest);
    this.folds = new Map(folded);
    this.kept = new Set(kept);
    this.next = next ?? this.nodes.length;
    this.past = [];
    this.future = [];
    this.listeners = [];
    this.forget();
  }

  /** What has to be kept to have this map again. */
  state() {
    const { title, labels, nodes, size, next, edited } = this;
    return { title, labels, nodes, size, next, edited, folded: [...this.folds], kept: [...this.kept] };
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  changed(reason) {
    this.forget();
    for (const listener of this.listeners) listener(reason);
  }

  forget() {
    this.indexed = this.tree = this.colours = null;
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
    const node = this.node(id);
    return node[FIELDS[this.labels]] || node.text;
  }

  /** The tree that is shown: its centre, the children of each node, and the parent of each. */
  get shown() {
    if (this.tree) return this.tree;
    const visible = new Set();
    for (const node of this.nodes) {
      if (node.rank >= this.size && !this.kept.has(node.id)) continue; // a node of one's own has no rank: always shown
      for (let up = node; up && !visible.has(up.id); up = this.node(up.parent)) visible.add(up.id);
    }
    const roots = this.nodes.filter((node) => node.parent === null);
    const alone = roots.length === 1 && (!this.title || roots[0].text === this.title);
    const centre = alone ? roots[0].id : CENTRE;
    const children = new Map();
    const parents = new Map([[centre, null]]);
    for (const node of this.nodes) {
      if (!visible.has(node.id) || node.id === centre) continue;
      const parent = node.parent ?? CENTRE;
      parents.set(node.id, parent);
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(node.id);
    }
    this.tree = { centre, children, parents, count: visible.size };
    return this.tree;
  }

  /** Which of the colours a node has: that of its main branch. Before the tree first branches there is one colour. */
  colour(id) {
    if (!this.colours) {
      this.colours = new Map();
      let top = this.shown.centre;
      while (this.children(top).length === 1) this.colours.set((top = this.children(top)[0]), 0);
      const stack = this.children(top).map((child, place) => [child, place % COLOURS]);
      while (stack.length) {
        const [node, colour] = stack.pop();
        this.colours.set(node, colour);
        for (const child of this.children(node)) stack.push([child, colour]);
      }
    }
    return this.colours.get(id) ?? null;
  }

  children(id) {
    return this.shown.children.get(id) ?? [];
  }

  isFolded(id, depth) {
    return this.children(id).length > 0 && (this.folds.get(id) ?? depth % DEEPEST_OPEN === DEEPEST_OPEN - 1);
  }

  /** [id, depth, folded] of every node in view, as an outline lists them; what is folded away is left out. */
  *outline() {
    const stack = [[this.shown.centre, 0]];
    while (stack.length) {
      const [id, depth] = stack.pop();
      const folded = this.isFolded(id, depth);
      yield [id, depth, folded];
      if (!folded) for (const child of [...this.children(id)].reverse()) stack.push([child, depth + 1]);
    }
  }

  path(id) {
    const path = [];
    for (let up = id; up !== null && up !== undefined; up = this.shown.parents.get(up)) path.unshift(up);
    return path;
  }

  /** The nodes as a list that ramify reads: what is shown first, parents before children, so that prefixes are trees. */
  list(onlyShown) {
    const isShown = (node) => this.shown.parents.has(node.id);
    const order = this.nodes.filter(isShown);
    if (!this.edited) order.sort((a, b) => a.rank - b.rank); // untouched, it goes out as it came
    if (!onlyShown) order.push(...this.nodes.filter((node) => !isShown(node)).sort((a, b) => a.rank - b.rank));
    const places = new Map();
    const listed = [];
    for (const node of order) {
      const above = [];
      for (let up = node; up && !places.has(up.id) && !above.includes(up); up = this.node(up.parent)) above.unshift(up);
      for (const { id, parent, rank, ...fields } of above) {
        places.set(id, listed.length);
        listed.push({ ...fields, parent: parent === null ? null : places.get(parent) });
      }
    }
    return listed;
  }

  /** The largest size there is: beyond the last rank nothing is left to show. */
  get largest() {
    return this.nodes.reduce((most, node) => Math.max(most, (node.rank ?? 0) + 1), 1);
  }

  // ---- what is seen of it ----

  resize(size) {
    this.size = Math.max(1, Math.min(this.largest, Math.round(size)));
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

  /** Folds everything from a level on (1 leaves the main branches), or unfolds all with Infinity. */
  foldFrom(level) {
    this.folds.clear();
    const stack = level === Infinity ? [] : [[this.shown.centre, 0]];
    while (stack.length) {
      const [id, depth] = stack.pop();
      if (depth >= level) this.folds.set(id, true);
      for (const child of this.children(id)) stack.push([child, depth + 1]);
    }
    this.changed("fold");
  }

  /** Makes sure that a node is in view: unfolds what stands above it, and keeps it even beyond the size. */
  reveal(id) {
    let changed = false;
    if (!this.shown.parents.has(id)) {
      this.kept.add(id);
      this.forget();
      changed = true;
    }
    this.path(id).slice(0, -1).forEach((above, depth) => {
      if (!this.isFolded(above, depth)) return;
      this.folds.set(above, false);
      changed = true;
    });
    if (changed) this.changed("fold");
  }

  // ---- changes that can be undone ----

  change(edit) {
    const before = { nodes: this.nodes, title: this.title };
    edit();
    this.edited = true;
    this.past.push(before);
    if (this.past.length > LONGEST_HISTORY) this.past.shift();
    this.future = [];
    this.changed("edit");
  }

  step(from, to) {
    if (!from.length) return false;
    to.push({ nodes: this.nodes, title: this.title });
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

  rename(id, label) {
    const text = label.trim().replace(/\s+/g, " ");
    if (!text || text === this.label(id)) return;
    this.change(() => {
      if (id === CENTRE) {
        this.title = text;
        return;
      }
      const fields = { [FIELDS[this.labels]]: text };
      const node = this.node(id);
      if (node.start === null) Object.assign(fields, { text, snippet: text, gist: text }); // one's own node has one label
      if (node.parent === null && node.text === this.title && fields.text) this.title = text;
      this.nodes = this.nodes.map((other) => (other.id === id ? { ...other, ...fields } : other));
    });
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
  const place = node.end > node.start ? {} : { start: null, end: null };
  return { ...node, ...place, id: `n${index}`, parent: node.parent === null ? null : `n${node.parent}`, rank: index };
}

/** Siblings as every export shows them: sentences, strongest first; then the headings, in the order of the document. */
function inReadingOrder(nodes) {
  const isHeading = (node) => node.sentence === null && node.start !== null;
  const headings = nodes.filter(isHeading).sort((a, b) => a.start - b.start);
  return [...nodes.filter((node) => !isHeading(node)), ...headings];
}
