/** Looking orders up by key leaves out only what no rule of matching could have meant. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decide, type MatchMessage } from "../../../domain/payments/matching.ts";
import { PublicIds } from "../../platform/db/ids.ts";
import type { Facts } from "./facts.ts";
import { KnownMoney, OpenOrders, usedBy } from "./known.ts";
import { candidateOf, type Opened, type OpenOrder } from "./opened.ts";

const publicIds = new PublicIds(Buffer.alloc(32, 7));
const NOW = Date.parse("2026-03-01T10:00:00Z");
const EPOCH = 1_577_836_800_000;
const policy = { lateMs: 3_600_000, byAmount: true };
const nothing: Opened = { known: [], wallets: [], discrepancies: [], orders: [], used: [], booked: [], held: [] };

/** A number below `below` that follows from the seed: failures can be repeated. */
const dice = (seed: number, salt: string, below: number): number => createHash("sha256").update(`${seed} ${salt}`).digest().readUInt32LE(0) % below;

function world(seed: number): { orders: OpenOrder[]; messages: MatchMessage[] } {
  const orders = Array.from({ length: 1 + dice(seed, "orders", 7) }, (_unused, index): OpenOrder => {
    const roll = (salt: string, below: number): number => dice(seed, `${index} ${salt}`, below);
    return {
      id: BigInt((NOW - EPOCH - roll("age", 3) * 600_000) * 4096 + index),
      merchantId: 1n,
      merchantOrderId: `order-${index}`,
      operator: "bkash",
      walletId: BigInt(1 + roll("wallet", 3)),
      amountMinor: BigInt(10_000 + roll("amount", 2) * 500),
      status: (["pending", "pending", "review", "expired"] as const)[roll("status", 4)] ?? "pending",
      customer: [null, "01711111111", "01722222222"][roll("payer", 3)] ?? null,
      version: 1,
      fee: { rateBps: 0, fixedMinor: 0n, minMinor: null, maxMinor: null },
      expiresMs: NOW - roll("expired", 3) * 3_000_000,
      notifyUrl: null,
      userRef: null,
      metadata: null,
      paymentUrl: null,
      trxKeys: roll("trx", 3) === 0 ? [`TRX${roll("key", 2)}`] : [],
    };
  });
  const messages = Array.from({ length: 12 }, (_unused, index) => {
    const roll = (salt: string, below: number): number => dice(seed, `m${index} ${salt}`, below);
    return {
      walletId: BigInt(1 + roll("wallet", 3)),
      amountMinor: BigInt(10_000 + roll("amount", 2) * 500),
      trxKey: roll("trx", 2) === 0 ? `TRX${roll("key", 2)}` : `OTHER${index}`,
      counterparty: [null, "01711111111", "01722222222"][roll("payer", 3)] ?? null,
      reference: roll("names", 4) === 0 ? `order-${roll("reference", 4)}` : null,
      atMs: NOW,
      paidMs: NOW,
    };
  });
  return { orders, messages };
}

describe("orders by key", () => {
  it("decide as all orders of the batch would, while some of them are taken out", () => {
    const decided = new Set<string>();
    for (let seed = 0; seed < 400; seed += 1) {
      const { orders, messages } = world(seed);
      const all = new Map(orders.map((order) => [order.id, order]));
      const byKey = new OpenOrders({ ...nothing, orders });
      for (const message of messages) {
        const asCandidates = (list: Iterable<OpenOrder>) => [...list].map((order) => candidateOf(publicIds, order, message.reference));
        const expected = decide(message, asCandidates(all.values()), policy);
        const found = decide(message, asCandidates(byKey.meantBy(message.walletId, message.trxKey)), policy);
        expect({ seed, ...found }).toEqual({ seed, ...expected });
        decided.add(`${found.kind} ${found.kind === "match" ? found.by : found.reason}`);
        if (found.kind === "none" || found.orderId === null) continue;
        all.delete(found.orderId);
        byKey.take(found.orderId);
        expect(byKey.get(found.orderId)).toBeUndefined();
      }
    }
    // Every way but one was walked (nobody pays before all of these orders), or the comparison would prove little.
    for (const way of [
      "match trx",
      "match reference",
      "match payer",
      "match amount",
      "review other_wallet",
      "review amount_differs",
      "review payer_differs",
      "review too_late",
      "none several_orders",
      "none unknown_reference",
      "none amount_only",
      "none no_order",
    ])
      expect(decided).toContain(way);
  });
});

