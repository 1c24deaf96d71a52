import { describe, expect, it } from "vitest";
import { type LaneLimits, Lanes, type Send, UNKNOWN_BUDGET } from "./lanes.ts";

interface Row {
  target: string;
  merchant_id: bigint;
  n: number;
}
const LIMITS: LaneLimits = { fast: 4, total: 12, perTarget: 2, slowPerMerchant: 3, slowAfterMs: 1_000 };
const rows = (target: string, count: number, merchant = 1n): Row[] => Array.from({ length: count }, (_unused, n) => ({ target, merchant_id: merchant, n }));

function setUp(): { lanes: Lanes<Row>; pass: (ms: number) => void; startAll: () => Send<Row>[] } {
  let now = 0;
  const lanes = new Lanes<Row>(LIMITS, () => now);
  const startAll = (): Send<Row>[] => {
    const sends: Send<Row>[] = [];
    for (let send = lanes.next(); send; send = lanes.next()) sends.push(send);
    return sends;
  };
  return { lanes, pass: (ms) => void (now += ms), startAll };
}

describe("Lanes", () => {
  it("starts no more than allowed for a target and in all, in order, in turns", () => {
    const { lanes, startAll } = setUp();
    lanes.add([...rows("a", 5), ...rows("b", 5), ...rows("c", 5)], {});
    const sends = startAll();
    expect(sends.map((send) => `${send.row.target}${send.row.n}`)).toEqual(["a0", "b0", "c0", "a1"]);
    expect([lanes.active, lanes.queued]).toEqual([4, 11]);
  });

  it("moves slow sends aside, so that they hold up nobody", () => {
    const { lanes, pass, startAll } = setUp();
    lanes.add([...rows("hang1", 9), ...rows("hang2", 9, 2n)], {});
    expect(startAll().length).toBe(4);
    lanes.add(rows("good", 3, 3n), {});
    expect(startAll().length).toBe(0);
    pass(1_001);
    expect(startAll().map((send) => send.row.target)).toEqual(["good", "good"]);
  });

  it("goes on with a target when one of its sends is done", () => {
    const { lanes, pass, startAll } = setUp();
    lanes.add(rows("a", 3), {});
    const [first] = startAll();
    pass(5);
    lanes.done(first as Send<Row>);
    expect(startAll().map((send) => send.row.n)).toEqual([2]);
  });

  it("gives a fast target much, a hanging one no more than it can have under way", () => {
    const { lanes, pass, startAll } = setUp();
    for (let round = 0; round < 30; round += 1) {
      lanes.add(rows("fast", 1), {});
      const [send] = startAll();
      pass(2);
      lanes.done(send as Send<Row>);
    }
    for (let round = 0; round < 30; round += 1) {
      lanes.add(rows("hang", 1), {});
      const [send] = startAll();
      pass(15_000);
      lanes.done(send as Send<Row>);
    }
    expect(lanes.budgets()["fast"]).toBe(300);
    expect(lanes.budgets()["hang"]).toBe(LIMITS.perTarget);
    lanes.add(rows("hang", 2), {});
    expect(lanes.budgets()["hang"]).toBe(0);
  });

  it("says that there is more only when a target was given all that it might get", () => {
    const { lanes, startAll } = setUp();
    lanes.add([...rows("few", 1), ...rows("many", UNKNOWN_BUDGET)], {});
    const sends = startAll();
    expect(lanes.done(sends.find((send) => send.row.target === "few") as Send<Row>)).toBe(false);
    for (const send of lanes.drain()) expect(send.target).toBe("many");
    expect(lanes.done(sends.find((send) => send.row.target === "many") as Send<Row>)).toBe(true);
  });

  it("holds a merchant with many slow targets back, but not its fast ones and no other merchant", () => {
    const { lanes, pass, startAll } = setUp();
    for (let round = 0; round < 20; round += 1) {
      lanes.add(rows("own-fast", 1), {});
      const [send] = startAll();
      lanes.done(send as Send<Row>);
    }
    lanes.add([...rows("h1", 2), ...rows("h2", 2)], {});
    startAll();
    pass(1_001);
    lanes.add([...rows("h3", 2), ...rows("own-fast", 1), ...rows("other", 1, 2n)], {});
    const sends = startAll();
    const held = (target: string): boolean[] => sends.filter((send) => send.row.target === target).map((send) => lanes.crowded(send.row));
    expect(held("h3")).toContain(true);
    expect([held("own-fast"), held("other")]).toEqual([[false], [false]]);
  });
});
