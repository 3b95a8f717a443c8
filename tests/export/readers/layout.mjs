// Lays out trees with the page's own module, for comparison with the pictures' layout.
import { readFileSync } from "node:fs";

const { arrange } = await import(process.argv[2]);
const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(({ tree, options }) => arrange(tree, options))));
