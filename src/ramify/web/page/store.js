// The last maps, kept in this browser and nowhere else. Titles are apart from the maps, so that listing them is light.

const KEPT = 12;

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("ramify", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("maps", { keyPath: "id" });
      request.result.createObjectStore("titles", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs `use` on the two stores in one transaction; its request's result is what comes back. */
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

/** What is kept, newest first: {id, title, when, nodes}. */
export async function listMaps() {
  const titles = await within("readonly", (maps, titles) => titles.getAll());
  return titles.sort((a, b) => b.when - a.when);
}

export async function loadMap(id) {
  return (await within("readonly", (maps) => maps.get(id)))?.state ?? null;
}

/** Keeps a map; the oldest beyond the number kept are let go. */
export async function keepMap(id, title, state) {
  await within("readwrite", (maps, titles) => {
    maps.put({ id, state });
    titles.put({ id, title, when: Date.now(), nodes: state.nodes.length });
  });
  for (const old of (await listMaps()).slice(KEPT)) await dropMap(old.id);
}

export async function dropMap(id) {
  await within("readwrite", (maps, titles) => {
    maps.delete(id);
    titles.delete(id);
  });
}
