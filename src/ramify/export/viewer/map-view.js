// The drawing. mind-elixir lays out, draws, pans, zooms, drags and edits in place; what it wants to change goes to
// the model, and the drawing is made again from there. Its own history, menus and clipboard stay off.

import { drawLines } from "./lines.js";

const TO_THE_RIGHT = 1; // mind-elixir's numbers
const TO_BOTH_SIDES = 2;
const FEW = 300; // nodes that are drawn twice without a pause
const READABLE = 0.7; // the smallest scale at which a map opens
const NARROW = 620; // below this width a map grows to one side only

export class MapView {
  constructor(element, model, viewer) {
    this.element = element;
    this.model = model;
    this.viewer = viewer;
    this.topics = new Map();
    const asked = (place) => (from, to) => {
      viewer.moved(from[0].nodeObj.id, place, to.nodeObj.id);
      return false;
    };
    const refuse = () => false;
    this.mind = new MindElixir.default({
      el: element,
      direction: this.direction(),
      contextMenu: false,
      toolBar: false,
      keypress: false,
      allowUndo: false,
      mouseSelectionButton: 2,
      alignment: "nodes",
      scaleMin: 0.05,
      scaleMax: 2,
      theme: MAP_THEME,
      before: {
        moveNodeIn: asked("in"), moveNodeBefore: asked("before"), moveNodeAfter: asked("after"),
        addChild: refuse, copyNode: refuse, copyNodes: refuse, insertParent: refuse, insertSibling: refuse, removeNodes: refuse,
      },
    });
    this.mind.linkDiv = () => drawLines(this.mind);
    this.mind.init({ nodeData: { id: "none", topic: " " } });
    this.prepare(this.mind.container);
    this.turn(this.direction());
    this.fit();
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(element);
  }

  prepare(container) {
    // A second class name keeps mind-elixir from drawing a selection box where people expect to pan.
    container.classList.add("pannable");
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", "Mind-map. Arrow keys move, F2 edits, Space folds. The outline shows the same as a list.");
    let pressed = null;
    container.addEventListener("pointerdown", (event) => (pressed = event));
    container.addEventListener("click", (event) => {
      const topic = event.target.closest("me-tpc");
      const still = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < 6;
      if (topic && still) this.viewer.select(topic.nodeObj.id, "map");
    });
    container.addEventListener("keydown", (event) => {
      if (event.target === container) this.viewer.pressed(event, "map");
    });
    this.mind.bus.addListener("expandNode", (node) => this.model.fold(node.id, !node.expanded));
    this.mind.bus.addListener("operation", (operation) => {
      if (operation.name === "finishEdit") this.viewer.renamed(operation.obj.id, operation.obj.topic);
    });
  }

  direction() {
    return this.element.clientWidth < NARROW ? TO_THE_RIGHT : TO_BOTH_SIDES;
  }

  /** A map that has changed between a narrow and a wide place is arranged anew. */
  resized() {
    const narrow = this.element.clientWidth < NARROW;
    if (!this.element.clientWidth || narrow === this.narrow) return;
    this.turn(this.direction());
    this.fit();
  }

  turn(direction) {
    this.narrow = this.element.clientWidth < NARROW;
    this.mind.direction = direction;
    this.render();
  }

  // ---- drawing ----

  /** Draws the model; whatever node the reader has in view stays where it is on the screen. */
  render(anchor = this.viewer.selected) {
    const before = this.topics.get(anchor)?.getBoundingClientRect() ?? this.topics.get(this.model.shown.centre)?.getBoundingClientRect();
    const anchored = this.topics.has(anchor) ? anchor : this.model.shown.centre;
    this.mind.refresh({ nodeData: this.data() });
    this.topics = new Map([...this.element.querySelectorAll("me-tpc")].map((topic) => [topic.nodeObj.id, topic]));
    const after = this.topics.get(anchored)?.getBoundingClientRect();
    if (before && after) this.mind.move(before.left - after.left, before.top - after.top);
    for (const [id, topic] of this.topics) {
      topic.id = `topic-${id}`;
      topic.setAttribute("role", "img");
      topic.dataset.depth = Math.min(2, this.depths.get(id) ?? 2);
      const text = this.model.node(id)?.text ?? ""; // what a gist or a key phrase leaves out
      if (text && text.replace(/\.$/, "") !== this.model.label(id)) topic.title = text;
    }
    this.mark(this.viewer.selected);
    this.found(this.viewer.hits ?? new Set(), this.viewer.hit);
  }

  data() {
    const built = new Map();
    this.depths = new Map();
    for (const [id, depth, folded] of this.model.outline()) {
      const colour = this.model.colour(id);
      const node = { id, topic: this.model.label(id), expanded: !folded, children: [] };
      if (colour !== null) node.branchColor = `var(--branch-${colour})`;
      // Folded nodes carry one stand-in, so that the sign to unfold them is drawn and nothing else is.
      if (folded) node.children.push({ id: `under-${id}`, topic: "", children: [] });
      built.set(id, node);
      this.depths.set(id, depth);
      if (depth) built.get(this.model.shown.parents.get(id)).children.push(node);
    }
    const centre = built.get(this.model.shown.centre);
    this.balance(centre.children);
    return centre;
  }

