// The presentation: a walk on the map from branch to branch, with the passage beside it.

import { create } from "./dom.js";

const STEP_KEYS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity };

/** Presents the centre, each main branch and its children. Escape ends the presentation. */
export function startShow(viewer) {
  const { model, map, parts } = viewer;
  if (parts.root.classList.contains("presenting")) return;
  const steps = [model.top];
  for (const branch of model.children(model.top)) steps.push(branch, ...model.children(branch));
  let at = -1;
  const count = create("span", { class: "show-count", role: "status" });
  const step = (by) => {
    at = Math.max(0, Math.min(steps.length - 1, at + by));
    const id = steps[at];
    count.textContent = `${at + 1} of ${steps.length}`;
    if (at && model.isFolded(id)) model.fold(id, false);
    viewer.select(id, "show");
    map.flyTo(id);
  };
  const end = () => {
    document.removeEventListener("keydown", pressed, true);
    document.removeEventListener("fullscreenchange", left);
    if (document.fullscreenElement) document.exitFullscreen();
    parts.root.classList.remove("presenting");
    bar.remove();
    map.fit();
    map.focus();
  };
  const left = () => document.fullscreenElement || end();
  const pressed = (event) => {
    const by = STEP_KEYS[event.key];
    if (event.key === "Escape") end();
    else if (by === undefined || (event.target.closest(".show-bar") && [" ", "Enter"].includes(event.key))) return;
    else step(by);
    event.preventDefault();
    event.stopPropagation();
  };
  const button = (text, action, kind = "button") => create("button", { type: "button", class: kind, text, click: action });
  const next = button("Next", () => step(1), "button primary");
  const bar = create("section", { class: "show-bar", "aria-label": "Presentation" }, button("Back", () => step(-1)), count, next, button("End", end));
  parts.root.classList.add("presenting");
  parts.root.append(bar);
  if (viewer.text) viewer.showPane("text");
  viewer.showPane("map");
  document.addEventListener("keydown", pressed, true);
  const full = parts.root.requestFullscreen?.();
  full?.then(() => document.addEventListener("fullscreenchange", left), () => {}); // without permission, the window shows it
  next.focus();
  requestAnimationFrame(() => step(1)); // when the map has its new size
}
