// The start screen: a field to paste a text or choose a file, examples, and the stored maps.

import { create, icon, iconButton } from "./viewer/dom.js";
import { toggleTheme } from "./viewer/theme.js";
import { MapModel } from "./viewer/model.js";
import { drawThumbnail } from "./viewer/picture.js";
import { ask, askForMap, languageModel } from "./mapping.js";
import { readDraft, updateListing, writeDraft } from "./store.js";

const EXAMPLES = [
  ["harbour.txt", "A news story", "Harbour town votes to let the sea back in"],
  ["library.md", "A report with headings", "Merrow Library, a year in review"],
];

/** The start screen of a page with its stored maps. */
export function createStart(page, stored) {
  const { input } = page;
  const text = create("textarea", {
    class: "paste", placeholder: "Paste text here, or drop a document anywhere", "aria-label": "Text to map", rows: "7", spellcheck: "false",
    input: () => ((go.disabled = !text.value.trim()), writeDraft(text.value)),
    keydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.value.trim()) input.mapText(text.value);
    },
  });
  const go = create("button", { type: "button", class: "button primary", disabled: true, text: "Map it", click: () => input.mapText(text.value) });
  text.value = readDraft();
  go.disabled = !text.value.trim();
  const file = create("input", { type: "file", multiple: true, class: "unseen", id: "file", tabindex: "-1", "aria-hidden": "true", change: () => input.mapFiles([...file.files]).finally(() => (file.value = "")) });
  const choose = create("button", { type: "button", class: "button", click: () => file.click() }, icon("file"), "Choose a file");
  const examples = EXAMPLES.map(([name, kind, title]) => {
    const picture = thumbnail(EXAMPLE_PICTURES.get(name));
    drawExample(name, picture);
    return create("button", { type: "button", class: "card", click: () => input.mapExample(name) }, picture,
      create("span", { class: "card-kind", text: kind }), create("span", { class: "card-title", text: title }));
  });
  return create(
    "div", { class: "start" },
    create("header", { class: "start-bar" },
      create("span", { class: "brand" }, create("img", { src: new URL("icon.svg", import.meta.url), alt: "", width: "26", height: "26" }), "mindgist"),
      create("a", { href: "/api/docs", class: "start-link", text: "API" }), iconButton("theme", "Light or dark", toggleTheme)),
    create("main", { class: "start-main" },
      create("h1", { text: "See what a document says" }),
      create("p", { class: "lead", text: "The central idea in the middle, the details branching out. Every node is a sentence of the text, and a click shows it there." }),
      create("div", { class: "drop" }, text, file, create("div", { class: "drop-row" }, choose, go), modelChoice()),
      create("p", { class: "quiet drop-note", text: "Reads KINDS. Opens maps, too: .json, .md, .mm, .opml, .xmind and our .html." }),
      create("section", { "aria-label": "Examples" }, create("h2", { text: "Or try an example" }), create("div", { class: "cards" }, ...examples)),
      storedMaps(page, stored),
      create("p", { class: "quiet foot", text: "Everything stays on this computer. Maps are stored in this browser only." })));
}

/** A box to let the language model of the service write the labels; empty if it has none. */
function modelChoice() {
  const place = create("div", { class: "model-choice" });
  const box = create("input", { type: "checkbox", checked: languageModel.used, change: () => (languageModel.used = box.checked) });
  const show = () => languageModel.name && place.replaceChildren(create("label", {}, box, ` Labels by the language model ${languageModel.name}`));
  if (languageModel.name) show();
  else ask("/api/v1/systems").then((answer) => answer.json()).then(({ llm }) => ((languageModel.name = llm), show())).catch(() => {});
  return place;
}

const EXAMPLE_PICTURES = new Map(); // by name

