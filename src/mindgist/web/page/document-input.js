// Documents that the user pastes, drops or chooses: asks the service for their maps and shows the progress.

import { combined } from "./combine.js";
import { ask, askForMap, languageModel, Progress } from "./mapping.js";
import { askHowMany } from "./start.js";
import { readDraft, writeDraft } from "./store.js";

const ADDRESS = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;

export class DocumentInput {
  constructor(page) {
    this.page = page;
    addEventListener("dragover", (event) => this.dragged(event));
    addEventListener("dragleave", (event) => event.relatedTarget || page.root.classList.remove("dropping"));
    addEventListener("drop", (event) => this.dropped(event));
    addEventListener("paste", (event) => this.pasted(event));
  }

  async mapText(text) {
    if (ADDRESS.test(text)) {
      return this.page.notify("That is an address, and this page loads nothing from the web. Save the web page as a file and drop it here, or run: mindgist map ADDRESS");
    }
    if ((await this.map([{ body: JSON.stringify({ text }), type: "application/json" }])) && readDraft() === text) writeDraft("");
  }

  /** Maps files; if there are several, asks whether to make one map or a map for each. */
  async mapFiles(files) {
    if (!files.length) return;
    const jobs = files.map((file) => {
      const body = new FormData();
      body.append("file", file, file.name);
      return { body, name: file.name };
    });
    const together = files.length > 1 ? await askHowMany(this.page.root.parentElement, files) : false;
    if (together === null) return;
    if (together) return this.map(jobs);
    for (const job of jobs) await this.map([job]);
  }

  async mapExample(name) {
    const response = await ask(new URL(`examples/${name}`, import.meta.url)).catch((error) => this.page.showError(error.message));
    if (response) await this.map([{ body: await response.blob() }]);
  }

  /** Maps one document, or several into one map; returns whether there is a map. */
  async map(jobs) {
    const { page } = this;
    const shown = { turn: page.turn, preview: null }; // for this job
    const stop = new AbortController();
    const progress = new Progress(page.toasts.parentElement, () => stop.abort());
    try {
      const { maps, failures } = await this.askForMaps(jobs, stop.signal, (line) => this.reported(line, progress, jobs, shown));
      progress.close(); // while it is open, nothing else can have the focus
      if (failures.length) page.showError(failures.join(" "));
      if (!maps.length) return false;
      await page.add(maps.length === 1 ? maps[0] : combined(maps, maps.map((map) => map.title).join(", ").slice(0, 120)), shown);
      return true;
    } catch (error) {
      if (error.name !== "AbortError") page.showError(error.message);
      return false;
    } finally {
      progress.close();
      if (page.preview && page.preview === shown.preview && !page.viewer.model.edited) page.showStart();
    }
  }

  /** The maps of documents, each with a title, and a message for each document that could not be mapped. */
  async askForMaps(jobs, signal, report) {
    const [maps, failures] = [[], []];
    for (const [index, { body, type, name }] of jobs.entries()) {
      try {
        const map = await askForMap(body, type, signal, report, languageModel.used);
        if (languageModel.used && !map.opened && !map.nodes.some((node) => node.generated)) failures.push("The language model wrote no label that keeps to the text, so the map has its own.");
        maps.push(jobs.length > 1 ? { ...map, title: map.title || name || `Document ${index + 1}` } : map);
      } catch (error) {
        if (error.name === "AbortError" || error.offline) throw error;
        failures.push(jobs.length > 1 ? `${name}: ${error.message}` : error.message);
      }
    }
    return { maps, failures };
  }

  /** Shows what the service reports: its progress, or a preview of a long document's map. */
  reported(line, progress, jobs, shown) {
    const { page } = this;
    if (!line.first) return progress.show(line);
    if (jobs.length > 1 || shown.turn !== page.turn) return;
    progress.moveAside();
    page.showPreview(line.first);
    Object.assign(shown, { turn: page.turn, preview: page.preview });
  }

  dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.page.root.classList.add("dropping");
  }

  dropped(event) {
    this.page.root.classList.remove("dropping");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    this.mapFiles(files);
  }

  /** Maps pasted files, and text pasted outside a text field. */
  pasted(event) {
    if (this.page.viewer) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) this.mapFiles(files);
    else if (text.trim() && !event.target.closest?.("input, textarea, [contenteditable]")) this.mapText(text);
  }
}
