import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { endThread, endThreads, startThread } from "./threads.ts";

const packing = () => startThread("packing-thread", new URL("../../../../test/support/parts/packing-thread.ts", import.meta.url), { limits: {} });

it("ends a thread that begins packers, and the process goes on", { timeout: 60_000 }, async () => {
  for (let round = 0; round < 60; round += 1) {
    const thread = await packing();
    await once(thread, "message");
    // Anywhere in what it does: a process that ended one from outside was gone within a few rounds.
    await setTimeout(round % 12);
    const exit = once(thread, "exit");
    await endThread(thread);
    expect(await exit).toEqual([0]);
    await endThread(thread);
  }
});

it("ends all that there are, also those that have hardly begun", async () => {
  const exits = [await packing(), await packing()].map((thread) => once(thread, "exit"));
  await endThreads();
  expect(await Promise.all(exits)).toEqual([[0], [0]]);
});

it("is the one place that begins and ends threads", () => {
  const server = join(import.meta.dirname, "../..");
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const doing = files.filter((file) => /from "node:worker_threads"/.test(readFileSync(join(server, file), "utf8")));
  const acting = doing.filter((file) => /new Worker\(|\.terminate\(/.test(readFileSync(join(server, file), "utf8")));
  expect(acting).toEqual(["platform/threads/threads.ts"]);
});
