// Moves a node by dragging. A finger has to rest on the node for a moment first, else it moves the map. The dragged label is drawn below the pointer, so that the target stays visible. A finger that rests on
// a node and is lifted again opens its menu.

import { create } from "./dom.js";

const HOLD_TIME = 320; // milliseconds
const HOLD_TOLERANCE = 5; // pixels
const DROP_PLACES = ["in", "before", "after"];

export class NodeDrag {
  constructor(frame, { allowed, label, drop, held }) {
    Object.assign(this, { frame, allowed, label, drop, held, active: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event), true);
    frame.addEventListener("pointerup", () => this.end(true));
    frame.addEventListener("pointercancel", () => this.end(false));
    frame.addEventListener("touchmove", (event) => this.active && event.preventDefault(), { passive: false });
    frame.addEventListener("touchend", (event) => this.lift(event), { passive: false });
    this.keys = (event) => event.key === "Escape" && this.active && (event.stopPropagation(), this.end(false));
    document.addEventListener("keydown", this.keys, true);
  }

  close() {
    this.end(false);
    document.removeEventListener("keydown", this.keys, true);
  }

  down(event) {
    this.end(false);
    const node = event.target.closest(".node");
    if (!node || !event.isPrimary || event.button || event.target.closest(".node-sign, textarea")) return;
    const { pointerType, pointerId, clientX: x, clientY: y } = event;
    this.from = { id: node.dataset.id, x, y, pointer: pointerId, isFinger: pointerType === "touch", isHeld: false, isMoved: false };
    this.ready = event.pointerType === "mouse" && this.allowed(node.dataset.id);
    this.timer = setTimeout(() => this.begin(), HOLD_TIME);
  }

  begin() {
    if (!this.from || this.active) return;
    this.from.isHeld = true;
    if (!this.allowed(this.from.id)) return;
    this.active = true;
    this.frame.classList.add("dragging");
    this.ghost = create("div", { class: "ghost", text: this.label(this.from.id), dir: "auto" });
    this.frame.append(this.ghost);
    this.float(this.from.x, this.from.y);
  }

  move(event) {
    if (!this.from || event.pointerId !== this.from.pointer) return;
    const far = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > HOLD_TOLERANCE;
    if (!this.active && far) {
      if (this.ready) this.begin();
      else return this.end(false);
    }
    if (!this.active) return;
    this.from.isMoved ||= far;
    this.float(event.clientX, event.clientY);
    this.aim(event.clientX, event.clientY);
  }

  float(x, y) {
    const box = this.frame.getBoundingClientRect();
    this.ghost.style.transform = `translate(${x - box.left + 16}px, ${y - box.top + 22}px)`;
  }

  /** Sets the target: in the middle of a node below it, near its upper or lower edge beside it. */
  aim(x, y) {
    const over = document.elementFromPoint(x, y)?.closest(".node");
    this.clear();
    if (!over || over.dataset.id === this.from.id) return;
    const box = over.getBoundingClientRect();
    const at = (y - box.top) / box.height;
    const beside = over.dataset.depth !== "0";
    this.target = { node: over, place: beside && at < 0.25 ? "before" : beside && at > 0.75 ? "after" : "in" };
    over.classList.add(`drop-${this.target.place}`);
  }

  clear() {
    this.target?.node.classList.remove(...DROP_PLACES.map((place) => `drop-${place}`));
    this.target = null;
  }

  end(keep) {
    clearTimeout(this.timer);
    const { target, from, active } = this;
    this.clear();
    this.ghost?.remove();
    this.frame.classList.remove("dragging");
    Object.assign(this, { from: null, active: false, ghost: null });
    if (active || from?.isHeld) this.dropped = performance.now(); // the click that follows belongs to the drag
    this.rested = keep && from?.isFinger && from.isHeld && !from.isMoved ? from : null;
    if (active && keep && target) this.drop(from.id, target.place, target.node.dataset.id);
  }

  /** Opens the menu of a node on which a finger rested. The click that would follow is cancelled: it would close the menu. */
  lift(event) {
    if (!this.rested) return;
    event.preventDefault();
    this.held(this.rested.id, this.rested);
    this.rested = null;
  }

  /** Whether a click belongs to a drag that has just ended. */
  get justDropped() {
    return performance.now() - (this.dropped ?? -Infinity) < 100;
  }
}
