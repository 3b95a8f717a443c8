// The document's text beside the map. Offsets count characters as Python does, code point by code point, so a text
// with characters outside the basic plane (emoji, say) is cut by code points here too.

import { create } from "./dom.js";
import { CENTRE } from "./model.js";

export class TextView {
  constructor(element, source, model, viewer) {
    this.element = element;
    this.model = model;
    this.viewer = viewer;
    this.places = new Map(); // where a sentence or heading begins -> its element
    this.nodes = new Map(); // where one begins -> the node that it is on the map
    this.order = [];
    const wide = /[\ud800-\udfff]/.test(source.text) ? Array.from(source.text) : null;
    this.slice = wide ? (start, end) => wide.slice(start, end).join("") : (start, end) => source.text.slice(start, end);
    this.pages = source.pages ?? [];
    this.title = source.title;
    this.build(source);
    this.element.addEventListener("click", (event) => {
      const place = event.target.closest(".sentence");
      if (place && !String(getSelection()).trim()) this.choose(place);
    });
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    const over = (event) => this.nodes.get(Number(event.target.closest?.(".sentence")?.dataset.start)) ?? null;
    this.element.addEventListener("pointerover", (event) => event.pointerType !== "touch" && viewer.hover(over(event), "text"));
    this.element.addEventListener("pointerleave", () => viewer.hover(null, "text"));
  }

  build(source) {
    let page = 0;
    const article = create("article", { class: "prose", dir: "auto" });
    const first = source.blocks[0]?.heading;
    const repeated = first && (first.plain ?? this.slice(first.start, first.end).trim()) === source.title;
    if (source.title && !repeated) article.append(this.heading(source.title));
    for (const block of source.blocks) {
      const first = block.heading ?? source.sentences[block.first];
      while (page < this.pages.length && this.pages[page] <= first.start) {
        page += 1;
        article.append(create("div", { class: "page-mark", text: `page ${page}` }));
      }
      if (block.heading) {
        const tag = `h${Math.min(6, block.heading.level + 1)}`;
        article.append(create(tag, {}, this.place(block.heading)));
        continue;
      }
      const paragraph = create("p");
      for (const sentence of source.sentences.slice(block.first, block.last + 1)) {
        if (paragraph.childNodes.length) paragraph.append(" ");
        paragraph.append(this.place(sentence));
      }
      article.append(paragraph);
    }
    this.element.replaceChildren(article);
    if (this.order.length) this.order[0].tabIndex = 0;
  }

  /** The title, which leads to its node where the map has it as one. */
  heading(title) {
    const node = this.model.nodes.find(({ sentence, start, text }) => sentence === null && start !== null && text === title);
    return create("h1", {}, node ? this.place({ ...node, plain: title }) : title);
  }

  place({ start, end, plain }) {
    const span = create("span", { class: "sentence", tabindex: "-1", text: plain ?? this.slice(start, end).replace(/\s+/g, " ") });
    span.dataset.start = start;
    this.places.set(start, span);
    this.order.push(span);
    return span;
  }

  /** Tints what is on the map in the colour of its branch. */
  render() {
    this.nodes = new Map();
    for (const node of this.model.nodes) {
      if (node.start !== null && this.places.has(node.start)) this.nodes.set(node.start, node.id);
    }
    // Where the title itself is the centre, and no node, the heading that says the same stands for it.
    const [first] = this.order;
    if (this.model.shown.centre === CENTRE && first?.textContent === this.title) this.nodes.set(Number(first.dataset.start), CENTRE);
    this.starts = new Map([...this.nodes].map(([start, id]) => [id, start]));
    for (const [start, span] of this.places) {
      const id = this.nodes.get(start);
      const shown = id !== undefined && this.model.shown.parents.has(id);
      const branch = shown ? String(this.model.colour(id) ?? "centre") : "";
      if (span.branch === branch) continue;
      span.branch = branch;
      span.classList.toggle("on-map", shown);
      if (shown) span.dataset.branch = branch;
      else delete span.dataset.branch;
    }
    this.tint(this.viewer.selected);
  }

  /** Where the node's words begin, or null. */
  startOf(id) {
    return this.starts?.get(id) ?? null;
  }

  /** Makes the passages of a branch stand out. */
  tint(id) {
    for (const span of this.tinted ?? []) span.classList.remove("lit");
    this.tinted = [];
    if (id === null || id === this.model.shown.centre) return;
    for (const [start, node] of this.nodes) {
      if (!this.model.shown.parents.has(node) || !this.model.isUnder(node, id)) continue;
      const span = this.places.get(start);
      span.classList.add("lit");
      this.tinted.push(span);
    }
  }

  /** The sentences before and after a node's own, in words. */
  around(node) {
    if (!node || node.sentence === null || node.start === null) return {};
    const place = this.order.indexOf(this.places.get(node.start));
    const words = (span) => (span && !span.closest("h1, h2, h3, h4, h5, h6") ? span.textContent : "");
    return { before: words(this.order[place - 1]), after: words(this.order[place + 1]) };
  }

  choose(span) {
    this.viewer.chooseSentence(span, this.nodes.get(Number(span.dataset.start)) ?? null);
  }

  /** Highlights a sentence and brings it into view. */
  mark(start, scroll) {
    this.marked?.removeAttribute("aria-current");
    const span = start === null ? null : this.places.get(start);
    if (!span) return;
    span.setAttribute("aria-current", "true");
    this.marked = span;
    this.rove(span);
    if (!scroll) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    span.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
  }

  rove(span) {
    for (const other of this.element.querySelectorAll('.sentence[tabindex="0"]')) other.tabIndex = -1;
    span.tabIndex = 0;
  }

  pressed(event) {
    const place = this.order.indexOf(event.target.closest(".sentence"));
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    if (event.key === "Enter" || event.key === " ") this.choose(this.order[place]);
    else if (steps[event.key]) {
      const next = this.order[place + steps[event.key]];
      if (!next) return;
      this.rove(next);
      next.focus();
    } else return;
    event.preventDefault();
  }

  /** The sentences that hold the words searched for, in reading order; the words themselves are highlighted. */
  search(words) {
    const ranges = [];
    const found = [];
    for (const span of words ? this.order : []) {
      const text = span.firstChild?.data ?? "";
      const folded = text.toLowerCase();
      let at = folded.indexOf(words);
      if (at < 0) continue;
      found.push(Number(span.dataset.start));
      for (; at >= 0 && folded.length === text.length; at = folded.indexOf(words, at + words.length)) {
        const range = new Range();
        range.setStart(span.firstChild, at);
        range.setEnd(span.firstChild, at + words.length);
        ranges.push(range);
      }
    }
    if (globalThis.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
    return found;
  }
}
