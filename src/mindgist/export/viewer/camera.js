// Panning and zooming: drag, wheel, two fingers. At least one node always stays in view.

const MIN_SCALE = 0.05; // smaller only if the whole map needs it
const MAX_SCALE = 2.5;
const VISIBLE_PART = 36; // pixels of some node that stay in the frame
const TOOLS_HEIGHT = 60; // pixels at the bottom that the toolbar covers
const CLICK_TOLERANCE = 5; // pixels that the pointer may move during a click
const ZOOM_END = 180; // milliseconds without a further step

export class Camera {
  /**
   * Moves `plane` inside `frame`. `layout()` returns the boxes; `moved()` is called after every move, `zoomEnded()` after
   * a zoom; while `isBlocked()`, dragging does not move the map.
   */
  constructor(frame, plane, { layout, moved, zoomEnded, isBlocked }) {
    Object.assign(this, { frame, plane, layout, moved, zoomEnded, isBlocked, x: 0, y: 0, scale: 1, gestures: 0 });
    this.pointers = new Map();
    frame.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.dragged(event));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (event) => this.up(event));
    frame.addEventListener("scroll", () => frame.scrollTo(0, 0)); // a focused field must not scroll the frame
  }

  get width() {
    return this.frame.clientWidth;
  }

  get height() {
    return this.frame.clientHeight;
  }

  /** The visible area in the map's coordinates; `around` adds a margin on each side, in screens. */
  view(around = 0) {
    const { width, height, scale } = this;
    return {
      left: (-this.x - around * width) / scale, right: (width * (1 + around) - this.x) / scale,
      top: (-this.y - around * height) / scale, bottom: (height * (1 + around) - this.y) / scale,
    };
  }

  position() {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  go({ x, y, scale = this.scale }) {
    if (scale !== this.scale) this.scaleChanged();
    Object.assign(this, { x, y, scale: this.clampScale(scale) });
    this.keepInView();
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.moved();
  }

  pan(dx, dy) {
    this.go({ x: this.x + dx, y: this.y + dy });
  }

  /** Zooms around a point of the frame, by default its middle. */
  zoom(factor, at = { x: this.width / 2, y: this.height / 2 }) {
    const scale = this.clampScale(this.scale * factor);
    const ratio = scale / this.scale;
    this.go({ x: at.x - (at.x - this.x) * ratio, y: at.y - (at.y - this.y) * ratio, scale });
  }

  clampScale(scale) {
    const smallest = this.width ? Math.min(MIN_SCALE, this.scaleFor(this.layout())) : MIN_SCALE;
    return Math.max(smallest, Math.min(MAX_SCALE, scale));
  }

  /** The scale at which an area of this size fits into the frame. */
  scaleFor({ width, height }) {
    return Math.min(this.width / width, this.room / height);
  }

  /** The height above the toolbar. */
  get room() {
    return Math.max(1, this.height - TOOLS_HEIGHT);
  }

  /** Moves the map as little as needed to show a box; of a box that is too large, its start. */
  reveal({ x, y, width, height }, margin = 24) {
    const shift = (start, size, from, room) => {
      const low = start * this.scale + from;
      const high = (start + size) * this.scale + from;
      if (high - low > room - 2 * margin || low < margin) return margin - low;
      return high > room - margin ? room - margin - high : 0;
    };
    const dx = shift(x, width, this.x, this.width);
    const dy = shift(y, height, this.y, this.room);
    if (dx || dy) this.pan(dx, dy);
  }

  /** If no node is in view, moves the nearest one into it. */
  keepInView() {
    if (!this.width) return;
    const { left, right, top, bottom } = this.view();
    const room = VISIBLE_PART / this.scale;
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
   * A compositing layer makes panning fast, but a zoom would paint all of it at the old scale. So the layer is dropped
   * during a zoom and made again at its end.
   */
  scaleChanged() {
    this.plane.style.willChange = "auto";
    clearTimeout(this.zooming);
    this.zooming = setTimeout(() => {
      this.zooming = null;
      this.plane.style.willChange = "transform";
      this.zoomEnded();
    }, ZOOM_END);
  }

  // ---- pointer events ----

  wheeled(event) {
    event.preventDefault();
    this.gestures++;
    const step = event.deltaMode === 1 ? 20 : 1; // some browsers count lines instead of pixels
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
    if (!before || this.isBlocked()) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.panned && Math.hypot(now.x - this.start.x, now.y - this.start.y) < CLICK_TOLERANCE && this.pointers.size === 1) return;
    if (!this.panned) this.frame.classList.add("panning");
    this.panned = true;
    this.gestures++;
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
      // The pointer has already gone.
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
