// Asking the service for a map, with what it tells meanwhile.

import { create } from "/viewer/dom.js";

const MOST_NODES = 2000; // more than anybody looks at, and as much as browsers draw without a pause

/** Asks the API; what goes wrong is an error in words. */
export async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error("The service does not answer. Is `mindgist serve` still running?"), { silent: true });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Error(asSentence(answer.error ?? `the service answered ${response.status}`));
}

/** The map of a document; `told` gets every line that comes before it. */
export async function askForMap(body, type, signal, told) {
  const headers = type ? { "Content-Type": type } : {};
  const response = await ask(`/api/v1/maps?progress=true&nodes=${MOST_NODES}`, { method: "POST", body, headers, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const found = JSON.parse(line);
      if (found.map) return found.map;
      if (found.error) throw new Error(asSentence(found.error));
      told(found);
    }
    if (done) throw new Error("The service stopped in the middle of its answer. Try it again.");
  }
}

/** What is shown while the service works; it makes room for a first map when there is one. */
export class Busy {
  constructor(parent, stop) {
    this.words = create("p", { text: "Sending …", role: "status" });
    this.bar = create("progress", { max: "1", "aria-label": "How much is done" });
    this.dialog = create("dialog", { class: "busy", "aria-label": "Working", cancel: stop }, this.bar, this.words,
      create("button", { type: "button", class: "button", text: "Stop", click: stop }));
    parent.append(this.dialog);
    this.dialog.showModal();
  }

  tell({ stage, sentences, done }) {
    const count = sentences ? ` ${sentences.toLocaleString()} sentences` : "";
    this.words.textContent = { reading: "Reading …", mapping: `Mapping${count} …`, writing: "Nearly done …" }[stage] ?? stage;
    if (stage === "mapping") this.bar.value = done;
    else this.bar.removeAttribute("value");
  }

  stepAside() {
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
