// Several documents as one map: a branch for each, their texts one after the other.

/** One map of several, as the API answers them. Their nodes take turns, so that a cut of any size shows every one. */
export function combined(maps, title) {
  const texts = [];
  const sentences = [];
  const blocks = [];
  const shifted = maps.map((map) => {
    const shift = texts.reduce((sum, text) => sum + [...text].length + 2, 0);
    const first = sentences.length;
    const source = map.document;
    const moved = ({ start, end, ...rest }) => ({ ...rest, start: start + shift, end: end + shift });
    texts.push(source.text);
    sentences.push(...source.sentences.map(moved));
    blocks.push(...source.blocks.map((block) => (block.heading ? { heading: moved(block.heading) } : { first: block.first + first, last: block.last + first })));
    return map.nodes.map((node) => ({
      ...node,
      sentence: node.sentence === null ? null : node.sentence + first,
      ...(node.end > node.start ? { start: node.start + shift, end: node.end + shift } : {}),
    }));
  });
  const size = maps.reduce((sum, map) => sum + (map.size ?? map.nodes.length), 1);
  return {
    format: "mindgist-map", version: maps[0].version, title, labels: maps[0].labels, size: Math.min(size, 60 + maps.length),
    nodes: inTurns(shifted, { ...blank(maps[0].nodes[0]), text: title, snippet: title, gist: title, parent: null, score: 1 }),
    document: { title, text: texts.join("\n\n"), pages: [], sentences, blocks },
  };
}

const blank = (node) => Object.fromEntries(Object.keys(node).map((name) => [name, { start: 0, end: 0, score: 0 }[name] ?? null]));

/** The centre, then the first of each list, the second of each, and so on; parents stay before their children. */
function inTurns(lists, centre) {
  const nodes = [centre];
  const places = lists.map(() => []);
  const longest = Math.max(...lists.map((list) => list.length));
  for (let turn = 0; turn < longest; turn++) {
    lists.forEach((list, which) => {
      if (turn >= list.length) return;
      const node = list[turn];
      places[which].push(nodes.length);
      nodes.push({ ...node, parent: node.parent === null ? 0 : places[which][node.parent] });
    });
  }
  return nodes;
}
