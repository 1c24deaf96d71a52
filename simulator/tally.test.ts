import { describe, expect, it } from "vitest";
import type { Movement } from "./bank.ts";
import { WALLETS } from "./fleet.ts";
import { agrees, tableLines } from "./table.ts";
import { Tally } from "./tally.ts";

const FEE = { rateBps: 150, fixed: 0n, min: null, max: null };
const wallet = WALLETS[1] as (typeof WALLETS)[number];
const money = (amount: bigint, commission = 0n): Movement => ({
  sms: { wallet: wallet.key, sender: "", text: "", atMs: 0, uid: "", swap: false, firm: false },
  wallet,
  amount,
  commission,
  cost: 0n,
  trxId: "",
});

describe("tally", () => {
  it("takes no end of an order that was not placed", () => {
    expect(() => new Tally(new Map()).ends(1, "completed", [])).toThrow("was not placed");
  });

  it("adds up what must stand in the books", () => {
    const tally = new Tally(
      new Map([
        ["merchant", FEE],
        ["free", { ...FEE, rateBps: 0 }],
      ]),
    );
    for (const no of [1, 2, 3]) tally.placed(no, no === 3 ? "free" : "merchant");
    tally.ends(1, "completed", ["payment.review", "payment.completed"], 1_000_00n);
    tally.ends(3, "completed", ["payment.completed"], 10_00n);
    tally.money(money(1_000_00n, 4_10n), "matched");
    tally.money(money(77_00n), "unmatched");
    tally.message("suspicious");
    expect(tally.merchant("merchant")).toEqual({ collected: 1_000_00n, fees: 15_00n, journals: 2 });
    expect(tally.merchant("free")).toEqual({ collected: 10_00n, fees: 0n, journals: 1 });
    expect([tally.onWallet(wallet.key), tally.inSuspense("bkash"), tally.inSuspense("nagad")]).toEqual([1_081_10n, 77_00n, 0n]);
    expect([
      tally.withStatus("pending"),
      tally.withStatus("completed"),
      tally.withOutcome("matched"),
      tally.withOutcome("suspicious"),
      tally.events("payment.completed"),
    ]).toEqual([1, 2, 1, 1, 2]);
  });
});

describe("table", () => {
  const good = { name: "orders", expected: "500", booked: "500" };

  it("differs when one figure does, and says which", () => {
    const lines = tableLines([good, { name: "fees 手续费", expected: "1.00", booked: "0.99" }]);
    expect(agrees([good, { name: "fees", expected: "1.00", booked: "0.99" }])).toBe(false);
    expect(lines.at(-1)).toBe("differ");
    expect(lines.filter((line) => line.endsWith("!"))).toEqual([expect.stringContaining("fees 手续费")]);
  });

  it("has a row per figure under expected and booked, and says agree at the end", () => {
    expect(tableLines([good])).toEqual(["figure  expected  booked", "orders       500     500", "agree"]);
  });
});
