// The page: takes documents in, asks the API for their maps, shows them, keeps them.

import { create, download, fileName, icon } from "/viewer/dom.js";
import { createMenu } from "/viewer/menu.js";
import { showToast } from "/viewer/messages.js";
import { restoreTheme } from "/viewer/theme.js";
import { Viewer } from "/viewer/viewer.js";
import { combined } from "./combine.js";
import { fromFragment, toFragment } from "./link.js";
import { ask, askForMap, Busy } from "./mapping.js";
import { askHowMany, createStart } from "./start.js";
import { dropMap, fingerprint, keepMap, listMaps, loadMap, restoreMap } from "./store.js";

const PICTURES = new Set([".svg", ".png", ".pdf", ".canvas"]); // show what is drawn; other formats hold the whole map
const ADDRESS = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;

class Page {
  constructor(root) {
    this.root = create("div", { class: "page" });
    this.toasts = create("div", { class: "toasts", role: "alert" });
    root.replaceChildren(this.root, this.toasts);
    this.viewer = this.id = null;
    this.turn = 0; // counts what is to be shown: what was asked for before, and comes late, is not shown any more
    this.formats = [];
    addEventListener("popstate", () => this.route());
    addEventListener("hashchange", () => this.route());
    addEventListener("dragover", (event) => this.dragged(event));
    addEventListener("dragleave", (event) => event.relatedTarget || this.root.classList.remove("dropping"));
    addEventListener("drop", (event) => this.dropped(event));
    addEventListener("paste", (event) => this.pasted(event));
    addEventListener("pagehide", () => this.keeping && this.keep());
    this.channel = new BroadcastChannel("mindgist");
    this.channel.onmessage = ({ data }) => this.changedElsewhere(data);
  }

  async start() {
    await this.route();
    try {
      this.formats = await (await ask("/api/v1/formats")).json();
    } catch (error) {
      this.fail(error.message);
    }
  }

  // ---- what is shown: a kept map, by the address's #id, one that the address holds, or the start ----

  async route() {
    const mark = location.hash.slice(1);
    if (mark.startsWith("map=")) return this.openLink(mark);
    if (mark ? mark === this.id : !this.viewer && this.root.firstChild) return;
    const turn = ++this.turn;
    const kept = mark ? await loadMap(mark).catch(() => null) : null;
    if (turn !== this.turn) return;
    if (kept) this.show(mark, kept.state, kept.revision);
    else await this.showStart();
  }

  async openLink(mark) {
    try {
      const state = await fromFragment(mark);
      history.replaceState(null, "", "/");
      await this.take(state);
    } catch {
      history.replaceState(null, "", "/");
      await this.showStart();
      this.fail("The address should hold a map, but it is damaged. Ask for it again.");
    }
  }

  async showStart() {
    this.close();
    if (location.hash) history.pushState(null, "", "/"); // back leads to the map again
    document.title = "mindgist";
    const turn = ++this.turn;
    const kept = await listMaps().catch(() => []);
    if (turn === this.turn) this.root.replaceChildren(createStart(this, kept));
  }

  show(id, state, revision = 0) {
    this.close();
    this.turn++;
    Object.assign(this, { id, revision });
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    this.open(state);
  }

  open(state) {
    this.viewer = new Viewer(this.root, state, {
      start: this.barStart(),
      exports: () => this.formats,
      save: (format) => this.save(format),
      changed: () => this.keepSoon(),
      more: () => [{ label: "Copy a link that holds the map", action: () => this.copyLink() }],
    });
    globalThis.viewer = this.viewer;
    document.title = `${this.title()} – mindgist`;
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

  barStart() {
    const recent = create("button", { type: "button", class: "button", "aria-label": "Recent maps", title: "Recent maps" }, icon("clock"), create("span", { text: "Recent" }));
    const menu = async () => {
      const kept = await listMaps().catch(() => []);
      return kept.filter((map) => map.id !== this.id).slice(0, 12).map((map) => ({ label: map.title.slice(0, 70), action: () => this.go(map.id) }))
        .concat({ label: "All maps and a new one …", action: () => this.showStart() });
    };
    return create("div", { class: "group bar-page" },
      create("a", { class: "brand", href: "/", "aria-label": "mindgist, start", click: (event) => (event.preventDefault(), this.showStart()) },
        create("img", { src: "/icon.svg", alt: "", width: "24", height: "24" }), create("span", { text: "mindgist" })),
      create("button", { type: "button", class: "button", "aria-label": "New map", title: "New map", click: () => this.showStart() }, icon("plus"), create("span", { text: "New" })),
      createMenu(recent, menu, "Your last maps"));
  }

  go(id) {
    location.hash = id;
  }

  // ---- keeping ----

  keepSoon() {
    if (this.id === null) return; // a first map, which is not the map yet
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 400);
  }

  async keep(print) {
    clearTimeout(this.keeping);
    this.keeping = null;
    const { viewer, id } = this;
    document.title = `${this.title()} – mindgist`;
    try {
      const revision = await keepMap(id, { title: this.title(), state: viewer.state(), base: this.revision, print });
      if (revision === null) return await this.keepBeside(viewer);
      if (this.id === id) this.revision = revision;
      this.channel.postMessage({ id, revision });
    } catch {
      if (!this.warned) this.fail("This browser keeps nothing for this page (a private window?): export what you want to have again.");
      this.warned = true;
    }
  }

