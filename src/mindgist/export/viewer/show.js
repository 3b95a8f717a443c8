// The presentation: one branch after the other on the full screen.

import { create } from "./dom.js";

/** Presents the centre, each main branch and its children. Escape ends the presentation. */
export function startShow(viewer) {
  const { model } = viewer;
  const steps = [model.shown.centre];
  for (const branch of model.children(model.shown.centre)) steps.push(branch, ...model.children(branch));
  let at = -1;
  const words = create("p", { class: "show-text", dir: "auto" });
  const path = create("p", { class: "show-path", dir: "auto" });
  const list = create("ul", { class: "show-list", dir: "auto" });
  const count = create("span", { class: "show-count" });
  const step = (by) => {
    at = Math.max(0, Math.min(steps.length - 1, at + by));
    const id = steps[at];
    words.textContent = model.node(id)?.text ?? model.label(id);
    path.textContent = model.path(id).slice(0, -1).map((ancestor) => model.label(ancestor)).join(" › ");
    list.replaceChildren(...model.children(id).slice(0, 8).map((child) => create("li", { text: model.label(child) })));
    count.textContent = `${at + 1} of ${steps.length}`;
    screen.dataset.branch = model.colour(id) ?? "centre";
    viewer.select(id, "show");
  };
  const button = (text, by) => create("button", { type: "button", class: "button", text, click: () => step(by) });
  const screen = create("dialog", {
    class: "show", "aria-label": "Presentation",
    close: () => {
      if (document.fullscreenElement) document.exitFullscreen();
      screen.remove();
      viewer.map.focus();
    },
    keydown: (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined) return;
      step(by);
      event.preventDefault();
    },
  }, create("div", { class: "show-slide", "aria-live": "polite" }, path, words, list),
  create("div", { class: "show-bar" }, button("Back", -1), count, button("Next", 1), create("button", { type: "button", class: "button", text: "End", click: () => screen.close() })));
  viewer.parts.root.append(screen);
  screen.showModal();
  screen.requestFullscreen?.().catch(() => {}); // without permission for full screen, the window shows it
  step(1);
}
