/** Lint finds cycles of plain imports; what is loaded later (`import()`) it does not follow, and that is where screens and their forms meet. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const IMPORTED = /(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+\.tsx?)"/gm;

/** Files by what they import of each other, now or later. */
function importsBelow(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
  return new Map(files.map((file) => [file, [...readFileSync(file, "utf8").matchAll(IMPORTED)].map((found) => join(dirname(file), found[1] ?? ""))]));
}

/** The first way found that leads from a file back to it; empty where there is none. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const found = visit(next, [...way, file]);
      if (found.length > 0) return found;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const found = visit(file, []);
    if (found.length > 0) return found;
  }
  return [];
}

it("no file of the dashboard leads back to itself, not even by what it loads later", () => {
  expect(cycleIn(importsBelow(import.meta.dirname))).toEqual([]);
});

it("a way back is found", () => {
  const imports = { "actions.ts": ["forms.ts", "words.ts"], "forms.ts": ["words.ts", "actions.ts"], "words.ts": [] };
  expect(cycleIn(new Map(Object.entries(imports)))).toEqual(["actions.ts", "forms.ts", "actions.ts"]);
});
