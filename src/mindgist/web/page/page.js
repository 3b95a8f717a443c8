// The page: shows the start screen or a map, stores maps, and exports them.

import { create, download, fileName, icon } from "/viewer/dom.js";
import { createMenu } from "/viewer/menu.js";
import { showToast } from "/viewer/messages.js";
import { restoreTheme } from "/viewer/theme.js";
import { Viewer } from "/viewer/viewer.js";
import { DocumentInput } from "./document-input.js";
import { fromFragment, toFragment } from "./link.js";
import { ask } from "./mapping.js";
import { createStart } from "./start.js";
import { deleteMap, fingerprint, listMaps, loadMap, restoreMap, storeMap } from "./store.js";

const PICTURES = new Set([".svg", ".png", ".pdf", ".canvas"]); // show the branch in focus; other formats the whole map
const STORE_DELAY = 400; // milliseconds after a change
const MAX_RECENT = 12; // maps in the menu

class Page {
  constructor(root) {
    this.root = create("div", { class: "page" });
    this.toasts = create("div", { class: "toasts", role: "alert" });
    root.replaceChildren(this.root, this.toasts);
    this.viewer = this.id = null;
    this.turn = 0; // counts what is shown, so that a late result of an earlier request is not shown
    this.isPreview = false; // whether the map shown is the preview of a long document
    this.formats = [];
    addEventListener("popstate", () => this.route());
    addEventListener("hashchange", () => this.route());
    addEventListener("pagehide", () => this.storeTimer && this.store());
    this.input = new DocumentInput(this);
    this.channel = new BroadcastChannel("mindgist");
    this.channel.onmessage = ({ data }) => this.changedElsewhere(data);
  }

  async start() {
    await this.route();
    try {
      this.formats = await (await ask("/api/v1/formats")).json();
    } catch (error) {
      this.showError(error.message);
    }
  }

  // ---- what is shown ----

  /** Shows what the address names after the #: a stored map by its id, a map inside the link, or the start screen. */
  async route() {
    const fragment = location.hash.slice(1);
    if (fragment.startsWith("map=")) return this.openLink(fragment);
    if (fragment ? fragment === this.id : !this.viewer && this.root.firstChild) return;
    const turn = ++this.turn;
    const stored = fragment ? await loadMap(fragment).catch(() => null) : null;
    if (turn !== this.turn) return;
    if (stored) this.show(fragment, stored.state, stored.revision);
    else await this.showStart();
  }

  async openLink(fragment) {
    try {
      const state = await fromFragment(fragment);
      history.replaceState(null, "", "/");
      await this.add(state);
    } catch {
      history.replaceState(null, "", "/");
      await this.showStart();
      this.showError("The link is damaged. Ask for it again.");
    }
  }

  async showStart() {
    this.close();
    if (location.hash) history.pushState(null, "", "/"); // so that "back" leads to the map again
    document.title = "mindgist";
    const turn = ++this.turn;
    const stored = await listMaps().catch(() => []);
    if (turn === this.turn) this.root.replaceChildren(createStart(this, stored));
  }

  show(id, state, revision = 0) {
    this.close();
    this.turn++;
    Object.assign(this, { id, revision });
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    this.open(state);
  }

  /** Shows a first map of a long document, which is not stored. */
  showPreview(state) {
    this.close();
    this.isPreview = true;
    this.open(state);
  }

  open(state) {
    this.viewer = new Viewer(this.root, state, {
      start: this.barStart(),
      exports: () => this.formats,
      save: (format) => this.save(format),
      changed: () => this.storeSoon(),
      more: () => [{ label: "Copy link with the map", action: () => this.copyLink() }],
    });
    globalThis.viewer = this.viewer;
    document.title = `${this.title()} – mindgist`;
  }

  title() {
    return this.viewer.sharing.title;
  }

  close() {
    if (!this.viewer) return;
    if (this.storeTimer) this.store();
    this.viewer.close();
    this.viewer = this.id = null;
  }

  barStart() {
    const recent = create("button", { type: "button", class: "button", "aria-label": "Recent maps", title: "Recent maps" }, icon("clock"), create("span", { text: "Recent" }));
    const menu = async () => {
      const stored = await listMaps().catch(() => []);
      return stored.filter((map) => map.id !== this.id).slice(0, MAX_RECENT).map((map) => ({ label: map.title.slice(0, 70), action: () => this.go(map.id) }))
        .concat({ label: "All maps …", action: () => this.showStart() });
    };
    return create("div", { class: "group bar-page" },
      create("a", { class: "brand", href: "/", "aria-label": "mindgist, start", click: (event) => (event.preventDefault(), this.showStart()) },
        create("img", { src: "/icon.svg", alt: "", width: "24", height: "24" }), create("span", { text: "mindgist" })),
      create("button", { type: "button", class: "button", "aria-label": "New map", title: "New map", click: () => this.showStart() }, icon("plus"), create("span", { text: "New" })),
      createMenu(recent, menu, "Recent maps"));
  }

