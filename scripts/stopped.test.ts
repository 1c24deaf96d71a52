/** A run of the tests that is told to stop: what runs ends, nothing more begins, and the last lines say so. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("npm test ends when it is told to, and does not call it a success", async () => {
  const { npm_lifecycle_event: _script, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "test.mjs")], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    const isBegun = said.includes("Seed of this run");
    said += part.toString();
    // Once: a second one could meet the process while it ends.
    if (!isBegun && said.includes("Seed of this run")) child.kill("SIGTERM");
  });
  const code = await new Promise((done) => child.once("close", done));
  expect(code).toBe(1);
  expect(said).toContain("npm test itself: stopped by SIGTERM before everything had run");
  expect(said).not.toContain("— unit");
  expect(said.trimEnd().split("\n").at(-1)).toMatch(/ passed, [1-4] failed/);
}, 60_000);
