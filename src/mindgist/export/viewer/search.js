// Search in the map and in the text. Several words that stand nowhere together are a question.

import { answers } from "./answers.js";

const MAX_ANSWERS = 5;

export class Search {
  constructor(viewer) {
    Object.assign(this, { viewer, results: [], at: -1 });
  }

  search(typed, jump) {
    const { viewer } = this;
    const words = typed.trim().toLowerCase();
    const starts = new Set(viewer.text?.search(words) ?? []);
    const matches = (node) => starts.has(node.start) || `${node.text}\n${node.snippet}\n${node.gist ?? ""}\n${node.topic ?? ""}\n${node.note ?? ""}`.toLowerCase().includes(words);
    const nodes = words ? viewer.model.nodes.filter(matches) : [];
    // In the order of the text; nodes without a position in it come last.
    nodes.sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
    const isQuestion = !nodes.length && words.includes(" ");
    this.results = isQuestion ? answers(viewer.model, words).slice(0, MAX_ANSWERS) : nodes.map((node) => node.id);
    viewer.hits = new Set(this.results);
    if (!viewer.hits.has(viewer.hit)) viewer.hit = null;
    const { searchCount, searchSteps, search } = viewer.parts;
    searchSteps.hidden = !words;
    search.classList.toggle("full", Boolean(words));
    const onMap = this.results.filter((id) => viewer.model.shown.parents.has(id)).length;
    if (jump) this.at = -1;
    const all = this.results.length;
    const total = isQuestion ? `${all} best answers` : `${all} in total`;
    searchCount.textContent = !words ? "" : this.at < 0 ? `${onMap} on the map, ${total}` : `${this.at + 1} of ${all}`;
    searchCount.title = searchCount.textContent;
    viewer.map.markFound(viewer.hits, viewer.hit);
    viewer.outline.markFound(viewer.hits);
  }

  /** Goes to the next result, or with -1 to the previous one; offers to show a result that is not on the map. */
  next(step) {
    const { viewer, results } = this;
    if (!results.length) return;
    this.at = ((this.at < 0 && step < 0 ? 0 : this.at) + step + results.length) % results.length;
    const id = results[this.at];
    viewer.hit = id;
    if (viewer.model.shown.parents.has(id)) viewer.select(id, "search");
    else {
      viewer.text?.mark(viewer.model.node(id).start, true);
      viewer.offer(id, "This result is not on the map at its current size.");
    }
    viewer.map.markFound(viewer.hits, id);
    viewer.parts.searchCount.textContent = `${this.at + 1} of ${results.length}`;
  }
}
