// Draws the map: boxes as elements with the roles of a tree, links as curves behind them. layout.js gives the positions.
// Only boxes and links in or near the window are in the page, so that large maps stay fast.

import { crossLinkPaths } from "./cross-links.js";
import { create, svgElement } from "./dom.js";
import { arrange, linkPath } from "./layout.js";
import { Motion } from "./motion.js";
import { fillNode, newNode } from "./node-element.js";

const FAR_SCALE = 0.42; // below this scale labels cannot be read and are not drawn
const NEAR_SCALE = 0.6; // from this scale on labels are drawn during a zoom
const MAX_ADDED = 100; // boxes, links and labels outside the window that are added in one frame
const MAX_ANIMATED = 400; // boxes
export const REDUCED_MOTION = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class MapDrawing {
  /** A subclass sets `camera`, calls `draw`, and provides `fit` and `chooseForm`. */
  constructor(element, model, viewer) {
    Object.assign(this, { element, model, viewer, form: {}, boxes: new Map(), nodes: new Map(), links: new Map() });
    this.layout = { boxes: [], width: 1, height: 1 };
    this.views = new WeakMap(); // the camera position of each state of the map, by its list of nodes
    this.crossLinks = svgElement("g", { class: "cross-links" });
    this.svg = svgElement("svg", { class: "map-links", "aria-hidden": "true", width: 1, height: 1 });
    this.tree = create("div", { role: "tree", class: "map-nodes", "aria-label": "Mind-map" });
    this.svg.append(this.crossLinks);
    this.plane = create("div", { class: "map-plane" });
    this.plane.append(this.svg, this.tree);
    element.replaceChildren(this.plane);
  }

  /**
   * Draws the model, with an animation. With `fit`, the whole map comes into view; else the node `anchor`, by default the
   * selected one or the centre, stays where it is on the screen. After an undo the view is the one before the change, if
   * the user has not moved the map since.
   */
  draw({ anchor = this.viewer.selected, fit = false } = {}) {
    const centre = this.model.branch();
    const view = this.drawnNodes === this.model.nodes ? null : this.views.get(this.model.nodes);
    if (this.drawnNodes) this.views.set(this.drawnNodes, { ...this.camera.position(), gestures: this.camera.gestures });
    this.drawnNodes = this.model.nodes;
    const old = { boxes: this.boxes, list: this.layout.boxes, camera: this.camera.position() };
    const kept = old.boxes.get(anchor) ?? old.boxes.get(centre.id);
    if (fit) this.chooseForm(centre);
    this.layout = arrange(centre, this.form);
    this.boxes = new Map(this.layout.boxes.map((box) => [box.id, box]));
    Object.assign(this.plane.style, { width: `${this.layout.width}px`, height: `${this.layout.height}px` });
    const now = kept && this.boxes.get(kept.id);
    if (now) {
      const [before, after] = [joint(kept), joint(now)];
      Object.assign(this.camera, { x: this.camera.x + (before.x - after.x) * this.camera.scale, y: this.camera.y + (before.y - after.y) * this.camera.scale });
    }
    if (fit) this.fit({ draw: false });
    else this.camera.go(view?.gestures === this.camera.gestures ? view : this.camera.position());
    this.sync(REDUCED_MOTION?.matches || old.list.length + this.layout.boxes.length > 2 * MAX_ANIMATED || !old.list.length ? null : old);
  }

  isSeen(id) {
    const box = this.boxes.get(id);
    return Boolean(box) && intersects(this.camera.view())(box);
  }

  /** Adds what is in or near the window to the page and removes the rest; with `old`, boxes move from their old places. */
  sync(old = null) {
    const far = this.camera.scale < FAR_SCALE;
    this.drawn = this.camera.view(far ? 1.5 : 0.6); // from afar boxes are cheap, and a larger area needs fewer updates
    this.drawnScale = this.camera.scale;
    const [isNear, isSeen] = [intersects(this.drawn), intersects(this.camera.view())];
    let room = MAX_ADDED;
    const wanted = (present, id, area) => isNear(area) && (present.has(id) || isSeen(area) || room-- > 0);
    const focused = this.tree.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const lasting = new Set([this.viewer.selected, focused, this.editing]);
    const shown = this.layout.boxes.filter((box) => lasting.has(box.id) || wanted(this.nodes, box.id, box));
    const motion = old && new Motion(old, this.camera.position(), this.boxes, this.model);
    this.syncNodes(shown, far, motion);
    // An element that changes its place loses the focus; one that is gone passes it to the selected one.
    if (focused !== null && document.activeElement?.dataset?.id !== focused) {
      (this.nodes.get(focused) ?? this.nodes.get(this.viewer.selected) ?? this.tree.firstChild)?.focus({ preventScroll: true });
    }
    this.syncLinks((id, area) => wanted(this.links, id, area), motion);
    this.crossLinks.replaceChildren(...crossLinkPaths(this.model, this.boxes).map((d) => svgElement("path", { d })));
    if (room < 0) this.syncSoon();
    this.showLabels(shown, far, isSeen);
    this.mark(this.viewer.selected);
    this.markFound(this.viewer.hits, this.viewer.hit);
    this.highlight(this.viewer.lit);
  }

  syncNodes(shown, far, motion) {
    const ids = new Set(shown.map((box) => box.id));
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
  }

  syncLinks(wanted, motion) {
    const kept = new Set();
    for (const box of this.layout.boxes) {
      if (box.parent === null) continue;
      const parent = this.layout.boxes[box.parent];
      if (!wanted(box.id, unionArea(box, parent))) continue;
      kept.add(box.id);
      let link = this.links.get(box.id);
      if (!link) this.links.set(box.id, (link = svgElement("path", {})));
      if (!link.isConnected) this.svg.prepend(link); // in a column, short links lie above longer ones
      if (link.box === box) continue;
      link.box = box;
      const path = linkPath(parent, box);
      if (link.path !== path) link.setAttribute("d", (link.path = path));
      const look = `${this.model.colour(box.id)}|${Math.min(box.depth, 3)}`;
      if (link.look !== look) {
        link.look = look;
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

  /** Shows labels, or hides them if the map is far away: a few in each frame, those in the window first. */
  showLabels(shown, far, isSeen) {
    if (this.labelsWait) return;
    const changed = shown.filter((box) => this.nodes.get(box.id).far !== far);
    const order = changed.length > MAX_ADDED ? [...changed.filter(isSeen), ...changed.filter((box) => !isSeen(box))] : changed;
    for (const { id } of order.slice(0, MAX_ADDED)) {
      const node = this.nodes.get(id);
      node.classList.toggle("far", (node.far = far));
    }
    if (order.length > MAX_ADDED) this.syncSoon();
  }

  /** Whether labels are added after a zoom: during a zoom from afar, a hundred labels would take longer than a frame. */
  get labelsWait() {
    return this.camera.zooming && this.camera.scale < NEAR_SCALE;
  }

  /** After a zoom: keeps links at least about a pixel wide, in steps, because each step restyles all links. */
  zoomEnded() {
    this.syncSoon();
    const { scale } = this.camera;
    const hair = scale < FAR_SCALE ? `${2 ** Math.round(-Math.log2(scale))}px` : "0px";
    if (hair !== this.hair) this.svg.style.setProperty("--hair", (this.hair = hair));
  }

  /** After a move of the camera: draws what has come near. */
  moved() {
    if (!this.drawn) return;
    const view = this.camera.view();
    const { drawn, camera } = this;
    const inside = view.left >= drawn.left && view.right <= drawn.right && view.top >= drawn.top && view.bottom <= drawn.bottom;
    const nearer = this.drawnScale < NEAR_SCALE && camera.scale >= NEAR_SCALE; // `zoomEnded` draws what else a zoom changes
    if (!inside || nearer) this.syncSoon();
  }

  /** Calls `sync` in the next frame, at most once. */
  syncSoon() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.sync();
    });
  }
}

/** Returns a function that tells whether a box overlaps an area. */
const intersects = ({ left, right, top, bottom }) => ({ x, y, width, height }) => x < right && x + width > left && y < bottom && y + height > top;

/** The point of a box that stays if its label changes: where the link from its parent ends, the middle of the centre. */
const joint = ({ x, y, width, height, side }) => ({ x: x + (width * (1 - side)) / 2, y: y + height / 2 });

/** The area of two boxes and the link between them. */
function unionArea(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
