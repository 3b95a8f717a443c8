// The map as an indented list with the roles of a tree.

import { create } from "./dom.js";
import { clock } from "./text.js";
import { isRightToLeft } from "./wrap.js";

export class OutlineView {
  constructor(element, model, viewer) {
    this.model = model;
    this.viewer = viewer;
    this.items = new Map();
    this.tree = create("div", { role: "tree", "aria-label": "Outline of the map", class: "outline" });
    element.replaceChildren(this.tree);
    this.tree.addEventListener("click", (event) => this.clicked(event));
    this.tree.addEventListener("dblclick", (event) => {
      const item = event.target.closest("[role=treeitem]");
      if (item) this.viewer.edit(item.dataset.id, "outline");
    });
    this.tree.addEventListener("keydown", (event) => {
      if (event.target.matches("[role=treeitem]")) this.pressed(event);
    });
  }

  /** Draws the list if it is visible; `showPane` calls this again when it becomes visible. */
  render() {
    if (!this.tree.checkVisibility()) return;
    const focused = this.tree.contains(document.activeElement);
    const rows = [];
    this.tree.dir = isRightToLeft(this.model.label(this.model.top)) ? "rtl" : "ltr";
    this.items = new Map();
    for (const [id, depth, folded] of this.model.outline()) {
      const children = this.model.children(id).length;
      const time = this.model.node(id)?.time_start;
      const topic = this.model.topic(id);
      const item = create(
        "div",
        { role: "treeitem", "aria-level": depth + 1, "aria-expanded": children ? String(!folded) : null, tabindex: "-1", class: !topic && this.isBold(id, depth) ? "outline-item bold" : "outline-item" },
        create("span", { class: "outline-sign", "aria-hidden": "true" }),
        create("span", { class: "outline-label", dir: "auto" }, topic ? create("b", { text: `${topic}: ` }) : "", this.model.label(id)),
        this.model.node(id)?.generated ? create("span", { class: "outline-mark", title: "Written by a language model", text: "✦" }) : "",
        time == null ? "" : create("span", { class: "outline-count", text: clock(time) }),
        folded ? create("span", { class: "outline-count", "aria-hidden": "true", text: this.model.shown.below.get(id) }) : "",
      );
      item.dataset.id = id;
      item.style.setProperty("--depth", Math.min(depth, 12));
      const branch = this.model.colour(id);
      if (branch !== null) item.dataset.branch = branch;
      this.items.set(id, item);
      rows.push(item);
    }
    this.tree.replaceChildren(...rows);
    this.mark(this.viewer.selected, false);
    if (focused) this.current?.focus({ preventScroll: true });
  }

  /** Whether a label is bold, by the same rule as on the map. */
  isBold(id, depth) {
    return depth <= 1 || this.model.node(id)?.sentence === null;
  }

  mark(id, scroll) {
    this.current?.removeAttribute("aria-selected");
    if (this.current) this.current.tabIndex = -1;
    this.current = this.items.get(id) ?? this.items.values().next().value;
    if (!this.current) return;
    this.current.tabIndex = 0;
    if (id !== null) this.current.setAttribute("aria-selected", "true");
    if (scroll) this.current.scrollIntoView({ block: "nearest" });
  }

  markFound(hits) {
    for (const [id, item] of this.items) item.toggleAttribute("data-found", hits.has(id));
  }

  focus() {
    this.render();
    this.current?.focus();
  }

  clicked(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.target.matches("input")) return;
    const expanded = item.getAttribute("aria-expanded");
    if (event.target.matches(".outline-sign") && expanded) this.viewer.fold(item.dataset.id, expanded === "true");
    else this.viewer.select(item.dataset.id, "outline");
    this.items.get(item.dataset.id)?.focus({ preventScroll: true });
  }

  /** The keys of a tree from the ARIA practices; the other keys work as on the map. */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return this.viewer.pressed(event, "outline");
    const items = [...this.items.values()];
    const item = event.target;
    const place = items.indexOf(item);
    const id = item.dataset.id;
    const expanded = item.getAttribute("aria-expanded");
    const [inwards, outwards] = this.tree.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const goTo = (other) => {
      if (!other) return;
      this.viewer.select(other.dataset.id, "outline");
      this.items.get(other.dataset.id)?.focus();
    };
    if (event.key === "ArrowDown") goTo(items[place + 1]);
    else if (event.key === "ArrowUp") goTo(items[place - 1]);
    else if (event.key === "Home") goTo(items[0]);
    else if (event.key === "End") goTo(items.at(-1));
    else if (event.key === inwards && expanded === "false") this.viewer.fold(id, false);
    else if (event.key === inwards && expanded) goTo(items[place + 1]);
    else if (event.key === outwards && expanded === "true") this.viewer.fold(id, true);
    else if (event.key === outwards) goTo(this.items.get(this.model.shown.parents.get(id)));
    else return this.viewer.pressed(event, "outline");
    event.preventDefault();
  }

  /** Replaces a label by a field. Enter accepts the text, Escape cancels; `done` gets the text, or null, `typed` every text before it. */
  edit(id, done, typed) {
    this.render();
    const item = this.items.get(id);
    const label = item?.querySelector(".outline-label");
    if (!label) return done(null);
    const field = create("input", { class: "outline-field", value: this.model.label(id), "aria-label": "Label", dir: "auto" });
    let open = true;
    const close = (value) => {
      if (!open) return;
      open = false;
      field.replaceWith(label);
      done(value);
    };
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") close(field.value);
      else if (event.key === "Escape") close(null);
    });
    field.addEventListener("input", () => typed(field.value));
    field.addEventListener("blur", () => close(field.value));
    label.replaceWith(field);
    field.focus();
    field.select();
  }
}
