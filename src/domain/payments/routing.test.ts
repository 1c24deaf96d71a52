import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RoutingBoard, slotsClash, type RoutingWallet } from "./routing.ts";

const wallet = (changes: Partial<RoutingWallet> = {}): RoutingWallet => ({
  id: 1n,
  operator: "bkash",
  collect: true,
  enabled: true,
  deleted: false,
  open: true,
  bound: true,
  online: true,
  minMinor: null,
  maxMinor: null,
  dailyMaxMinor: null,
  monthMaxMinor: null,
  dailyCountMax: null,
  monthCountMax: null,
  coolMs: 0,
  lastUsedMs: 0,
  dayMinor: 0n,
  dayCount: 0,
  monthMinor: 0n,
  monthCount: 0,
  ...changes,
});
const order = (amountMinor = 10_000n, payer = "", atMs = 1_000_000) => ({ operator: "bkash", amountMinor, payer, atMs });
const why = (changes: Partial<RoutingWallet>, wanted = order()): string | undefined => new RoutingBoard([wallet(changes)], []).explain(wanted, 10)[0]?.result;

describe("refusals", () => {
  it.each([
    ["deleted", { deleted: true }],
    ["disabled", { enabled: false }],
    ["not_collecting", { collect: false }],
    ["closed", { open: false }],
    ["unbound", { bound: false }],
    ["offline", { online: false }],
    ["below_min", { minMinor: 10_001n }],
    ["above_max", { maxMinor: 9_999n }],
    ["day_amount", { dailyMaxMinor: 20_000n, dayMinor: 10_001n }],
    ["month_amount", { monthMaxMinor: 20_000n, monthMinor: 10_001n }],
    ["day_count", { dailyCountMax: 3, dayCount: 3 }],
    ["month_count", { monthCountMax: 3, monthCount: 3 }],
    ["cooling", { coolMs: 60_000, lastUsedMs: 990_000 }],
  ] as const)("%s", (reason, changes) => {
    expect(why(changes)).toBe(reason);
    expect(new RoutingBoard([wallet(changes)], []).choose(order())).toBeNull();
  });
  it("takes an order that just fits every limit", () => {
    const exact = {
      minMinor: 10_000n,
      maxMinor: 10_000n,
      dailyMaxMinor: 20_000n,
      dayMinor: 10_000n,
      monthMaxMinor: 20_000n,
      monthMinor: 10_000n,
      dailyCountMax: 4,
      dayCount: 3,
      monthCountMax: 4,
      monthCount: 3,
      coolMs: 10_000,
      lastUsedMs: 990_000,
    };
    expect(new RoutingBoard([wallet(exact)], []).choose(order())).toBe(1n);
  });
  it("sees only wallets of the operator", () => {
    expect(new RoutingBoard([wallet({ operator: "nagad" })], []).choose(order())).toBeNull();
  });
});

describe("equal amounts", () => {
  it("share a wallet only when both name different payers", () => {
    const board = new RoutingBoard([wallet()], [{ walletId: 1n, amountMinor: 10_000n, payer: "01711111111", recent: false }]);
    expect(board.choose(order(10_000n, "01711111111"))).toBeNull();
    expect(board.choose(order(10_000n, ""))).toBeNull();
    expect(board.choose(order(10_000n, "01722222222"))).toBe(1n);
    expect(slotsClash("", "")).toBe(true);
  });
  it("avoid a wallet where the amount expired recently without a payer, unless none is left", () => {
    const recent = { walletId: 1n, amountMinor: 10_000n, payer: "", recent: true };
    expect(new RoutingBoard([wallet(), wallet({ id: 2n, lastUsedMs: 500 })], [recent]).choose(order())).toBe(2n);
    expect(new RoutingBoard([wallet()], [recent]).choose(order())).toBe(1n);
  });
});

