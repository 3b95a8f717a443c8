// The map as a tree: what is shown of it, which nodes are folded, and the list that is exported.
//
// Nodes come strongest first, and `rank` keeps that order, so that a size is a cut: the nodes with the smallest ranks are
// shown, with their ancestors. The order of `nodes` is the order of siblings.

import { BRANCH_COLOURS, LABEL_FIELDS, NODES_PER_LINK } from "./constants.js";
import { oneLine } from "./text.js";

export const CENTRE = "centre"; // the id of the title if the map has several roots
const OPEN_LEVELS = 2; // levels that are unfolded at first
const MAX_PHRASE = 8; // words
const GOOD_PHRASES = 0.6; // the least share of sentences with a good key phrase
const SHORT_LABEL = 9; // words of a sentence without a gist

const KNOWN_LABELS = new WeakMap(); // a cache by node: nodes are replaced, never changed

export class MapTree {
  /** `data` is a map in the API's form, or the result of `state()`. */
  constructor(data) {
    const { title = null, labels = "gists", nodes = [], size = null, next = null, edited = false, arranged = false } = data;
    this.fresh = !nodes[0]?.id;
    this.nodes = this.fresh ? nodes.map(withId) : nodes;
    if (this.fresh && !arranged) this.nodes = inReadingOrder(this.nodes);
    this.links = this.fresh ? (data.links ?? []).map(([source, target, ...score]) => [`n${source}`, `n${target}`, ...score]) : (data.links ?? []);
    this.linksShown = data.linksShown ?? true;
    this.edited = edited;
    this.arranged = arranged || edited; // whether a person set the order of siblings
    this.title = title;
    this.labels = labels;
    this.size = Math.min(size ?? this.largest, this.largest);
    this.level = data.level ?? OPEN_LEVELS;
    this.folds = new Map(data.folded ?? []);
    if (this.fresh) this.restoreView(data.view ?? storedFolds(nodes));
    this.kept = new Set(data.kept ?? []); // nodes that are shown although their rank is beyond the size
    this.focused = null; // the branch that is shown alone, or null
    this.families = new Map(data.families ?? []); // the numbers of the main branches
    this.next = next ?? this.nodes.length; // the number of the next new node
    this.clearCache();
  }

  /** Restores the folds of an exported map; `view` names nodes by their index, as ids do. */
  restoreView(view) {
    if (!view) return;
    const { level, folded = [] } = view;
    this.level = level ?? Infinity;
    this.folds = new Map(folded.map(([index, isFolded]) => [`n${index}`, isFolded]));
    this.asExported = true;
  }

  clearCache() {
    this.indexed = this.tree = this.branches = null;
  }

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

  labelOf(node, labels) {
    let known = KNOWN_LABELS.get(node);
    if (!known) KNOWN_LABELS.set(node, (known = {}));
    if (labels === "topics" && !node.topic) return this.labelOf(node, "gists");
    known[labels] ??= oneLine(node[LABEL_FIELDS[labels]] || (labels === "gists" ? shorten(node.text) : node.text));
    return known[labels];
  }

  /** What stands above the label: the topic of a node with children, if it says something else. As Branch.topic in Python. */
  topic(id) {
    const topic = this.labels === "gists" && this.children(id).length ? this.node(id)?.topic : null;
    if (!topic) return "";
    const [above, label] = [oneLine(topic).toLowerCase(), this.label(id).toLowerCase()];
    return label.startsWith(above) || above.includes(label) ? "" : oneLine(topic);
  }

  /** Topic and label on one line. */
  line(id) {
    return [this.topic(id), this.label(id)].filter(Boolean).join(": ");
  }

