/** What a command says that is called wrongly: a sentence and how it is used, never the place in its code. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const SCRIPTS = ["test", "trust", "mutate", "cluster"] as const;
const call = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${script}.mjs`), ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
};

it.each(SCRIPTS)("npm run %s says how it is used", (script) => {
  const asked = call(script, "--help");
  expect([asked.status, asked.stderr]).toEqual([0, ""]);
  expect(asked.stdout).toMatch(/^npm (run )?\w+/);
  const wrong = call(script, "--nope");
  expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
  expect(wrong.stderr).toBe(`Unknown option '--nope'.\n${asked.stdout}`);
  const word = call(script, "nope");
  expect([word.status, word.stderr]).toEqual([1, `"nope" means nothing here.\n${asked.stdout}`]);
});
