/** What is bundled: the programs of threads beside what needs them, without which nobody signs in, and what a program loads before it begins. */
import { build } from "esbuild";
import { expect, it } from "vitest";
import { BUNDLE, HISTORY, THREADS } from "./lib/bundle.mjs";

it("the month behind a demo is bundled with the programs of threads", () => {
  expect(HISTORY).toMatchObject(THREADS);
});

/** All that a program loads before it begins: sources by their path, packages by their name. `import()` is no statement. */
async function loadedBy(entry: string): Promise<Set<string>> {
  const { metafile } = await build({ ...BUNDLE, entryPoints: [entry], outdir: "out", splitting: false, write: false, metafile: true });
  const loaded = new Set([entry]);
  // A set goes on to what is added to it meanwhile.
  for (const path of loaded) for (const one of metafile.inputs[path]?.imports ?? []) if (one.kind === "import-statement") loaded.add(one.path);
  return loaded;
}

it.each(["admin", "archive", "backup", "parse", "prove", "restore"])("npm run %s begins without the whole product", async (name) => {
  const loaded = await loadedBy(`src/server/cli/${name}.ts`);
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter((path) => path === "src/server/app.ts" || path === "src/server/platform/http/server.ts")).toEqual([]);
});

it("the product begins without what reads passkeys, which alone took a fifth of a start", async () => {
  const loaded = await loadedBy("src/server/app.ts");
  expect(loaded).toContain("src/server/core/session/passkeys.ts");
  expect(loaded).not.toContain("@simplewebauthn/server");
});
