// Exports that the browser writes without the service: files, the clipboard, printing.

import { BROWSER_FORMATS, MAP_FORMAT, MAP_VERSION, MARKMAP_FOLD, MAX_PNG_PIXELS, PNG_SCALE } from "./constants.js";
import { create, download, fileName } from "./dom.js";
import { drawPicture } from "./picture.js";
import { escapeMarkdown } from "./text.js";
import { exactWidth } from "./wrap.js";

const MAX_CANVAS_SIDE = 16_000; // pixels
const OTHER_GROUP = "Text and data"; // for formats that no group names
const EXPORT_GROUPS = {
  Picture: {
    ".png": "for slides and messages", ".pdf": "to print; its text can be searched", ".svg": "to scale and to edit",
    ".html": "the map with its text, to open in any browser",
  },
  "Mind-map apps": {
    ".xmind": "to go on in XMind", ".mm": "to go on in Freeplane or FreeMind", ".opml": "for outliners and most mind-map apps",
    ".canvas": "a board in Obsidian", ".obsidian": "nested lists with its settings", ".md": "nested lists; markmap draws them", ".mmd": "a diagram in Markdown pages", ".puml": "a diagram in documentation",
  },
  [OTHER_GROUP]: {
    ".txt": "an indented list", ".json": "everything, for programs and to open here again", ".dot": "for drawing programs", ".graphml": "for graph programs",
    ".apkg": "to learn with Anki", ".csv": "questions and answers, for spreadsheets",
  },
};

export class Sharing {
  constructor(viewer) {
    this.viewer = viewer;
  }

  get title() {
    const { model } = this.viewer;
    return model.title || model.label(model.shown.centre);
  }

  /** The export menu: the service's formats, or those that the browser can write. */
  menu() {
    const { options } = this.viewer;
    const listed = options.exports?.() ?? [];
    const save = listed.length ? options.save : (format) => this.save(format);
    const formats = new Map((listed.length ? listed : BROWSER_FORMATS).map((format) => [format.ending, format]));
    const named = new Set(Object.values(EXPORT_GROUPS).flatMap(Object.keys));
    const item = (format, line) => ({
      label: format.name.charAt(0).toUpperCase() + format.name.slice(1), line, note: format.ending, action: () => save(format, this.viewer),
    });
    return Object.entries(EXPORT_GROUPS).flatMap(([heading, lines]) => {
      const items = Object.entries(lines).filter(([ending]) => formats.has(ending)).map(([ending, line]) => item(formats.get(ending), line));
      if (heading === OTHER_GROUP) items.push(...[...formats.values()].filter(({ ending }) => !named.has(ending)).map((format) => item(format)));
      return items.length ? [{ heading }, ...items] : [];
    });
  }

  /** Whether some label has characters that the shipped font lacks. */
  get needsOtherFonts() {
    return this.viewer.map.layout.boxes.some((box) => box.lines.some((line, index) => exactWidth(line, 1, index < box.boldLines) === null));
  }

  canWrite(ending) {
    return BROWSER_FORMATS.some((format) => format.ending === ending);
  }

  async save(format) {
    download(await this.write(format.ending), fileName(this.title) + format.ending);
    this.viewer.toast(`Saved as ${format.ending}.`);
  }

  /** The content of a file with this ending. */
  async write(ending) {
    if (ending === ".png") return this.png();
    const writers = { ".json": () => JSON.stringify(this.content(true), null, 1), ".md": () => this.markdown(), ".svg": () => this.svg(), ".txt": () => this.outline() };
    const { media } = BROWSER_FORMATS.find((format) => format.ending === ending);
    return new Blob([writers[ending]()], { type: media });
  }

  /**
   * The map in its file form. `onlyShown` leaves out nodes beyond the size, `onlyTop` also nodes outside the branch in
   * focus. Otherwise all nodes, the document and the view are included, for a viewer.
   */
  content(onlyShown, onlyTop = false) {
    const { model, source } = this.viewer;
    const { nodes, places } = model.listed(onlyShown, onlyTop);
    const content = { format: MAP_FORMAT, version: MAP_VERSION, title: model.title, labels: model.labels, nodes };
    if (model.arranged) content.arranged = true;
    const links = model.links.filter(([source, target]) => model.linksShown && places.has(source) && places.has(target));
    if (links.length) content.links = links.map(([source, target, ...score]) => [places.get(source), places.get(target), ...score]);
    const folded = [...model.folds].filter(([id]) => places.has(id)).map(([id, isFolded]) => [places.get(id), isFolded]);
    const view = { level: model.level === Infinity ? null : model.level, folded };
    if (!onlyShown) return { ...content, size: model.shown.count, document: source, view };
    for (const node of content.nodes) Object.assign(node, { start: node.start ?? 0, end: node.end ?? 0 }); // files have no null here
    return content;
  }

  svg(form = this.viewer.map.form) {
    const { model } = this.viewer;
    return drawPicture(model.branch(), { model, mainBranch: (id) => model.mainBranch(id), title: this.title, form });
  }

  async png() {
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.svg())}`;
    await picture.decode();
    const { width, height } = picture;
    const scale = Math.min(PNG_SCALE, Math.sqrt(MAX_PNG_PIXELS / (width * height)), MAX_CANVAS_SIDE / Math.max(width, height));
    const canvas = create("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  /** The map as nested lists, with notes; `folds` marks folded nodes for markmap. */
  markdown({ folds = true } = {}) {
    const { model } = this.viewer;
    const lines = [];
    for (const [id, depth, folded] of model.outline(true)) {
      const text = escapeMarkdown(model.line(id));
      lines.push(depth === 0 ? `# ${text}\n` : `${"  ".repeat(depth - 1)}- ${text}${folds && folded ? MARKMAP_FOLD : ""}`);
      const note = model.node(id)?.note;
      if (note && depth) lines.push(`${"  ".repeat(depth)}${escapeMarkdown(note)}`);
    }
    return `${lines.join("\n")}\n${folds ? "\n<!-- mindgist: {} -->\n" : ""}`; // which tells a map from a document
  }

  outline() {
    const { model } = this.viewer;
    return `${[...model.outline(true)].map(([id, depth]) => "  ".repeat(depth) + model.line(id)).join("\n")}\n`;
  }

  async copyPicture() {
    const { viewer } = this;
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.png() })]);
      viewer.toast("Picture copied.");
    } catch {
      await this.save({ ending: ".png" });
      viewer.toast("This browser cannot copy pictures: saved as .png instead.");
    }
  }

  async copyMarkdown() {
    await this.copyText(this.markdown({ folds: false }), "Map copied as Markdown.");
  }

  async copyText(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      this.viewer.toast(message);
    } catch {
      this.viewer.toast("The browser did not allow copying.", { error: true });
    }
  }

  /** Adds a picture of the whole map to the page, which alone is printed. */
  prepareForPrint() {
    this.viewer.parts.root.querySelector(".print")?.remove();
    const picture = new DOMParser().parseFromString(this.svg({}), "image/svg+xml").documentElement;
    for (const name of ["width", "height"]) picture.removeAttribute(name);
    this.viewer.parts.root.append(create("div", { class: "print", "aria-hidden": "true" }, document.importNode(picture, true)));
  }
}