  /** Another tab has kept this map in the meantime: both are kept. */
  async keepBeside(viewer) {
    const id = crypto.randomUUID();
    const revision = await keepMap(id, { title: `${viewer.sharing.title} (this tab)`, state: viewer.state(), base: 0 });
    if (this.viewer === viewer) {
      Object.assign(this, { id, revision });
      history.replaceState(null, "", `#${id}`);
    }
    this.tell("This map was changed in another tab at the same time. Both are kept: yours is now a map of its own.");
  }

  async changedElsewhere({ id, revision }) {
    if (!this.viewer || id !== this.id || revision <= this.revision || this.keeping) return;
    const kept = await loadMap(id);
    if (!kept || id !== this.id || this.keeping) return;
    this.viewer.close();
    this.revision = kept.revision;
    this.open(kept.state);
    this.tell("Changed in another tab: this is how it is now.");
  }

  async forget(id) {
    const gone = await dropMap(id);
    this.tell("Forgotten.", {
      label: "Undo",
      action: async () => {
        await restoreMap(gone);
        if (!this.viewer) this.showStart();
      },
    });
  }

  // ---- documents in ----

  async mapText(text) {
    if (ADDRESS.test(text)) {
      return this.tell("That is an address, and this page fetches nothing from the web. Save the page there as a file and drop it here, or run: mindgist map ADDRESS");
    }
    await this.map([{ body: text, type: "text/plain; charset=utf-8" }]);
  }

  /** One file is mapped; of several the reader says whether each gets its map or all get one. */
  async mapFiles(files) {
    if (!files.length) return;
    const jobs = files.map((file) => {
      const body = new FormData();
      body.append("file", file, file.name);
      return { body, name: file.name };
    });
    const together = files.length > 1 ? await askHowMany(this.root.parentElement, files) : false;
    if (together === null) return;
    if (together) return this.map(jobs);
    for (const job of jobs) await this.map([job]);
  }

  async mapExample(name) {
    const response = await ask(`/examples/${name}`).catch((error) => this.fail(error.message));
    if (response) await this.map([{ body: await response.blob() }]);
  }

  /** Maps one document, or several into one map. */
  async map(jobs) {
    const stop = new AbortController();
    const busy = new Busy(this.toasts.parentElement, () => stop.abort());
    try {
      const maps = [];
      for (const { body, type } of jobs) {
        maps.push(await askForMap(body, type, stop.signal, (line) => this.meanwhile(line, busy, jobs)));
      }
      busy.close(); // while it is open, nothing else can have the focus
      const names = maps.map((map, place) => map.title || jobs[place].name || `Document ${place + 1}`);
      await this.take(maps.length === 1 ? maps[0] : combined(maps, names.join(", ").slice(0, 120)));
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error.message);
    } finally {
      busy.close();
      if (this.first) this.showStart();
      this.first = false;
    }
  }

  meanwhile(line, busy, jobs) {
    if (!line.first) return busy.tell(line);
    if (jobs.length > 1) return;
    this.close();
    this.first = true;
    busy.stepAside();
    this.open(line.first);
  }

  /** Shows a new map and keeps it; the map of a text that is kept already takes its place, unless that was edited. */
  async take(state) {
    const print = fingerprint(state.document?.text ?? JSON.stringify(state.nodes));
    const same = (await listMaps().catch(() => [])).find((map) => map.print === print);
    this.first = false;
    if (this.viewer && this.id === null) this.close();
    if (!same) {
      this.show(crypto.randomUUID(), state);
      return this.keep(print);
    }
    const kept = same.edited ? await loadMap(same.id) : null;
    if (!kept) {
      this.show(same.id, state, same.revision ?? 0);
      return this.keep(print);
    }
    this.show(same.id, kept.state, kept.revision);
    this.tell("You have mapped this before: here it is, with your changes.", {
      label: "Start over",
      action: () => {
        this.show(crypto.randomUUID(), state);
        this.keep();
      },
    });
  }

  dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.root.classList.add("dropping");
  }

  dropped(event) {
    this.root.classList.remove("dropping");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    this.mapFiles(files);
  }

  /** A paste outside of a field is a document: files that were copied, or text. */
  pasted(event) {
    if (event.target.closest?.("input, textarea, [contenteditable]") || this.viewer) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) this.mapFiles(files);
    else if (text.trim()) this.mapText(text);
  }

  // ---- maps out ----

  /** The service makes the file; where it has stopped, the browser does, if it can. */
  async save(format) {
    const { viewer } = this;
    const whole = format.ending === ".html"; // the only format that can be cut again, and that shows the text
    const content = viewer.sharing.content(!whole, PICTURES.has(format.ending));
    try {
      const response = await ask(`/api/v1/exports/${format.ending.slice(1)}`, {
        method: "POST", body: JSON.stringify(content), headers: { "Content-Type": "application/json" },
      });
      download(await response.blob(), fileName(this.title()) + format.ending);
      viewer.toast(`Saved as ${format.ending}.`);
    } catch (error) {
      if (error.silent && viewer.sharing.canMake(format.ending)) await viewer.sharing.save(format);
      else this.fail(error.silent ? `${error.message} Without it, the browser can still save JSON, Markdown, SVG, PNG and text.` : error.message);
    }
  }

  async copyLink() {
    const { sharing } = this.viewer;
    const fragment = await toFragment(sharing.content(true));
    if (fragment === null) return this.tell("This map is too large for an address: make it smaller, or export it.");
    await sharing.copyText(`${location.origin}/#${fragment}`, "The link is on the clipboard. It holds the map itself; nothing was sent anywhere.");
  }

  tell(message, options) {
    showToast(this.toasts, message, options);
  }

  fail(message) {
    showToast(this.toasts, message, { error: true });
  }
}

restoreTheme();
globalThis.page = new Page(document.getElementById("page"));
await globalThis.page.start();