describe("TrxIDs by key", () => {
  const known = new KnownMoney({
    ...nothing,
    booked: [{ walletId: 1n, kind: "received", trxKey: "A", messageId: 5n, amount: 100n, balance: 900n, direction: "credit" }],
    used: [{ operator: "bkash", trxKey: "A", direction: "credit", objectType: "payment", objectId: 7n, messageId: 5n, amount: 100n, walletId: 1n }],
  });
  it("are booked on one wallet and used for one operator and direction", () => {
    expect(known.bookedOn(1n, "A").map((row) => row.kind)).toEqual(["received"]);
    expect([known.bookedOn(2n, "A"), known.bookedOn(1n, "B")]).toEqual([[], []]);
    expect(known.usedFor("bkash", "A", "credit")?.objectId).toBe(7n);
    expect([known.usedFor("nagad", "A", "credit"), known.usedFor("bkash", "A", "debit"), known.usedFor("bkash", "B", "credit")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a message whose TrxID is booked", () => {
  const row = { walletId: 7n, kind: "receive", trxKey: "DBK1", messageId: 5n, amount: 10_000n, balance: 25_000n, direction: "credit" };
  const known = new KnownMoney({ ...nothing, booked: [row, { ...row, kind: "cash_in_received", messageId: 6n, amount: null, balance: null }] });
  const facts = { walletId: 7n, kind: "receive", trxKey: "DBK1", amount: 10_000n, balance: 25_000n } as Facts;

  it("is the booked one when wallet, kind and figures are the same", () => {
    expect(known.bookedAs(facts)).toBe(5n);
    expect(known.bookedAs({ ...facts, kind: "cash_in_received", amount: null, balance: null })).toBe(6n);
  });

  it.each<[string, Partial<Facts>]>([
    ["wallet", { walletId: 8n }],
    ["TrxID", { trxKey: "DBK2" }],
    ["no TrxID", { trxKey: null }],
    ["kind", { kind: "cash_in_received" }],
    ["amount", { amount: 10_001n }],
    ["no amount", { amount: null }],
    ["balance", { balance: 24_999n }],
    ["no balance", { balance: null }],
  ])("is another one with another %s", (_what, change) => {
    expect(known.bookedAs({ ...facts, ...change })).toBeNull();
  });
});

describe("a message with the TrxID of a booked one of another kind", () => {
  const row = { walletId: 7n, kind: "receive", trxKey: "DBK1", messageId: 5n, amount: 10_000n, balance: 25_000n, direction: "credit" };
  const facts = { walletId: 7n, kind: "payment_received", direction: "credit", trxKey: "DBK1", amount: 10_000n, balance: 25_000n } as Facts;
  const repeats = (booked: object, change: Partial<Facts>) => new KnownMoney({ booked: [{ ...row, ...booked }] }).repeatedBy({ ...facts, ...change });

  it.each<[string, object, Partial<Facts>, "figures" | "kind" | null]>([
    ["the same figures", {}, {}, "figures"],
    ["the same figures but for a balance that it does not print", {}, { balance: null }, "figures"],
    ["the same figures but for a balance that the booked one did not print", { balance: null }, {}, "figures"],
    ["no balance in either", { balance: null }, { balance: null }, "figures"],
    ["another balance", {}, { balance: 35_000n }, null],
    ["another amount, without a balance", {}, { amount: 9_000n, balance: null }, null],
    ["the other way, without a balance", {}, { kind: "reversal", direction: "debit", balance: null }, null],
    ["its own kind, without a balance: somebody changed it", {}, { kind: "receive", balance: null }, "kind"],
    ["no TrxID, which is nobody's", { trxKey: "null" }, { trxKey: null }, null],
  ])("and %s", (_what, booked, change, expected) => {
    expect(repeats(booked, change)).toBe(expected);
  });
});

describe("what the operator took back or gave back before the movement itself was told", () => {
  const row = { walletId: 7n, kind: "reversal", trxKey: "DBK1", messageId: 5n, amount: 10_000n, balance: 25_000n, direction: "debit" };
  const other = { ...row, kind: "fee", direction: "debit", messageId: 6n };
  const known = (...changes: Partial<typeof row>[]) => new KnownMoney({ booked: changes.map((change) => ({ ...row, ...change })) });

  it("is a credit by a reversal that took money, on its wallet and with its TrxID", () => {
    expect(known({}).isTakenBack(7n, "DBK1")).toBe(true);
    expect(known(other, {}).isTakenBack(7n, "DBK1")).toBe(true);
    expect([known({}).isTakenBack(8n, "DBK1"), known({}).isTakenBack(7n, "DBK2")]).toEqual([false, false]);
    expect(known({ direction: "credit" }).isTakenBack(7n, "DBK1")).toBe(false);
    expect(known(other).isTakenBack(7n, "DBK1")).toBe(false);
  });

  it("is a debit by a return or a reversal that gave all of it", () => {
    const debit = { walletId: 7n, trxKey: "DBK1", amount: 10_000n };
    const gave = { direction: "credit" };
    expect(known(gave).isGivenBack(debit)).toBe(true);
    expect(known({ ...gave, kind: "returned_failed" }).isGivenBack(debit)).toBe(true);
    expect(known(other, gave).isGivenBack(debit)).toBe(true);
    expect([known(gave).isGivenBack({ ...debit, walletId: 8n }), known(gave).isGivenBack({ ...debit, trxKey: "DBK2" })]).toEqual([false, false]);
    expect(known({ ...gave, amount: 9_999n }).isGivenBack(debit)).toBe(false);
    expect(known({}).isGivenBack(debit)).toBe(false);
    expect(known({ ...gave, kind: "receive" }).isGivenBack(debit)).toBe(false);
    expect(known({ ...gave, trxKey: "null" }).isGivenBack({ ...debit, trxKey: null })).toBe(false);
  });
});

describe("what a batch does itself", () => {
  const facts = { id: 9n, operator: "bkash", walletId: 7n, kind: "receive", trxKey: "DBK1", direction: "credit", amount: 10_000n, balance: 25_000n } as Facts;
  const use = { operator: "bkash", trxKey: "DBK1", direction: "credit", objectType: "payment", objectId: 3n, messageId: 9n, amount: 10_000n, walletId: 7n };

  it("is known to the messages after it", () => {
    const known = new KnownMoney({ booked: [] });
    expect([known.bookedAs(facts), known.bookedOn(7n, "DBK1")]).toEqual([null, []]);
    known.noteFresh(facts, "DBK1");
    expect(known.bookedAs({ ...facts, id: 10n })).toBe(9n);
    expect(known.bookedOn(7n, "DBK1")).toEqual([
      { walletId: 7n, kind: "receive", trxKey: "DBK1", messageId: 9n, amount: 10_000n, balance: 25_000n, direction: "credit" },
    ]);
  });
  it("keeps for a TrxID what it was used for, in its direction alone, until the claim is taken back", () => {
    const known = new KnownMoney({ booked: [] });
    expect(usedBy(facts, "payment", 3n)).toEqual(use);
    known.noteUsed(usedBy(facts, "payment", 3n));
    known.noteUsed({ ...usedBy(facts, "disburse", 4n), direction: "debit" });
    expect([known.usedFor("bkash", "DBK1", "credit")?.objectId, known.usedFor("bkash", "DBK1", "debit")?.objectId]).toEqual([3n, 4n]);
    known.forgetUsed({ operator: "bkash", trxKey: "DBK1", direction: "credit" });
    expect([known.usedFor("bkash", "DBK1", "credit"), known.usedFor("bkash", "DBK1", "debit")?.objectId]).toEqual([undefined, 4n]);
  });
  it("never takes a message without a TrxID for a booked one", () => {
    const known = new KnownMoney({
      booked: [{ walletId: 7n, kind: "receive", trxKey: "null", messageId: 5n, amount: 10_000n, balance: 25_000n, direction: "credit" }],
    });
    expect(known.bookedAs({ ...facts, trxKey: null })).toBeNull();
  });
});

it("open orders are found by their id until they are taken, and none is meant by what names nothing", () => {
  const [order] = world(1).orders as [OpenOrder];
  const orders = new OpenOrders({ ...nothing, orders: [order] });
  expect(orders.get(order.id)).toBe(order);
  expect(orders.meantBy(99n, "NOBODY")).toEqual([]);
  orders.take(order.id);
  expect([orders.get(order.id), orders.meantBy(order.walletId, "NOBODY")]).toEqual([undefined, []]);
});
