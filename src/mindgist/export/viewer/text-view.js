// The document's text beside the map. Offsets count code points, as in Python, so a text with characters outside the
// basic plane (emoji) is sliced by code points.

import { create } from "./dom.js";
import { CENTRE } from "./map-tree.js";

const MAX_SMOOTH_SCREENS = 3;

export class TextView {
  constructor(element, source, model, viewer) {
    this.element = element;
    this.model = model;
    this.viewer = viewer;
    this.places = new Map(); // the start of a sentence or heading -> its element
    this.nodes = new Map(); // the start of a sentence or heading -> the id of its node
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

  /** The title, as a link to its node if there is one. */
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

  /** Colours the sentences on the map like their branches. */
  render() {
    this.nodes = new Map();
    for (const node of this.model.nodes) {
      if (node.start !== null && this.places.has(node.start)) this.nodes.set(node.start, node.id);
    }
    // If the centre is the title without a node, the first heading stands for it.
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

  /** The start of a node's sentence, or null. */
  startOf(id) {
    return this.starts?.get(id) ?? null;
  }

  /** Highlights the passages of a branch. */
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

  /** The texts of the sentences before and after a node's sentence. */
  around(node) {
    if (!node || node.sentence === null || node.start === null) return {};
    const place = this.order.indexOf(this.places.get(node.start));
    const words = (span) => (span && !span.closest("h1, h2, h3, h4, h5, h6") ? span.textContent : "");
    return { before: words(this.order[place - 1]), after: words(this.order[place + 1]) };
  }

  choose(span) {
    this.viewer.chooseSentence(span, this.nodes.get(Number(span.dataset.start)) ?? null);
  }

  /** Marks a sentence and scrolls it into view. */
  mark(start, scroll) {
    this.marked?.removeAttribute("aria-current");
    const span = start === null ? null : this.places.get(start);
    if (!span) return;
    span.setAttribute("aria-current", "true");
    this.marked = span;
    this.makeTabStop(span);
    if (!scroll) return;
    const isFar = Math.abs(span.getBoundingClientRect().top) > MAX_SMOOTH_SCREENS * innerHeight; // a long way would show blank text
    const jumps = isFar || matchMedia("(prefers-reduced-motion: reduce)").matches;
    span.scrollIntoView({ block: "center", behavior: jumps ? "instant" : "smooth" });
    if (isFar) requestAnimationFrame(() => span.scrollIntoView({ block: "center" })); // text that was not drawn has its height now
  }

  /** Makes a sentence the one that the Tab key reaches. */
  makeTabStop(span) {
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
      this.makeTabStop(next);
      next.focus();
    } else return;
    event.preventDefault();
  }

  /** Highlights the words searched for; returns the starts of the sentences with them, in reading order. */
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
