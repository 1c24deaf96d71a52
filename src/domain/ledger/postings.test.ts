import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SMS_KINDS } from "../../contract/sms.ts";
import { contradicts, effectOf, MESSAGE_KIND_INFO, moves, usualDirection } from "./message-kinds.ts";
import {
  imbalance,
  paymentCompleted,
  posting,
  reportedAgain,
  saidWasReported,
  silentTolerance,
  unexplainedMessage,
  walletDelta,
  type Account,
  type Leg,
  type ReportedMoney,
} from "./postings.ts";

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const small = fc.bigInt({ min: 0n, max: 10n ** 6n });
const message = fc.record({
  from: fc.constant("message" as const),
  walletId: fc.constant(1n),
  operator: fc.constant("bkash"),
  direction: fc.constantFrom("credit" as const, "debit" as const),
  amountMinor: amount,
  feeMinor: small,
  commissionMinor: small,
  extraMinor: small,
});
const on = (legs: readonly Leg[], of: Account["of"]): bigint => legs.filter((leg) => leg.account.of === of).reduce((sum, leg) => sum + leg.changeMinor, 0n);
const deltaOf = (of: ReportedMoney): bigint =>
  walletDelta({
    kind: of.direction === "credit" ? "receive" : "send_money",
    direction: of.direction,
    amountMinor: of.amountMinor,
    feeMinor: of.feeMinor,
    commissionMinor: of.commissionMinor,
    extraMinor: of.extraMinor,
  });

describe("the one way into the books", () => {
  it("moves the wallet by what its message says, whatever explains it, and leaves the rest by name", () => {
    fc.assert(
      fc.property(message, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (of, explained) => {
        const across: Leg[] = explained === 0n ? [] : [{ account: { of: "merchant", id: 2n }, changeMinor: explained, kind: "payment" }];
        const legs = posting(of, "payment", across);
        expect(imbalance(legs)).toBe(0n);
        expect(legs.every((leg) => leg.changeMinor !== 0n)).toBe(true);
        expect(on(legs, "wallet")).toBe(deltaOf(of));
        const sign = of.direction === "credit" ? 1n : -1n;
        // What came and was not explained waits in suspense; what left stands as unexplained.
        expect(on(legs, "suspense") - on(legs, "unexplained")).toBe(sign * of.amountMinor + of.extraMinor - explained);
      }),
    );
  });
  it("a message that nothing explains is wholly suspense or unexplained", () => {
    fc.assert(
      fc.property(message, (of) => {
        const legs = unexplainedMessage(of);
        expect(on(legs, "wallet")).toBe(deltaOf(of));
        expect(on(legs, "suspense") - on(legs, "unexplained")).toBe((of.direction === "credit" ? of.amountMinor : -of.amountMinor) + of.extraMinor);
      }),
    );
  });
  it("what was said stands in transit until its message replaces it to the unit", () => {
    fc.assert(
      fc.property(message, small, (of, fee) => {
        const report = { ...of, direction: "credit" as const, extraMinor: 0n };
        const said = { from: "said" as const, walletId: 1n, direction: "credit" as const, amountMinor: report.amountMinor, awaitsReport: true, feeMinor: 5n };
        const before = paymentCompleted(said, 2n, report.amountMinor, fee > report.amountMinor ? 0n : fee);
        expect(imbalance(before)).toBe(0n);
        expect([on(before, "wallet"), on(before, "unreported")]).toEqual([0n, report.amountMinor]);
        const after = [...before, ...saidWasReported(report, said)];
        expect(imbalance(after)).toBe(0n);
        expect([on(after, "wallet"), on(after, "unreported"), on(after, "suspense")]).toEqual([deltaOf(report), 0n, 0n]);
      }),
    );
  });
  it("where no message is expected the wallet moves at once, and a message that comes all the same adds only cost and commission", () => {
    fc.assert(
      fc.property(message, small, (of, saidFee) => {
        const report = { ...of, extraMinor: 0n };
        const said = {
          from: "said" as const,
          walletId: 1n,
          direction: report.direction,
          amountMinor: report.amountMinor,
          awaitsReport: false,
          feeMinor: saidFee,
        };
        const across: Leg[] = [
          { account: { of: "b2b" }, changeMinor: report.direction === "credit" ? -report.amountMinor : report.amountMinor, kind: "b2b_out" },
        ];
        const both = [...posting(said, "b2b_out", across), ...reportedAgain(report, saidFee)];
        expect(imbalance(both)).toBe(0n);
        expect(on(both, "wallet")).toBe(deltaOf(report));
      }),
    );
  });
  it("refuses a word that is not explained to the last unit: only an operator's message may leave a rest", () => {
    const said = { from: "said" as const, walletId: 1n, direction: "debit" as const, amountMinor: 100n, awaitsReport: true, feeMinor: 0n };
    expect(() => posting(said, "disburse", [{ account: { of: "hold", id: 2n }, changeMinor: -99n, kind: "disburse" }])).toThrow(/explained by nothing/);
    expect(() => posting({ from: "suspense", operator: "bkash", amountMinor: 100n }, "payment", [])).toThrow(/explained by nothing/);
  });
  it("gives the merchant the amount less its fee", () => {
    fc.assert(
      fc.property(message, small, (of, rule) => {
        const report = { ...of, direction: "credit" as const, extraMinor: 0n };
        const fee = rule > report.amountMinor ? report.amountMinor : rule;
        const legs = paymentCompleted(report, 2n, report.amountMinor, fee);
        expect([on(legs, "merchant"), on(legs, "fees")]).toEqual([report.amountMinor - fee, fee]);
      }),
    );
  });
});

describe("kinds", () => {
  it("move the wallet the way that the message prints, and not at all where kind and direction contradict each other", () => {
    for (const kind of SMS_KINDS)
      for (const direction of ["credit", "debit", "none"] as const) {
        const delta = walletDelta({ kind, direction, amountMinor: 100n, feeMinor: null, commissionMinor: null, extraMinor: null });
        expect(delta).toBe(effectOf(kind, direction) === null ? 0n : direction === "credit" ? 100n : -100n);
        expect(contradicts(kind, direction)).toBe(moves(kind) && effectOf(kind, direction) === null);
      }
  });
  it("a loan and a refund go both ways: +45 is never booked for −45", () => {
    for (const kind of ["loan", "refund", "reversal"] as const) expect([effectOf(kind, "credit"), effectOf(kind, "debit")]).not.toContain(null);
    expect(walletDelta({ kind: "loan", direction: "credit", amountMinor: 45n, feeMinor: null, commissionMinor: null, extraMinor: null })).toBe(45n);
    expect(walletDelta({ kind: "refund", direction: "debit", amountMinor: 500n, feeMinor: null, commissionMinor: null, extraMinor: null })).toBe(-500n);
  });
  it("have a usual direction that they can go", () => {
    for (const kind of SMS_KINDS) expect(moves(kind)).toBe(usualDirection(kind) !== "none" && effectOf(kind, usualDirection(kind)) !== null);
  });
  it("a spoof never moves anything", () => {
    expect(MESSAGE_KIND_INFO.spoof_suspect).toEqual({});
  });
});

describe("silent commission", () => {
  it("is tolerated only where an operator is known for it", () => {
    expect(silentTolerance("bkash", "agent", 100_000n)).toBe(600n);
    expect(silentTolerance("bkash", "personal", 100_000n)).toBe(0n);
    expect(silentTolerance("nagad", "agent", 100_000n)).toBe(0n);
    expect(silentTolerance("bkash", "agent", null)).toBe(0n);
  });
});
