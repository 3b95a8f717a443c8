// The map pane: pointer and keyboard on the map, what of it is in view, and what is marked.

import { Camera } from "./camera.js";
import { FOLD_SIGN_WIDTH } from "./constants.js";
import { create } from "./dom.js";
import { chooseForm, fittedPosition, isReadable, openFor } from "./fitting.js";
import { arrange } from "./layout.js";
import { MapDrawing, REDUCED_MOTION } from "./map-drawing.js";
import { NodeDrag } from "./node-drag.js";
import { openField } from "./node-element.js";

const FLIGHT_TIME = 450; // milliseconds
const MAX_FLIGHT_SCALE = 1.5; // at which a presentation shows a small branch

export class MapView extends MapDrawing {
  constructor(element, model, viewer) {
    super(element, model, viewer);
    this.camera = new Camera(element, this.plane, {
      layout: () => this.layout,
      moved: () => this.moved(),
      zoomEnded: () => this.zoomEnded(),
      isBlocked: () => this.drag.active,
    });
    this.drag = new NodeDrag(element, {
      allowed: (id) => id !== model.shown.centre,
      label: (id) => model.label(id),
      drop: (id, place, target) => viewer.move(id, place, target),
      held: (id, point) => viewer.contextMenu(id, point),
    });
    this.listen();
    this.resizeObserver = new ResizeObserver(() => this.resized());
    this.resizeObserver.observe(element);
    this.draw();
    this.open();
  }

  close() {
    this.resizeObserver.disconnect();
    this.drag.close();
  }

  listen() {
    const { element, viewer, model } = this;
    const idOf = (event) => event.target.closest?.(".node")?.dataset.id ?? null;
    element.addEventListener("click", (event) => {
      const id = idOf(event);
      if (id === null || this.camera.panned || this.drag.justDropped || event.target.closest("textarea")) return;
      if (event.target.closest(".node-sign")) viewer.fold(id, !model.isFolded(id));
      else viewer.select(id, "map");
    });
    element.addEventListener("dblclick", (event) => {
      const id = idOf(event);
      if (id !== null && !event.target.closest(".node-sign, textarea")) viewer.edit(id, "map");
    });
    element.addEventListener("contextmenu", (event) => {
      const id = idOf(event);
      if (id === null || event.target.closest("textarea")) return;
      event.preventDefault();
      if (event.pointerType !== "touch") viewer.contextMenu(id, { x: event.clientX, y: event.clientY });
    });
    element.addEventListener("keydown", (event) => {
      if (event.target.matches(".node")) viewer.pressed(event, "map");
    });
    element.addEventListener("focusin", (event) => {
      const id = idOf(event);
      if (id !== null && event.target.matches(".node") && event.target.matches(":focus-visible")) viewer.hover(id);
    });
    element.addEventListener("pointerover", (event) => event.pointerType !== "touch" && viewer.hover(idOf(event)));
    element.addEventListener("pointerleave", () => viewer.hover(null));
  }

  // ---- what is in view ----

  resized() {
    const size = `${this.camera.width}x${this.camera.height}`;
    if (!this.camera.width || size === this.size) return;
    const [first, widthBefore] = [!this.size || this.size.startsWith("0x"), parseInt(this.size ?? "0", 10)];
    this.size = size;
    if (first) this.open();
    else if (this.viewer.isTabbed && widthBefore === this.camera.width) {
      this.show(this.viewer.selected); // the card takes or gives room
      this.syncSoon();
    } else this.draw({ fit: true });
  }

  /** Draws the map for the first time, with as many branches unfolded as can be read. */
  open() {
    if (!this.camera.width) return;
    const { model } = this;
    if (model.fresh && !model.asExported) {
      openFor(model, () => this.fits());
      model.fresh = false;
    }
    this.layout = { boxes: [], width: 1, height: 1 }; // so that nothing is animated
    this.draw({ fit: true });
  }

  /** Whether all that is unfolded can be read, in the form that suits it best. */
  fits() {
    const centre = this.model.branch();
    return isReadable(this.camera.scaleFor(arrange(centre, this.chooseForm(centre))));
  }

  chooseForm(centre = this.model.branch()) {
    return (this.form = chooseForm(centre, this.model.shown.count, this.camera));
  }

  /** Brings the whole map into view, but not smaller than can be read. */
  fit({ smallest, draw = true } = {}) {
    if (!this.camera.width) return;
    this.camera.go(fittedPosition(this.layout, this.form, this.camera, smallest));
    if (draw) this.sync();
  }

  /** Brings the whole map into view at any scale. */
  overview() {
    this.chooseForm();
    this.draw({ fit: true });
    this.fit({ smallest: 0 });
  }

  zoom(factor) {
    this.camera.zoom(factor);
  }

  show(id) {
    const box = this.boxes.get(id);
    if (!box) return;
    this.camera.reveal(box);
    this.sync();
  }

  /** After unfolding: brings the whole map into view if it can be read, else the unfolded nodes. */
  showBelow(id) {
    if (this.camera.scaleFor(this.layout) >= Math.min(1, this.camera.scale)) return this.fit();
    const area = this.areaOf(id);
    if (!area) return;
    this.camera.reveal(area);
    const own = this.boxes.get(id);
    if (own) this.camera.reveal(own);
    this.sync();
  }

