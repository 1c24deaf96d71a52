/** Every message is used: a key that no source names, whole or by its beginning, says nothing to anybody. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { books } from "./zh/books.ts";
import { first } from "./zh/first.ts";
import { rest } from "./zh/rest.ts";
import { seldom } from "./zh/seldom.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

function keysOf(value: unknown, prefix = ""): string[] {
  if (typeof value === "string") return [prefix];
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, prefix === "" ? key : `${prefix}.${key}`)); // messages are nested objects of texts
}

/** All sources but the messages themselves and the tests. */
function sources(): string {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/^i18n[\\/](zh|en)[\\/]/.test(name),
  );
  return files.map((name) => readFileSync(join(web, name), "utf8")).join("\n");
}

it("no message is left over", () => {
  const text = sources();
  // `payments.status.${row.status}` uses all below; so does named("payments", "reason", code).
  const begun = [...text.matchAll(/`([a-zA-Z]+(?:\.[\w-]+)*)\.\$\{/g)].map((found) => `${found[1]}.`);
  // named("payments", "reason", code); shared parts of drawers are given the area and name the path alone: named(area, "timeline", kind).
  const named = [...text.matchAll(/\bnamed\((?:"(\w+)"|\w+), "([\w.]+)"/g)].map((found) => ({ area: found[1], path: `${found[2]}.` }));
  // Of a table of places: ["audit", "by"].
  for (const found of text.matchAll(/\["(\w+)", "([\w.]+)"\]/g)) named.push({ area: found[1], path: `${found[2]}.` });
  // Of a timeline's values: param("status", "notify").
  for (const found of text.matchAll(/\bparam\("\w+", "(\w+)"\)/g)) named.push({ area: undefined, path: `${found[1]}.` });
  // Where there is no translator yet: texts.late.
  for (const found of text.matchAll(/\btexts\.(\w+)/g)) named.push({ area: undefined, path: `${found[1]}` });
  const quoted = new Set([...text.matchAll(/"([\w.-]+)"/g)].map((found) => found[1]));
  const paths = new Set([...text.matchAll(/\bpath="([\w.-]+)"/g)].map((found) => found[1]));
  const isUsed = (key: string): boolean => {
    if (quoted.has(key) || begun.some((start) => key.startsWith(start))) return true;
    const area = key.slice(0, key.indexOf("."));
    const path = key.slice(area.length + 1);
    if (paths.has(path.slice(0, path.lastIndexOf(".")))) return true;
    return named.some((one) => (one.area === undefined || one.area === area) && path.startsWith(one.path));
  };
  expect([first, rest, books, seldom].flatMap((part) => keysOf(part)).filter((key) => !isUsed(key))).toEqual([]);
});
