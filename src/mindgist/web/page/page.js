// The page: shows the start screen or a map, stores maps, and exports them.

import { create, download, fileName, icon } from "./viewer/dom.js";
import { createMenu } from "./viewer/menu.js";
import { showToast } from "./viewer/messages.js";
import { restoreTheme } from "./viewer/theme.js";
import { MapModel } from "./viewer/model.js";
import { drawThumbnail } from "./viewer/picture.js";
import { Viewer } from "./viewer/viewer.js";
import { DocumentInput } from "./document-input.js";
import { fromFragment, toFragment } from "./link.js";
import { ask } from "./mapping.js";
import { carryOver } from "./preview.js";
import { Saving } from "./saving.js";
import { createStart, storedMaps } from "./start.js";
import { deleteMap, fingerprint, listMaps, loadMap, newId, recoverJournals, restoreMap, storeMap } from "./store.js";

const PICTURES = new Set([".svg", ".png", ".pdf", ".canvas"]); // show the branch in focus; other formats the whole map
const MAX_RECENT = 12; // maps in the menu

class Page {
  constructor(root) {
    this.root = create("div", { class: "page" });
    this.toasts = create("div", { class: "toasts", role: "alert" });
    root.replaceChildren(this.root, this.toasts);
    this.viewer = this.saving = null;
    this.turn = 0; // counts what is shown, so that a late result of an earlier request is not shown
    this.preview = null; // the first map of a long document, if it is shown
    this.formats = [];
    addEventListener("popstate", () => this.route());
    addEventListener("hashchange", () => this.route());
    addEventListener("pagehide", () => this.saving?.writeJournal());
    addEventListener("visibilitychange", () => document.hidden && this.saving?.save());
    this.input = new DocumentInput(this);
    this.channel = new BroadcastChannel("mindgist");
    this.channel.onmessage = ({ data }) => this.changedElsewhere(data);
  }

  /** The id of the shown map, or null. */
  get id() {
    return this.saving?.id ?? null;
  }

  async start() {
    await recoverJournals().catch(() => {}); // without storage, there are none
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
    if (stored) this.show(fragment, stored.state, stored);
    else await this.showStart();
  }

  async openLink(fragment) {
    try {
      const state = await fromFragment(fragment);
      const keep = () => this.add(state, { preview: this.preview });
      this.showPreview(state, create("button", { type: "button", class: "button", text: "From a link: keep it", title: "It is stored in this browser if you keep or change it.", click: keep }));
    } catch {
      history.replaceState(null, "", "/");
      await this.showStart();
      this.showError("The link is damaged or too large. Ask for it again.");
    }
  }

  async showStart() {
    this.close();
    if (location.hash) history.pushState(null, "", "/"); // so that "back" leads to the map again
    document.title = "mindgist";
    const turn = ++this.turn;
    const stored = await listMaps().catch(() => []);
    if (turn !== this.turn) return;
    this.root.replaceChildren(createStart(this, stored));
    if (matchMedia("(pointer: fine)").matches) this.root.querySelector(".paste").focus({ preventScroll: true });
  }

  show(id, state, { revision = 0, print, isNew = false } = {}) {
    this.close();
    this.turn++;
    this.saving = this.newSaving(id, { revision, print, nodes: isNew ? [] : state.nodes });
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    this.open(state);
    if (isNew) this.saving.changed(this.viewer, "new");
  }

  /** Shows a map that is stored only if the user changes it: the first map of a long document, or that of a link. */
  showPreview(state, hint = create("span", { class: "chip", text: "First map, the final one follows", title: "Your notes and names are kept." })) {
    this.close();
    this.turn++;
    this.saving = this.newSaving(newId(), {});
    this.open(state);
    this.preview = { viewer: this.viewer, saving: this.saving, state };
    this.viewer.parts.title.after(hint);
  }

  newSaving(id, stored) {
    const ended = (savedId, revision) => this.channel.postMessage({ id: savedId, revision });
    const conflict = (oldId, copyId) => {
      if (location.hash === `#${oldId}`) history.replaceState(null, "", `#${copyId}`);
      this.notify("This map was changed in another tab at the same time. Both versions are stored; this tab shows yours.");
    };
    const failed = () => {
      if (!this.warned) this.showError("This browser does not store maps (a private window?): export the map to keep it.");
      this.warned = true;
    };
    return new Saving({ id, ...stored }, { ended, conflict, failed });
  }

  open(state) {
    const viewer = new Viewer(this.root, state, {
      start: this.barStart(),
      exports: () => this.formats,
      save: (format) => this.save(format),
      changed: (reason) => this.changed(viewer, reason),
      more: () => [{ label: "Copy link with the map", action: () => this.copyLink() }],
    });
    this.viewer = globalThis.viewer = viewer;
    document.title = `${this.title()} – mindgist`;
  }

  changed(viewer, reason) {
    if (viewer !== this.viewer) return; // it is still being made
    document.title = `${this.title()} – mindgist`;
    if (this.preview && !viewer.model.edited) return;
    if (this.preview && location.hash !== `#${this.id}`) history.replaceState(null, "", `#${this.id}`);
    this.saving.changed(viewer, reason);
  }

  title() {
    return this.viewer.sharing.title;
  }

