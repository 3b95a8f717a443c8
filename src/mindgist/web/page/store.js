// The maps stored in this browser. Titles are stored apart from the maps, so that listing them is fast. Maps that the
// user edited or pinned are never removed automatically.

const MAX_UNEDITED = 12; // stored maps that are neither edited nor pinned

const JOURNAL = "mindgist-unsaved";
const LOCK_PATIENCE = 1000; // milliseconds in which a page that is being closed gives up its lock

/** A new id; `crypto.randomUUID` is missing where a page is served without TLS to another computer. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** This tab, which holds a lock with this name as long as it is open. */
const TAB = newId();
globalThis.document && navigator.locks?.request(TAB, () => new Promise(() => {}));

let opened = null;

/** The database, opened once: opening it takes longer than a page that is being closed has. */
function openDatabase() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("mindgist", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("maps", { keyPath: "id" });
      request.result.createObjectStore("titles", { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = () => (request.result.close(), (opened = null));
      resolve(request.result);
    };
    request.onerror = () => ((opened = null), reject(request.error));
  });
  return opened;
}

/** Runs `use` on the two stores in one transaction and returns the result of the request that `use` returns. */
async function transact(mode, use) {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["maps", "titles"], mode);
    const request = use(transaction.objectStore("maps"), transaction.objectStore("titles"));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The stored maps as {id, title, when, nodes, edited, pinned, print, picture, revision}: pinned first, then the newest. */
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
 * tab has stored it since. `serial` counts the changes in this tab.
 */
export async function storeMap(id, { title, state, base, print, picture, serial = 0 }) {
  let revision = null;
  await transact("readwrite", (maps, titles) => {
    const reading = titles.get(id);
    reading.onsuccess = () => {
      const before = reading.result;
      if (before && (before.revision ?? 0) !== base) return;
      revision = base + 1;
      const { pinned = false, mapTitle = title } = before ?? {};
      const named = Boolean(before?.named) && mapTitle === title; // a title given in the list holds until the map gets another
      maps.put({ id, state, revision, tab: TAB, serial });
      titles.put({
        id, title: named ? before.title : title, named, mapTitle: title, pinned, when: Date.now(), nodes: state.nodes.length,
        edited: Boolean(state.edited), print: print ?? before?.print ?? null, picture: picture ?? before?.picture ?? null, revision,
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

// ---- the journal: changes that are not in the database yet ----

/** Writes the difference between a map's state and the nodes in the database synchronously. */
export function writeJournal(id, { state, title, base, serial, known }) {
  const { nodes, past, future, document, ...view } = state;
  const entry = { id, tab: TAB, base, serial, title, view, order: nodes.map((node) => node.id), changed: nodes.filter((node) => !known.has(node)) };
  try {
    localStorage.setItem(`${JOURNAL} ${id} ${TAB}`, JSON.stringify(entry));
  } catch {
    // Without room, the change is only in the database.
  }
}

export function clearJournal(id) {
  localStorage.removeItem(`${JOURNAL} ${id} ${TAB}`);
}

/** Stores the changes in the journals of closed pages. If another tab has changed the map since, they become a copy. */
export async function recoverJournals() {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(`${JOURNAL} `) && !name.endsWith(TAB))) {
    const entry = JSON.parse(localStorage.getItem(key), (name, value) => (name === "level" && value === null ? Infinity : value));
    if (!entry || (await isOpen(entry.tab))) continue;
    const found = await transact("readonly", (maps) => maps.get(entry.id));
    const isStored = found?.tab === entry.tab && found.serial >= entry.serial;
    if (!isStored) {
      const isSame = !found || (found.revision ?? 0) === entry.base || found.tab === entry.tab;
      const id = isSame ? entry.id : newId();
      await storeMap(id, { title: isSame ? entry.title : `${entry.title} (other version)`, state: withEntry(found?.state, entry), base: isSame ? found?.revision ?? 0 : 0 });
    }
    localStorage.removeItem(key);
  }
}

function withEntry(state, { view, order, changed }) {
  const nodes = new Map([...(state?.nodes ?? []), ...changed].map((node) => [node.id, node]));
  const before = state?.nodes[0]?.id && { nodes: state.nodes, title: state.title, folds: new Map(state.folded), level: state.level, kept: new Set(state.kept) };
  const past = [...(state?.past ?? []), ...(before ? [before] : [])];
  return { document: null, ...state, ...view, nodes: order.flatMap((id) => nodes.get(id) ?? []), past, future: [] };
}

/** Whether a tab is open: then it stores its changes itself. */
async function isOpen(tab) {
  if (!navigator.locks) return false;
  return navigator.locks.request(tab, { signal: AbortSignal.timeout(LOCK_PATIENCE) }, () => false).catch(() => true);
}

// ---- the text typed on the start screen: of this tab, or else of the tab that was closed last ----

const DRAFT = "mindgist-draft";

export function readDraft() {
  try {
    return sessionStorage.getItem(DRAFT) ?? localStorage.getItem(DRAFT) ?? "";
  } catch {
    return ""; // the browser stores nothing
  }
}

export function writeDraft(text) {
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      globalThis[storage].setItem(DRAFT, text);
    } catch {
      // It is too long, or the browser stores nothing.
    }
  }
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
