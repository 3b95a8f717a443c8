// Menus: arrow keys move through them, Escape and a click elsewhere close them.

import { create } from "./dom.js";

/** A button with a menu. `items()` is called each time the menu opens and returns {label, note, action} or {heading} objects. */
export function createMenu(button, items, label) {
  const list = create("div", { role: "menu", class: "menu", hidden: true, "aria-label": label });
  const box = create("div", { class: "menu-box" }, button, list);
  const entries = () => [...list.querySelectorAll("[role=menuitem]")];
  const close = (refocus) => {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (refocus) button.focus();
  };
  const open = async () => {
    list.replaceChildren(...(await items()).map((item) => entry(item, close)));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    moveIntoWindow(list, button);
    entries().find((item) => item.checkVisibility())?.focus();
  };
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => (list.hidden ? open() : close(true)));
  box.addEventListener("keydown", (event) => {
    const all = entries().filter((item) => item.checkVisibility());
    const place = all.indexOf(document.activeElement);
    const next = { ArrowDown: (place + 1) % all.length, ArrowUp: (place - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (event.key === "Escape") close(true);
    else if (!list.hidden && event.key in next) all[next[event.key]]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) close(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.contains(event.target)) close(false);
  });
  return box;
}

/** Moves a list sideways into the window. */
function moveIntoWindow(list, button) {
  const own = list.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.right - own.width, innerWidth - own.width - 8));
  list.style.left = `${left - list.parentElement.getBoundingClientRect().left}px`;
}

/** Opens a menu at a point of the window. */
export function openMenuAt({ x, y }, items, label, closed) {
  const list = create("div", { role: "menu", class: "menu menu-free", "aria-label": label, popover: "auto" });
  const close = (refocus) => {
    list.remove();
    if (refocus) closed();
  };
  list.append(...items.map((item) => entry(item, close)));
  list.addEventListener("keydown", (event) => {
    const all = [...list.children];
    const place = all.indexOf(document.activeElement);
    const next = { ArrowDown: (place + 1) % all.length, ArrowUp: (place - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (event.key === "Escape" || event.key === "Tab") close(true);
    else if (event.key in next) all[next[event.key]].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("toggle", (event) => event.newState === "closed" && list.remove());
  (document.querySelector("main") ?? document.body).append(list);
  list.showPopover();
  const room = list.getBoundingClientRect();
  Object.assign(list.style, { left: `${Math.max(8, Math.min(x, innerWidth - room.width - 8))}px`, top: `${Math.max(8, Math.min(y, innerHeight - room.height - 8))}px` });
  list.firstChild.focus();
}

function entry({ heading, label, line, note, action, small = false }, close) {
  if (heading) return create("div", { class: "menu-heading", role: "presentation", text: heading });
  return create(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabindex: "-1",
      class: small ? "small-screen" : null,
      click: () => {
        close(true);
        action();
      },
    },
    create("span", {}, label, line ? create("span", { class: "menu-line", text: line }) : ""),
    create("span", { class: "menu-note", text: note ?? "" }),
  );
}
