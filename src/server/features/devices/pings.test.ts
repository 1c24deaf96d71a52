import { describe, expect, test } from "vitest";
import { learnPing, type PingMemory } from "./pings.ts";

/** Plays pings at the given seconds and answers what is known in the end. */
function play(atSeconds: readonly number[], startS: number | null = null): number | null {
  let memory: PingMemory | null = null;
  let known = startS;
  for (const at of atSeconds) {
    const result = learnPing(memory, known, at * 1000);
    memory = result.memory;
    known = result.learntS ?? known;
  }
  return known;
}

describe("the interval of an app's pings", () => {
  test("one ping teaches nothing, two teach their distance", () => {
    expect(play([100])).toBeNull();
    expect(play([100, 400])).toBe(300);
  });
  test("a ping that went missing, once, changes nothing", () => {
    expect(play([0, 300, 600, 1200, 1500])).toBe(300);
  });
  test("a longer interval that repeats is the new one; a shorter one at once", () => {
    expect(play([0, 300, 1200, 2100])).toBe(900);
    expect(play([0, 900, 960])).toBe(60);
  });
  test("retries of one ping and days of absence teach nothing", () => {
    expect(play([0, 2, 3, 300])).toBe(300);
    expect(play([0, 300, 300 + 90_000, 300 + 180_100])).toBe(300);
  });
});
