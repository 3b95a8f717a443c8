// A button with a menu under it: the arrow keys move, Escape and a click elsewhere close.

import { create } from "./dom.js";

/** Items are made anew each time the menu opens: {label, note, action}, or an element to show as it is. */
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
    list.replaceChildren(...(await items()).map((item) => (item instanceof Element ? item : entry(item, close))));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    list.classList.toggle("menu-left", button.getBoundingClientRect().left < 320);
    entries()[0]?.focus();
  };
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => (list.hidden ? open() : close(true)));
  box.addEventListener("keydown", (event) => {
    const all = entries();
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

function entry({ label, note, action }, close) {
  return create(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabindex: "-1",
      click: () => {
        close(true);
        action();
      },
    },
    create("span", { text: label }),
    create("span", { class: "menu-note", text: note ?? "" }),
  );
}
