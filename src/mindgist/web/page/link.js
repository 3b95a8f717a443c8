// A map inside a link: browsers do not send the part after the # to any server.

const MAX_CHARACTERS = 12_000; // mail and chat programs may cut longer links
const MAX_BYTES = 300_000; // unpacked: a link of this length holds a fifth of it, unless somebody wants to fill the memory
const MAX_LINK_NODES = 2_000;

const [FOLDED, SENTENCE, COLOUR] = [1, 2, 4]; // flags of a node; from COLOUR on, the number of its colour plus one
const MAX_COLOUR = 1000;

/** The part after the # for a map's content, or null if it is too large. `colours` has the numbers of the main branches, by node. */
export async function toFragment(content, colours = []) {
  const flags = ({ folded, sentence }, colour) => (folded ? FOLDED : 0) + (Number.isInteger(sentence) ? SENTENCE : 0) + COLOUR * ((colour ?? -1) + 1);
  const nodes = content.nodes.map((node, index) => {
    const { parent, text, gist, note, topic } = node;
    return [parent, text, gist && gist !== text ? gist : "", note ?? "", flags(node, colours[index]), ...(topic ? [topic] : [])];
  });
  const bytes = new TextEncoder().encode(JSON.stringify([content.title, nodes, content.labels]));
  if (nodes.length > MAX_LINK_NODES || bytes.length > MAX_BYTES) return null;
  const packed = await pipe(new CompressionStream("deflate-raw"), bytes);
  const code = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return code.length > MAX_CHARACTERS ? null : `map=${code}`;
}

/** The map in such a part; throws an error if it is damaged or larger than any map of toFragment. */
export async function fromFragment(fragment) {
  if (fragment.length > MAX_CHARACTERS + 4) throw new Error("too long");
  const packed = Uint8Array.from(atob(fragment.slice(4).replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const [title, nodes, labels] = JSON.parse(new TextDecoder().decode(await pipe(new DecompressionStream("deflate-raw"), packed)));
  if (!Array.isArray(nodes) || !nodes.length || nodes.length > MAX_LINK_NODES) throw new Error("no nodes");
  const text = (value) => (typeof value === "string" ? value : "");
  const colour = (flags) => (Number.isInteger(flags) && flags > 0 ? Math.min(MAX_COLOUR, Math.floor(flags / COLOUR)) - 1 : -1);
  return {
    families: nodes.flatMap(([, , , , flags], place) => (colour(flags) >= 0 ? [[`n${place}`, colour(flags)]] : [])),
    title: title === null ? null : text(title),
    labels: labels === "sentences" ? "sentences" : "gists", // links hold no key phrases
    nodes: nodes.map(([parent, words, gist, note, flags, topic], place) => ({
      parent: Number.isInteger(parent) && parent >= 0 && parent < place ? parent : place ? 0 : null,
      text: text(words), snippet: text(words), gist: text(gist) || text(words), note: text(note), ...(text(topic) ? { topic: text(topic) } : {}), folded: Boolean(flags & FOLDED), score: 0, sentence: flags & SENTENCE ? place : null, start: 0, end: 0, page: null,
    })),
    document: null,
  };
}

/** The bytes that the stream makes of these, up to MAX_BYTES. */
async function pipe(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // reading reports the error
  writer.close().catch(() => {});
  const found = [];
  let size = 0;
  for await (const piece of stream.readable) {
    found.push(piece);
    size += piece.length;
    if (size > MAX_BYTES) throw new Error("too large");
  }
  return new Uint8Array(await new Blob(found).arrayBuffer());
}
