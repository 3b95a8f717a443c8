// Where everything stands; test_layout_of_the_page.py compares it with the pictures' layout.
import assert from "node:assert/strict";
import { test } from "node:test";

const { arrange, linkPath } = await import(`${process.env.VIEWER}/layout.js`);
const { FOLD_SIGN_WIDTH } = await import(`${process.env.VIEWER}/constants.js`);
const { isRightToLeft, textWidth, wrapText } = await import(`${process.env.VIEWER}/wrap.js`);

let count = 0;
const branch = (label, children = [], hidden = 0) => ({ id: `t${count++}`, label, heading: false, hidden, children });
const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** A tree of a size, its form drawn from a seed. */
function tree(size, seed) {
  const branches = [branch("The centre of it all")];
  let state = seed;
  for (let place = 1; place < size; place++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const made = branch(`Node ${place} ${"says something ".repeat(state % 7)}`.trim(), [], 0);
    branches[state % Math.min(place, 1 + (seed % 9))].children.push(made);
    branches.push(made);
  }
  for (const each of branches) if (!each.children.length && each.label.length % 5 === 0) each.hidden = 3;
  return branches[0];
}

for (const stack of ["none", "lists", "branches", "all"]) {
  test(`no boxes overlap (${stack})`, () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { boxes, width, height } = arrange(tree(6 * seed, seed), { stack, breadth: seed % 2 ? 1 : 0.7 });
      assert.equal(boxes.length, 6 * seed);
      boxes.forEach((box, place) => {
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height);
        for (const other of boxes.slice(place + 1)) assert.ok(apart(box, other), `${box.label} and ${other.label}`);
        if (box.hidden && box.side) {
          const sign = { ...box, x: box.side > 0 ? box.x + box.width : box.x - FOLD_SIGN_WIDTH, width: FOLD_SIGN_WIDTH };
          for (const other of boxes) if (other !== box) assert.ok(apart(sign, other), `the sign of ${box.label}`);
        }
      });
    }
  });
}

test("both sides are about equally high", () => {
  const { boxes } = arrange(branch("C", Array.from({ length: 8 }, (_, place) => branch(`Branch ${place}`))));
  assert.equal(boxes.filter((box) => box.side > 0).length, 4);
  assert.equal(boxes.filter((box) => box.side < 0).length, 4);
  assert.equal(boxes[0].side, 0);
});

test("right-to-left maps start on the left", () => {
  assert.ok(isRightToLeft("12 שלום") && !isRightToLeft("sea שלום") && !isRightToLeft("123"));
  const { boxes } = arrange(branch("שלום", [branch("א"), branch("ב")]));
  assert.deepEqual(boxes.map((box) => box.side), [0, -1, 1]);
});

test("children are stacked on demand", () => {
  const map = branch("C", [branch("A", [branch("A1", [branch("A2")])]), branch("B", [branch("B1"), branch("B2")])]);
  const stacked = (stack) => arrange(map, { stack }).boxes.filter((box) => box.stacked).map((box) => box.label);
  assert.deepEqual(stacked("none"), []);
  assert.deepEqual(stacked("lists"), ["A2", "B1", "B2"]);
  assert.deepEqual(stacked("branches"), ["A1", "A2", "B1", "B2"]);
  assert.deepEqual(stacked("all"), ["A", "A1", "A2", "B", "B1", "B2"]);
});

test("lines are even and keep every word", () => {
  const text = "The council of the harbour town voted to open its sea wall and to give the land back to the tide.";
  const lines = wrapText(text, 200, 13);
  assert.equal(lines.join(" "), text);
  for (const line of lines) assert.ok(textWidth(line, 13) <= 200);
  assert.ok(Math.min(...lines.map((line) => textWidth(line, 13))) > 90);
  assert.ok(textWidth("W", 13, true) > textWidth("i", 13, true));
  assert.equal(wrapText("漢字".repeat(20), 90, 13).join(""), "漢字".repeat(20));
  assert.deepEqual(wrapText("潮水高，（风）大。", 40, 13), ["潮水", "高，", "（风）", "大。"]);
});

test("a link is a path of numbers", () => {
  const { boxes } = arrange(branch("C", [branch("A", [branch("A1"), branch("A2")])]));
  for (const box of boxes.slice(1)) assert.match(linkPath(boxes[box.parent], box), /^M[-\d.]+ [-\d.]+C[-\d. ]+$/);
});

test("two thousand boxes are laid out quickly", () => {
  const map = tree(2000, 7);
  arrange(map); // labels are wrapText once
  const start = process.cpuUsage().user;
  arrange(map);
  assert.ok(process.cpuUsage(undefined).user - start < 2_000_000); // microseconds of processor time; generous
});
