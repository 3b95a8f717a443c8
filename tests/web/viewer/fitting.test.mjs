// How a map fits into its frame.
import assert from "node:assert/strict";
import { test } from "node:test";

const { arrange } = await import(`${process.env.VIEWER}/layout.js`);
const { chooseForm, fittedPlace, isReadable, openFor } = await import(`${process.env.VIEWER}/fitting.js`);
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

function topics(map) {
  const made = new Map();
  for (const [id, depth, folded] of map.outline()) {
    const topic = { id, label: map.label(id), hidden: folded && depth ? map.shown.below.get(id) : 0, children: [] };
    if (depth) made.get(map.shown.parents.get(id)).children.push(topic);
    made.set(id, topic);
  }
  return made.get(map.top);
}

function opened(branches, each, width, height) {
  const [map, camera] = [model(branches, each), frame(width, height)];
  const layout = () => arrange(topics(map), chooseForm(topics(map), map.shown.count, camera));
  openFor(map, () => isReadable(camera.scaleFor(layout())));
  return { map, camera, layout: layout(), form: chooseForm(topics(map), map.shown.count, camera) };
}

test("at first sight all that is unfolded can be read, whatever the map and the frame", () => {
  for (const [branches, each] of [[3, 2], [5, 6], [9, 12], [40, 3]]) {
    for (const [width, height] of [[990, 790], [820, 1000], [390, 640]]) {
      const { map, layout, camera, form } = opened(branches, each, width, height);
      const place = fittedPlace(layout, form, camera);
      if (map.size > 8) assert.ok(place.scale >= 1, `${branches} x ${each} in ${width}`);
      assert.ok(layout.boxes.length >= Math.min(4, branches + 1));
      for (const box of layout.boxes) {
        assert.ok(box.x * place.scale + place.x >= -1 && (box.x + box.width) * place.scale + place.x <= width + 1);
        assert.ok(box.y * place.scale + place.y >= -1 && (box.y + box.height) * place.scale + place.y <= height + 1);
      }
    }
  }
});

test("a small map is open as a whole, and not blown up", () => {
  const { map, layout, camera, form } = opened(2, 2, 1400, 900);
  assert.equal(layout.boxes.length, map.nodes.length);
  assert.equal(fittedPlace(layout, form, camera).scale, 1.2);
});

test("of a map far larger than the frame some branches are in view, and on demand all of it", () => {
  const [map, camera] = [model(60, 20), frame(990, 790)];
  map.foldFrom(Infinity);
  const form = chooseForm(topics(map), map.shown.count, camera);
  const layout = arrange(topics(map), form);
  const inView = ({ x, y, scale }) => layout.boxes.filter((box) => box.x * scale + x >= 0 && (box.x + box.width) * scale + x <= 990 && box.y * scale + y >= 0 && (box.y + box.height) * scale + y <= 790).length;
  assert.ok(inView(fittedPlace(layout, form, camera)) >= 8);
  assert.equal(inView(fittedPlace(layout, form, camera, 0)), layout.boxes.length);
});

test("a narrow frame has one column", () => {
  assert.equal(opened(4, 3, 390, 640).form.stack, "all");
});
