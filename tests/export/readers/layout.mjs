// Runs the page's own modules, for comparison with Python: VIEWER, with cases as JSON on standard input.
import { readFileSync } from "node:fs";

const viewer = process.argv[2];
const { arrange } = await import(`${viewer}/layout.js`);
const { MapModel } = await import(`${viewer}/model.js`);
const { escapeMarkdown } = await import(`${viewer}/text.js`);

const answers = {
  layouts: (cases) => cases.map(({ branch, options }) => arrange(branch, options)),
  branches: (maps) => maps.map((map) => new MapModel(map).branch()),
  markdown: (texts) => texts.map(escapeMarkdown),
};
const [[question, cases]] = Object.entries(JSON.parse(readFileSync(0, "utf8")));
process.stdout.write(JSON.stringify(answers[question](cases)));
