// Finding words, in the map and in the text.

export class Search {
  constructor(viewer) {
    Object.assign(this, { viewer, results: [], at: -1 });
  }

  search(typed, jump) {
    const { viewer } = this;
    const words = typed.trim().toLowerCase();
    const starts = new Set(viewer.text?.search(words) ?? []);
    const holds = (node) => starts.has(node.start) || `${node.text}\n${node.snippet}\n${node.gist ?? ""}\n${node.note ?? ""}`.toLowerCase().includes(words);
    const nodes = words ? viewer.model.nodes.filter(holds) : [];
    // In the order of the text; one's own nodes, which have no place in it, come last.
    nodes.sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
    this.results = nodes.map((node) => node.id);
    viewer.hits = new Set(this.results);
    if (!viewer.hits.has(viewer.hit)) viewer.hit = null;
    const { searchCount, searchSteps, search } = viewer.parts;
    searchSteps.hidden = !words;
    search.classList.toggle("full", Boolean(words));
    const onMap = this.results.filter((id) => viewer.model.shown.parents.has(id)).length;
    if (jump) this.at = -1;
    const all = this.results.length;
    searchCount.textContent = !words ? "" : this.at < 0 ? `${onMap} on the map, ${all} in all` : `${this.at + 1} of ${all}`;
    searchCount.title = searchCount.textContent;
    viewer.map.found(viewer.hits, viewer.hit);
    viewer.outline.found(viewer.hits);
  }

  /** Goes on to the next, or with -1 to the one before; one that is not on the map is offered. */
  next(step) {
    const { viewer, results } = this;
    if (!results.length) return;
    this.at = ((this.at < 0 && step < 0 ? 0 : this.at) + step + results.length) % results.length;
    const id = results[this.at];
    viewer.hit = id;
    if (viewer.model.shown.parents.has(id)) viewer.select(id, "search");
    else {
      viewer.text?.mark(viewer.model.node(id).start, true);
      viewer.offer(id, "What was found is not on the map at its present size.");
    }
    viewer.map.found(viewer.hits, id);
    viewer.parts.searchCount.textContent = `${this.at + 1} of ${results.length}`;
  }
}
