import { describe, expect, it } from "vitest";
import { decide, lostClaims, samePayer, saysSomething, score, type Candidate, type MatchMessage } from "./matching.ts";

const now = 10_000_000;
const policy = { lateMs: 3_600_000, byAmount: false };
const order = (changes: Partial<Candidate> = {}): Candidate => ({
  id: 1n,
  walletId: 9n,
  amountMinor: 50_000n,
  payer: "",
  status: "pending",
  createdMs: now - 60_000,
  expiresMs: now + 60_000,
  trxKeys: [],
  namedByReference: false,
  ...changes,
});
const message = (changes: Partial<MatchMessage> = {}): MatchMessage => ({
  walletId: 9n,
  amountMinor: 50_000n,
  trxKey: "CAK845MSGS",
  counterparty: "01711111111",
  reference: null,
  atMs: now,
  paidMs: now,
  ...changes,
});

describe("by TrxID", () => {
  const named = { trxKeys: ["CAK845MSGS"] };
  it("matches on the order's own wallet with an equal amount", () => {
    expect(decide(message(), [order(named)], policy)).toEqual({ kind: "match", orderId: 1n, by: "trx" });
  });
  it.each<[string, Partial<Candidate>]>([
    ["other_wallet", { walletId: 8n }],
    ["amount_differs", { amountMinor: 40_000n }],
    ["payer_differs", { payer: "01722222222" }],
    ["too_late", { status: "expired", expiresMs: now - 3_600_001 }],
  ])("goes to a person: %s", (reason, changes) => {
    expect(decide(message(), [order({ ...named, ...changes })], policy)).toEqual({ kind: "review", orderId: 1n, reason });
  });
  it("matches late money inside the window", () => {
    expect(decide(message(), [order({ ...named, status: "expired", expiresMs: now - 3_600_000 })], policy).kind).toBe("match");
  });
  it("comes behind what the operator's words say, and before the amount alone", () => {
    expect(decide(message(), [order(named), order({ id: 2n, payer: "01711111111" })], policy)).toMatchObject({ orderId: 2n, by: "payer" });
    expect(decide(message({ reference: "A-17" }), [order(named), order({ id: 2n, namedByReference: true })], policy)).toMatchObject({ orderId: 2n });
    expect(decide(message(), [order({ id: 2n }), order(named)], { ...policy, byAmount: true })).toMatchObject({ orderId: 1n, by: "trx" });
  });
  it("matches where a reference names no order, or one of another amount", () => {
    const asked = message({ reference: "A-17" });
    expect(decide(asked, [order(named)], policy)).toMatchObject({ orderId: 1n, by: "trx" });
    expect(decide(asked, [order({ id: 2n, namedByReference: true, amountMinor: 1n }), order(named)], policy)).toMatchObject({ orderId: 1n, by: "trx" });
  });
  it("of two orders matches the one whose amount fits, in whatever order they claim", () => {
    const both = [order({ ...named, amountMinor: 40_000n }), order({ ...named, id: 2n })];
    for (const list of [both, both.toReversed()]) expect(decide(message(), list, policy)).toEqual({ kind: "match", orderId: 2n, by: "trx" });
    expect(lostClaims(message(), both, policy, decide(message(), both, policy))).toEqual([{ orderId: 1n, reason: "amount_differs" }]);
  });
  it("goes to a person where two orders claim it and nothing tells them apart", () => {
    expect(decide(message(), [order(named), order({ ...named, id: 2n })], policy)).toEqual({ kind: "review", orderId: null, reason: "several_orders" });
  });
});

describe("by reference", () => {
  const asked = message({ reference: "A-17" });
  it("matches exactly one order with that name, wallet and amount", () => {
    expect(decide(asked, [order({ namedByReference: true }), order({ id: 2n })], policy)).toEqual({ kind: "match", orderId: 1n, by: "reference" });
  });
  it("goes to a person with another amount or several orders", () => {
    expect(decide(asked, [order({ namedByReference: true, amountMinor: 1n })], policy)).toEqual({ kind: "review", orderId: 1n, reason: "amount_differs" });
    expect(decide(asked, [order({ namedByReference: true }), order({ id: 2n, namedByReference: true })], policy)).toEqual({
      kind: "review",
      orderId: null,
      reason: "several_orders",
    });
  });
  it("never falls through to the phone number", () => {
    expect(decide(asked, [order({ payer: "01711111111" })], policy)).toEqual({ kind: "none", reason: "unknown_reference" });
  });
  it.each(["", " ", ".", "-", "N/A", "n/a", "None"])("takes %j for no reference", (reference) => {
    expect(saysSomething(reference)).toBe(false);
    expect(decide(message({ reference }), [order({ payer: "01711111111" })], policy).kind).toBe("match");
  });
});

