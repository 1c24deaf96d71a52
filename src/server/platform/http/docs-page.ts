/** The documentation as one page of plain HTML: no script, no other file. */
import { ERRORS } from "../../../contract/errors.ts";
import { WEBHOOK_TYPES, WEBHOOKS, type WebhookType } from "../../../contract/webhooks.ts";
import { isObject, type Json, type JsonObject } from "./docs-openapi.ts";
import { SAMPLE } from "./docs-sample.ts";
import { errorsOf } from "./docs-errors.ts";
import { contents, type Chapter, MARK, STYLE } from "./docs-look.ts";
import { DOCS_WORDS, type DocsLocale, type DocsWords } from "./docs-words.ts";

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** A text whose `words` are code. */
const marked = (text: string): string => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
const words = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []); // narrowed by the test before it
const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((found, key) => (isObject(found) ? found[key] : undefined), value);

/** A schema's type in a word or two. */
function typeOf(schema: Json | undefined): string {
  if (!isObject(schema)) return "";
  const alternatives = list(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0) return alternatives.map(typeOf).join(" | ");
  if (Array.isArray(schema["enum"]))
    return list(schema["enum"])
      .map((item) => JSON.stringify(item))
      .join(" | ");
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["type"] === "array") return `${typeOf(schema["items"])}[]`;
  const type = Array.isArray(schema["type"]) ? list(schema["type"]).join(" | ") : words(schema["type"]);
  return schema["format"] === "date-time" ? type.replace("string", "time") : type;
}

