import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoutingRefusal } from "../../contract/payments.ts";
import { expectedCost } from "./costs.ts";
import { payoutOutlook, payoutRefusal, routePayout, type PayingWallet } from "./routing.ts";
import { usedShare } from "../payments/routing.ts";

const AT = 1_000_000;
const wallet = (changes: Partial<PayingWallet> = {}): PayingWallet => ({
  id: 1n,
  payout: true,
  hasRail: true,
  enabled: true,
  deleted: false,
  open: true,
  bound: true,
  online: true,
  stopped: false,
  freeMinor: 1_000_000n,
  costMinor: 0n,
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

/** A wallet of each kind of refusal, in the order in which they are asked for. */
const REFUSED = [
  ["deleted", { deleted: true }],
  ["disabled", { enabled: false }],
  ["not_paying", { payout: false }],
  ["not_paying", { hasRail: false }],
  ["closed", { open: false }],
  ["unbound", { bound: false }],
  ["offline", { online: false }],
  ["frozen", { stopped: true }],
  ["below_min", { minMinor: 10_001n }],
  ["above_max", { maxMinor: 9_999n }],
  ["day_amount", { dailyMaxMinor: 19_999n, dayMinor: 10_000n }],
  ["month_amount", { monthMaxMinor: 9_999n }],
  ["day_count", { dailyCountMax: 3, dayCount: 3 }],
  ["month_count", { monthCountMax: 0 }],
  ["balance_low", { freeMinor: 10_499n, costMinor: 500n }],
  ["balance_low", { freeMinor: 9_999n }],
  ["cooling", { coolMs: 1000, lastUsedMs: AT - 999 }],
] as const satisfies readonly (readonly [RoutingRefusal, Partial<PayingWallet>])[];

describe("why a wallet does not pay", () => {
  it.each(REFUSED)("%s", (reason, changes) => {
    expect(payoutRefusal(wallet(changes), 10_000n, AT)).toBe(reason);
    expect(routePayout([wallet(changes)], 10_000n, AT).chosen).toBeNull();
  });

  it.each([
    ["day", { dailyMaxMinor: 20_000n, dayMinor: 10_000n }],
    ["cost", { freeMinor: 10_500n, costMinor: 500n }],
    ["exactly free", { freeMinor: 10_000n }],
    ["pause", { coolMs: 1000, lastUsedMs: AT - 1000 }],
    ["count", { dailyCountMax: 4, dayCount: 3 }],
    ["bounds", { minMinor: 10_000n, maxMinor: 10_000n }],
  ] as const)("nothing at the very limit: %s", (_name, changes) => {
    expect(payoutRefusal(wallet(changes), 10_000n, AT)).toBeNull();
  });
});

const small = fc.bigInt({ min: 0n, max: 50_000n });
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });
const anyWallet = fc.record({
  payout: fc.boolean(),
  hasRail: fc.boolean(),
  enabled: fc.boolean(),
  deleted: fc.boolean(),
  open: fc.boolean(),
  bound: fc.boolean(),
  online: fc.boolean(),
  stopped: fc.boolean(),
  freeMinor: fc.bigInt({ min: -10_000n, max: 50_000n }),
  costMinor: fc.bigInt({ min: 0n, max: 1_000n }),
  minMinor: maybe(small),
  maxMinor: maybe(small),
  dailyMaxMinor: maybe(small),
  monthMaxMinor: maybe(small),
  dailyCountMax: maybe(fc.nat(5)),
  monthCountMax: maybe(fc.nat(5)),
  coolMs: fc.nat(2000),
  lastUsedMs: fc.nat(AT),
  dayMinor: small,
  dayCount: fc.nat(5),
  monthMinor: small,
  monthCount: fc.nat(5),
});
const anyWallets = fc.array(anyWallet, { maxLength: 8 }).map((list) => list.map((one, index) => ({ ...one, id: BigInt(index + 1) })));
const mostly = fc.record({
  lastUsedMs: fc.nat(AT),
  dailyMaxMinor: maybe(fc.bigInt({ min: 20_000n, max: 50_000n })),
  dayMinor: fc.bigInt({ min: 0n, max: 10_000n }),
});

