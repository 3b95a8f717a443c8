// The page: takes documents in, asks the API for their maps, shows them, keeps the last ones.

import { create, download, fileName, icon } from "/viewer/dom.js";
import { createMenu } from "/viewer/menu.js";
import { showToast } from "/viewer/messages.js";
import { restoreTheme } from "/viewer/theme.js";
import { Viewer } from "/viewer/viewer.js";
import { createStart } from "./start.js";
import { dropMap, keepMap, listMaps, loadMap } from "./store.js";

const MOST_NODES = 2000; // more than anybody looks at, and as much as browsers draw without a pause

class Page {
  constructor(root) {
    this.root = create("div", { class: "page" });
    this.toasts = create("div", { class: "toasts", role: "alert" });
    root.replaceChildren(this.root, this.toasts);
    this.viewer = null;
    this.formats = [];
    addEventListener("hashchange", () => this.route());
    addEventListener("dragover", (event) => this.dragged(event));
    addEventListener("dragleave", (event) => event.relatedTarget || this.root.classList.remove("dropping"));
    addEventListener("drop", (event) => this.dropped(event));
    addEventListener("paste", (event) => this.pasted(event));
  }

  async start() {
    await this.route();
    try {
      this.formats = await (await this.ask("/api/v1/formats")).json();
    } catch (error) {
      this.fail(error.message);
    }
  }

  // ---- what is shown: a kept map, by the address's #id, or the start ----

  async route() {
    const id = location.hash.slice(1);
    if (id && id === this.id) return;
    const state = id ? await loadMap(id).catch(() => null) : null;
    if (state) this.show(id, state);
    else await this.showStart();
  }

  async showStart() {
    this.close();
    if (location.hash) history.replaceState(null, "", "/");
    document.title = "ramify";
    this.root.replaceChildren(createStart(this, await listMaps().catch(() => [])));
  }

  show(id, state) {
    this.close();
    this.id = id;
    if (location.hash !== `#${id}`) location.hash = id;
    this.viewer = new Viewer(this.root, state, {
      start: this.barStart(),
      exports: () => this.formats,
      save: (format) => this.save(format),
      changed: () => this.keepSoon(),
    });
    globalThis.viewer = this.viewer;
    this.named();
  }

  named() {
    document.title = `${this.title()} – ramify`;
  }

  title() {
    return this.viewer.sharing.title;
  }

  close() {
    if (!this.viewer) return;
    if (this.keeping) this.keep();
    this.viewer.close();
    this.viewer = this.id = null;
  }

  open(id) {
    location.hash = id;
  }

  async forget(id) {
    await dropMap(id).catch((error) => this.fail(String(error)));
  }

  barStart() {
    const recent = create("button", { type: "button", class: "button", "aria-label": "Recent maps", title: "Recent maps" }, icon("clock"), create("span", { text: "Recent" }));
    const menu = async () => {
      const kept = await listMaps().catch(() => []);
      return kept.filter((map) => map.id !== this.id).map((map) => ({ label: map.title.slice(0, 70), action: () => this.open(map.id) }))
        .concat({ label: "All maps and a new one …", action: () => this.showStart() });
    };
    return create("div", { class: "group bar-page" },
      create("a", { class: "brand", href: "/", "aria-label": "ramify, start", click: (event) => (event.preventDefault(), this.showStart()) },
        create("img", { src: "/icon.svg", alt: "", width: "24", height: "24" }), create("span", { text: "ramify" })),
      create("button", { type: "button", class: "button", "aria-label": "New map", title: "New map", click: () => this.showStart() }, icon("plus"), create("span", { text: "New" })),
      createMenu(recent, menu, "Your last maps"));
  }

  // ---- keeping ----

  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 400);
  }

  async keep() {
    clearTimeout(this.keeping);
    this.keeping = null;
    this.named();
    try {
      await keepMap(this.id, this.title(), this.viewer.state());
    } catch {
      if (!this.warned) this.fail("This browser keeps nothing for this page (a private window?): export what you want to have again.");
      this.warned = true;
    }
  }

  // ---- documents in ----

  mapText(text) {
    return this.map(text, "text/plain; charset=utf-8");
  }

  async mapFiles(files) {
    for (const file of files) await this.mapFile(file);
  }

  mapFile(file) {
    const form = new FormData();
    form.append("file", file, file.name);
    return this.map(form);
  }

  async mapExample(name) {
    const response = await this.ask(`/examples/${name}`).catch((error) => this.fail(error.message));
    if (response) await this.map(await response.blob());
  }

  async map(body, type) {
    const stop = new AbortController();
    const busy = create("dialog", { class: "busy", "aria-label": "Working", cancel: () => stop.abort() },
      create("span", { class: "spinner" }), create("p", { text: "Reading and mapping …" }),
      create("button", { type: "button", class: "button", text: "Stop", click: () => stop.abort() }));
    this.root.append(busy);
    busy.showModal();
    try {
      const headers = type ? { "Content-Type": type } : {};
      const response = await this.ask(`/api/v1/maps?nodes=${MOST_NODES}`, { method: "POST", body, headers, signal: stop.signal });
      const state = await response.json();
      busy.remove();
      this.show(crypto.randomUUID(), state);
      await this.keep();
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error.message);
    } finally {
      busy.remove();
    }
  }

  dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.root.classList.add("dropping");
  }

  dropped(event) {
    this.root.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.mapFile(file);
  }

  /** A paste outside of a field is a document: a file that was copied, or text. */
  pasted(event) {
    if (event.target.closest?.("input, textarea, [contenteditable]") || this.viewer) return;
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text/plain");
    if (file) this.mapFile(file);
    else if (text.trim()) this.mapText(text);
  }

  // ---- maps out ----

  async save(format) {
    const whole = format.ending === ".html"; // the only format that can be cut again, and that shows the text
    try {
      const response = await this.ask(`/api/v1/exports/${format.ending.slice(1)}`, {
        method: "POST", body: JSON.stringify(this.viewer.content(!whole)), headers: { "Content-Type": "application/json" },
      });
      download(await response.blob(), fileName(this.title()) + format.ending);
      this.viewer.toast(`Saved as ${format.ending}.`);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // ---- asking the API ----

  async ask(path, options) {
    let response;
    try {
      response = await fetch(path, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("The service does not answer. Is `ramify serve` still running?");
    }
    if (response.ok) return response;
    const answer = await response.json().catch(() => ({}));
    throw new Error(sentence(answer.error ?? `the service answered ${response.status}`));
  }

  fail(message) {
    showToast(this.toasts, message, { error: true });
  }
}

function sentence(message) {
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");
}

restoreTheme();
globalThis.page = new Page(document.getElementById("page"));
await globalThis.page.start();
