// The card of the selected node: the whole sentence with its neighbours, its place in the text, and its actions.

import { create, icon, iconButton } from "./dom.js";
import { clock } from "./text.js";

export class Detail {
  constructor(element, viewer) {
    Object.assign(this, { element, viewer, id: null });
  }

  hide() {
    this.id = null;
    this.element.hidden = true;
  }

  show(id) {
    const { viewer } = this;
    const { model } = viewer;
    const node = model.node(id);
    this.id = id;
    const around = viewer.text?.around(node) ?? {};
    const neighbour = (text, where) => (text ? create("p", { class: "detail-near", dir: "auto", "aria-label": where, text }) : "");
    const path = model.path(id).slice(0, -1).map((ancestor) => model.label(ancestor));
    this.element.replaceChildren(
      create("div", { class: "detail-head" },
        create("span", { class: "detail-path", text: path.join(" › ") || "The centre", dir: "auto" }), iconButton("close", "Close", () => this.hide())),
      create("div", { class: "detail-body" },
        neighbour(around.before, "The sentence before"), create("p", { class: "detail-text", dir: "auto", text: node?.text ?? model.label(id) }),
        neighbour(around.after, "The sentence after")),
      create("p", { class: "detail-facts quiet", text: this.facts(node) }),
      this.note(id, node),
      create("div", { class: "detail-row", role: "toolbar", "aria-label": "Selected node" }, ...this.buttons(id, node)));
    this.element.dataset.branch = model.colour(id) ?? "centre";
    this.element.hidden = false;
  }

  facts(node) {
    if (!node) return "The title of the map";
    if (node.start === null) return node.sentence === null ? "Added by you" : "A sentence of a text that is not here";
    const { source } = this.viewer;
    const place = node.sentence === null ? "Heading" : `Sentence ${node.sentence + 1}${source ? ` of ${source.sentences.length}` : ""}`;
    return [place, node.page ? `page ${node.page}` : "", node.time_start == null ? "" : clock(node.time_start), `score ${node.score.toFixed(2)}`, node.generated ? "label by a language model" : ""].filter(Boolean).join(", ");
  }

  note(id, node) {
    if (!node) return "";
    const field = create("textarea", {
      class: "detail-note", rows: "1", placeholder: "Add a note", "aria-label": "Note", dir: "auto",
      input: () => this.viewer.model.annotate(id, field.value), blur: () => this.viewer.model.endTyping(true), keydown: (event) => event.key === "Escape" && field.blur(),
    });
    field.value = node.note ?? "";
    return field;
  }

  buttons(id, node) {
    const { viewer } = this;
    const button = (name, label, action) => iconButton(name, label, () => action());
    const isCentre = id === viewer.model.shown.centre;
    return [
      viewer.text && node && node.start !== null
        ? create("button", { type: "button", class: "button small", click: () => viewer.showInText(node) }, icon("text"), "Show in text") : "",
      button("edit", "Edit the label (F2)", () => viewer.edit(id, viewer.pane)),
      button("child", "Add child (Ctrl+Enter)", () => viewer.add(id, null, viewer.pane)),
      isCentre ? "" : button("focus", "Focus on this branch", () => viewer.focusOn(id)),
      isCentre ? "" : button("trash", "Remove (Delete)", () => viewer.remove(id, viewer.pane)),
    ];
  }
}
