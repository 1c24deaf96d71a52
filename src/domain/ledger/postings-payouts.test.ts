import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imbalance, saidWasReported, type Account, type Leg, type MoneySource, type ReportedMoney } from "./postings.ts";
import { payoutCompleted, payoutHeld, payoutReleased, payoutReturned, unexplainedReturned } from "./postings-payouts.ts";

const money = fc.bigInt({ min: 1n, max: 10n ** 13n });
const some = fc.bigInt({ min: 0n, max: 10n ** 9n });
const of = (legs: readonly Leg[], kind: Account["of"]): bigint => legs.filter((leg) => leg.account.of === kind).reduce((sum, leg) => sum + leg.changeMinor, 0n);
const report = (direction: "credit" | "debit", amountMinor: bigint, feeMinor: bigint, commissionMinor: bigint): ReportedMoney => ({
  from: "message",
  walletId: 3n,
  operator: "bkash",
  direction,
  amountMinor,
  feeMinor,
  commissionMinor,
  extraMinor: 0n,
});
const said = (amountMinor: bigint, awaitsReport: boolean) =>
  ({ from: "said", walletId: 3n, direction: "debit", amountMinor, awaitsReport, feeMinor: 0n }) as const;

describe("a payout's postings", () => {
  it("balance, whatever the figures and wherever the money comes from, and write no empty leg", () => {
    fc.assert(
      fc.property(money, some, some, some, (amountMinor, feeMinor, costMinor, commissionMinor) => {
        const sums = { merchantId: 7n, amountMinor, feeMinor };
        const debit = report("debit", amountMinor, costMinor, commissionMinor);
        const credit = report("credit", amountMinor, costMinor, commissionMinor);
        const sources: MoneySource[] = [
          debit,
          said(amountMinor, true),
          said(amountMinor, false),
          { from: "unexplained", operator: "bkash", amountMinor },
          { from: "unexplained", operator: "bkash", amountMinor, writtenOff: true },
        ];
        for (const legs of [
          payoutHeld(sums),
          payoutReleased(sums),
          ...sources.map((source) => payoutCompleted(source, sums)),
          payoutReturned(credit, sums),
          unexplainedReturned(credit, amountMinor),
          unexplainedReturned(credit, amountMinor, true),
        ]) {
          expect(imbalance(legs)).toBe(0n);
          expect(legs.every((leg) => leg.changeMinor !== 0n)).toBe(true);
        }
      }),
    );
  });

  it("leave nothing held at any end, and the merchant bears amount and fee exactly when it was paid", () => {
    fc.assert(
      fc.property(money, some, some, (amountMinor, feeMinor, costMinor) => {
        const sums = { merchantId: 7n, amountMinor, feeMinor };
        const held = payoutHeld(sums);
        const debit = report("debit", amountMinor, costMinor, 0n);
        const paid = [...held, ...payoutCompleted(debit, sums)];
        expect([of(paid, "hold"), of(paid, "merchant"), of(paid, "wallet"), of(paid, "fees")]).toEqual([
          0n,
          -amountMinor - feeMinor,
          -amountMinor - costMinor,
          feeMinor,
        ]);
        const explained = [...held, ...payoutCompleted({ from: "unexplained", operator: "bkash", amountMinor }, sums)];
        expect([of(explained, "hold"), of(explained, "unexplained"), of(explained, "wallet")]).toEqual([0n, -amountMinor, 0n]);
        const word = [...held, ...payoutCompleted(said(amountMinor, true), sums)];
        expect([of(word, "hold"), of(word, "wallet"), of(word, "unreported")]).toEqual([0n, 0n, -amountMinor]);
        const proven = [...word, ...saidWasReported(debit, said(amountMinor, true))];
        for (const account of ["hold", "merchant", "wallet", "fees", "unreported", "operator_costs"] as const)
          expect(of(proven, account)).toBe(of(paid, account));
        const released = [...held, ...payoutReleased(sums)];
        expect([of(released, "hold"), of(released, "merchant")]).toEqual([0n, 0n]);
        const returned = [...paid, ...payoutReturned(report("credit", amountMinor, 0n, 0n), sums)];
        expect([of(returned, "merchant"), of(returned, "fees"), of(returned, "wallet")]).toEqual([0n, 0n, -costMinor]);
      }),
    );
  });
});
