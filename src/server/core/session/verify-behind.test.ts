import { hash } from "@node-rs/argon2";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority, platform } from "node:os";
import { describe, expect, it } from "vitest";
import { verifyBehind } from "./verify-behind.ts";

const made = (password: string): Promise<string> => hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** How far each thread of this process stands behind the usual, by the kernel's own list (proc(5), field 19). */
const niceness = (): number[] =>
  readdirSync("/proc/self/task").flatMap((thread) => {
    try {
      const line = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[16]);
    } catch {
      // One of another file of this worker has ended meanwhile.
      return [];
    }
  });

describe("a password that is compared behind everybody else's work", () => {
  it("fits, or does not, also several at once", async () => {
    const stored = await made("night train to Khulna");
    const words = ["night train to Khulna", "night train to Khulna ", "", "night train to Khulna"];
    expect(await Promise.all(words.map((word) => verifyBehind(stored, word)))).toEqual([true, false, false, true]);
  });

  it("is refused with a hash that is none, and the next one is compared", async () => {
    await expect(verifyBehind("scrypt:1:2", "night train")).rejects.toThrow("cannot be read");
    expect(await verifyBehind(await made("night train"), "night train")).toBe(true);
  });

  it.skipIf(platform() !== "linux")("is compared in a thread of lower priority, and no other thread is", async () => {
    await verifyBehind(await made("a"), "b");
    const [own, all] = [getPriority(), niceness()];
    expect(all).toContain(Math.min(19, own + 10));
    expect(all.filter((nice) => nice === own).length).toBeGreaterThan(1);
  });
});