  /** The area of a node with everything below it that is unfolded, or null. */
  areaOf(id) {
    const under = this.layout.boxes.filter((box) => this.model.isUnder(box.id, id));
    if (!under.length) return null;
    const [x, y] = [Math.min(...under.map((box) => box.x)), Math.min(...under.map((box) => box.y))];
    const right = Math.max(...under.map((box) => box.x + box.width + FOLD_SIGN_WIDTH));
    const bottom = Math.max(...under.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
  }

  /** Moves the camera to a branch and shows it as large as it fits; the centre with the whole map. */
  flyTo(id) {
    const area = id === this.model.top ? { x: 0, y: 0, ...this.layout } : this.areaOf(id);
    if (!area) return;
    const { camera } = this;
    const scale = Math.min(MAX_FLIGHT_SCALE, camera.scaleFor({ width: area.width + 80, height: area.height + 80 }));
    const [from, to] = [camera.position(), { scale, x: camera.width / 2 - (area.x + area.width / 2) * scale, y: camera.room / 2 - (area.y + area.height / 2) * scale }];
    const begin = performance.now();
    const fly = () => {
      const share = REDUCED_MOTION.matches ? 1 : Math.min(1, (performance.now() - begin) / FLIGHT_TIME);
      const eased = share * share * (3 - 2 * share);
      const between = (name) => from[name] + (to[name] - from[name]) * eased;
      camera.go({ x: between("x"), y: between("y"), scale: between("scale") });
      if (share < 1) this.flight = requestAnimationFrame(fly);
      else this.sync();
    };
    cancelAnimationFrame(this.flight);
    fly();
  }

  // ---- what is marked ----

  /** Marks the selected node, which alone can be reached with the Tab key. */
  mark(id) {
    for (const node of this.tree.querySelectorAll("[aria-selected=true]")) if (node.dataset.id !== id) node.setAttribute("aria-selected", "false");
    for (const node of this.tree.querySelectorAll("[tabindex='0']")) node.tabIndex = -1;
    const node = this.nodes.get(id);
    node?.setAttribute("aria-selected", "true");
    const first = node ?? this.nodes.get(this.layout.boxes[0]?.id) ?? this.tree.firstChild;
    if (first) first.tabIndex = 0;
  }

  markFound(hits, current) {
    if (!hits.size && !this.anyFound) return;
    this.anyFound = hits.size > 0;
    for (const [id, node] of this.nodes) {
      node.toggleAttribute("data-found", hits.has(id));
      node.toggleAttribute("data-current", id === current);
    }
  }

  highlight(id) {
    for (const node of this.tree.querySelectorAll(".lit")) if (node.dataset.id !== id) node.classList.remove("lit");
    this.nodes.get(id)?.classList.add("lit");
  }

  focus() {
    this.sync();
    (this.nodes.get(this.viewer.selected) ?? this.tree.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  /** The node that an arrow key leads to: right and left to children and parent, up and down among nodes of one depth. */
  neighbour(id, key) {
    const { model } = this;
    const box = this.boxes.get(id);
    if (!box) return this.layout.boxes[0].id;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step && this.form.stack === "all") return this.layout.boxes[box.index + step]?.id ?? id;
    if (step) {
      const level = this.layout.boxes.filter((other) => other.side === box.side && other.depth === box.depth).sort((a, b) => a.y - b.y);
      return level[level.indexOf(box) + step]?.id ?? id;
    }
    const side = key === "ArrowRight" ? 1 : -1;
    if (box.side && side !== box.side && box.parent !== null) return this.layout.boxes[box.parent].id;
    if (box.side && model.isFolded(id)) this.viewer.fold(id, false);
    const children = this.layout.boxes.filter((other) => other.parent === this.boxes.get(id).index && (box.side || other.side === side));
    const middle = box.y + box.height / 2;
    const distance = (other) => Math.abs(other.y + other.height / 2 - middle);
    return (box.side ? children[0] : children.sort((a, b) => distance(a) - distance(b))[0])?.id ?? id;
  }

  /** Shows the whole sentence below a node, or above it if there is no room. */
  showTooltip(id, text) {
    const node = this.nodes.get(id);
    if (!node || this.drag.active) return;
    const [box, frame] = [node.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const tooltip = create("div", { class: "tip", role: "tooltip", dir: "auto", text });
    this.element.append((this.viewer.parts.tooltip = tooltip));
    const left = Math.max(8, Math.min(box.left - frame.left, frame.width - tooltip.offsetWidth - 8));
    const below = box.bottom - frame.top + 8;
    const top = below + tooltip.offsetHeight < frame.height ? below : box.top - frame.top - tooltip.offsetHeight - 8;
    Object.assign(tooltip.style, { left: `${left}px`, top: `${Math.max(4, top)}px` });
  }

  /** Opens a field to edit a label; `done` gets the new text, or null, `typed` every text before it. */
  edit(id, done, typed) {
    const box = this.boxes.get(id);
    if (!box) return done(null);
    this.camera.reveal(box);
    this.editing = id;
    openField(this.plane, box, this.model.label(id), (text) => {
      this.editing = null;
      done(text);
    }, typed);
  }
}
