import { describe, expect, it, vi } from "vitest";
import { Batcher } from "./batcher.ts";

describe("lanes", () => {
  it("work side by side, and each keeps the order of its own items", async () => {
    const begun: string[][] = [];
    const gates: (() => void)[] = [];
    const batcher = new Batcher<string, string>({
      work: async (items) => {
        begun.push([...items]);
        await new Promise<void>((open) => gates.push(open));
        return items.map((item) => item.toUpperCase());
      },
      maxBatch: 10,
      lanes: 2,
      maxQueue: 100,
      laneOf: (item) => (item.startsWith("a") ? 0 : 1),
    });
    const first = [batcher.submit("a1"), batcher.submit("b1")];
    await new Promise((resolve) => setTimeout(resolve, 1));
    const second = [batcher.submit("a2"), batcher.submit("a3"), batcher.submit("b2")];
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(begun).toEqual([["a1"], ["b1"]]);
    expect(batcher.waiting).toBe(3);
    gates[1]?.();
    expect(await first[1]).toBe("B1");
    await new Promise((resolve) => setTimeout(resolve, 1));
    // The other lane goes on; the first one still waits for its own batch.
    expect(begun).toEqual([["a1"], ["b1"], ["b2"]]);
    gates[0]?.();
    await first[0];
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(begun.at(-1)).toEqual(["a2", "a3"]);
    for (const open of gates) open();
    expect(await Promise.all(second)).toEqual(["A2", "A3", "B2"]);
    await batcher.idle();
    expect(batcher.waiting).toBe(0);
  });

  it("share one bound of what waits", async () => {
    const batcher = new Batcher<number, number>({
      work: () => new Promise(() => undefined),
      maxBatch: 1,
      lanes: 2,
      maxQueue: 2,
      laneOf: (item) => item % 2,
    });
    for (const item of [0, 1]) void batcher.submit(item);
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const item of [2, 3]) void batcher.submit(item);
    expect(() => batcher.submit(4)).toThrow("full");
  });

  it("go on before the callers of the batch before are told, and tell all of them in order", async () => {
    const seen: string[] = [];
    const gates: (() => void)[] = [];
    const batcher = new Batcher<number, number>({
      work: async (items) => {
        seen.push(`batch of ${items.length}`);
        await new Promise<void>((open) => gates.push(open));
        return items;
      },
      maxBatch: 20,
    });
    const first = Array.from({ length: 20 }, (_unused, index) => batcher.submit(index).then((answer) => seen.push(`told ${answer}`)));
    await new Promise((resolve) => setTimeout(resolve, 1));
    const next = batcher.submit(20);
    gates[0]?.();
    await Promise.all(first);
    expect(seen).toEqual(["batch of 20", "batch of 1", ...first.map((_unused, index) => `told ${index}`)]);
    gates[1]?.();
    expect(await next).toBe(20);
    await batcher.idle();
  });

  it("repeat a batch that raises item by item: the bad one fails alone", async () => {
    const batcher = new Batcher<number, number>({
      work: (items) => {
        if (items.includes(3)) return Promise.reject(new Error("three"));
        return Promise.resolve(items);
      },
      maxBatch: 10,
    });
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit(item)));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([1, 2, "Error: three", 4]);
  });

  it("repeat a batch that raises the way that is meant for one item, where there is one", async () => {
    const alone: number[] = [];
    const batcher = new Batcher<number, number>({
      work: () => Promise.reject(new Error("the batch")),
      alone: (item) => {
        alone.push(item);
        return item === 2 ? Promise.reject(new Error("two")) : Promise.resolve(item * 10);
      },
      maxBatch: 10,
    });
    const answers = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([10, "Error: two", 30]);
    expect(alone).toEqual([1, 2, 3]);
  });

  it("send one batch behind the one under way when it may follow, never two, and answer all in order", async () => {
    const begun: number[][] = [];
    const told: number[] = [];
    const gates: (() => void)[] = [];
    const batcher = new Batcher<number, number>({
      work: async (items) => {
        begun.push([...items]);
        await new Promise<void>((open) => gates.push(open));
        return items;
      },
      maxBatch: 10,
      mayFollow: (waiting) => waiting >= 3,
    });
    const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 1));
    const submit = (...items: number[]): Promise<unknown>[] => items.map((item) => batcher.submit(item).then((answer) => told.push(answer)));
    const answers = submit(1);
    await settled();
    answers.push(...submit(2, 3));
    await settled();
    expect(begun).toEqual([[1]]);
    answers.push(...submit(4));
    await settled();
    answers.push(...submit(5, 6, 7, 8));
    await settled();
    expect(begun).toEqual([[1], [2, 3, 4]]);
    gates[0]?.();
    await settled();
    expect(begun.at(-1)).toEqual([5, 6, 7, 8]);
    for (const open of gates) open();
    await Promise.all(answers);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await batcher.idle();
  });

  it("let more come in after a large batch, until there are enough or the time is over, and nobody after a small one", async () => {
    const begun: number[] = [];
    const gates: (() => void)[] = [];
    let patience = 3_600_000;
    const batcher = new Batcher<number, number>({
      work: async (items) => {
        begun.push(items.length);
        await new Promise<void>((open) => gates.push(open));
        return items;
      },
      maxBatch: 10,
      holdMs: (waiting, before) => (before >= 3 && waiting < 4 ? patience : 0),
    });
    const submit = (count: number): Promise<number>[] => Array.from({ length: count }, (_unused, index) => batcher.submit(index));
    const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const first = submit(3);
    await turn();
    gates[0]?.();
    await Promise.all(first);
    // Three wait for a fourth.
    const held = submit(3);
    await turn();
    expect(begun).toEqual([3]);
    held.push(...submit(1));
    await turn();
    expect(begun).toEqual([3, 4]);
    // Two came while that one was under way: they wait no longer than they are told to, and are a batch after which nobody waits.
    patience = 1;
    held.push(...submit(2));
    gates[1]?.();
    await vi.waitFor(() => expect(begun).toEqual([3, 4, 2]), 60_000);
    patience = 3_600_000;
    held.push(...submit(1));
    gates[2]?.();
    await vi.waitFor(() => expect(begun).toEqual([3, 4, 2, 1]), 60_000);
    gates[3]?.();
    await Promise.all(held);
    await batcher.idle();
  });

  it("answer every item once when a batch fails while another is under way behind it", async () => {
    const gates: (() => void)[] = [];
    let handled = 0;
    const batcher = new Batcher<number, number>({
      work: async (items) => {
        if (items.length > 1) {
          await new Promise<void>((open) => gates.push(open));
          if (items.includes(1)) throw new Error("the connection was lost");
        }
        handled += items.length;
        return items;
      },
      maxBatch: 3,
      mayFollow: () => true,
    });
    const answers = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => batcher.submit(item));
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(gates).toHaveLength(2);
    const opening = setInterval(() => gates.shift()?.(), 1);
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    clearInterval(opening);
    expect(handled).toBe(8);
    await batcher.idle();
  });
});