  /** The tree that is shown: its centre, the children and the parent of each node, and how many nodes are below each. */
  get shown() {
    if (this.tree) return this.tree;
    const visible = new Set();
    for (const node of this.nodes) {
      if (node.rank >= this.size && !this.kept.has(node.id)) continue; // nodes that the user added have no rank
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
    const below = new Map();
    for (const id of [...outlineOrder(centre, children)].reverse()) {
      below.set(id, (children.get(id) ?? []).reduce((sum, child) => sum + 1 + below.get(child), 0));
    }
    this.tree = { centre, children, parents, below, count: visible.size };
    return this.tree;
  }

  /** The links between nodes that are shown: the strongest, as many as the size of the map allows. */
  get shownLinks() {
    const { parents, count } = this.shown;
    return this.links.filter(([source, target]) => parents.has(source) && parents.has(target)).slice(0, Math.floor(count / NODES_PER_LINK));
  }

  /** The only root, or the title if there are several. */
  get centre() {
    const roots = this.nodes.filter((node) => node.parent === null);
    return roots.length === 1 ? roots[0].id : CENTRE;
  }

  /**
   * The number of a node's main branch, null for the centre. Strongest first, each takes the next number whose colour neither
   * neighbour has so far, so that neighbours differ and colours stay the same at every size and after every change.
   */
  mainBranch(id) {
    if (!this.branches) {
      const { centre } = this;
      const parent = centre === CENTRE ? null : centre;
      const main = this.nodes.filter((node) => node.parent === parent && node.id !== centre);
      const numbers = main.map((node) => this.families.get(node.id) ?? null);
      const byRank = [...main.keys()].sort((a, b) => (main[a].rank ?? Infinity) - (main[b].rank ?? Infinity));
      for (const [rank, place] of byRank.entries()) {
        numbers[place] ??= freeNumber(rank, numbers.findLast((number, other) => other < place && number !== null), numbers.find((number, other) => other > place && number !== null));
        this.families.set(main[place].id, numbers[place]);
      }
      this.branches = new Map([[centre, null], ...main.map((node) => [node.id, this.families.get(node.id)])]);
    }
    const path = [];
    let up = id;
    for (; up !== null && up !== undefined && !this.branches.has(up); up = this.node(up)?.parent) path.push(up);
    const number = this.branches.get(up) ?? null;
    for (const each of path) this.branches.set(each, number);
    return number;
  }

  /** The number of a node's colour, null for the centre. */
  colour(id) {
    const branch = this.mainBranch(id);
    return branch === null ? null : branch % BRANCH_COLOURS.length;
  }

  /** Whether the key phrases can be read as labels: most sentences have one, of some words and much shorter than the sentence. */
  get hasPhrases() {
    const words = (text) => (text ?? "").trim().split(/\s+/).length;
    const sentences = this.nodes.filter((node) => node.sentence !== null);
    const good = sentences.filter(({ text, snippet }) => words(snippet) > 1 && words(snippet) <= MAX_PHRASE && words(snippet) < words(text));
    return good.length > GOOD_PHRASES * sentences.length;
  }

  children(id) {
    return this.shown.children.get(id) ?? [];
  }

  /** Whether a node's children are folded away. The top is never folded; Branch.is_folded in Python is the same rule. */
  isFolded(id, depth = this.depth(id)) {
    return depth > 0 && this.children(id).length > 0 && (this.folds.get(id) ?? depth >= this.level);
  }

  /** Where the drawing and the outline start: the branch in focus, or the centre. */
  get top() {
    return this.focused !== null && this.shown.parents.has(this.focused) ? this.focused : this.shown.centre;
  }

  /** How many levels a node is below the top, or below the centre if it is outside the branch in focus. */
  depth(id) {
    const path = this.path(id);
    return path.length - 1 - Math.max(0, path.indexOf(this.top));
  }

  /** [id, depth, folded] of every node in outline order, without what is folded away unless `intoFolded`. */
  *outline(intoFolded = false) {
    const stack = [[this.top, 0]];
    while (stack.length) {
      const [id, depth] = stack.pop();
      const folded = this.isFolded(id, depth);
      yield [id, depth, folded];
      if (!folded || intoFolded) for (const child of [...this.children(id)].reverse()) stack.push([child, depth + 1]);
    }
  }

  /** What is visible as a branch for layout.js. */
  branch() {
    const made = new Map();
    for (const [id, , folded] of this.outline()) {
      const node = this.node(id);
      const hidden = folded ? this.shown.below.get(id) : 0;
      const branch = { id, label: this.label(id), topic: this.topic(id), heading: !node || node.sentence === null, hidden, children: [] };
      made.get(this.shown.parents.get(id))?.children.push(branch);
      made.set(id, branch);
    }
    return made.get(this.top);
  }

  /** The ids from the centre to a node. */
  path(id) {
    const path = [];
    for (let up = id; up !== null && up !== undefined; up = this.shown.parents.get(up)) path.unshift(up);
    return path;
  }

  isUnder(id, ancestor) {
    for (let up = id; up !== null && up !== undefined; up = this.node(up)?.parent) if (up === ancestor) return true;
    return false;
  }

  /**
   * The nodes as a map file holds them, and the index of each id: shown nodes first, parents before children. `onlyShown`
   * leaves out the other nodes, `onlyTop` also what is outside the branch in focus.
   */
  listed(onlyShown, onlyTop = false) {
    const listedIds = onlyTop ? new Set(outlineOrder(this.top, this.shown.children)) : this.shown.parents;
    const isShown = (node) => listedIds.has(node.id);
    const order = this.nodes.filter(isShown);
    if (!this.edited) order.sort((a, b) => a.rank - b.rank); // without edits, the list leaves as it came
    if (!onlyShown) order.push(...this.nodes.filter((node) => !isShown(node)).sort((a, b) => a.rank - b.rank));
    const places = new Map();
    const nodes = [];
    for (const node of order) {
      const missing = []; // the node with its ancestors that are not listed yet
      for (let up = node; up && !places.has(up.id) && !missing.includes(up) && (!onlyTop || isShown(up)); up = this.node(up.parent)) missing.unshift(up);
      for (const { id, parent, rank, ...fields } of missing) {
        places.set(id, nodes.length);
        nodes.push({ ...fields, parent: places.get(parent) ?? null, ...(onlyShown && this.isFolded(id) ? { folded: true } : {}) });
      }
    }
    return { nodes, places };
  }

  /** The largest size: beyond the last rank nothing is left to show. */
  get largest() {
    return this.nodes.reduce((most, node) => Math.max(most, (node.rank ?? 0) + 1), 1);
  }
}

/** The first number from `first` on whose colour neither of two neighbours has. */
function freeNumber(first, ...neighbours) {
  const taken = neighbours.map((number) => number % BRANCH_COLOURS.length);
  let number = first;
  while (taken.includes(number % BRANCH_COLOURS.length)) number++;
  return number;
}

/** A node from outside with an id and a rank; an empty position becomes null. */
function withId(node, index) {
  const { folded, ...fields } = node;
  const position = node.end > node.start ? {} : { start: null, end: null };
  return { ...fields, ...position, id: `n${index}`, parent: node.parent === null ? null : `n${node.parent}`, rank: index };
}

/** The view of a map whose nodes say which are folded; null if none is. */
function storedFolds(nodes) {
  const folded = nodes.flatMap((node, index) => (node.folded ? [[index, true]] : []));
  return folded.length ? { level: null, folded } : null;
}

/** Sorts siblings in the order of the document, as exports do, if all of them have a position in it. */
function inReadingOrder(nodes) {
  const unplaced = new Set(nodes.filter((node) => node.start === null).map((node) => node.parent));
  const sorted = nodes.filter((node) => !unplaced.has(node.parent)).sort((a, b) => a.start - b.start);
  return [...nodes.filter((node) => unplaced.has(node.parent)), ...sorted];
}

/** The first words of a sentence without a gist. */
function shorten(text) {
  const words = text.trim().split(/\s+/);
  return words.length <= SHORT_LABEL + 1 ? text : `${words.slice(0, SHORT_LABEL).join(" ").replace(/[\p{P}\s]+$/u, "")} …`;
}

/** The ids of a tree in outline order. */
function* outlineOrder(top, children) {
  const stack = [top];
  while (stack.length) {
    const id = stack.pop();
    yield id;
    const below = children.get(id) ?? [];
    for (let place = below.length - 1; place >= 0; place--) stack.push(below[place]);
  }
}
