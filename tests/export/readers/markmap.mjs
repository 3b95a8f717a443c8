// Prints what markmap makes of a Markdown file: PACKAGE FILE
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, file] = process.argv;
const { Transformer } = await import(pathToFileURL(`${folder}/dist/index.mjs`));
const { root, frontmatter } = new Transformer().transform(readFileSync(file, "utf-8"));
console.log(JSON.stringify({ root, frontmatter }));