  close() {
    if (!this.viewer) return;
    this.saving.save();
    this.viewer.close();
    this.viewer = this.saving = this.preview = null;
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
        create("img", { src: new URL("icon.svg", import.meta.url), alt: "", width: "24", height: "24" }), create("span", { text: "mindgist" })),
      create("button", { type: "button", class: "button", "aria-label": "New map", title: "New map", click: () => this.showStart() }, icon("plus"), create("span", { text: "New" })),
      createMenu(recent, menu, "Recent maps"));
  }

  go(id) {
    location.hash = id;
  }

  // ---- storing ----

  async changedElsewhere({ id, revision }) {
    const { saving } = this;
    const isNews = () => saving && saving === this.saving && id === saving.id && revision > saving.revision && !saving.isPending;
    if (!isNews()) return this.viewer ? null : this.refreshStored();
    await this.viewer.idle();
    const stored = isNews() ? await loadMap(id) : null;
    if (!stored || !isNews()) return;
    const { map } = this.viewer;
    const [place, hadFocus] = [map.camera.position(), this.viewer.parts.root.contains(document.activeElement)];
    this.viewer.close();
    this.saving = this.newSaving(id, { ...stored, nodes: stored.state.nodes });
    this.open(stored.state);
    this.viewer.map.camera.go(place);
    if (!hadFocus) document.activeElement.blur();
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

  /**
   * Shows and stores a new map. If its text was mapped before, it replaces the old map, unless that was edited. `turn` is
   * what was shown for it so far: if the user has gone elsewhere, the map waits in the list. `preview` was its first map.
   */
  async add(state, { turn = this.turn, preview = null } = {}) {
    if (turn === this.turn) await this.viewer?.idle();
    const isText = state.document && !state.opened; // an opened map file is not the map of its text that is stored
    const print = fingerprint(isText ? state.document.text : JSON.stringify(state.nodes));
    const same = (await listMaps().catch(() => [])).find((map) => map.print === print);
    const isEdited = Boolean(preview?.viewer.model.edited);
    if (turn !== this.turn) return this.addToList(state, print, isEdited ? preview : null, same);
    if (isEdited) return this.replacePreview(state, print, preview);
    if (!same) return this.show(newId(), state, { print, isNew: true });
    const stored = same.edited ? await loadMap(same.id) : null;
    if (!stored) return this.show(same.id, state, { print, revision: same.revision, isNew: true });
    this.show(same.id, stored.state, stored);
    this.notify("You mapped this text before: here is the map with your changes.", {
      label: "Start over",
      action: () => this.show(newId(), state, { isNew: true }),
    });
  }

  /** Shows the final map of a long document with the changes that the user made to the first one. */
  async replacePreview(state, print, preview) {
    await preview.saving.save();
    this.show(preview.saving.id, state, { print, revision: preview.saving.revision, isNew: true });
    carryOver(preview.viewer.model, preview.state, this.viewer.model);
  }

  async addToList(state, print, preview, same) {
    await preview?.saving.save();
    const model = new MapModel(state);
    if (preview) carryOver(preview.viewer.model, preview.state, model);
    const id = preview?.saving.id ?? same?.id ?? newId();
    const title = model.title || model.label(model.shown.centre);
    const kept = preview ? { ...model.state(), document: state.document } : state;
    if (preview || !same?.edited) await storeMap(id, { title, state: kept, base: preview?.saving.revision ?? same?.revision ?? 0, print, picture: drawThumbnail(model) });
    this.refreshStored();
    this.notify(`The map "${title.slice(0, 60)}" is ready.`, { label: "Open", action: () => this.go(id) });
  }

  /** Updates the list of stored maps on the start screen. */
  async refreshStored() {
    const list = this.root.querySelector(".stored-maps");
    if (list) list.replaceWith(storedMaps(this, await listMaps()));
  }

  // ---- exporting ----

  /** Has the service write a file; if it has stopped, the browser writes the formats that it can. */
  async save(format) {
    const { viewer } = this;
    if (format.ending === ".png" && viewer.sharing.needsOtherFonts) return viewer.sharing.save(format); // the browser has fonts
    const interactive = format.ending === ".html"; // holds all nodes and the text
    const content = viewer.sharing.content(!interactive, PICTURES.has(format.ending));
    try {
      const response = await ask(`/api/v1/exports/${format.ending.slice(1)}`, {
        method: "POST", body: JSON.stringify(content), headers: { "Content-Type": "application/json" },
      });
      const [, suffix = format.ending] = /filename="[^"]*(\.\w+)"/.exec(response.headers.get("Content-Disposition")) ?? [];
      download(await response.blob(), fileName(this.title()) + suffix);
      const warning = response.headers.get("Mindgist-Warning");
      if (warning) this.showError(`Saved, but ${warning}. Export a PNG picture instead: this browser draws it.`);
      else viewer.toast(`Saved as ${format.ending}.`);
    } catch (error) {
      if (error.offline && viewer.sharing.canWrite(format.ending)) await viewer.sharing.save(format);
      else this.showError(error.offline ? `${error.message} Without it, you can still export JSON, Markdown, SVG, PNG and text.` : error.message);
    }
  }

  async copyLink() {
    const { sharing, model } = this.viewer;
    const isMain = (id) => model.shown.parents.get(id) === model.shown.centre;
    const colours = [...model.listed(true).places.keys()].map((id) => (isMain(id) ? model.mainBranch(id) : null));
    const fragment = await toFragment(sharing.content(true), colours);
    if (fragment === null) return this.notify("This map is too large for a link: make it smaller, or export it.");
    const where = ["localhost", "127.0.0.1"].includes(location.hostname) ? "on this computer only: export a file for others" : `where ${location.host} can be reached`;
    await sharing.copyText(`${location.origin}/#${fragment}`, `Link copied. It holds the map that is shown, without the text, and opens ${where}.`);
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
