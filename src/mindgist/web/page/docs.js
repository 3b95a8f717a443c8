// The API's documentation, made from its OpenAPI description.

import { create } from "./viewer/dom.js";
import { restoreTheme } from "./viewer/theme.js";

restoreTheme();
const description = await (await fetch("/api/openapi.json")).json();
const docs = document.getElementById("docs");

function cells(tag, ...texts) {
  return create("tr", {}, ...texts.map((text) => create(tag, { text })));
}

function table(heads, rows) {
  return create("table", {}, create("thead", {}, cells("th", ...heads)), create("tbody", {}, ...rows.map((row) => cells("td", ...row))));
}

function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  return schema.const !== undefined ? JSON.stringify(schema.const) : schema.enum ? schema.enum.join(" or ") : schema.format ?? [schema.type ?? "anything"].flat().join(" or ");
}

function operation(path, method, { summary, description: text, parameters = [], requestBody, responses }) {
  const bodies = Object.entries(requestBody?.content ?? {});
  return create("section", { class: "operation" },
    create("h3", {}, create("span", { class: "method", text: method.toUpperCase() }), create("code", { text: path })),
    create("p", { text: summary }), create("p", { class: "quiet", text: text ?? "" }),
    parameters.length ? table(["parameter", "in", "type", "meaning"], parameters.map((p) => [p.name, p.in, typeOf(p.schema), p.description ?? ""])) : "",
    bodies.length ? table(["body", "form"], bodies.map(([type, { schema }]) => [type, typeOf(schema)])) : "",
    table(["status", "answer"], Object.entries(responses).map(([status, answer]) => [status, answer.description])));
}

function schemaTable(name, { description: text, properties = {}, required = [] }) {
  return create("section", { class: "operation" }, create("h3", {}, create("code", { text: name })), create("p", { class: "quiet", text: text ?? "" }),
    table(["field", "type", "meaning"], Object.entries(properties).map(([field, schema]) =>
      [required.includes(field) ? field : `${field} (optional)`, typeOf(schema), schema.description ?? ""])));
}

docs.replaceChildren(
  create("h1", { text: `${description.info.title} ${description.info.version}: the API` }),
  create("p", { text: description.info.description }),
  create("pre", { tabindex: "0", "aria-label": "Examples", role: "region", text: `curl --data-binary @report.pdf ${location.origin}/api/v1/maps > map.json\ncurl -H 'Content-Type: application/json' --data-binary @map.json ${location.origin}/api/v1/exports/svg > map.svg` }),
  create("p", {}, "For programs: ", create("a", { href: "/api/openapi.json", text: "/api/openapi.json" })),
  create("h2", { text: "Requests" }),
  ...Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, what]) => operation(path, method, what))),
  create("h2", { text: "Bodies" }),
  ...Object.entries(description.components.schemas).filter(([name]) => name.endsWith("Content")).map(([name, schema]) => schemaTable(name, schema)),
);
