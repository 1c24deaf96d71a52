/** The structure holds, and what breaks it is found: an import upward, one past a face, a cycle by type or by a late import. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { structure } from "./structure.mjs";

const CHECKOUT = join(import.meta.dirname, "..");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "floatdesk-structure-"));
  for (const place of ["src", "simulator", "bench", "scripts"]) mkdirSync(join(root, place));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(files: Readonly<Record<string, string>>): { lines: string[]; wrong: number } {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return structure(root);
}

it("is sound in this repository", () => {
  expect(structure(CHECKOUT).lines.slice(1)).toEqual(["0 imports upward or past a face", "0 cycles"]);
});

it.each([
  ["of the platform to the core", "src/server/platform/a.ts", "../core/b.ts", "src/server/core/b.ts"],
  ["of the core to a feature, of a type alone", "src/server/core/a.ts", "../features/x/b.ts", "src/server/features/x/b.ts"],
  ["of a feature past another's face", "src/server/features/y/a.ts", "../x/b.ts", "src/server/features/x/b.ts"],
  ["of the domain to the server", "src/domain/a.ts", "../server/core/b.ts", "src/server/core/b.ts"],
  ["of a feature to what wires it", "src/server/features/y/a.ts", "../../app.ts", "src/server/app.ts"],
])("refuses an import %s", (_name, from, specifier, to) => {
  const { lines, wrong } = plant({ [from]: `import type { B } from "${specifier}";\nexport type A = B;\n`, [to]: "export type B = 1;\n" });
  expect([wrong, lines]).toEqual([1, expect.arrayContaining([`  ${from} → ${to}`])]);
});

it("lets a feature use another by its face", () => {
  const files = { "src/server/features/y/a.ts": 'import { b } from "../x/index.ts";\n', "src/server/features/x/index.ts": "export const b = 1;\n" };
  expect(plant(files).wrong).toBe(0);
});

it.each([
  ["of types", 'import type { A } from "./a.ts";\nexport type B = A;\n'],
  ["of a late import", 'export const b = () => import("./a.ts");\n'],
])("finds a cycle %s", (_name, back) => {
  const { wrong } = plant({ "src/web/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n', "src/web/b.ts": back });
  expect(wrong).toBe(1);
});
