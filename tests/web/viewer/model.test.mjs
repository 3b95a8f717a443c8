// The map as data.
import assert from "node:assert/strict";
import { test } from "node:test";

const { MapModel } = await import(`${process.env.VIEWER}/model.js`);

/** A centre with three branches of two nodes each; strongest first, as the API answers. */
function data() {
  const rows = [[null, "Centre"], [0, "A"], [0, "B"], [0, "C"], [1, "A1"], [2, "B1"], [3, "C1"], [4, "A11"], [1, "A2"]];
  return {
    title: "Centre", labels: "sentences", size: 7,
    nodes: rows.map(([parent, text], index) => ({ parent, text, snippet: text, score: 0.5, sentence: index ? index - 1 : null, start: 10 * index, end: 10 * index + 5, page: null })),
  };
}

const labels = (model) => [...model.outline()].map(([id]) => model.label(id));

test("a size shows the strongest nodes with their ancestors", () => {
  const model = new MapModel(data());
  assert.equal(model.shown.count, 7);
  model.resize(3);
  assert.deepEqual(labels(model), ["Centre", "A", "B"]);
  model.reveal("n7"); // beyond the size: it comes with its parents
  assert.ok(model.shown.parents.has("n7"));
  assert.deepEqual(model.path("n7"), ["n0", "n1", "n4", "n7"]);
});

test("siblings are in document order unless a person arranged them", () => {
  const late = data();
  [late.nodes[1].start, late.nodes[1].end] = [900, 905];
  assert.deepEqual(labels(new MapModel(late)).slice(0, 2), ["Centre", "B"]);
  assert.deepEqual(labels(new MapModel({ ...late, arranged: true })).slice(0, 2), ["Centre", "A"]);
  const edited = new MapModel(late);
  edited.rename("n1", "Anew");
  assert.ok(edited.arranged && edited.state().arranged);
  [late.nodes[1].start, late.nodes[1].end] = [0, 0]; // without a place: its family stays in the order of the list
  assert.deepEqual(labels(new MapModel(late)).slice(0, 2), ["Centre", "A"]);
});

test("links keep their nodes, and are left out of files when they are hidden", async () => {
  const { Sharing } = await import(`${process.env.VIEWER}/sharing.js`);
  const { crossLinkPaths } = await import(`${process.env.VIEWER}/cross-links.js`);
  const model = new MapModel({ ...data(), size: 9, links: [[4, 5, 0.3], [6, 8, 0.2]] });
  const boxes = new Map(model.nodes.map(({ id }, place) => [id, { x: 0, y: 20 * place, width: 10, height: 10, side: 1 }]));
  assert.deepEqual(crossLinkPaths(model, boxes), ["M10 85C34 85 34 105 10 105"]); // nine nodes have room for one
  const written = () => new Sharing({ model, source: null }).content(true).links;
  assert.deepEqual(written(), [[4, 5, 0.3], [6, 8, 0.2]]);
  const again = new MapModel(model.state());
  assert.deepEqual(again.links, model.links);
  model.remove("n6");
  assert.deepEqual(written(), [[4, 5, 0.3]]);
  model.toggleLinks();
  assert.deepEqual([crossLinkPaths(model, boxes), written()], [[], undefined]);
});

test("two levels are unfolded, the rest is counted", () => {
  const model = new MapModel({ ...data(), size: 9 });
  assert.deepEqual(labels(model), ["Centre", "A", "A1", "A2", "B", "B1", "C", "C1"]);
  assert.ok(model.isFolded("n4", 2));
  assert.equal(model.shown.below.get("n4"), 1);
  assert.equal(model.shown.below.get("n0"), 8);
  model.foldFrom(Infinity);
  assert.equal(labels(model).length, 9);
  model.foldFrom(1);
  assert.deepEqual(labels(model), ["Centre", "A", "B", "C"]);
});

test("nodes that a larger size adds are unfolded", () => {
  const model = new MapModel(data());
  model.foldFrom(1);
  model.resize(8);
  assert.ok(labels(model).includes("A11"));
  assert.ok(!labels(model).includes("B1"));
});

test("colours are the same at every size and after every change", () => {
  const model = new MapModel(data());
  const colours = () => ["n1", "n2", "n3"].map((id) => model.colour(id));
  assert.deepEqual(colours(), [0, 1, 2]);
  model.resize(2);
  assert.deepEqual(colours(), [0, 1, 2]);
  model.resize(9);
  model.move("n3", "before", "n1");
  assert.deepEqual(colours(), [0, 1, 2]);
  model.move("n7", "in", "n0");
  assert.equal(model.colour("n7"), 3);
  model.remove("n1");
  assert.equal(model.colour("n2"), 1);
  assert.equal(model.colour("n0"), null);
});

