/** Claims of TrxIDs are evidence beside the others: for any orders and claims, who claims first or loudest gains nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contradiction, decide, lostClaims, samePayer, type Candidate, type MatchMessage } from "./matching.ts";

const NOW = 50_000_000;
const LATE_MS = 3_600_000;
const TRX = "CAK845MSGS";
const PAYERS = ["", "01711111111", "01722222222"] as const;

/** Orders as they can stand beside each other, each with or without a claim of this message's TrxID. */
const orders = fc
  .array(
    fc.record({
      walletId: fc.constantFrom(1n, 2n),
      amountMinor: fc.constantFrom(50_000n, 40_000n),
      payer: fc.constantFrom(...PAYERS),
      status: fc.constantFrom<Candidate["status"]>("pending", "pending", "review", "expired"),
      createdMs: fc.constantFrom(NOW - 600_000, NOW - 60_000, NOW + 300_000),
      expiresMs: fc.constantFrom(NOW + 600_000, NOW - 60_000, NOW - LATE_MS - 1),
      trxKeys: fc.constantFrom<readonly string[]>([], [], [TRX], ["OTHER"], ["OTHER", TRX]),
      namedByReference: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((list): Candidate[] => list.map((order, index) => ({ ...order, id: BigInt(index + 1) })));
const messages = fc.record<MatchMessage>({
  walletId: fc.constantFrom(1n, 2n),
  amountMinor: fc.constantFrom(50_000n, 40_000n),
  trxKey: fc.constant(TRX),
  counterparty: fc.constantFrom(null, "01711111111", "***222", "Somebody"),
  reference: fc.constantFrom(null, null, "A-17"),
  atMs: fc.constant(NOW),
  paidMs: fc.constantFrom(NOW, NOW - 300_000),
});
const policies = fc.record({ lateMs: fc.constant(LATE_MS), byAmount: fc.boolean() });
const world = fc.record({ message: messages, list: orders, policy: policies });
const RUNS = { numRuns: 2000 };

const unclaimed = (list: readonly Candidate[]): Candidate[] => list.map((order) => ({ ...order, trxKeys: [] }));
/** The order that the operator's words name and that fits by wallet and amount, whatever is claimed. */
const rightful = (message: MatchMessage, list: readonly Candidate[]): bigint | null => {
  const found = decide(message, unclaimed(list), { lateMs: LATE_MS, byAmount: false });
  return found.kind === "match" ? found.orderId : null;
};

describe("claims of TrxIDs", () => {
  it("never keep the money from the order that wallet, amount and payer or reference name", () => {
    fc.assert(
      fc.property(world, ({ message, list, policy }) => {
        const meant = rightful(message, list);
        fc.pre(meant !== null);
        expect(decide(message, list, policy)).toMatchObject({ kind: "match", orderId: meant });
      }),
      RUNS,
    );
  });

  it("never bring money to an order whose wallet, amount or payer the message contradicts", () => {
    fc.assert(
      fc.property(world, ({ message, list, policy }) => {
        const found = decide(message, list, policy);
        fc.pre(found.kind === "match");
        const order = list.find((one) => one.id === (found.kind === "match" ? found.orderId : null)) as Candidate;
        expect([order.walletId, order.amountMinor]).toEqual([message.walletId, message.amountMinor]);
        if (found.by === "trx") expect(order.trxKeys).toContain(TRX);
        // A reference is the payer's own word, whatever phone he pays with.
        if (!order.namedByReference) expect(samePayer(message.counterparty, order.payer)).not.toBe(false);
      }),
      RUNS,
    );
  });

  it("match the one order that nothing contradicts, however many others claim the same", () => {
    fc.assert(
      fc.property(world, ({ message, list, policy }) => {
        fc.pre(rightful(message, list) === null);
        const fitting = list.filter((one) => one.trxKeys.includes(TRX) && contradiction(message, one, policy) === null);
        fc.pre(fitting.length === 1);
        expect(decide(message, list, policy)).toEqual({ kind: "match", orderId: fitting[0]?.id, by: "trx" });
      }),
      RUNS,
    );
  });

  it("that contradict the message stop nothing that would be decided without them", () => {
    fc.assert(
      fc.property(world, ({ message, list, policy }) => {
        const without = list.map((one) => (one.trxKeys.includes(TRX) && contradiction(message, one, policy) !== null ? { ...one, trxKeys: [] } : one));
        const plain = decide(message, without, policy);
        const found = decide(message, list, policy);
        if (plain.kind !== "none") expect(found).toEqual(plain);
        // At most they say where a person has to look.
        else if (found.kind === "review") expect(list.find((one) => one.id === found.orderId)?.trxKeys).toContain(TRX);
        else expect(found).toEqual(plain);
      }),
      RUNS,
    );
  });

  it("give the same whatever order they were made in", () => {
    fc.assert(
      fc.property(world, fc.infiniteStream(fc.nat()), ({ message, list, policy }, dice) => {
        const shuffled = list
          .map((one) => ({ one, at: dice.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ one }) => one);
        expect(decide(message, shuffled, policy)).toEqual(decide(message, list, policy));
      }),
      RUNS,
    );
  });

  it("that lose are told to their orders, each with what speaks against it", () => {
    fc.assert(
      fc.property(world, ({ message, list, policy }) => {
        const found = decide(message, list, policy);
        const won = found.kind === "none" ? null : found.orderId;
        const lost = lostClaims(message, list, policy, found);
        expect(lost.map((one) => one.orderId)).toEqual(list.filter((one) => one.trxKeys.includes(TRX) && one.id !== won).map((one) => one.id));
        for (const { orderId, reason } of lost) {
          const order = list.find((one) => one.id === orderId) as Candidate;
          expect(reason).toBe(contradiction(message, order, policy) ?? (found.kind === "match" ? "trx_elsewhere" : "several_orders"));
        }
      }),
      RUNS,
    );
  });
});
