// The page before there is a map: where a document is dropped, pasted or chosen.

import { create, icon, iconButton } from "/viewer/dom.js";
import { toggleTheme } from "/viewer/theme.js";

const EXAMPLES = [
  ["harbour.txt", "A news story", "Harbour town votes to let the sea back in"],
  ["library.md", "A report with headings", "Merrow Library, a year in review"],
];

/** The start screen; `page` has `mapText`, `mapFile`, `mapExample`, `open` and `forget`. */
export function createStart(page, kept) {
  const text = create("textarea", {
    class: "paste", placeholder: "Paste a text here, or drop a document anywhere", "aria-label": "Text to map", rows: "7", spellcheck: "false",
    input: () => (go.disabled = !text.value.trim()),
    keydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.value.trim()) page.mapText(text.value);
    },
  });
  const go = create("button", { type: "button", class: "button primary", disabled: true, text: "Map it", click: () => page.mapText(text.value) });
  const file = create("input", { type: "file", multiple: true, class: "unseen", id: "file", tabindex: "-1", "aria-hidden": "true", change: () => page.mapFiles([...file.files]).finally(() => (file.value = "")) });
  const choose = create("button", { type: "button", class: "button", click: () => file.click() }, icon("file"), "Choose a file");
  const examples = EXAMPLES.map(([name, kind, title]) =>
    create("button", { type: "button", class: "card", click: () => page.mapExample(name) },
      create("span", { class: "card-kind", text: kind }), create("span", { class: "card-title", text: title })));
  return create(
    "div", { class: "start" },
    create("header", { class: "start-bar" },
      create("span", { class: "brand" }, create("img", { src: "/icon.svg", alt: "", width: "26", height: "26" }), "ramify"),
      create("a", { href: "/api/docs", class: "start-link", text: "API" }), iconButton("theme", "Light or dark", toggleTheme)),
    create("main", { class: "start-main" },
      create("h1", { text: "See what a document says" }),
      create("p", { class: "lead", text: "Its central idea in the middle, the details branching out. Every node is a sentence of the text itself, and a click shows where it stands." }),
      create("div", { class: "drop" }, text, file, create("div", { class: "drop-row" }, choose, create("span", { class: "quiet drop-note", text: "PDF, Word, HTML, EPUB, Markdown or text" }), go)),
      create("section", { "aria-label": "Examples" }, create("h2", { text: "Or try an example" }), create("div", { class: "cards" }, ...examples)),
      keptMaps(page, kept),
      create("p", { class: "quiet foot", text: "Everything stays on this computer. Maps are kept in this browser only." })));
}

function keptMaps(page, kept) {
  const section = create("section", { "aria-label": "Your last maps", hidden: kept.length === 0 }, create("h2", { text: "Your last maps" }));
  const rows = kept.map((map) => {
    const row = create("li", { class: "kept" },
      create("button", { type: "button", class: "kept-open", click: () => page.open(map.id) },
        create("span", { class: "kept-title", text: map.title, dir: "auto" }),
        create("span", { class: "quiet", text: `${map.nodes} nodes, ${new Date(map.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}` })),
      iconButton("trash", `Forget "${map.title.slice(0, 60)}"`, async () => {
        await page.forget(map.id);
        row.remove();
      }));
    return row;
  });
  section.append(create("ul", { class: "kept-list" }, ...rows));
  return section;
}
