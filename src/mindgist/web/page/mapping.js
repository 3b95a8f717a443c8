// Requests to the service, and the window that shows its progress.

import { create } from "./viewer/dom.js";

const MAX_NODES = 2000; // which browsers draw without a pause
const SMALL_MAP = 12; // nodes that are shown of a short text, if the suggested size is smaller

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
      if (found.map) {
        const { nodes, opened, size } = found.map;
        return { ...found.map, size: opened ? size : Math.max(size, Math.min(SMALL_MAP, nodes.length)), linksShown: false };
      }
      if (found.error) throw new Error(asSentence(found.error));
      onProgress(found);
    }
    if (done) throw new Error("The service stopped in the middle of its answer. Try again.");
  }
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