  /** Puts the main branches to the right until half of the height is there, the rest to the left. */
  balance(branches) {
    const heights = branches.map((branch) => heightOf(branch));
    const half = heights.reduce((sum, height) => sum + height, 0) / 2;
    let sum = 0;
    branches.forEach((branch, place) => {
      branch.direction = place === 0 || sum + heights[place] / 2 <= half ? 1 : 0;
      sum += heights[place];
    });
  }

  mark(id) {
    const topic = this.topics.get(id);
    this.mind.clearSelection();
    if (topic) {
      this.mind.selectNodes([topic]);
      this.mind.container.setAttribute("aria-activedescendant", topic.id);
    } else this.mind.container.removeAttribute("aria-activedescendant");
  }

  show(id) {
    const topic = this.topics.get(id);
    if (topic) this.mind.scrollIntoView(topic);
  }

  found(hits, current) {
    for (const [id, topic] of this.topics) {
      topic.toggleAttribute("data-found", hits.has(id));
      topic.toggleAttribute("data-current", id === current);
    }
  }

  edit(id) {
    const topic = this.topics.get(id);
    if (topic) this.mind.beginEdit(topic);
  }

  focus() {
    this.mind.container.focus({ preventScroll: true });
  }

  // ---- looking around ----

  /** The whole map in view, but never so small that nothing can be read: then its centre is in view. */
  fit() {
    if (!this.element.clientWidth) return;
    this.mind.scaleFit();
    if (this.mind.scaleVal < READABLE && !this.narrow && this.topics.size <= FEW) this.tryTheOtherWay();
    if (this.mind.scaleVal >= READABLE) return;
    this.mind.scale(READABLE);
    const centre = this.topics.get(this.model.shown.centre);
    if (!centre) return;
    const box = centre.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    const oneSided = !this.element.querySelector(".lhs me-tpc");
    const x = oneSided ? frame.left + 20 - box.left : frame.left + frame.width / 2 - (box.left + box.width / 2);
    this.mind.move(x, frame.top + frame.height / 2 - (box.top + box.height / 2));
  }

  /** A wide map may be a tall one if it grows to one side only, and the other way round: takes the larger picture. */
  tryTheOtherWay() {
    const scale = this.mind.scaleVal;
    const direction = this.mind.direction;
    this.turn(direction === TO_THE_RIGHT ? TO_BOTH_SIDES : TO_THE_RIGHT);
    this.mind.scaleFit();
    if (this.mind.scaleVal > scale) return;
    this.turn(direction);
    this.mind.scaleFit();
  }

  overview() {
    this.mind.scaleFit();
  }

  zoom(factor) {
    this.mind.scale(Math.min(2, Math.max(0.05, this.mind.scaleVal * factor)));
  }

  /** The node that an arrow key leads to: sideways towards or away from the centre, up and down along the side. */
  neighbour(id, key) {
    const topic = this.topics.get(id);
    if (!topic) return this.model.shown.centre;
    const isCentre = id === this.model.shown.centre;
    const left = topic.closest("me-main")?.classList.contains("lhs");
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const side = key === "ArrowLeft" ? ".lhs" : ".rhs";
      if (isCentre) return this.element.querySelector(`${side} me-tpc`)?.nodeObj.id ?? id;
      const outward = (key === "ArrowLeft") === Boolean(left);
      if (!outward) return this.model.shown.parents.get(id);
      return topic.closest("me-wrapper").querySelector("me-children me-tpc")?.nodeObj.id ?? id;
    }
    if (isCentre) return id;
    const around = [...topic.closest("me-main").querySelectorAll("me-tpc")];
    return around[around.indexOf(topic) + (key === "ArrowDown" ? 1 : -1)]?.nodeObj.id ?? id;
  }
}

/** How high a branch will be drawn, roughly: its own lines, or those of what stands under it. */
function heightOf(branch) {
  const own = 34 + 20 * Math.floor(branch.topic.length / 38);
  return Math.max(own, branch.children.reduce((sum, child) => sum + heightOf(child), 0));
}

// The colours are the page's own variables, so that light and dark are a matter of style and need no new drawing.
const MAP_THEME = {
  name: "ramify",
  palette: Array.from({ length: 8 }, (_, place) => `var(--branch-${place})`),
  cssVar: {
    "--node-gap-x": "22px", "--node-gap-y": "4px", "--main-gap-x": "44px", "--main-gap-y": "12px",
    "--root-radius": "14px", "--main-radius": "10px",
    "--root-color": "var(--on-centre)", "--root-bgcolor": "var(--centre)", "--root-border-color": "transparent",
    "--main-color": "var(--ink)", "--main-bgcolor": "var(--panel)", "--main-bgcolor-transparent": "var(--panel)",
    "--topic-padding": "4px 8px", "--color": "var(--ink)", "--bgcolor": "var(--canvas)", "--selected": "var(--focus)",
    "--accent-color": "var(--accent)", "--panel-color": "var(--ink)", "--panel-bgcolor": "var(--panel)",
    "--panel-border-color": "var(--line)", "--map-padding": "28px 28px",
  },
};