/** Maps an example, so that the start screen shows what comes out. */
async function drawExample(name, picture) {
  if (EXAMPLE_PICTURES.has(name)) return;
  try {
    const text = await (await fetch(new URL(`examples/${name}`, import.meta.url))).blob();
    EXAMPLE_PICTURES.set(name, drawThumbnail(new MapModel(await askForMap(text, null, null, () => {}))));
    picture.replaceWith(thumbnail(EXAMPLE_PICTURES.get(name)));
  } catch {
    // Without the service, the card has no picture.
  }
}

/** A small picture of a map, or an empty place for it. */
function thumbnail(svg) {
  const source = svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : null;
  return source ? create("img", { class: "thumbnail", alt: "", src: source }) : create("span", { class: "thumbnail" });
}

const MIN_SEARCHABLE = 6; // stored maps from which on there is a search field

/** The list of stored maps. */
export function storedMaps(page, stored) {
  const rows = new Map(stored.map((map) => [map, storedRow(page, map)]));
  const find = create("input", {
    type: "search", class: "stored-search", placeholder: "Find a map", "aria-label": "Find a map", hidden: stored.length < MIN_SEARCHABLE,
    input: () => {
      const words = find.value.trim().toLowerCase();
      for (const [map, row] of rows) row.hidden = !map.title.toLowerCase().includes(words);
    },
  });
  return create("section", { class: "stored-maps", "aria-label": "Recent maps", hidden: stored.length === 0 },
    create("div", { class: "stored-head" }, create("h2", { text: "Recent maps" }), find), create("ul", { class: "stored-list" }, ...rows.values()));
}

function storedRow(page, map) {
  const title = create("span", { class: "stored-title", text: map.title, dir: "auto" });
  const short = map.title.slice(0, 60);
  const when = new Date(map.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const open = create("button", { type: "button", class: "stored-open", click: () => page.go(map.id) }, thumbnail(map.picture), title,
    create("span", { class: "quiet", text: `${map.edited ? "edited, " : ""}${map.nodes} nodes, ${when}` }));
  const rename = () => {
    const field = create("input", { class: "stored-name", "aria-label": "Title", dir: "auto" });
    let writing = true;
    const close = async (keep) => {
      if (!writing) return;
      writing = false;
      field.replaceWith(open);
      open.focus();
      const written = field.value.trim();
      if (!keep || !written || written === map.title) return;
      title.textContent = map.title = written;
      await updateListing(map.id, { title: written, named: true });
    };
    field.value = map.title;
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // or it would press the button that replaces the field
      close(event.key === "Enter");
    });
    field.addEventListener("blur", () => close(true));
    open.replaceWith(field);
    field.focus();
    field.select();
  };
  const pin = iconButton("pin", `Pin "${short}"`, async () => {
    map.pinned = !map.pinned;
    pin.setAttribute("aria-pressed", String(map.pinned));
    await updateListing(map.id, { pinned: map.pinned });
  }, { "aria-pressed": String(Boolean(map.pinned)) });
  const row = create("li", { class: "stored" }, open, pin, iconButton("edit", `Rename "${short}"`, rename),
    iconButton("trash", `Delete "${short}"`, async () => {
      await page.delete(map.id);
      row.remove();
    }));
  return row;
}

/** Asks how to map several files: true for one map, false for a map for each, null to cancel. */
export function askHowMany(parent, files) {
  return new Promise((resolve) => {
    let answer = null;
    const choose = (value) => () => {
      answer = value;
      dialog.close();
    };
    const button = (text, value, kind = "button") => create("button", { type: "button", class: kind, text, click: choose(value) });
    const dialog = create("dialog", { class: "busy ask", "aria-label": `${files.length} documents`, close: () => (dialog.remove(), resolve(answer)) },
      create("h2", { text: `${files.length} documents` }), create("p", { text: files.map((file) => file.name).join(", ").slice(0, 200) }),
      create("div", { class: "ask-row" }, button("One map, a branch each", true, "button primary"), button("A map for each", false), button("Cancel", null)));
    parent.append(dialog);
    dialog.showModal();
  });
}
