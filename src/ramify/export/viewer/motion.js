// What moves between one drawing and the next.

import { linkPath } from "./layout.js";

const DURATION = 240; // milliseconds

/** Where a box stands, as a style says it. */
export const at = ({ x, y }) => `translate(${Math.round(x * 10) / 10}px, ${Math.round(y * 10) / 10}px)`;

/** Things on their way from one drawing to the next, each from where it was on the screen. */
export class Motion {
  constructor({ boxes, list, camera }, now, next, model) {
    const ratio = camera.scale / now.scale;
    const x = (value) => value * ratio + (camera.x - now.x) / now.scale;
    const y = (value) => value * ratio + (camera.y - now.y) / now.scale;
    const moved = (box) => box && { ...box, x: x(box.x), y: y(box.y), width: box.width * ratio, height: box.height * ratio, edge: x(box.edge) };
    this.was = (id) => moved(boxes.get(id));
    this.above = (id, places) => {
      for (let up = model.node(id)?.parent; up !== null && up !== undefined; up = model.node(up)?.parent) if (places.has(up)) return up;
      return model.shown.centre;
    };
    Object.assign(this, { ratio, boxes, next, list, parentOf: (box) => (box.parent === null ? null : moved(list[box.parent])) });
  }

  move(box, node) {
    const to = at(box);
    const old = this.was(box.id);
    const source = old ?? this.was(this.above(box.id, this.boxes));
    if (!source) return;
    const from = `${at(source)} scale(${this.ratio})`;
    if (old && from === `${to} scale(1)`) return;
    node.animate([{ transform: from, opacity: old ? 1 : 0 }, { transform: to, opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  }

  leave(id, node) {
    const old = this.was(id);
    const to = this.next.get(this.above(id, this.next));
    node.removeAttribute("role");
    node.removeAttribute("id");
    node.setAttribute("aria-hidden", "true");
    node.classList.add("leaving");
    if (!old || !to) return node.remove();
    const frames = [{ transform: at(old), opacity: 1 }, { transform: at(to), opacity: 0 }];
    node.animate(frames, { duration: DURATION, easing: "ease-out" }).onfinish = () => node.remove();
  }

  bend(parent, box, link, path) {
    const old = this.was(box.id);
    const source = old ?? this.was(this.above(box.id, this.boxes));
    const above = (old && this.parentOf(this.boxes.get(box.id))) ?? source;
    if (!source || !above) return;
    const from = linkPath(above, { ...source, side: box.side, stacked: box.stacked });
    if (from === path) return;
    link.animate([{ d: `path("${from}")`, opacity: old ? 1 : 0 }, { d: `path("${path}")`, opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  }
}
