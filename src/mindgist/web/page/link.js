// A map inside a link: browsers do not send the part after the # to any server.

const MAX_CHARACTERS = 12_000; // mail and chat programs may cut longer links

/** The part after the # for a map's content, or null if it is too large. */
export async function toFragment(content) {
  const nodes = content.nodes.map(({ parent, text, gist, note, folded }) => [parent, text, gist && gist !== text ? gist : "", note ?? "", folded ? 1 : 0]);
  const bytes = new TextEncoder().encode(JSON.stringify([content.title, nodes, content.labels]));
  const packed = await pipe(new CompressionStream("deflate-raw"), bytes);
  const code = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return code.length > MAX_CHARACTERS ? null : `map=${code}`;
}

/** The map in such a part; throws an error if it is damaged. */
export async function fromFragment(fragment) {
  const packed = Uint8Array.from(atob(fragment.slice(4).replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const [title, nodes, labels] = JSON.parse(new TextDecoder().decode(await pipe(new DecompressionStream("deflate-raw"), packed)));
  if (!Array.isArray(nodes) || !nodes.length) throw new Error("no nodes");
  const text = (value) => (typeof value === "string" ? value : "");
  return {
    title: title === null ? null : text(title),
    labels: labels === "sentences" ? "sentences" : "gists", // links hold no key phrases
    nodes: nodes.map(([parent, words, gist, note, folded], place) => ({
      parent: Number.isInteger(parent) && parent >= 0 && parent < place ? parent : place ? 0 : null,
      text: text(words), snippet: text(words), gist: text(gist) || text(words), note: text(note), folded: folded === 1, score: 0, sentence: null, start: 0, end: 0, page: null,
    })),
    document: null,
  };
}

async function pipe(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // reading reports the error
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}
