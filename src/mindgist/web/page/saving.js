// Saves the shown map: changes go at once into a journal, which is written synchronously and so survives the end of the
// page, and then into the database.

import { drawThumbnail } from "./viewer/picture.js";
import { clearJournal, newId, storeMap, writeJournal } from "./store.js";

const STORE_DELAY = 400; // milliseconds after a change of the view, or while the user types

export class Saving {
  /** `stored` has the map's id and its revision in the database; `ended` gets the id and revision after each save. */
  constructor({ id, revision = 0, print, nodes = [] }, { ended, conflict, failed }) {
    Object.assign(this, { id, revision, print, ended, conflict, failed, serial: 0, saved: 0, timer: null, running: null });
    this.known = new Set(nodes); // the nodes in the database
  }

  /** Whether changes are not in the database yet. */
  get isPending() {
    return this.serial !== this.saved;
  }

  changed(viewer, reason) {
    this.viewer = viewer;
    this.serial++;
    if (reason === "edit" || reason === "note" || reason === "typing") this.writeJournal();
    clearTimeout(this.timer);
    if (reason === "edit" || reason === "note" || reason === "new") this.save();
    else this.timer = setTimeout(() => this.save(), STORE_DELAY);
  }

  writeJournal() {
    const { id, revision, serial, known, viewer } = this;
    if (this.isPending) writeJournal(id, { state: viewer.state(), title: viewer.sharing.title, base: revision, serial, known });
  }

  /** Saves what is pending, one save after the other. */
  async save() {
    clearTimeout(this.timer);
    this.running ??= this.saveAll().finally(() => (this.running = null));
    return this.running;
  }

  async saveAll() {
    while (this.isPending) {
      const { id, serial, viewer } = this;
      const [state, title] = [viewer.state(), viewer.sharing.title];
      try {
        const revision = await storeMap(id, { title, state, base: this.revision, print: this.print, picture: drawThumbnail(viewer.model), serial });
        if (revision === null) {
          // Another tab has stored a change in the meantime: this tab goes on with a copy.
          Object.assign(this, { id: newId(), revision: 0, print: null, known: new Set() });
          this.writeJournal();
          clearJournal(id);
          this.conflict(id, this.id);
          continue;
        }
        Object.assign(this, { revision, saved: serial, known: new Set(state.nodes) });
        if (!this.isPending) clearJournal(id);
        this.ended(id, revision);
      } catch (error) {
        this.saved = serial;
        this.failed(error);
      }
    }
  }
}
