// How a map fits into its frame.
import assert from "node:assert/strict";
import { test } from "node:test";

const { arrange } = await import(`${process.env.VIEWER}/layout.js`);
const { chooseForm, fittedPosition, isReadable, openFor } = await import(`${process.env.VIEWER}/fitting.js`);
const { MapModel } = await import(`${process.env.VIEWER}/model.js`);

const frame = (width, height) => ({ width, room: height, scaleFor: (layout) => Math.min(width / layout.width, height / layout.height) });

/** A centre with so many branches of so many nodes each. */
function model(branches, each) {
  const nodes = [{ parent: null, text: "Centre", sentence: null }];
  for (let branch = 0; branch < branches; branch++) {
    const place = nodes.length;
    nodes.push({ parent: 0, text: `Branch number ${branch}` });
    for (let below = 0; below < each; below++) nodes.push({ parent: place, text: `What is said here has a few words, ${branch} and ${below}` });
  }
  const placed = nodes.map((node, index) => ({ sentence: index, score: 0.5, gist: node.text, snippet: "", page: null, ...node, start: 100 * index, end: 100 * index + 50 }));
  return new MapModel({ title: "Centre", labels: "sentences", nodes: placed });
}

function opened(branches, each, width, height) {
  const [map, camera] = [model(branches, each), frame(width, height)];
  const layout = () => arrange(map.branch(), chooseForm(map.branch(), map.shown.count, camera));
  openFor(map, () => isReadable(camera.scaleFor(layout())));
  return { map, camera, layout: layout(), form: chooseForm(map.branch(), map.shown.count, camera) };
}

test("at most seven branches are open, everything unfolded can be read, and nothing is left out", () => {
  for (const [branches, each] of [[3, 2], [5, 6], [9, 12], [40, 3]]) {
    for (const [width, height] of [[990, 790], [820, 1000], [1320, 970], [390, 640]]) {
      const { map, layout, camera, form } = opened(branches, each, width, height);
      const place = fittedPosition(layout, form, camera);
      assert.equal(map.shown.count, map.nodes.length);
      assert.ok(layout.boxes.length >= branches + 1);
      assert.ok(map.children(map.shown.centre).filter((id) => !map.isFolded(id)).length <= 7);
      if (form.stack === "all" || branches === 40) continue; // a column is scrolled
      assert.ok(place.scale >= 1, `${branches} x ${each} in ${width}`);
      for (const box of layout.boxes) {
        assert.ok(box.x * place.scale + place.x >= -1 && (box.x + box.width) * place.scale + place.x <= width + 1);
        assert.ok(box.y * place.scale + place.y >= -1 && (box.y + box.height) * place.scale + place.y <= height + 1);
      }
    }
  }
});

test("a wide frame opens more of a deep map", () => {
  const deep = (width, height) => {
    const nodes = [[null], [0], [0], [0], [1], [1], [2], [2], [3], [3], [4], [5], [6], [7], [8], [9]].map(([parent], index) => ({
      parent, text: `What is said in node ${index}`, gist: `What is said in node ${index}`, snippet: "", sentence: index, score: 0.5, page: null, start: 100 * index, end: 100 * index + 50,
    }));
    const [map, camera] = [new MapModel({ title: null, nodes }), frame(width, height)];
    openFor(map, () => isReadable(camera.scaleFor(arrange(map.branch(), chooseForm(map.branch(), map.shown.count, camera)))));
    return [...map.outline()].length;
  };
  assert.equal(deep(1600, 1000), 16);
  assert.ok(deep(700, 420) < 16);
});

test("a small map opens complete and at most at the maximum scale", () => {
  const { map, layout, camera, form } = opened(2, 2, 1400, 900);
  assert.equal(layout.boxes.length, map.nodes.length);
  assert.equal(fittedPosition(layout, form, camera).scale, 1.4);
});

test("a map larger than the frame shows some branches, or all on demand", () => {
  const [map, camera] = [model(60, 20), frame(990, 790)];
  map.foldFrom(Infinity);
  const form = chooseForm(map.branch(), map.shown.count, camera);
  const layout = arrange(map.branch(), form);
  const inView = ({ x, y, scale }) => layout.boxes.filter((box) => box.x * scale + x >= 0 && (box.x + box.width) * scale + x <= 990 && box.y * scale + y >= 0 && (box.y + box.height) * scale + y <= 790).length;
  assert.ok(inView(fittedPosition(layout, form, camera)) >= 8);
  assert.equal(inView(fittedPosition(layout, form, camera, 0)), layout.boxes.length);
});

test("a narrow frame has one column", () => {
  assert.equal(opened(4, 3, 390, 640).form.stack, "all");
});