  go(id) {
    location.hash = id;
  }

  // ---- storing ----

  storeSoon() {
    if (this.id === null) return; // a preview
    clearTimeout(this.storeTimer);
    this.storeTimer = setTimeout(() => this.store(), STORE_DELAY);
  }

  async store(print) {
    clearTimeout(this.storeTimer);
    this.storeTimer = null;
    const { viewer, id } = this;
    document.title = `${this.title()} – mindgist`;
    try {
      const revision = await storeMap(id, { title: this.title(), state: viewer.state(), base: this.revision, print });
      if (revision === null) return await this.storeCopy(viewer);
      if (this.id === id) this.revision = revision;
      this.channel.postMessage({ id, revision });
    } catch {
      if (!this.warned) this.showError("This browser does not store maps (a private window?): export the map to keep it.");
      this.warned = true;
    }
  }

  /** Stores the map as a copy, because another tab has stored a change in the meantime. */
  async storeCopy(viewer) {
    const id = crypto.randomUUID();
    const revision = await storeMap(id, { title: `${viewer.sharing.title} (this tab)`, state: viewer.state(), base: 0 });
    if (this.viewer === viewer) {
      Object.assign(this, { id, revision });
      history.replaceState(null, "", `#${id}`);
    }
    this.notify("This map was changed in another tab at the same time. Both versions are stored; this tab shows yours.");
  }

  async changedElsewhere({ id, revision }) {
    if (!this.viewer || id !== this.id || revision <= this.revision || this.storeTimer) return;
    const stored = await loadMap(id);
    if (!stored || id !== this.id || this.storeTimer) return;
    this.viewer.close();
    this.revision = stored.revision;
    this.open(stored.state);
    this.notify("Changed in another tab: this is the new version.");
  }

  async delete(id) {
    const deleted = await deleteMap(id);
    this.notify("Deleted.", {
      label: "Undo",
      action: async () => {
        await restoreMap(deleted);
        if (!this.viewer) this.showStart();
      },
    });
  }

  /** Shows and stores a new map. If its text was mapped before, it replaces the old map, unless that was edited. */
  async add(state) {
    const print = fingerprint(state.document?.text ?? JSON.stringify(state.nodes));
    const same = (await listMaps().catch(() => [])).find((map) => map.print === print);
    this.isPreview = false;
    if (this.viewer && this.id === null) this.close();
    if (!same) {
      this.show(crypto.randomUUID(), state);
      return this.store(print);
    }
    const stored = same.edited ? await loadMap(same.id) : null;
    if (!stored) {
      this.show(same.id, state, same.revision ?? 0);
      return this.store(print);
    }
    this.show(same.id, stored.state, stored.revision);
    this.notify("You mapped this text before: here is the map with your changes.", {
      label: "Start over",
      action: () => {
        this.show(crypto.randomUUID(), state);
        this.store();
      },
    });
  }

  // ---- exporting ----

  /** Has the service write a file; if it has stopped, the browser writes the formats that it can. */
  async save(format) {
    const { viewer } = this;
    const interactive = format.ending === ".html"; // holds all nodes and the text
    const content = viewer.sharing.content(!interactive, PICTURES.has(format.ending));
    try {
      const response = await ask(`/api/v1/exports/${format.ending.slice(1)}`, {
        method: "POST", body: JSON.stringify(content), headers: { "Content-Type": "application/json" },
      });
      download(await response.blob(), fileName(this.title()) + format.ending);
      viewer.toast(`Saved as ${format.ending}.`);
    } catch (error) {
      if (error.offline && viewer.sharing.canWrite(format.ending)) await viewer.sharing.save(format);
      else this.showError(error.offline ? `${error.message} Without it, you can still export JSON, Markdown, SVG, PNG and text.` : error.message);
    }
  }

  async copyLink() {
    const { sharing } = this.viewer;
    const fragment = await toFragment(sharing.content(true));
    if (fragment === null) return this.notify("This map is too large for a link: make it smaller, or export it.");
    await sharing.copyText(`${location.origin}/#${fragment}`, "Link copied. It holds the map itself; nothing was sent.");
  }

  notify(message, options) {
    showToast(this.toasts, message, options);
  }

  showError(message) {
    showToast(this.toasts, message, { error: true });
  }
}

restoreTheme();
globalThis.page = new Page(document.getElementById("page"));
await globalThis.page.start();