function noteOf(unchecked: Json | undefined): string {
  const own = words(at(unchecked, "description"));
  const schema = besidesNull(unchecked);
  if (!isObject(schema)) return "";
  const bounds = (["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "maxProperties", "default"] as const)
    .filter((key) => schema[key] !== undefined)
    .map((key) => `${key} ${JSON.stringify(schema[key])}`);
  const example = list(schema["examples"])[0];
  const pattern = schema["pattern"] === undefined ? "" : `pattern ${words(schema["pattern"])}`;
  const parts = [own || words(schema["description"]), ...bounds, pattern, example === undefined ? "" : JSON.stringify(example)].filter(Boolean);
  return parts.map((part, index) => (index < parts.length - 1 ? part.replace(/\.$/, "") : part)).join("; ");
}

interface Field {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
}

/** What a schema that may also be null is otherwise; any other one as it is. */
function besidesNull(schema: Json | undefined): Json | undefined {
  const others = list(at(schema, "anyOf")).filter((one) => at(one, "type") !== "null");
  return others.length === 1 ? others[0] : schema;
}

/** Fields of an object and of the objects inside it, as `a.b` and `a[].b`. */
function fieldsOf(unchecked: Json | undefined, prefix = "", depth = 0): Field[] {
  const schema = besidesNull(unchecked);
  const required = list(at(schema, "required"));
  return Object.entries(isObject(at(schema, "properties")) ? (at(schema, "properties") as JsonObject) : {}).flatMap(([name, inner]) => {
    // tested just before
    const field = { name: prefix + name, schema: inner, required: required.includes(name) };
    if (depth >= 3) return [field];
    return [field, ...fieldsOf(inner, `${prefix}${name}.`, depth + 1), ...fieldsOf(at(besidesNull(inner), "items"), `${prefix}${name}[].`, depth + 1)];
  });
}

function table(text: DocsWords, fields: readonly Field[], withRequired: boolean): string {
  const head = [text.columns.name, text.columns.type, ...(withRequired ? [text.columns.required] : []), text.columns.note]
    .map((cell) => `<th>${cell}</th>`)
    .join("");
  const rows = fields.map(
    (field) =>
      `<tr><td><code>${escape(field.name)}</code></td><td>${escape(typeOf(field.schema))}</td>${withRequired ? `<td data-head="${text.columns.required}">${field.required ? text.yes : ""}</td>` : ""}<td>${marked(noteOf(field.schema))}</td></tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** The forms that a body may take: those of an alternative, or the one there is. */
function formsOf(schema: Json | undefined): readonly (Json | undefined)[] {
  const forms = list(at(schema, "anyOf") ?? at(schema, "oneOf")).filter((one) => at(one, "type") !== "null");
  return forms.length > 0 ? forms : [schema];
}

/** What a body holds, a table for each of its forms; of an array it is the array itself, then what each of its items holds. */
function bodyTables(text: DocsWords, schema: Json | undefined): string {
  return formsOf(schema)
    .map((form) => (at(form, "type") === "array" ? [{ name: "[]", schema: form, required: true }, ...fieldsOf(at(form, "items"), "[].")] : fieldsOf(form)))
    .filter((fields) => fields.length > 0)
    .map((fields) => table(text, fields, true))
    .join(`<p>${text.or}</p>`);
}

/** A parameter as a field; its own description counts where its schema has none. */
function parameterOf(item: Json): Field {
  const schema = at(item, "schema");
  const description = words(at(item, "description"));
  return {
    name: words(at(item, "name")),
    schema: isObject(schema) && description !== "" ? { ...schema, description } : schema,
    required: at(item, "required") === true,
  };
}

function call(text: DocsWords, method: string, path: string, value: Json): string {
  const parameters = list(at(value, "parameters")).map(parameterOf);
  const body = at(value, "requestBody", "content", "application/json", "schema");
  const answer = at(value, "responses", "2XX", "content", "application/json", "schema", "properties", "data");
  const bodies = bodyTables(text, body);
  const answerFields = fieldsOf(answer);
  return [
    `<h3 id="${escape(anchor(method, path))}">${methodChip(method)} <code>${escape(path)}</code>${anchorLink(text, anchor(method, path))}</h3>`,
    `<p>${marked(summaryOf(text, method, path, value))}</p>`,
    parameters.length > 0 ? `<h4>${text.parameters}</h4>${table(text, parameters, true)}` : "",
    bodies === "" ? "" : `<h4>${text.body}</h4>${bodies}`,
    answerFields.length > 0 ? `<details><summary>${text.answer}</summary>${table(text, answerFields, false)}</details>` : "",
  ].join("");
}

/** One type of notification: when it is sent, where to, and its body. */
function event(text: DocsWords, type: WebhookType, value: Json | undefined): string {
  const body = at(value, "post", "requestBody", "content", "application/json", "schema");
  return [
    `<h3 id="${type}"><code>${type}</code>${anchorLink(text, type)}</h3><p>${marked(`${text.events[type]} ${text.sentTo[WEBHOOKS[type].to]}`)}</p>`,
    `<details><summary>${text.body}</summary>${table(text, fieldsOf(body), false)}</details>`,
  ].join("");
}

const anchor = (method: string, path: string): string => `${method}${path.replace(/[^A-Za-z0-9]+/g, "-")}`;
const methodChip = (method: string): string => `<span class="m ${escape(method)}">${escape(method.toUpperCase())}</span>`;
/** The address of a heading, to copy. */
const anchorLink = (text: DocsWords, id: string): string => ` <a class="here" href="#${escape(id)}" aria-label="${text.here}">#</a>`;
const summaryOf = (text: DocsWords, method: string, path: string, value: Json): string =>
  text.summaries[`${method.toUpperCase()} ${path}`] ?? words(at(value, "summary"));

interface Call {
  readonly method: string;
  readonly path: string;
  readonly value: Json;
}

/** Calls by the first words of their paths: those of merchants and of phones, or of the parts of the dashboard. */
function grouped(calls: readonly Call[], dashboard: boolean): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const one of calls) {
    const [, first = "", second = ""] = one.path.split("/");
    const name = dashboard ? `/${first}/${second}` : `/${first}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}

/** What stands on the page, in its order. */
function chaptersOf(text: DocsWords, calls: readonly Call[], dashboard: boolean): Chapter[] {
  const told = dashboard ? [] : [...text.intro, text.webhooks].map(({ title }, index) => ({ id: `part-${index + 1}`, title: escape(title), items: [] }));
  const events = dashboard ? [] : [{ id: null, title: text.types, items: WEBHOOK_TYPES.map((type) => ({ id: type, title: `<code>${type}</code>` })) }];
  const routes = [...grouped(calls, dashboard)].map(([name, some]) => ({
    id: null,
    title: `<code>${escape(name)}</code>`,
    items: some.map(({ method, path }) => ({
      id: anchor(method, path),
      title: `${methodChip(method)} <code>${escape(path.slice(name.length) || "/")}</code>`,
    })),
  }));
  return [...told, ...events, { id: "calls", title: text.calls, items: [] }, ...routes, { id: "errors", title: text.errors, items: [] }];
}

const section = (id: string | null, title: string, inside: string): string =>
  `<section${id === null ? "" : ` id="${id}"`}><h2>${title}</h2>${inside}</section>`;

/** The whole page. @param links addresses of the machine-readable document and of this page in the other language */
export function docsPage(document: JsonObject, locale: DocsLocale, links: { json: string; other: string }, dashboard: boolean): string {
  const text = DOCS_WORDS[locale];
  const title = dashboard ? text.dashboardTitle : text.title;
  const calls: Call[] = Object.entries((document["paths"] ?? {}) as JsonObject).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([method, value]) => ({ method, path, value })),
  ); // paths of a document are an object
  const told = dashboard ? [] : [...text.intro, text.webhooks];
  const parts = told.map(({ title: head, lines }, index) => section(`part-${index + 1}`, head, lines.map((line) => `<p>${line}</p>`).join("")));
  const events = WEBHOOK_TYPES.map((type) => event(text, type, at(document, "webhooks", type))).join("\n");
  const overview = calls.map(
    ({ method, path, value }) =>
      `<li><a href="#${escape(anchor(method, path))}">${methodChip(method)} <code>${escape(path)}</code></a> ${marked(summaryOf(text, method, path, value))}</li>`,
  );
  const errors = errorsOf(locale, dashboard).map(
    ({ code, told: meaning }) => `<tr><td><code>${code}</code></td><td>${ERRORS[code].status}</td><td>${marked(meaning)}</td></tr>`,
  );
  const heads = [text.columns.code, text.columns.status, text.columns.note].map((head) => `<th>${head}</th>`).join("");
  return `<!doctype html>
<html lang="${text.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><header>${MARK}<h1>${title}</h1><p><a href="${escape(links.other)}" lang="${locale === "zh" ? "en" : "zh-CN"}">${text.other}</a><a href="${escape(links.json)}">${text.machine}</a></p></header>
${contents(text.contents, chaptersOf(text, calls, dashboard))}
<main>
${parts.join("\n")}
${dashboard ? "" : `<pre tabindex="0">${escape(SAMPLE)}</pre>\n${section(null, text.types, events)}`}
${section("calls", text.calls, `<ul class="calls">${overview.join("")}</ul>\n${calls.map(({ method, path, value }) => call(text, method, path, value)).join("\n")}`)}
${section("errors", text.errors, `<table><thead><tr>${heads}</tr></thead><tbody>${errors.join("")}</tbody></table>`)}
</main></body></html>
`;
}
