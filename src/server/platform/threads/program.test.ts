import { build } from "esbuild";
import { expect, it } from "vitest";
import { THREADS } from "../../../../scripts/lib/bundle.mjs";
import { optionsFor } from "./program.ts";

it.each(Object.entries(THREADS))("%s is made of its sources without a warning", async (_, file) => {
  const made = await build({ ...optionsFor(new URL(`../../../../${file}`, import.meta.url)), logLevel: "silent" });
  expect(made.warnings.map(({ text }) => text)).toEqual([]);
});
