// The maps that are kept, in this browser and nowhere else. Titles are apart from the maps, so that listing them is
// light. What somebody has edited or pinned is never let go unasked.

const KEPT = 12; // maps that are neither edited nor pinned

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("mindgist", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("maps", { keyPath: "id" });
      request.result.createObjectStore("titles", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs `use` on the two stores in one transaction; what comes back is the result of the request that it returns. */
async function within(mode, use) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(["maps", "titles"], mode);
      const request = use(transaction.objectStore("maps"), transaction.objectStore("titles"));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** What is kept: {id, title, when, nodes, edited, pinned, print, revision}; pinned first, then the newest. */
export async function listMaps() {
  const titles = await within("readonly", (maps, titles) => titles.getAll());
  return titles.sort((a, b) => Boolean(b.pinned) - Boolean(a.pinned) || b.when - a.when);
}

/** {state, revision} of a map, or null. */
export async function loadMap(id) {
  const found = await within("readonly", (maps) => maps.get(id));
  return found ? { state: found.state, revision: found.revision ?? 0 } : null;
}

/**
 * Keeps a map if it still is what it was when it was loaded (`base`, its revision then): null says that somebody else
 * has kept it since; otherwise its new revision comes back.
 */
export async function keepMap(id, { title, state, base, print }) {
  let kept = null;
  await within("readwrite", (maps, titles) => {
    const reading = titles.get(id);
    reading.onsuccess = () => {
      const before = reading.result;
      if (before && (before.revision ?? 0) !== base) return;
      kept = base + 1;
      const { named = false, pinned = false } = before ?? {};
      maps.put({ id, state, revision: kept });
      titles.put({
        id, title: named ? before.title : title, named, pinned, when: Date.now(), nodes: state.nodes.length,
        edited: Boolean(state.edited), print: print ?? before?.print ?? null, revision: kept,
      });
    };
    return reading;
  });
  const loose = (await listMaps()).filter((map) => !map.edited && !map.pinned && map.id !== id);
  for (const old of loose.slice(KEPT - 1)) await dropMap(old.id);
  return kept;
}

/** Changes what the list says of a map: its title, whether it is pinned. */
export async function changeTitle(id, changes) {
  await within("readwrite", (maps, titles) => {
    const reading = titles.get(id);
    reading.onsuccess = () => reading.result && titles.put({ ...reading.result, ...changes });
    return reading;
  });
}

/** Lets a map go; what comes back brings it back, given to `restoreMap`. */
export async function dropMap(id) {
  const gone = {};
  await within("readwrite", (maps, titles) => {
    maps.get(id).onsuccess = (event) => (gone.map = event.target.result);
    titles.get(id).onsuccess = (event) => (gone.title = event.target.result);
    maps.delete(id);
    return titles.delete(id);
  });
  return gone;
}

export async function restoreMap({ map, title }) {
  await within("readwrite", (maps, titles) => {
    maps.put(map);
    return titles.put(title);
  });
}

/** A short mark of a text: the same text has the same. (cyrb53, by bryc, in the public domain) */
export function fingerprint(text) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}-${text.length}`;
}
