// The element of a node on the map, and the field for editing its label.

import { create } from "./dom.js";
import { styleOf } from "./layout.js";
import { at } from "./motion.js";

/** A new element; `far` hides the label, which could not be read. */
export function newNode(id, far) {
  const label = create("span", { class: "node-label", dir: "auto" });
  const node = create("div", { class: far ? "node far" : "node", role: "treeitem", tabindex: "-1", id: `topic-${id}` }, label);
  node.dataset.id = id;
  node.far = far;
  return node;
}

/** Updates an element from its box; changes nothing that is already right. */
export function fillNode(node, box, model) {
  if (node.box === box) return;
  node.box = box;
  const below = model.children(box.id).length;
  const expanded = below ? String(!model.isFolded(box.id)) : null;
  const note = model.node(box.id)?.note ? 1 : 0;
  const place = `${box.x}|${box.y}`;
  if (node.place !== place) Object.assign(node.style, at(box));
  node.place = place;
  const look = [box.lines.join("\n"), box.width, box.height, box.depth, box.side, box.boldLines, box.hidden, expanded, model.colour(box.id), note].join("|");
  if (node.look === look) return;
  node.look = look;
  Object.assign(node.style, { width: `${box.width}px`, height: `${box.height}px` });
  Object.assign(node.dataset, { depth: Math.min(box.depth, 2), side: box.side < 0 ? "left" : "right", branch: model.colour(box.id) ?? "centre" });
  const bold = box.lines.slice(0, box.boldLines);
  const rest = box.lines.slice(box.boldLines);
  node.classList.toggle("bold", !rest.length);
  node.classList.toggle("noted", Boolean(note));
  if (bold.length && rest.length) node.firstChild.replaceChildren(create("b", { text: `${bold.join("\n")}\n` }), rest.join("\n"));
  else node.firstChild.textContent = box.lines.join("\n");
  const attributes = { "aria-label": model.line(box.id), "aria-level": box.depth + 1, "aria-expanded": expanded, ...positionAmongSiblings(box, model) };
  for (const [name, value] of Object.entries(attributes)) value === null ? node.removeAttribute(name) : node.setAttribute(name, value);
  node.querySelector(".node-sign")?.remove();
  if (below && box.depth) {
    const folded = expanded === "false";
    node.append(create("span", { class: folded ? "node-sign folded" : "node-sign", "aria-hidden": "true", "data-count": folded ? box.hidden : "−", title: folded ? `Show the ${box.hidden} below` : "Fold" }));
  }
}

function positionAmongSiblings(box, model) {
  if (box.parent === null) return { "aria-setsize": 1, "aria-posinset": 1 };
  const siblings = model.children(model.shown.parents.get(box.id));
  return { "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(box.id) + 1 };
}

/** Opens a field over a box. Enter accepts the text, Escape cancels; `done` gets the text, or null; `typed` every text before it. */
export function openField(plane, box, text, done, typed) {
  const field = create("textarea", { class: "node-field", rows: "1", "aria-label": "Label", dir: "auto" });
  field.value = text;
  Object.assign(field.style, { ...at(box), width: `${Math.max(box.width, 200)}px`, fontSize: `${styleOf(box.depth).fontSize}px` });
  plane.append(field);
  const grow = () => (field.style.height = `${Math.max(field.scrollHeight + 4, box.height)}px`);
  let open = true;
  const close = (value) => {
    if (!open) return;
    open = false;
    field.remove();
    done(value);
  };
  field.addEventListener("input", () => (grow(), typed(field.value)));
  field.addEventListener("blur", () => close(field.value));
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close(null);
    else if (event.key === "Enter" && !event.shiftKey) close(field.value);
    else return;
    event.preventDefault();
  });
  field.focus({ preventScroll: true });
  field.select();
  grow();
}
