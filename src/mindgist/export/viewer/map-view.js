// The drawing: boxes as elements with the roles of a tree, links as curves behind them. Where everything stands is
// layout.js's to say; only what is in view, or nearly, is in the page, so that large maps stay quick.

import { Camera } from "./camera.js";
import { create, svgElement } from "./dom.js";
import { chooseForm, fittedPlace, isReadable, openFor } from "./fitting.js";
import { arrange, linkPath, SIGN } from "./layout.js";
import { Motion } from "./motion.js";
import { NodeDrag } from "./node-drag.js";
import { fillNode, newNode, openField } from "./node-element.js";

const FAR = 0.42; // below this scale labels are only shapes
const NEAR = 0.6; // from this scale on labels do not wait for the end of a zoom
const AT_ONCE = 100; // boxes and links beyond the window, and labels, that are put into the page in one frame
const FEW = 400; // boxes that are animated
const CORNERS = ["", "right", "top", "top right"]; // for the card, the first by preference
const CALM = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class MapView {
  constructor(element, model, viewer) {
    Object.assign(this, { element, model, viewer, form: {}, boxes: new Map(), nodes: new Map(), links: new Map() });
    this.layout = { boxes: [], width: 1, height: 1 };
    this.svg = svgElement("svg", { class: "map-links", "aria-hidden": "true", width: 1, height: 1 });
    this.tree = create("div", { role: "tree", class: "map-nodes", "aria-label": "Mind-map" });
    this.plane = create("div", { class: "map-plane" });
    this.plane.append(this.svg, this.tree);
    element.replaceChildren(this.plane);
    this.camera = new Camera(element, this.plane, {
      layout: () => this.layout,
      moved: () => this.moved(),
      rested: () => this.rested(),
      held: () => this.drag.active,
    });
    this.drag = new NodeDrag(element, {
      allowed: (id) => id !== model.shown.centre,
      selected: () => viewer.selected,
      label: (id) => model.label(id),
      drop: (id, place, target) => viewer.moved(id, place, target),
    });
    this.listen();
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(element);
    this.draw();
    this.open();
  }

  close() {
    this.watch.disconnect();
    this.drag.close();
  }

  listen() {
    const { element, viewer, model } = this;
    const idOf = (event) => event.target.closest?.(".node")?.dataset.id ?? null;
    element.addEventListener("click", (event) => {
      const id = idOf(event);
      if (id === null || this.camera.panned || this.drag.justDropped || event.target.closest("textarea")) return;
      if (event.target.closest(".node-sign")) viewer.fold(id, !model.isFolded(id, model.depth(id)));
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

  // ---- where everything stands ----

  /** The shown tree as layout.js wants it, from the top of the branch in focus down. */
  topics() {
    const { model } = this;
    const made = new Map();
    let top = null;
    for (const [id, depth, folded] of model.outline()) {
      const node = model.node(id);
      const topic = { id, label: model.label(id), heading: !node || node.sentence === null, hidden: folded && depth ? model.shown.below.get(id) : 0, children: [] };
      made.set(id, topic);
      if (top) made.get(model.shown.parents.get(id)).children.push(topic);
      else top = topic;
    }
    return top;
  }

  /**
   * Draws the model. Whatever the reader has in view (`anchor`, the selected node, the centre) stays where it is on
   * the screen, unless `fit` asks for the whole map; what moves is seen moving.
   */
  draw({ anchor = this.viewer.selected, fit = false } = {}) {
    const topics = this.topics();
    const old = { boxes: this.boxes, list: this.layout.boxes, camera: this.camera.place() };
    const kept = old.boxes.get(anchor) ?? old.boxes.get(topics.id);
    if (fit) this.chooseForm(topics);
    this.layout = arrange(topics, this.form);
    this.boxes = new Map(this.layout.boxes.map((box) => [box.id, box]));
    Object.assign(this.plane.style, { width: `${this.layout.width}px`, height: `${this.layout.height}px` });
    const now = kept && this.boxes.get(kept.id);
    if (now) Object.assign(this.camera, { x: this.camera.x + (kept.x - now.x) * this.camera.scale, y: this.camera.y + (kept.y - now.y) * this.camera.scale });
    if (fit) this.fit({ draw: false });
    else this.camera.go(this.camera.place());
    this.sync(CALM?.matches || old.list.length + this.layout.boxes.length > 2 * FEW || !old.list.length ? null : old);
  }

  /** Puts what is in view into the page, takes the rest out; with `old`, everything moves there from where it was. */
  sync(old = null) {
    const far = this.camera.scale < FAR;
    this.drawn = this.camera.view(far ? 1.5 : 0.6); // from afar boxes are cheap, and few steps should have to bring any
    this.drawnScale = this.camera.scale;
    const [near, seen] = [within(this.drawn), within(this.camera.view())];
    let room = AT_ONCE;
    const wanted = (there, id, area) => near(area) && (there.has(id) || seen(area) || room-- > 0);
    const focused = this.tree.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const lasting = new Set([this.viewer.selected, focused, this.editing]);
    const shown = this.layout.boxes.filter((box) => lasting.has(box.id) || wanted(this.nodes, box.id, box));
    const ids = new Set(shown.map((box) => box.id));
    const motion = old && new Motion(old, this.camera.place(), this.boxes, this.model);
    for (const [id, node] of this.nodes) {
      if (ids.has(id)) continue;
      this.nodes.delete(id);
      if (motion && !this.boxes.has(id)) motion.leave(id, node);
      else node.remove();
    }
    let next = this.tree.firstChild;
    for (const box of shown) {
      const node = this.nodes.get(box.id) ?? newNode(box.id, far || this.labelsWait);
      this.nodes.set(box.id, node);
      fillNode(node, box, this.model);
      motion?.move(box, node);
      if (node === next) next = next.nextSibling;
      else this.tree.insertBefore(node, next);
    }
    // An element that changes its place loses the focus; one that has gone leaves it to the selected one.
    if (focused !== null && document.activeElement?.dataset?.id !== focused) {
      (this.nodes.get(focused) ?? this.nodes.get(this.viewer.selected) ?? this.tree.firstChild)?.focus({ preventScroll: true });
    }
    this.syncLinks((id, area) => wanted(this.links, id, area), motion);
    if (room < 0) this.syncSoon();
    this.showLabels(shown, far, seen);
    this.mark(this.viewer.selected);
    this.found(this.viewer.hits, this.viewer.hit);
    this.light(this.viewer.lit);
  }

  /** From afar a box has no label, which nobody could read; labels come and go a few at a time, those in the window first. */
  showLabels(shown, far, seen) {
    if (this.labelsWait) return;
    const changed = shown.filter((box) => this.nodes.get(box.id).far !== far);
    const order = changed.length > AT_ONCE ? [...changed.filter(seen), ...changed.filter((box) => !seen(box))] : changed;
    for (const { id } of order.slice(0, AT_ONCE)) {
      const node = this.nodes.get(id);
      node.classList.toggle("far", (node.far = far));
    }
    if (order.length > AT_ONCE) this.syncSoon();
  }

  /** While somebody zooms over a map seen from afar: the lines of a hundred labels would take longer than a frame. */
  get labelsWait() {
    return this.camera.zooming && this.camera.scale < NEAR;
  }

  /** Seen from afar, links are no thinner than about a pixel; in steps, for each is a new style for all of them. */
  rested() {
    this.syncSoon();
    const { scale } = this.camera;
    const hair = scale < FAR ? `${2 ** Math.round(-Math.log2(scale))}px` : "0px";
    if (hair !== this.hair) this.svg.style.setProperty("--hair", (this.hair = hair));
  }

  syncLinks(wanted, motion) {
    const kept = new Set();
    for (const box of this.layout.boxes) {
      if (box.parent === null) continue;
      const parent = this.layout.boxes[box.parent];
      if (!wanted(box.id, around(box, parent))) continue;
      kept.add(box.id);
      let link = this.links.get(box.id);
      if (!link) this.links.set(box.id, (link = this.svg.appendChild(svgElement("path", {}))));
      if (link.box === box) continue;
      link.box = box;
      const path = linkPath(parent, box);
      if (link.path !== path) link.setAttribute("d", (link.path = path));
      const kind = `${this.model.colour(box.id)}|${Math.min(box.depth, 3)}`;
      if (link.kind !== kind) {
        link.kind = kind;
        Object.assign(link.dataset, { branch: this.model.colour(box.id), depth: Math.min(box.depth, 3) });
      }
      motion?.bend(parent, box, link, path);
    }
    for (const [id, link] of this.links) {
      if (kept.has(id)) continue;
      link.remove();
      this.links.delete(id);
    }
  }

  /** After a move of the camera: what has come near is drawn. */
  moved() {
    if (!this.drawn) return;
    const view = this.camera.view();
    const { drawn, camera } = this;
    const inside = view.left >= drawn.left && view.right <= drawn.right && view.top >= drawn.top && view.bottom <= drawn.bottom;
    const nearer = this.drawnScale < NEAR && camera.scale >= NEAR; // what else a zoom changes is drawn when it rests
    if (!inside || nearer) this.syncSoon();
  }

  /** Once for a frame at most. */
  syncSoon() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.sync();
    });
  }

  resized() {
    const size = `${this.camera.width}x${this.camera.height}`;
    if (!this.camera.width || size === this.size) return;
    const first = !this.size || this.size.startsWith("0x");
    this.size = size;
    if (first) this.open();
    else this.draw({ fit: true });
  }

  // ---- looking around ----

  /** The first sight of a map. */
  open() {
    if (!this.camera.width) return;
    const { model } = this;
    if (model.fresh && !model.asExported) {
      openFor(model, () => this.fits());
      model.fresh = false;
    }
    this.layout = { boxes: [], width: 1, height: 1 }; // what appears for the first time comes from nowhere
    this.draw({ fit: true });
  }

  /** Whether all that is unfolded can be read, in the form that suits it best. */
  fits() {
    const topics = this.topics();
    return isReadable(this.camera.scaleFor(arrange(topics, this.chooseForm(topics))));
  }

  chooseForm(topics = this.topics()) {
    return (this.form = chooseForm(topics, this.model.shown.count, this.camera));
  }

  /** The whole map in view, but not smaller than can be read. */
  fit({ smallest, draw = true } = {}) {
    if (!this.camera.width) return;
    this.camera.go(fittedPlace(this.layout, this.form, this.camera, smallest));
    if (draw) this.sync();
  }

  /** The whole map, however small. */
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

  /** Puts the card where it covers the fewest nodes, and never its own; where it is as wide as the frame, the map moves. */
  clear(id, card) {
    const wide = card.offsetWidth > 0.7 * this.camera.width;
    const node = this.nodes.get(id)?.getBoundingClientRect();
    const boxes = wide ? [] : [...this.nodes.values()].map((other) => other.getBoundingClientRect());
    let [best, fewest] = ["", Infinity];
    for (const corner of wide ? [""] : CORNERS) {
      this.corner(card, corner);
      const place = card.getBoundingClientRect();
      const covered = boxes.filter((box) => overlap(box, place)).length + (node && overlap(node, place) ? boxes.length : 0);
      if (covered < fewest) [best, fewest] = [corner, covered];
    }
    this.corner(card, best);
    const own = card.getBoundingClientRect();
    if (wide && node && overlap(node, own)) this.camera.pan(0, own.top - node.bottom - 16);
  }

  corner(card, corner) {
    for (const side of ["top", "right"]) card.classList.toggle(side, corner.includes(side));
  }

  /** After unfolding: all of the map where it can be read as a whole, else what has been unfolded. */
  showBelow(id) {
    if (this.camera.scaleFor(this.layout) >= Math.min(1, this.camera.scale)) return this.fit();
    const under = this.layout.boxes.filter((box) => this.model.isUnder(box.id, id));
    if (!under.length) return;
    const [x, y] = [Math.min(...under.map((box) => box.x)), Math.min(...under.map((box) => box.y))];
    const right = Math.max(...under.map((box) => box.x + box.width + SIGN));
    const bottom = Math.max(...under.map((box) => box.y + box.height));
    this.camera.reveal({ x, y, width: right - x, height: bottom - y });
    const own = this.boxes.get(id);
    if (own) this.camera.reveal(own);
    this.sync();
  }

  // ---- what stands out ----

  mark(id) {
    for (const node of this.tree.querySelectorAll("[aria-selected=true]")) if (node.dataset.id !== id) node.setAttribute("aria-selected", "false");
    for (const node of this.tree.querySelectorAll("[tabindex='0']")) node.tabIndex = -1;
    const node = this.nodes.get(id);
    node?.setAttribute("aria-selected", "true");
    const first = node ?? this.nodes.get(this.layout.boxes[0]?.id) ?? this.tree.firstChild;
    if (first) first.tabIndex = 0;
  }

  found(hits, current) {
    if (!hits.size && !this.anyFound) return;
    this.anyFound = hits.size > 0;
    for (const [id, node] of this.nodes) {
      node.toggleAttribute("data-found", hits.has(id));
      node.toggleAttribute("data-current", id === current);
    }
  }

  light(id) {
    for (const node of this.tree.querySelectorAll(".lit")) if (node.dataset.id !== id) node.classList.remove("lit");
    this.nodes.get(id)?.classList.add("lit");
  }

  focus() {
    this.sync();
    (this.nodes.get(this.viewer.selected) ?? this.tree.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  /** The node that an arrow key leads to: outwards and inwards along the branch, up and down among its equals. */
  neighbour(id, key) {
    const { model } = this;
    const box = this.boxes.get(id);
    if (!box) return this.layout.boxes[0].id;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step && this.form.stack === "all") return this.layout.boxes[box.index + step]?.id ?? id;
    if (step) {
      const equals = this.layout.boxes.filter((other) => other.side === box.side && other.depth === box.depth).sort((a, b) => a.y - b.y);
      return equals[equals.indexOf(box) + step]?.id ?? id;
    }
    const side = key === "ArrowRight" ? 1 : -1;
    if (box.side && side !== box.side && box.parent !== null) return this.layout.boxes[box.parent].id;
    if (box.side && model.isFolded(id, model.depth(id))) this.viewer.fold(id, false);
    const below = this.layout.boxes.filter((other) => other.parent === this.boxes.get(id).index && (box.side || other.side === side));
    const level = box.y + box.height / 2;
    const away = (other) => Math.abs(other.y + other.height / 2 - level);
    return (box.side ? below[0] : below.sort((a, b) => away(a) - away(b))[0])?.id ?? id;
  }

  /** The whole sentence, under the node. */
  tip(id, text) {
    const node = this.nodes.get(id);
    if (!node || this.drag.active) return;
    const [box, frame] = [node.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const tip = create("div", { class: "tip", role: "tooltip", dir: "auto", text });
    this.element.append((this.viewer.parts.tip = tip));
    const left = Math.max(8, Math.min(box.left - frame.left, frame.width - tip.offsetWidth - 8));
    const below = box.bottom - frame.top + 8;
    const top = below + tip.offsetHeight < frame.height ? below : box.top - frame.top - tip.offsetHeight - 8;
    Object.assign(tip.style, { left: `${left}px`, top: `${Math.max(4, top)}px` });
  }

  // ---- editing in place ----

  edit(id, done) {
    const box = this.boxes.get(id);
    if (!box) return done(null);
    this.camera.reveal(box);
    this.editing = id;
    openField(this.plane, box, this.model.label(id), (text) => {
      this.editing = null;
      done(text);
    });
  }
}

/** Whether a box is in an area, if only in part. */
const within = ({ left, right, top, bottom }) => ({ x, y, width, height }) => x < right && x + width > left && y < bottom && y + height > top;

/** The area that two boxes and their link take. */
function around(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

const overlap = (a, b) => a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;
