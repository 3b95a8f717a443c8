// Requests to the service, and the window that shows its progress.

import { create } from "./viewer/dom.js";

const MAX_NODES = 2000; // which browsers draw without a pause
const [SMALL_MAP, LARGE_MAP] = [12, 60]; // nodes: of a short text at least, and at most for the sake of bare headings

/** The language model of the service, if it has one, and whether it writes the labels of the next maps. */
export const languageModel = { name: null, used: false };

/** Fetches from the API; throws errors with messages for the user. */
export async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error("The service does not answer. Is `mindgist serve` still running?"), { offline: true });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Error(asSentence(answer.error ?? `the service answered ${response.status}`));
}

/** The map of a document; `onProgress` gets every line that the service sends before it. */
export async function askForMap(body, type, signal, onProgress, generated = false) {
  const headers = type ? { "Content-Type": type } : {};
  const response = await ask(`/api/v1/maps?progress=true&links=true&nodes=${MAX_NODES}${generated ? "&generated=true" : ""}`, { method: "POST", body, headers, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const found = JSON.parse(line);
      if (found.map) return { ...found.map, size: found.map.opened ? found.map.size : openingSize(found.map), linksShown: false };
      if (found.error) throw new Error(asSentence(found.error));
      onProgress(found);
    }
    if (done) throw new Error("The service stopped in the middle of its answer. Try again.");
  }
}

/** The size of a new map: as suggested, but not too small for a short text, and with a point below each main heading. */
function openingSize({ nodes, size }) {
  const inner = (count) => new Set(nodes.slice(0, count).map(({ parent }) => parent));
  const headings = [...inner(nodes.length)].filter((place) => place !== null && nodes[place].parent === 0 && nodes[place].sentence === null);
  let opening = Math.max(size, Math.min(SMALL_MAP, nodes.length));
  while (opening < Math.min(LARGE_MAP, nodes.length) && headings.some((place) => place < opening && !inner(opening).has(place))) opening++;
  return opening;
}

/** A window with the progress; `moveAside` makes room for a preview of the map. */
export class Progress {
  constructor(parent, stop) {
    this.words = create("p", { text: "Sending …", role: "status" });
    this.bar = create("progress", { max: "1", "aria-label": "Progress" });
    this.dialog = create("dialog", { class: "busy", "aria-label": "Working", cancel: stop }, this.bar, this.words,
      create("button", { type: "button", class: "button", text: "Stop", click: stop }));
    parent.append(this.dialog);
    this.dialog.showModal();
  }

  show({ stage, sentences, done }) {
    const count = sentences ? ` ${sentences.toLocaleString()} sentences` : "";
    this.words.textContent = { reading: "Reading …", mapping: `Mapping${count} …`, labelling: "The language model writes …", writing: "Almost done …" }[stage] ?? stage;
    if (stage === "mapping") this.bar.value = done;
    else this.bar.removeAttribute("value");
  }

  moveAside() {
    this.dialog.close();
    this.dialog.classList.add("aside");
    this.dialog.show();
  }

  close() {
    this.dialog.remove();
  }
}

function asSentence(message) {
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");
}
