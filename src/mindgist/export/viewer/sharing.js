// The map taken along: what the browser can make itself, without any service.

import { create, download, fileName } from "./dom.js";
import { drawPicture } from "./picture.js";

const OWN_FORMATS = [
  { ending: ".json", name: "JSON", media: "application/json" },
  { ending: ".md", name: "Markdown, markmap", media: "text/markdown" },
  { ending: ".svg", name: "SVG picture", media: "image/svg+xml" },
  { ending: ".png", name: "PNG picture", media: "image/png" },
  { ending: ".txt", name: "plain outline", media: "text/plain" },
];

export class Sharing {
  constructor(viewer) {
    this.viewer = viewer;
  }

  get title() {
    const { model } = this.viewer;
    return model.title || model.label(model.shown.centre);
  }

  menu() {
    const { options } = this.viewer;
    const listed = options.exports?.() ?? [];
    const save = listed.length ? options.save : (format) => this.save(format);
    return (listed.length ? listed : OWN_FORMATS).map((format) => ({ label: format.name.charAt(0).toUpperCase() + format.name.slice(1), note: format.ending, action: () => save(format, this.viewer) }));
  }

  canMake(ending) {
    return OWN_FORMATS.some((format) => format.ending === ending);
  }

  async save(format) {
    download(await this.make(format.ending), fileName(this.title) + format.ending);
    this.viewer.toast(`Saved as ${format.ending}.`);
  }

  /** The file of an ending, made here. */
  async make(ending) {
    const { media } = OWN_FORMATS.find((format) => format.ending === ending);
    if (ending === ".png") return this.png();
    const text = { ".json": () => JSON.stringify(this.content(true), null, 1), ".md": () => this.markdown(), ".svg": () => this.svg(), ".txt": () => this.outline() }[ending]();
    return new Blob([text], { type: media });
  }

  /**
   * The map as mindgist's JSON: what is shown, with its folds, for a picture only the branch in focus; or, to be cut
   * again elsewhere, all of it with its text.
   */
  content(onlyShown, onlyTop = false) {
    const { model, source } = this.viewer;
    const { nodes, places } = model.listed(onlyShown, onlyTop);
    const content = { format: "mindgist-map", version: 2, title: model.title, labels: model.labels, nodes };
    if (model.arranged) content.arranged = true;
    const folded = [...model.folds].filter(([id]) => places.has(id)).map(([id, isFolded]) => [places.get(id), isFolded]);
    const view = { level: model.level === Infinity ? null : model.level, folded };
    if (!onlyShown) return { ...content, size: model.shown.count, document: source, view };
    // Elsewhere a place is a pair of numbers, also for nodes of one's own, which have none.
    for (const node of content.nodes) Object.assign(node, { start: node.start ?? 0, end: node.end ?? 0 });
    return content;
  }

  svg(form = this.viewer.map.form) {
    const { map, model } = this.viewer;
    return drawPicture(map.topics(), { family: (id) => model.family(id), title: this.title, form });
  }

  async png(scale = 2) {
    const svg = this.svg();
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await picture.decode();
    const factor = Math.min(scale, Math.sqrt(40e6 / (picture.width * picture.height)), 16_000 / Math.max(picture.width, picture.height));
    const canvas = create("canvas", { width: Math.ceil(picture.width * factor), height: Math.ceil(picture.height * factor) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  /** [depth, label, id, folded] of what is shown, also of what is folded away. */
  *rows() {
    const { model } = this.viewer;
    for (const [id, depth, folded] of model.outline(true)) yield [depth, model.label(id), id, folded];
  }

  /** Nested lists; with `folds` in them as markmap reads those. */
  markdown({ folds = true } = {}) {
    const lines = [];
    for (const [depth, label, id, folded] of this.rows()) {
      const text = label.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
      lines.push(depth === 0 ? `# ${text}\n` : `${"  ".repeat(depth - 1)}- ${text}${folds && folded ? " <!-- markmap: fold -->" : ""}`);
      const note = this.viewer.model.node(id)?.note;
      if (note && depth) lines.push(`${"  ".repeat(depth)}${note.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~]/g, "\\$&")}`);
    }
    return `${lines.join("\n")}\n`;
  }

  outline() {
    return `${[...this.rows()].map(([depth, label]) => "  ".repeat(depth) + label).join("\n")}\n`;
  }

  async copyPicture() {
    const { viewer } = this;
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.png() })]);
      viewer.toast("The picture is on the clipboard.");
    } catch {
      await this.save({ ending: ".png" });
      viewer.toast("This browser copies no pictures: saved as .png instead.");
    }
  }

  async copyMarkdown() {
    await this.copyText(this.markdown({ folds: false }), "The map is on the clipboard, as Markdown.");
  }

  async copyText(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      this.viewer.toast(message);
    } catch {
      this.viewer.toast("The browser did not allow copying.", { error: true });
    }
  }

  /** Printing takes a picture that fills one page, not the window's cut. */
  layOutForPrint() {
    this.viewer.parts.root.querySelector(".print")?.remove();
    const picture = new DOMParser().parseFromString(this.svg({ stack: "chains", breadth: 1 }), "image/svg+xml").documentElement;
    for (const name of ["width", "height"]) picture.removeAttribute(name);
    this.viewer.parts.root.append(create("div", { class: "print", "aria-hidden": "true" }, document.importNode(picture, true)));
  }
}