describe("choice", () => {
  it("prefers the lowest share of the daily limit, then the least recently used", () => {
    const board = new RoutingBoard(
      [
        wallet({ id: 1n, dailyMaxMinor: 100_000n, dayMinor: 50_000n }),
        wallet({ id: 2n, dailyMaxMinor: 100_000n, dayMinor: 10_000n, lastUsedMs: 900 }),
        wallet({ id: 3n, dailyMaxMinor: 100_000n, dayMinor: 10_000n, lastUsedMs: 800 }),
      ],
      [],
    );
    expect(board.choose(order(1_000n))).toBe(3n);
  });
  it("never reserves above a limit, whatever the batch", () => {
    const limits = fc.record({
      dailyMaxMinor: fc.option(fc.bigInt({ min: 0n, max: 5_000n })),
      monthMaxMinor: fc.option(fc.bigInt({ min: 0n, max: 9_000n })),
      dailyCountMax: fc.option(fc.integer({ min: 0, max: 8 })),
      monthCountMax: fc.option(fc.integer({ min: 0, max: 12 })),
      maxMinor: fc.option(fc.bigInt({ min: 1n, max: 2_000n })),
    });
    fc.assert(
      fc.property(fc.array(limits, { minLength: 1, maxLength: 4 }), fc.array(fc.bigInt({ min: 1n, max: 1_500n }), { maxLength: 60 }), (rules, amounts) => {
        const wallets = rules.map((rule, index) => wallet({ id: BigInt(index), ...rule }));
        const board = new RoutingBoard(wallets, []);
        const used = wallets.map(() => ({ sum: 0n, count: 0, amounts: new Set<bigint>() }));
        for (const [index, amount] of amounts.entries()) {
          const chosen = board.choose(order(amount, "", index));
          if (chosen === null) continue;
          const state = used[Number(chosen)] as (typeof used)[number];
          expect(state.amounts.has(amount)).toBe(false);
          state.amounts.add(amount);
          state.sum += amount;
          state.count += 1;
        }
        wallets.forEach((item, index) => {
          const state = used[index] as (typeof used)[number];
          expect(item.dailyMaxMinor === null || state.sum <= item.dailyMaxMinor).toBe(true);
          expect(item.monthMaxMinor === null || state.sum <= item.monthMaxMinor).toBe(true);
          expect(item.dailyCountMax === null || state.count <= item.dailyCountMax).toBe(true);
          expect(item.monthCountMax === null || state.count <= item.monthCountMax).toBe(true);
        });
      }),
    );
  });
  it("takes what a look at every wallet would take, batch after batch", () => {
    const rule = fc.record({
      dailyMaxMinor: fc.option(fc.bigInt({ min: 0n, max: 4_000n })),
      enabled: fc.boolean(),
      lastUsedMs: fc.integer({ min: 0, max: 3 }),
    });
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 6n }), { maxLength: 30 });
    const recents = fc.array(fc.record({ walletId: fc.bigInt({ min: 0n, max: 4n }), amountMinor: fc.bigInt({ min: 1n, max: 6n }), recent: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), fc.array(fc.tuple(recents, amounts), { maxLength: 3 }), (rules, batches) => {
        const wallets = rules.map((values, index) => wallet({ id: BigInt(index), ...values }));
        const board = new RoutingBoard(wallets, []);
        const state = wallets.map((item) => ({ day: 0n, used: item.lastUsedMs }));
        let at = 10;
        for (const [slots, wanted] of batches) {
          const taken = slots.map((slot) => ({ ...slot, payer: "" }));
          board.occupy(taken);
          for (const amount of wanted) {
            at += 1;
            const fits = wallets.filter((item, index) => {
              const day = (state[index] as { day: bigint }).day + amount;
              const free = !taken.some((slot) => slot.walletId === item.id && slot.amountMinor === amount && !slot.recent);
              return item.enabled && free && (item.dailyMaxMinor === null || day <= item.dailyMaxMinor);
            });
            const share = (item: RoutingWallet): number =>
              item.dailyMaxMinor === null
                ? 0
                : item.dailyMaxMinor === 0n
                  ? 10_000
                  : Number(((state[Number(item.id)] as { day: bigint }).day * 10_000n) / item.dailyMaxMinor);
            const isRecent = (item: RoutingWallet): number =>
              taken.some((slot) => slot.walletId === item.id && slot.amountMinor === amount && slot.recent) ? 1 : 0;
            const used = (item: RoutingWallet): number => (state[Number(item.id)] as { used: number }).used;
            const best = [...fits].sort((l, r) => isRecent(l) - isRecent(r) || share(l) - share(r) || used(l) - used(r) || Number(l.id - r.id))[0] ?? null;
            expect(board.choose(order(amount, "", at))).toBe(best?.id ?? null);
            if (!best) continue;
            Object.assign(state[Number(best.id)] as object, { day: (state[Number(best.id)] as { day: bigint }).day + amount, used: at });
            taken.push({ walletId: best.id, amountMinor: amount, payer: "", recent: false });
          }
        }
      }),
    );
  });
  it("reserves on the wallet that was chosen before, and on none that it does not know", () => {
    const limit = { dailyMaxMinor: 20_000n, dailyCountMax: 2 };
    const board = new RoutingBoard([wallet({ id: 1n, ...limit }), wallet({ id: 2n, ...limit })], []);
    board.reserve(2n, order(12_000n));
    board.reserve(9n, order(12_000n));
    board.reserve(1n, { ...order(12_000n), operator: "nagad" });
    expect([board.share(1n), board.share(2n), board.share(9n)]).toEqual([0, 6000, null]);
    board.reserve(1n, order(1_000n));
    expect([board.share(1n), board.explain(order(9_000n), 2).map((one) => one.result)]).toEqual([500, ["free", "day_amount"]]);
    expect(board.explain({ ...order(), operator: "nagad" }, 2)).toEqual([]);
    expect(new RoutingBoard([wallet()], []).share(1n)).toBeNull();
  });
  it("shows no share where there is no limit, and rests no wallet that has no pause", () => {
    const board = new RoutingBoard([wallet({ lastUsedMs: 2_000_000 })], []);
    expect(board.explain(order(), 1)).toEqual([{ walletId: 1n, digits: "1", result: "free", shareBps: null }]);
  });
  it("says which wallet has the amount open already, and does not mistake an expired one of a payer for one without", () => {
    const slot = { walletId: 1n, amountMinor: 10_000n, payer: "01711111111" };
    const two = [wallet({ id: 1n }), wallet({ id: 2n, lastUsedMs: 500 })];
    expect(new RoutingBoard(two, [{ ...slot, recent: false }]).explain(order(10_000n, "01711111111"), 1)[0]?.result).toBe("same_amount_open");
    expect(new RoutingBoard(two, [{ ...slot, recent: true }]).choose(order())).toBe(1n);
    expect(new RoutingBoard(two, [{ ...slot, payer: "", recent: false }]).choose(order(10_000n, "01722222222"))).toBe(2n);
    const among = [
      { ...slot, recent: true },
      { ...slot, payer: "", recent: true },
    ];
    expect(new RoutingBoard(two, among).choose(order())).toBe(2n);
  });
  it("keeps both of two payers' orders of one amount apart from a third", () => {
    const board = new RoutingBoard([wallet()], []);
    expect(["01711111111", "01722222222", "01711111111", "01722222222"].map((payer) => board.choose(order(10_000n, payer)))).toEqual([1n, 1n, null, null]);
  });
  it("takes wallets that were used in the same moment as they were given", () => {
    const board = new RoutingBoard([wallet({ id: 1n }), wallet({ id: 2n })], []);
    expect([1n, 2n, 3n].map((amount) => board.choose(order(amount)))).toEqual([1n, 2n, 1n]);
  });
  it("looks no further than it must where the first wallet takes it, and at all where none does", () => {
    const many = (changes: Partial<RoutingWallet>): RoutingBoard =>
      new RoutingBoard(
        Array.from({ length: 8 }, (_unused, index) => wallet({ id: BigInt(index + 1), ...changes })),
        [],
      );
    expect(many({}).outlook(order(), 6)).toMatchObject({ listed: [1n, 2n, 3n].map((walletId) => ({ walletId, result: "free" })), rest: { not_evaluated: 5 } });
    expect(many({ maxMinor: 1n }).outlook(order(), 6)).toMatchObject({ listed: [{ result: "above_max" }, { result: "above_max" }], rest: { above_max: 6 } });
    expect(many({}).outlook({ ...order(), operator: "nagad" }, 6)).toEqual({ listed: [], rest: {} });
  });
  it("explains no more wallets than asked for", () => {
    const board = new RoutingBoard([wallet({ id: 1n, enabled: false }), wallet({ id: 2n, enabled: false }), wallet({ id: 3n })], []);
    expect(board.explain(order(), 2).map((item) => item.result)).toEqual(["disabled", "disabled"]);
    expect(board.explain(order(), 9).map((item) => item.result)).toEqual(["disabled", "disabled", "free"]);
  });

  it("keeps of many wallets those that stood before the chosen one, the next after it, and how many others there are", () => {
    const many = [
      wallet({ id: 1n, dailyMaxMinor: 100_000n, dayMinor: 70_000n }),
      wallet({ id: 2n, dailyMaxMinor: 100_000n, dayMinor: 10_000n, maxMinor: 1n }),
      wallet({ id: 3n, dailyMaxMinor: 100_000n, dayMinor: 20_000n }),
      wallet({ id: 4n, dailyMaxMinor: 100_000n, dayMinor: 60_000n }),
      wallet({ id: 5n, enabled: false }),
      wallet({ id: 6n, dailyMaxMinor: 100_000n, dayMinor: 50_000n }),
      wallet({ id: 7n, online: false }),
      wallet({ id: 8n, online: false }),
    ];
    const board = new RoutingBoard(many, []);
    const { listed, rest } = board.outlook(order(), 6);
    expect(listed.map(({ walletId, result, shareBps }) => [walletId, result, shareBps])).toEqual([
      [2n, "above_max", 1000],
      [3n, "free", 2000],
      [6n, "free", 5000],
      [4n, "free", 6000],
    ]);
    expect(rest).toEqual({ disabled: 1, offline: 2, not_evaluated: 1 });
    expect(board.choose(order())).toBe(3n);
    expect(board.outlook(order(), 8)).toEqual({ listed: board.explain(order(), 8), rest: {} });
  });
  it("counts by their reasons those before the chosen one that have no room, and never the chosen one", () => {
    const full = Array.from({ length: 15 }, (_unused, index) => wallet({ id: BigInt(index + 1), maxMinor: 1n }));
    const open = Array.from({ length: 5 }, (_unused, index) => wallet({ id: BigInt(index + 16) }));
    const board = new RoutingBoard([...full, ...open, wallet({ id: 30n, enabled: false })], []);
    const { listed, rest } = board.outlook(order(), 12);
    expect(listed.map(({ walletId }) => Number(walletId))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18]);
    expect(rest).toEqual({ disabled: 1, above_max: 6, not_evaluated: 2 });
    expect(board.choose(order())).toBe(16n);
  });
  it("has looked at all of them when every one has the amount from an order that expired", () => {
    const ids = Array.from({ length: 14 }, (_unused, index) => BigInt(index + 1));
    const slots = ids.map((walletId) => ({ walletId, amountMinor: order().amountMinor, payer: "", recent: true }));
    const board = new RoutingBoard(
      ids.map((id) => wallet({ id })),
      slots,
    );
    const { listed, rest } = board.outlook(order(), 12);
    expect(listed.map(({ walletId }) => Number(walletId))).toEqual([1, 2, 3]);
    expect(rest).toEqual({ free: 11 });
    expect(board.choose(order())).toBe(1n);
  });
  it("goes on to look behind a wallet that has the amount from an order that expired", () => {
    const recent = { walletId: 1n, amountMinor: order().amountMinor, payer: "", recent: true };
    const board = new RoutingBoard(
      [1n, 2n, 3n, 4n, 5n].map((id) => wallet({ id })),
      [recent],
    );
    expect(board.outlook(order(), 4)).toMatchObject({ listed: [1n, 2n, 3n, 4n].map((walletId) => ({ walletId })), rest: { not_evaluated: 1 } });
    expect(board.choose(order())).toBe(2n);
  });
});
