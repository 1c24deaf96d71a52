/** What is kept for a while, and what a crowd shares. */
import { describe, expect, it } from "vitest";
import type { App } from "./context.ts";
import { KeptAnswers, SharedAnswers } from "./kept.ts";

const app = {} as App; // the answers belong to a product; nothing of it is read

/** Readings that a test ends by hand. */
function readings() {
  const begun: { readonly end: (answer: number) => void; readonly fail: () => void }[] = [];
  const load = (): Promise<number> => new Promise((resolve, reject) => begun.push({ end: resolve, fail: () => reject(new Error("away")) }));
  return { begun, load };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("shared answers", () => {
  it("answers a crowd with two readings, and none with what began before its question", async () => {
    const shared = new SharedAnswers<number>();
    const { begun, load } = readings();
    const first = shared.of(app, "a", load);
    const crowd = Array.from({ length: 50 }, () => shared.of(app, "a", load));
    expect(begun).toHaveLength(1);
    begun[0]?.end(1);
    expect(await first).toBe(1);
    await settled();
    expect(begun).toHaveLength(2);
    // The second is under way: who comes now waits for a third.
    const late = shared.of(app, "a", load);
    begun[1]?.end(2);
    expect(await Promise.all(crowd)).toEqual(Array.from({ length: 50 }, () => 2));
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]?.end(3);
    expect(await late).toBe(3);
    // Nobody waits any more: the next question begins at once.
    await settled();
    const alone = shared.of(app, "a", load);
    expect(begun).toHaveLength(4);
    begun[3]?.end(4);
    expect(await alone).toBe(4);
  });

  it("goes on behind a reading that failed, and tells who shared it", async () => {
    const shared = new SharedAnswers<number>();
    const { begun, load } = readings();
    const first = shared.of(app, "a", load);
    const second = shared.of(app, "a", load);
    begun[0]?.fail();
    await expect(first).rejects.toThrow("away");
    await settled();
    begun[1]?.end(2);
    expect(await second).toBe(2);
  });

  it("keeps apart what differs by key and by product", () => {
    const shared = new SharedAnswers<number>();
    const { begun, load } = readings();
    void shared.of(app, "a", load);
    void shared.of(app, "b", load);
    void shared.of({} as App, "a", load);
    expect(begun).toHaveLength(3);
  });
});

describe("kept answers", () => {
  it("answers with what is there while it is young enough, and keeps no failure", async () => {
    const kept = new KeptAnswers<number>(3_600_000);
    const { begun, load } = readings();
    const first = kept.of(app, "a", load);
    begun[0]?.fail();
    await expect(first).rejects.toThrow("away");
    const second = kept.of(app, "a", load);
    begun[1]?.end(2);
    expect([await second, await kept.of(app, "a", load)]).toEqual([2, 2]);
    expect(begun).toHaveLength(2);
    const none = new KeptAnswers<number>(0);
    for (const answer of [1, 2]) {
      const asked = none.of(app, "a", () => Promise.resolve(answer));
      expect(await asked).toBe(answer);
    }
  });
});
