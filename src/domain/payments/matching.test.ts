import { describe, expect, it } from "vitest";
import { decide, lostClaims, payerAmong, samePayer, saysSomething, score, type Candidate, type MatchMessage } from "./matching.ts";

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
  it("is how it is told where the payer's number says the same", () => {
    expect(decide(message(), [order({ ...named, payer: "01711111111" }), order({ id: 2n, trxKeys: ["OTHER"] })], policy)).toMatchObject({
      orderId: 1n,
      by: "trx",
    });
    expect(decide(message(), [order({ payer: "01711111111" }), order({ ...named, id: 2n })], policy)).toMatchObject({ orderId: 1n, by: "payer" });
  });
  it("matches an order that a person looks at already", () => {
    expect(decide(message(), [order({ ...named, status: "review" })], policy)).toMatchObject({ orderId: 1n, by: "trx" });
  });
  it("of two orders in review matches the one that the reference names, else the one of the payer", () => {
    const claim = { ...named, status: "review" } as const;
    const both = (first: Partial<Candidate>, second: Partial<Candidate> = {}): Candidate[] => [
      order({ ...claim, ...second }),
      order({ ...claim, id: 2n, ...first }),
    ];
    const asked = message({ reference: "A-17" });
    const toSecond = { kind: "match", orderId: 2n, by: "trx" };
    expect(decide(asked, both({ namedByReference: true }), policy)).toEqual(toSecond);
    expect(decide(message(), both({ payer: "01711111111" }), policy)).toEqual(toSecond);
    expect(decide(asked, both({ payer: "01711111111", namedByReference: true }, { namedByReference: true }), policy)).toEqual(toSecond);
    expect(decide(message(), both({ payer: "01711111111" }, { payer: "01711111111" }), policy)).toMatchObject({ kind: "review", orderId: null });
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
  it.each(["", " ", ".", "-", "N/A", "n/a", "NA", " none ", "None"])("takes %j for no reference", (reference) => {
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
  it("leaves alone an order that a person looks at, and says that there is none", () => {
    expect(decide(message(), [order({ payer: "01711111111", status: "review" })], policy)).toEqual({ kind: "none", reason: "no_order" });
    expect(decide(message(), [], policy)).toEqual({ kind: "none", reason: "no_order" });
  });
  it.each([
    ["***946", "01712345946", true],
    ["***946", "01712345947", false],
    ["0171234****", "01712345946", true],
    ["0171234****", "01812345946", false],
    ["017123459468", "01712345946", true],
    ["8801712345946", "01712345946", true],
    ["0171234****", "017123459461", false],
    ["***9*6", "01712345946", null],
    ["***94*", "01712345946", null],
    ["***", "01712345946", null],
    ["+880 1712-345946", "0171 234 5946", true],
    ["01788012345", "017012345", false],
    ["OnnorokomWeb", "01712345946", null],
    ["LTD-RM67912", "01712345946", null],
    ["01712XXX946", "01712345946", true],
    ["01712xxx947", "01712345946", false],
    ["xxxxxxxx946", "01712345946", true],
    ["8801712***946", "01712345946", true],
    ["+88017XXXXX946", "01712345946", true],
    ["+88018XXXXX946", "01712345946", false],
    ["JOHN DOE 01712345946", "01712345946", true],
    // What nearly every number has says nothing; that it has something else does.
    ["01XXXXXXXXX", "01712345946", null],
    ["017XXXXXXXX", "01712345946", null],
    ["017********", "01812345946", false],
    ["01712XXXXXX", "01712345946", null],
    ["017123XXXXX", "01712345946", true],
    ["017XXXXXX46", "01712345946", null],
    ["***46", "01712345946", null],
    ["***47", "01712345946", false],
    ["*6", "01712345946", null],
    // An x in a name hides no digits.
    ["Mexxa 946", "01712345946", null],
    ["Mexxa946", "01712345946", null],
    ["xx Mina 946", "01712345946", null],
    ["x 946", "01712345946", null],
    // Nine digits are a number; a digit behind eleven is the account's own.
    ["171234594", "171234594", true],
    ["17123459", "17123459", null],
    ["01712345946", "017123459461", true],
    [null, "01712345946", null],
    ["01712345946", "", null],
  ])("compares %s with %s by what is visible", (printed, given, expected) => {
    expect(samePayer(printed, given)).toBe(expected);
  });
});

it.each([
  ["***946", ["01712345947", "01712345946"], true],
  ["***946", ["01712345947", "01712345948"], false],
  ["***946", ["01712345947", ""], null],
  ["***946", ["01712345946", ""], true],
  ["***46", ["01712345946"], null],
  ["***946", [], null],
  [null, ["01712345946"], null],
])("looks for %s among %j", (printed, given, expected) => {
  expect(payerAmong(printed, given)).toBe(expected);
});

it("is not told by a number of which hardly anything is printed", () => {
  const one = order({ payer: "01711111111" });
  expect(decide(message({ counterparty: "017XXXXXXXX" }), [one], policy)).toEqual({ kind: "none", reason: "amount_only" });
  expect(decide(message({ counterparty: "017XXXXX111" }), [one], policy)).toEqual({ kind: "match", orderId: 1n, by: "payer" });
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
  it("looks past orders of other amounts, and past those that were made after the money moved", () => {
    const allowed = { ...policy, byAmount: true };
    const match = { kind: "match", orderId: 1n, by: "amount" };
    expect(decide(message(), [order({ id: 2n, amountMinor: 40_000n }), order()], allowed)).toEqual(match);
    expect(decide(message(), [order({ id: 2n, createdMs: now + 120_001 }), order()], allowed)).toEqual(match);
    expect(decide(message(), [order({ createdMs: now + 120_000 })], allowed)).toEqual(match);
  });
  it("pays no expired order, and none where the payer wrote a reference", () => {
    const allowed = { ...policy, byAmount: true };
    expect(decide(message(), [order({ status: "expired", expiresMs: now - 1 })], allowed)).toEqual({ kind: "none", reason: "amount_only" });
    expect(decide(message({ reference: "A-17" }), [order()], allowed)).toEqual({ kind: "none", reason: "unknown_reference" });
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

describe("the points of a suggestion", () => {
  /** Nothing speaks for it, and nothing against its payer. */
  const far: Partial<Candidate> = { walletId: 8n, amountMinor: 1n, createdMs: now - 1441 * 60_000 };
  const nothing = ["other_wallet", "amount_differs", "far_in_time"];
  it.each<[string, Partial<Candidate>, number, string[]]>([
    ["nothing", {}, 0, nothing],
    ["the TrxID", { trxKeys: ["CAK845MSGS"] }, 50, ["same_trx", ...nothing]],
    ["the reference", { namedByReference: true }, 30, ["same_reference", ...nothing]],
    ["the wallet", { walletId: 9n }, 15, ["same_wallet", "amount_differs", "far_in_time"]],
    ["the amount", { amountMinor: 50_000n }, 30, ["other_wallet", "same_amount", "far_in_time"]],
    ["the payer", { payer: "01711111111" }, 30, ["other_wallet", "amount_differs", "same_payer", "far_in_time"]],
    ["the half hour", { createdMs: now - 30 * 60_000 }, 15, ["other_wallet", "amount_differs", "close_in_time"]],
    ["a minute too late", { createdMs: now - 31 * 60_000 }, 0, ["other_wallet", "amount_differs"]],
    ["the same day", { createdMs: now - 1440 * 60_000 }, 0, ["other_wallet", "amount_differs"]],
    ["an order that expired", { status: "expired" }, 0, [...nothing, "expired"]],
    [
      "another payer",
      { payer: "01722222222", namedByReference: true },
      10,
      ["same_reference", "other_wallet", "amount_differs", "payer_differs", "far_in_time"],
    ],
    ["another payer alone", { payer: "01722222222" }, 0, ["other_wallet", "amount_differs", "payer_differs", "far_in_time"]],
  ])("for %s", (_what, changes, points, reasons) => {
    expect(score(message(), order({ ...far, ...changes }))).toEqual({ score: points, reasons });
  });
});

describe("claims that the message contradicts", () => {
  it("put the nearest one before a person, of equal ones the first", () => {
    const claim = { trxKeys: ["CAK845MSGS"] };
    const two = [order({ ...claim, walletId: 8n, amountMinor: 1n }), order({ ...claim, id: 2n, amountMinor: 40_000n })];
    expect(decide(message(), two, policy)).toEqual({ kind: "review", orderId: 2n, reason: "amount_differs" });
    const equal = [order({ ...claim, id: 4n, amountMinor: 40_000n }), order({ ...claim, id: 3n, amountMinor: 40_000n })];
    expect(decide(message(), equal, policy)).toMatchObject({ orderId: 3n });
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
