// Combines the maps of several documents: a branch for each, their texts one after the other.

const MAX_SIZE = 60; // nodes at first, besides one for each document

/** One map of several in the API's form. Their nodes alternate, so that every document is shown at any size. */
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
    format: maps[0].format, version: maps[0].version, title, labels: maps[0].labels, size: Math.min(size, MAX_SIZE + maps.length),
    nodes: alternate(shifted, { ...blank(maps[0].nodes[0]), text: title, snippet: title, gist: title, parent: null, score: 1 }),
    document: { title, text: texts.join("\n\n"), pages: [], sentences, blocks },
  };
}

/** A node with the same fields, all empty. */
const blank = (node) => Object.fromEntries(Object.keys(node).map((name) => [name, { start: 0, end: 0, score: 0 }[name] ?? null]));

/** The centre, then the first node of each list, the second of each, and so on; parents stay before their children. */
function alternate(lists, centre) {
  const nodes = [centre];
  const places = lists.map(() => []);
  const longest = Math.max(...lists.map((list) => list.length));
  for (let index = 0; index < longest; index++) {
    lists.forEach((list, which) => {
      if (index >= list.length) return;
      const node = list[index];
      places[which].push(nodes.length);
      nodes.push({ ...node, parent: node.parent === null ? 0 : places[which][node.parent] });
    });
  }
  return nodes;
}