describe("by payer", () => {
  it("matches exactly one order of that payer", () => {
    expect(decide(message(), [order({ payer: "01711111111" }), order({ id: 2n, payer: "01722222222" })], policy)).toEqual({
      kind: "match",
      orderId: 1n,
      by: "payer",
    });
  });
  it("never guesses between two", () => {
    expect(decide(message(), [order({ payer: "01711111111" }), order({ id: 2n, payer: "01711111111" })], policy)).toEqual({
      kind: "none",
      reason: "several_orders",
    });
  });
  it("never crosses wallets or amounts", () => {
    expect(decide(message(), [order({ payer: "01711111111", walletId: 8n })], policy).kind).toBe("none");
    expect(decide(message(), [order({ payer: "01711111111", amountMinor: 50_001n })], policy).kind).toBe("none");
  });
  it.each([
    ["***946", "01712345946", true],
    ["***946", "01712345947", false],
    ["0171234****", "01712345946", true],
    ["0171234****", "01812345946", false],
    ["017123459468", "01712345946", true],
    ["8801712345946", "01712345946", true],
    ["OnnorokomWeb", "01712345946", null],
    [null, "01712345946", null],
    ["01712345946", "", null],
  ])("compares %s with %s by what is visible", (printed, given, expected) => {
    expect(samePayer(printed, given)).toBe(expected);
  });
});

describe("by amount alone", () => {
  it("is a suggestion for a person", () => {
    expect(decide(message(), [order()], policy)).toEqual({ kind: "none", reason: "amount_only" });
  });
  it("matches where config allows it and nothing else of that amount was open", () => {
    const allowed = { ...policy, byAmount: true };
    expect(decide(message(), [order()], allowed)).toEqual({ kind: "match", orderId: 1n, by: "amount" });
    expect(decide(message(), [order(), order({ id: 2n, status: "expired", expiresMs: now - 1 })], allowed).kind).toBe("none");
    expect(decide(message(), [order({ payer: "01722222222" })], allowed).kind).toBe("none");
  });
});

describe("score", () => {
  it("ranks by evidence and names its reasons", () => {
    const best = score(message(), order({ trxKeys: ["CAK845MSGS"], payer: "01711111111" }));
    const worse = score(message(), order({ walletId: 8n, amountMinor: 1n }));
    expect(best.score).toBe(100);
    expect(best.reasons).toContain("same_trx");
    expect(worse.score).toBeLessThan(30);
    expect(worse.reasons).toEqual(expect.arrayContaining(["other_wallet", "amount_differs"]));
  });
});

describe("money that moved before the order was made", () => {
  const early = { paidMs: now - 60_000 - 120_001 };
  const payer = { payer: "01711111111" };
  it("does not match it by payer or amount, however late the message comes", () => {
    expect(decide(message(early), [order(payer)], policy)).toEqual({ kind: "none", reason: "before_order" });
    expect(decide(message(early), [order()], { ...policy, byAmount: true })).toEqual({ kind: "none", reason: "before_order" });
  });
  it("matches it by TrxID and by reference", () => {
    expect(decide(message(early), [order({ trxKeys: ["CAK845MSGS"] })], policy)).toMatchObject({ kind: "match", by: "trx" });
    expect(decide(message({ ...early, reference: "A-17" }), [order({ namedByReference: true })], policy)).toMatchObject({ kind: "match", by: "reference" });
  });
  it("the printed minute and clocks may differ a little", () => {
    expect(decide(message({ paidMs: now - 60_000 - 120_000 }), [order(payer)], policy)).toMatchObject({ kind: "match", by: "payer" });
  });
  it("leaves the order that was there already", () => {
    expect(decide(message(early), [order({ ...payer, id: 2n }), order({ ...payer, createdMs: now - 600_000 })], policy)).toMatchObject({
      kind: "match",
      orderId: 1n,
    });
  });
});
