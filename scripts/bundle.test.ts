/** What is bundled: the programs of threads beside what needs them, without which nobody signs in, and no product in a command that does without. */
import { build } from "esbuild";
import { expect, it } from "vitest";
import { BUNDLE, HISTORY, THREADS } from "./lib/bundle.mjs";

it("the month behind a demo is bundled with the programs of threads", () => {
  expect(HISTORY).toMatchObject(THREADS);
});

it.each(["admin", "archive", "backup", "parse", "prove", "restore"])("npm run %s begins without the whole product", async (name) => {
  const entry = `src/server/cli/${name}.ts`;
  const { metafile } = await build({ ...BUNDLE, entryPoints: [entry], outdir: "out", splitting: false, write: false, metafile: true });
  const loaded = new Set([entry]);
  // A set goes on to what is added to it meanwhile; `import()` is no statement.
  for (const path of loaded)
    for (const one of metafile.inputs[path]?.imports ?? []) if (one.kind === "import-statement" && one.external !== true) loaded.add(one.path);
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter((path) => path === "src/server/app.ts" || path === "src/server/platform/http/server.ts")).toEqual([]);
});