test("undo and redo restore folds", () => {
  const model = new MapModel(data());
  const before = labels(model);
  model.remove("n1");
  model.foldFrom(1);
  assert.deepEqual(labels(model), ["Centre", "B", "C"]);
  model.undo();
  assert.deepEqual(labels(model), before);
  model.redo();
  assert.ok(!labels(model).includes("A"));
});

test("a withdrawn change cannot be redone", () => {
  const model = new MapModel(data());
  model.add("n1", "Mine");
  model.withdraw();
  assert.ok(!labels(model).includes("Mine"));
  assert.equal(model.redo(), false);
});

test("a state restores the map with its folds, colours and history", () => {
  const model = new MapModel(data());
  model.rename("n2", "Other");
  model.fold("n1", true);
  const again = new MapModel(structuredClone(model.state()));
  assert.deepEqual(labels(again), labels(model));
  assert.deepEqual([...again.families], [...model.families]);
  again.undo();
  assert.equal(again.label("n2"), "B");
});

test("the exported list has parents first and valid indexes", () => {
  const model = new MapModel(data());
  model.add("n3", "Mine");
  model.move("n1", "in", "n3");
  const { nodes, places } = model.listed(true);
  nodes.forEach((node, place) => assert.ok(node.parent === null || node.parent < place));
  assert.equal(nodes[places.get("n1")].parent, places.get("n3"));
  assert.equal(nodes.length, model.shown.count);
  assert.ok(!("id" in nodes[0]) && !("rank" in nodes[0]));
});

test("the exported list keeps folds", () => {
  const model = new MapModel({ ...data(), size: 9 });
  model.fold("n2", true);
  const { nodes, places } = model.listed(true);
  assert.deepEqual(nodes.filter((node) => node.folded).map((node) => node.text), ["B", "A1"]);
  const again = new MapModel({ title: "Centre", labels: "sentences", nodes });
  assert.deepEqual(labels(again), labels(model));
  again.fold(`n${places.get("n2")}`, false);
  assert.deepEqual(again.listed(true).nodes.filter((node) => node.folded).map((node) => node.text), ["A1"]);
  model.focus("n1");
  assert.deepEqual(model.listed(true, true).nodes.map((node) => node.text), ["A", "A1", "A11", "A2"]);
});

test("a node cannot be moved below itself, and the centre stays", () => {
  const model = new MapModel(data());
  assert.equal(model.move("n1", "in", "n4"), false);
  assert.equal(model.move("n0", "in", "n1"), false);
  assert.equal(model.remove("n0"), null);
  assert.equal(model.shift("n1", "up"), false);
  assert.equal(model.shift("n1", "down"), true);
  assert.deepEqual(model.children("n0"), ["n2", "n1", "n3"]);
});

test("the branch in focus is the top", () => {
  const model = new MapModel({ ...data(), size: 9 });
  model.focus("n1");
  assert.deepEqual(labels(model), ["A", "A1", "A11", "A2"]);
  assert.equal(model.depth("n4"), 1);
  model.reveal("n5"); // outside: the focus ends
  assert.equal(model.top, "n0");
});

test("kinds of labels, and notes", () => {
  const words = "One two three four five six seven eight nine ten eleven twelve.";
  const model = new MapModel({ nodes: [{ parent: null, text: words, snippet: "phrase", start: 0, end: 9, sentence: 0, score: 1 }], labels: "sentences" });
  model.showLabels("gists");
  assert.ok(model.label("n0").split(" ").length <= 10);
  model.showLabels("sentences");
  assert.equal(model.label("n0"), words);
  model.showLabels("snippets");
  assert.equal(model.label("n0"), "phrase");
  model.annotate("n0", " a note ");
  assert.equal(model.node("n0").note, "a note");
  model.undo();
  assert.equal(model.node("n0").note ?? "", "");
});

test("several roots have the title as centre", () => {
  const model = new MapModel({ title: "T", nodes: [{ parent: null, text: "x" }, { parent: null, text: "y" }].map((node) => ({ ...node, snippet: "", start: 0, end: 0, sentence: null, score: 0 })) });
  assert.equal(model.shown.centre, "centre");
  assert.deepEqual(model.children("centre"), ["n0", "n1"]);
  assert.equal(model.label("centre"), "T");
});
