// Animations between one drawing and the next.

import { linkPath } from "./layout.js";

const DURATION = 240; // milliseconds

/** The position of a box as a style. Thousands of transforms instead would slow down every move of the map. */
export const at = ({ x, y }) => ({ left: `${x}px`, top: `${y}px` });

const shift = (from, to) => `translate(${Math.round((from.x - to.x) * 10) / 10}px, ${Math.round((from.y - to.y) * 10) / 10}px)`;

/** Moves nodes and links from their old places on the screen to the new ones. */
export class Motion {
  constructor({ boxes, list, camera }, now, next, model) {
    const ratio = camera.scale / now.scale;
    const x = (value) => value * ratio + (camera.x - now.x) / now.scale;
    const y = (value) => value * ratio + (camera.y - now.y) / now.scale;
    const moved = (box) => box && { ...box, x: x(box.x), y: y(box.y), width: box.width * ratio, height: box.height * ratio };
    this.was = (id) => moved(boxes.get(id));
    /** The nearest ancestor that has a box in `places`. */
    this.ancestor = (id, places) => {
      for (let up = model.node(id)?.parent; up !== null && up !== undefined; up = model.node(up)?.parent) if (places.has(up)) return up;
      return model.shown.centre;
    };
    Object.assign(this, { ratio, boxes, next, list, parentOf: (box) => (box.parent === null ? null : moved(list[box.parent])) });
  }

  move(box, node) {
    const old = this.was(box.id);
    const source = old ?? this.was(this.ancestor(box.id, this.boxes));
    if (!source) return;
    const from = `${shift(source, box)} scale(${this.ratio})`;
    if (old && from === "translate(0px, 0px) scale(1)") return;
    node.animate([{ transform: from, opacity: old ? 1 : 0 }, { transform: "none", opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  }

  /** Moves a node that is folded away to its nearest visible ancestor, and removes it. */
  leave(id, node) {
    const old = this.was(id);
    const to = this.next.get(this.ancestor(id, this.next));
    node.removeAttribute("role");
    node.removeAttribute("id");
    node.setAttribute("aria-hidden", "true");
    node.classList.add("leaving");
    if (!old || !to) return node.remove();
    Object.assign(node.style, at(old));
    const frames = [{ transform: "none", opacity: 1 }, { transform: shift(to, old), opacity: 0 }];
    node.animate(frames, { duration: DURATION, easing: "ease-out" }).onfinish = () => node.remove();
  }

  bend(parent, box, link, path) {
    const old = this.was(box.id);
    const source = old ?? this.was(this.ancestor(box.id, this.boxes));
    const parentBox = (old && this.parentOf(this.boxes.get(box.id))) ?? source;
    if (!source || !parentBox) return;
    const from = linkPath(parentBox, { ...source, side: box.side, stacked: box.stacked });
    if (from === path) return;
    link.animate([{ d: `path("${from}")`, opacity: old ? 1 : 0 }, { d: `path("${path}")`, opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  }
}
