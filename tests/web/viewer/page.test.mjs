// Several documents as one map, maps in links, marks of texts.
import assert from "node:assert/strict";
import { test } from "node:test";

const { combined } = await import(`${process.env.PAGE}/combine.js`);
const { fromFragment, toFragment } = await import(`${process.env.PAGE}/link.js`);
const { fingerprint } = await import(`${process.env.PAGE}/store.js`);
const { drawPicture } = await import(`${process.env.VIEWER}/picture.js`);

function answer(title, ...sentences) {
  const text = `# ${title}\n\n${sentences.join(" ")}`;
  const place = (words) => ({ start: [...text.slice(0, text.indexOf(words))].length, end: [...text.slice(0, text.indexOf(words))].length + [...words].length });
  const nodes = [{ parent: null, text: title, snippet: title, score: 1, sentence: null, page: null, ...place(title) }];
  sentences.forEach((words, sentence) => nodes.push({ parent: 0, text: words, snippet: words, score: 0.5, sentence, page: null, ...place(words) }));
  return {
    format: "mindgist-map", version: 1, title, labels: "sentences", size: nodes.length, nodes,
    document: { title, text, pages: [], sentences: sentences.map(place), blocks: [{ heading: { level: 1, ...place(title) } }, { first: 0, last: sentences.length - 1 }] },
  };
}

test("nodes of a combined map have the right offsets", () => {
  const map = combined([answer("Alpha 🐋", "One is said.", "Two is 🌊."), answer("Beta", "Three is told.")], "Both");
  const text = [...map.document.text];
  for (const node of map.nodes.slice(1)) assert.equal(text.slice(node.start, node.end).join(""), node.text);
  for (const place of map.document.sentences) assert.ok(text.slice(place.start, place.end).join("").endsWith("."));
  assert.deepEqual(map.nodes.map((node) => node.text), ["Both", "Alpha 🐋", "Beta", "One is said.", "Three is told.", "Two is 🌊."]);
  assert.deepEqual(map.nodes.map((node) => node.parent), [null, 0, 0, 1, 2, 1]);
  assert.deepEqual(map.document.blocks.at(-1), { first: 2, last: 2 });
});

test("a link restores the map", async () => {
  const content = { title: "Häfen", nodes: [{ parent: null, text: "Häfen 海" }, { parent: 0, text: "Eins.", gist: "1", note: "n" }] };
  const fragment = await toFragment(content);
  assert.match(fragment, /^map=[\w-]+$/);
  const back = await fromFragment(fragment);
  assert.deepEqual(back.nodes.map(({ parent, text, gist, note }) => [parent, text, gist, note]), [[null, "Häfen 海", "Häfen 海", ""], [0, "Eins.", "1", "n"]]);
  assert.equal(back.title, "Häfen");
});

test("large maps and damaged links are refused", async () => {
  const nodes = Array.from({ length: 3000 }, (_, place) => ({ parent: place ? 0 : null, text: `${Math.sin(place)} ${Math.cos(place)}` }));
  assert.equal(await toFragment({ title: "t", nodes }), null);
  await assert.rejects(fromFragment("map=AAAA"));
  await assert.rejects(fromFragment("map=%"));
});

test("hostile links give only text", async () => {
  const pack = async (value) => {
    const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return `map=${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
  };
  const back = await fromFragment(await pack([{ evil: 1 }, [[5, { a: 1 }, 3, null], [99, "x"], [-1, "y"]]]));
  assert.deepEqual(back.nodes.map(({ parent, text }) => [parent, text]), [[null, ""], [0, "x"], [0, "y"]]);
  assert.equal(back.title, "");
  await assert.rejects(fromFragment(await pack([null, []])));
});

test("fingerprints", () => {
  assert.equal(fingerprint("sea"), fingerprint("sea"));
  assert.notEqual(fingerprint("sea"), fingerprint("see"));
});

test("lines of a picture have a fixed length if the font has all their characters", () => {
  const child = (id, label) => ({ id, label, heading: false, hidden: 0, children: [] });
  const svg = drawPicture({ id: "a", label: "Centre", heading: true, hidden: 0, children: [child("b", "The wall"), child("c", "東京")] }, { mainBranch: () => 0, title: "T" });
  const lengths = [...svg.matchAll(/<text [^>]*?(?: textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs")?>([^<]+)</g)].map(([, length, line]) => [line, length !== undefined]);
  assert.deepEqual(lengths, [["Centre", true], ["The wall", true], ["東京", false]]);
});

test("a picture escapes text", () => {
  const child = { id: "b", label: "<script>alert(1)</script> & \"more\" \ud800", heading: false, hidden: 2, children: [] };
  const svg = drawPicture({ id: "a", label: "Centre", heading: true, hidden: 0, children: [child] }, { mainBranch: (id) => (id === "a" ? null : 0), title: "T & <t>" });
  assert.ok(!svg.includes("<script>") && svg.includes("&lt;script&gt;") && svg.includes("T &amp; &lt;t&gt;"));
  assert.ok(svg.includes("+2"));
  assert.ok(!/[\ud800-\udfff]/u.test(svg));
});
