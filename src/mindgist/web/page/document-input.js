// Documents that the user pastes, drops or chooses: asks the service for their maps and shows the progress.

import { combined } from "./combine.js";
import { ask, askForMap, Progress } from "./mapping.js";
import { askHowMany } from "./start.js";

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
    await this.map([{ body: text, type: "text/plain; charset=utf-8" }]);
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
    const response = await ask(`/examples/${name}`).catch((error) => this.page.showError(error.message));
    if (response) await this.map([{ body: await response.blob() }]);
  }

  /** Maps one document, or several into one map. */
  async map(jobs) {
    const { page } = this;
    const stop = new AbortController();
    const progress = new Progress(page.toasts.parentElement, () => stop.abort());
    try {
      const maps = [];
      for (const { body, type } of jobs) {
        maps.push(await askForMap(body, type, stop.signal, (line) => this.reported(line, progress, jobs)));
      }
      progress.close(); // while it is open, nothing else can have the focus
      const names = maps.map((map, index) => map.title || jobs[index].name || `Document ${index + 1}`);
      await page.add(maps.length === 1 ? maps[0] : combined(maps, names.join(", ").slice(0, 120)));
    } catch (error) {
      if (error.name !== "AbortError") page.showError(error.message);
    } finally {
      progress.close();
      if (page.isPreview) page.showStart();
      page.isPreview = false;
    }
  }

  /** Shows what the service reports: its progress, or a preview of a long document's map. */
  reported(line, progress, jobs) {
    if (!line.first) return progress.show(line);
    if (jobs.length > 1) return;
    progress.moveAside();
    this.page.showPreview(line.first);
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

  /** Maps files or text pasted outside a text field. */
  pasted(event) {
    if (event.target.closest?.("input, textarea, [contenteditable]") || this.page.viewer) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) this.mapFiles(files);
    else if (text.trim()) this.mapText(text);
  }
}
