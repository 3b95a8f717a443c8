// Moving over the map: drag, wheel, two fingers. Whatever is done, some node stays in sight.

const SMALLEST = 0.05; // smaller, nothing is seen but dust: only for a map that is not whole before
const LARGEST = 2.5;
const SIGHT = 36; // pixels of a node that stay in the frame
const TOOLS = 60; // pixels at the bottom that the tools stand over
const CLICK = 5; // pixels that a hand may shake

export class Camera {
  /**
   * `plane` is moved inside of `frame`; of `layout()` something has to stay in sight, `moved()` is told of every move and
   * `rested()` of the end of a zoom.
   */
  constructor(frame, plane, { layout, moved, rested, held }) {
    Object.assign(this, { frame, plane, layout, moved, rested, held, x: 0, y: 0, scale: 1 });
    this.pointers = new Map();
    frame.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.dragged(event));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (event) => this.up(event));
    frame.addEventListener("scroll", () => frame.scrollTo(0, 0)); // a focused field must not move the frame itself
  }

  get width() {
    return this.frame.clientWidth;
  }

  get height() {
    return this.frame.clientHeight;
  }

  /** What is in view, in the map's own units, with so much more around it (1: a whole screen on each side). */
  view(around = 0) {
    const { width, height, scale } = this;
    return {
      left: (-this.x - around * width) / scale, right: (width * (1 + around) - this.x) / scale,
      top: (-this.y - around * height) / scale, bottom: (height * (1 + around) - this.y) / scale,
    };
  }

  place() {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  go({ x, y, scale = this.scale }) {
    if (scale !== this.scale) this.scaled();
    Object.assign(this, { x, y, scale: this.possible(scale) });
    this.keepSight();
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.moved();
  }

  pan(dx, dy) {
    this.go({ x: this.x + dx, y: this.y + dy });
  }

  /** Zooms around a point of the frame, its middle if none is given. */
  zoom(factor, at = { x: this.width / 2, y: this.height / 2 }) {
    const scale = this.possible(this.scale * factor);
    const ratio = scale / this.scale;
    this.go({ x: at.x - (at.x - this.x) * ratio, y: at.y - (at.y - this.y) * ratio, scale });
  }

  possible(scale) {
    const smallest = this.width ? Math.min(SMALLEST, this.scaleFor(this.layout())) : SMALLEST;
    return Math.max(smallest, Math.min(LARGEST, scale));
  }

  /** The scale at which something of this size fits into the frame. */
  scaleFor({ width, height }) {
    return Math.min(this.width / width, this.room / height);
  }

  /** The height that is free of tools. */
  get room() {
    return Math.max(1, this.height - TOOLS);
  }

  /** Brings a box into the frame, moving no more than needed; one that is larger shows its beginning. */
  reveal({ x, y, width, height }, margin = 24) {
    const shift = (start, size, from, room) => {
      const low = start * this.scale + from;
      const high = (start + size) * this.scale + from;
      if (high - low > room - 2 * margin || low < margin) return margin - low;
      return high > room - margin ? room - margin - high : 0;
    };
    const dx = shift(x, width, this.x, this.width);
    const dy = shift(y, height, this.y, this.height);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Where no node would be in view, the nearest one comes into it. */
  keepSight() {
    if (!this.width) return;
    const { left, right, top, bottom } = this.view();
    const room = SIGHT / this.scale;
    let [nearest, least] = [null, Infinity];
    for (const box of this.layout().boxes) {
      const dx = box.x > right - room ? box.x - (right - room) : box.x + box.width < left + room ? box.x + box.width - (left + room) : 0;
      const dy = box.y > bottom - room ? box.y - (bottom - room) : box.y + box.height < top + room ? box.y + box.height - (top + room) : 0;
      if (!dx && !dy) return;
      const distance = Math.hypot(dx, dy);
      if (distance < least) [nearest, least] = [{ dx, dy }, distance];
    }
    if (!nearest) return;
    this.x -= nearest.dx * this.scale;
    this.y -= nearest.dy * this.scale;
  }

  /**
   * A layer of its own makes panning light, but keeps its own scale: zoomed out, the browser would paint all of it as
   * large as before. So there is none during a zoom, and one at the scale where it ends.
   */
  scaled() {
    this.plane.style.willChange = "auto";
    clearTimeout(this.zooming);
    this.zooming = setTimeout(() => {
      this.zooming = null;
      this.plane.style.willChange = "transform";
      this.rested();
    }, 180);
  }

  // ---- by hand ----

  wheeled(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 20 : 1; // some browsers count lines
    if (event.ctrlKey || event.metaKey) this.zoom(Math.exp((-event.deltaY * step) / 240), this.point(event));
    else if (event.shiftKey && !event.deltaX) this.pan(-event.deltaY * step, 0);
    else this.pan(-event.deltaX * step, -event.deltaY * step);
  }

  point(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event) {
    if (event.target.closest("textarea, input") || (event.pointerType === "mouse" && event.button > 1)) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) Object.assign(this, { start: { x: event.clientX, y: event.clientY }, panned: false });
    this.spread = this.distance();
  }

  dragged(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || this.held()) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.panned && Math.hypot(now.x - this.start.x, now.y - this.start.y) < CLICK && this.pointers.size === 1) return;
    if (!this.panned) this.frame.classList.add("panning");
    this.panned = true;
    this.pointers.set(event.pointerId, now);
    if (this.pointers.size === 1) {
      this.capture(event.pointerId);
      return this.pan(now.x - before.x, now.y - before.y);
    }
    const spread = this.distance();
    const [a, b] = [...this.pointers.values()];
    const middle = this.point({ clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 });
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (this.spread) this.zoom(spread / this.spread, middle);
    this.spread = spread;
  }

  capture(pointer) {
    try {
      this.frame.setPointerCapture(pointer);
    } catch {
      // A pointer that is gone already cannot be captured, and need not be.
    }
  }

  distance() {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    this.spread = this.distance();
    if (!this.pointers.size) this.frame.classList.remove("panning");
  }
}
