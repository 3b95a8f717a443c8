// The maps stored in this browser. Titles are stored apart from the maps, so that listing them is fast. Maps that the
// user edited or pinned are never removed automatically.

const MAX_UNEDITED = 12; // stored maps that are neither edited nor pinned

function openDatabase() {
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

/** Runs `use` on the two stores in one transaction and returns the result of the request that `use` returns. */
async function transact(mode, use) {
  const database = await openDatabase();
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

/** The stored maps as {id, title, when, nodes, edited, pinned, print, revision}: pinned first, then the newest. */
export async function listMaps() {
  const titles = await transact("readonly", (maps, titles) => titles.getAll());
  return titles.sort((a, b) => Boolean(b.pinned) - Boolean(a.pinned) || b.when - a.when);
}

/** {state, revision} of a map, or null. */
export async function loadMap(id) {
  const found = await transact("readonly", (maps) => maps.get(id));
  return found ? { state: found.state, revision: found.revision ?? 0 } : null;
}

/**
 * Stores a map and returns its new revision. Returns null and stores nothing if its revision is no longer `base`: another
 * tab has stored it since.
 */
export async function storeMap(id, { title, state, base, print }) {
  let revision = null;
  await transact("readwrite", (maps, titles) => {
    const reading = titles.get(id);
    reading.onsuccess = () => {
      const before = reading.result;
      if (before && (before.revision ?? 0) !== base) return;
      revision = base + 1;
      const { named = false, pinned = false } = before ?? {};
      maps.put({ id, state, revision });
      titles.put({
        id, title: named ? before.title : title, named, pinned, when: Date.now(), nodes: state.nodes.length,
        edited: Boolean(state.edited), print: print ?? before?.print ?? null, revision,
      });
    };
    return reading;
  });
  const removable = (await listMaps()).filter((map) => !map.edited && !map.pinned && map.id !== id);
  for (const old of removable.slice(MAX_UNEDITED - 1)) await deleteMap(old.id);
  return revision;
}

/** Changes what the list shows of a map: its title, whether it is pinned. */
export async function updateListing(id, changes) {
  await transact("readwrite", (maps, titles) => {
    const reading = titles.get(id);
    reading.onsuccess = () => reading.result && titles.put({ ...reading.result, ...changes });
    return reading;
  });
}

/** Deletes a map and returns it; `restoreMap` stores it again. */
export async function deleteMap(id) {
  const deleted = {};
  await transact("readwrite", (maps, titles) => {
    maps.get(id).onsuccess = (event) => (deleted.map = event.target.result);
    titles.get(id).onsuccess = (event) => (deleted.title = event.target.result);
    maps.delete(id);
    return titles.delete(id);
  });
  return deleted;
}

export async function restoreMap({ map, title }) {
  await transact("readwrite", (maps, titles) => {
    maps.put(map);
    return titles.put(title);
  });
}

/** A short hash of a text (cyrb53 by bryc, public domain). */
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