describe("the choice", () => {
  it("never exceeds a limit, nor the money that is free with the operator's cost", () => {
    fc.assert(
      fc.property(anyWallets, fc.bigInt({ min: 1n, max: 50_000n }), (wallets, amount) => {
        const { chosen } = routePayout(wallets, amount, AT);
        const taken = wallets.find((one) => one.id === chosen);
        if (!taken) return;
        expect(taken.freeMinor >= amount + taken.costMinor).toBe(true);
        expect(taken.dailyMaxMinor === null || taken.dayMinor + amount <= taken.dailyMaxMinor).toBe(true);
        expect(taken.monthMaxMinor === null || taken.monthMinor + amount <= taken.monthMaxMinor).toBe(true);
        expect(taken.dailyCountMax === null || taken.dayCount < taken.dailyCountMax).toBe(true);
        expect(taken.monthCountMax === null || taken.monthCount < taken.monthCountMax).toBe(true);
        expect(taken.payout && taken.hasRail && taken.enabled && taken.open && taken.bound && taken.online && !taken.stopped && !taken.deleted).toBe(true);
      }),
    );
  });

  it("finds a wallet whenever one can pay, and says of each why or why not, once chosen at most", () => {
    fc.assert(
      fc.property(anyWallets, fc.bigInt({ min: 1n, max: 50_000n }), (wallets, amount) => {
        const { chosen, wallets: lines } = routePayout(wallets, amount, AT);
        const able = wallets.filter((one) => payoutRefusal(one, amount, AT) === null);
        expect(chosen === null).toBe(able.length === 0);
        expect(lines.map((line) => line.walletId)).toEqual(wallets.map((one) => one.id));
        expect(lines.filter((line) => line.result === "chosen").map((line) => line.walletId)).toEqual(chosen === null ? [] : [chosen]);
        expect(lines.filter((line) => line.result === "chosen" || line.result === "free")).toHaveLength(able.length);
      }),
    );
  });

  it("takes the lowest share of the daily limit, then the one used longest ago, whatever the order of the wallets", () => {
    fc.assert(
      fc.property(fc.array(mostly, { minLength: 1, maxLength: 6 }), fc.nat(), (list, turn) => {
        const wallets = list.map((one, index) => wallet({ ...one, id: BigInt(index + 1) }));
        const { chosen } = routePayout(wallets, 10_000n, AT);
        const best = wallets.find((one) => one.id === chosen);
        if (!best) return expect(wallets.every((one) => payoutRefusal(one, 10_000n, AT) !== null)).toBe(true);
        for (const other of wallets.filter((one) => payoutRefusal(one, 10_000n, AT) === null)) {
          const [left, right] = [usedShare(best, best) ?? 0, usedShare(other, other) ?? 0];
          expect(left < right || (left === right && best.lastUsedMs <= other.lastUsedMs)).toBe(true);
        }
        const cut = turn % wallets.length;
        expect(routePayout([...wallets.slice(cut), ...wallets.slice(0, cut)], 10_000n, AT).chosen).toBe(chosen);
      }),
    );
  });
});

describe("wallets that are alike", () => {
  it("are taken in the order of their ids, and the one that pays is told from those that could", () => {
    const three = [wallet({ id: 3n }), wallet({ id: 1n }), wallet({ id: 2n })];
    for (const list of [three, three.toReversed()]) expect(routePayout(list, 10_000n, AT).chosen).toBe(1n);
    expect(routePayout(three, 10_000n, AT).wallets.map(({ walletId, result }) => [walletId, result])).toEqual([
      [3n, "free"],
      [1n, "chosen"],
      [2n, "free"],
    ]);
    expect(routePayout([wallet({ enabled: false })], 10_000n, AT)).toEqual({ chosen: null, wallets: [{ walletId: 1n, result: "disabled", shareBps: null }] });
    expect(routePayout([], 10_000n, AT)).toEqual({ chosen: null, wallets: [] });
  });
});

describe("the expected cost", () => {
  it.each(["bkash", "nagad", "rocket", "upay"])("of %s is 5.00", (operator) => {
    expect(expectedCost(operator, "personal", 123n)).toBe(500n);
  });
  it("is the send-money fee of a personal wallet, nothing for an agent, nothing where nothing is known", () => {
    expect(expectedCost("bkash", "personal", 10_000n)).toBe(500n);
    expect(expectedCost("bkash", "agent", 10_000n)).toBe(0n);
    expect(expectedCost("mtn_rw", "personal", 10_000n)).toBe(0n);
  });
});

describe("what is kept of a choice", () => {
  const many = [
    ...Array.from({ length: 30 }, (_one, index) => wallet({ id: BigInt(index + 1), enabled: false })),
    wallet({ id: 31n, online: false }),
    wallet({ id: 32n, freeMinor: 0n }),
  ];
  const said = (wallets: readonly PayingWallet[], most: number): unknown => {
    const { listed, rest } = payoutOutlook(routePayout(wallets, 10_000n, AT), most);
    return [listed.map(({ walletId, result }) => [walletId, result]), rest];
  };

  it("is every wallet where they are few", () => {
    expect(said(many.slice(28), 4)).toEqual([
      [
        [29n, "disabled"],
        [30n, "disabled"],
        [31n, "offline"],
        [32n, "balance_low"],
      ],
      {},
    ]);
  });

  it("is else what came nearest to paying, however late it stands, and how many others there are", () => {
    expect(said(many, 3)).toEqual([
      [
        [32n, "balance_low"],
        [31n, "offline"],
        [1n, "disabled"],
      ],
      { disabled: 29 },
    ]);
    expect(said([...many, wallet({ id: 40n }), wallet({ id: 41n })], 3)).toEqual([
      [
        [40n, "chosen"],
        [41n, "free"],
        [32n, "balance_low"],
      ],
      { disabled: 30, offline: 1 },
    ]);
  });

  it("goes from the last that was asked to the first", () => {
    // Each has all that is wrong with those behind it, too: what it is refused for is asked first.
    const wallets = REFUSED.map((_one, index) =>
      wallet({ ...Object.assign({}, ...REFUSED.slice(index).map(([, changes]) => changes)), id: BigInt(index + 1) }),
    );
    const all = routePayout(wallets, 10_000n, AT);
    expect(all.wallets.map(({ result }) => result)).toEqual(REFUSED.map(([reason]) => reason));
    const { listed } = payoutOutlook(all, REFUSED.length - 1);
    expect(listed.map(({ result }) => result)).toEqual(
      REFUSED.map(([reason]) => reason)
        .toReversed()
        .slice(0, -1),
    );
  });

  it("names the chosen one and loses nobody", () => {
    fc.assert(
      fc.property(anyWallets, fc.bigInt({ min: 1n, max: 50_000n }), fc.integer({ min: 1, max: 4 }), (wallets, amount, most) => {
        const { chosen, wallets: all } = routePayout(wallets, amount, AT);
        const { listed, rest } = payoutOutlook({ chosen, wallets: all }, most);
        if (chosen !== null) expect(listed.some(({ walletId }) => walletId === chosen)).toBe(true);
        expect(listed.length + Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(wallets.length);
      }),
    );
  });
});
