import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TRANSFER_ENTRY_KINDS, TRANSFER_KINDS } from "../../contract/transfers.ts";
import { WITHDRAWAL_ENTRY_KINDS } from "../../contract/withdrawal.ts";
import { imbalance, type Account, type Leg, type ReportedMoney, type WaitingMoney } from "./postings.ts";
import * as transfers from "./postings-transfers.ts";
import * as withdrawals from "./postings-withdrawal.ts";

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const small = fc.bigInt({ min: 0n, max: 10n ** 6n });
const report = (walletId: bigint, direction: "credit" | "debit", amountMinor: bigint, feeMinor = 0n, commissionMinor = 0n): ReportedMoney => ({
  from: "message",
  walletId,
  operator: "bkash",
  direction,
  amountMinor,
  feeMinor,
  commissionMinor,
  extraMinor: 0n,
});
const said = (walletId: bigint, direction: "credit" | "debit", amountMinor: bigint, awaitsReport: boolean) =>
  ({ from: "said", walletId, direction, amountMinor, awaitsReport, feeMinor: 0n }) as const;
const waiting = (from: "suspense" | "unexplained", amountMinor: bigint): WaitingMoney => ({ from, operator: "bkash", amountMinor });
const moved = (legs: readonly Leg[], of: Account["of"], id?: bigint): bigint =>
  legs
    .filter((leg) => leg.account.of === of && (id === undefined || ("id" in leg.account && leg.account.id === id)))
    .reduce((sum, leg) => sum + leg.changeMinor, 0n);

describe("transfers", () => {
  it("sum to zero at every step and hold no empty leg; kinds are those of the contract", () => {
    fc.assert(
      fc.property(amount, small, small, (a, operatorFeeMinor, commissionMinor) => {
        const kinds = new Set<string>([...TRANSFER_ENTRY_KINDS, "suspense"]);
        for (const kind of TRANSFER_KINDS) {
          for (const legs of [
            transfers.transferSent(kind, report(1n, "debit", a, operatorFeeMinor, commissionMinor), a),
            transfers.transferSent(kind, said(1n, "debit", a, true), a),
            transfers.transferSent(kind, said(1n, "debit", a, false), a),
            transfers.transferReceived(kind, report(2n, "credit", a, operatorFeeMinor, commissionMinor), a),
            transfers.transferReceived(kind, said(2n, "credit", a, true), a),
            transfers.transferSent(kind, waiting("unexplained", a), a),
            transfers.transferReceived(kind, waiting("suspense", a), a),
            transfers.sentAgainUnexplained(kind, "bkash", a),
            transfers.receivedAgainSuspense(kind, "bkash", a),
          ]) {
            expect(imbalance(legs)).toBe(0n);
            expect(legs.every((leg) => leg.changeMinor !== 0n && kinds.has(leg.kind))).toBe(true);
          }
        }
      }),
    );
  });

  it("leave nothing in transit once both sides have moved, whatever moved them", () => {
    fc.assert(
      fc.property(amount, small, fc.boolean(), fc.boolean(), (a, fee, early, waited) => {
        const out = transfers.transferSent("wallet", early ? waiting("unexplained", a) : report(1n, "debit", a, fee), a);
        const into = transfers.transferReceived("wallet", waited ? waiting("suspense", a) : report(2n, "credit", a), a);
        expect(moved([...out, ...into], "transit")).toBe(0n);
        expect(moved(out, "wallet", 1n)).toBe(early ? 0n : -a - fee);
        expect(moved(into, "wallet", 2n)).toBe(waited ? 0n : a);
        expect(moved([...out, ...transfers.sentAgainUnexplained("wallet", "bkash", a)], "transit")).toBe(0n);
        expect(moved([...into, ...transfers.receivedAgainSuspense("wallet", "bkash", a)], "transit")).toBe(0n);
      }),
    );
  });
});

describe("withdrawals", () => {
  it("sum to zero, and every end empties the hold", () => {
    fc.assert(
      fc.property(amount, small, (a, cost) => {
        const held = withdrawals.withdrawalHeld(1n, a);
        const ends = [
          withdrawals.withdrawalReleased(1n, a),
          withdrawals.withdrawalPaidOutside(1n, a),
          withdrawals.withdrawalPaidFromWallet(1n, report(2n, "debit", a, cost), a),
          withdrawals.withdrawalPaidFromWallet(1n, said(2n, "debit", a, true), a),
          withdrawals.withdrawalPaidFromWallet(1n, waiting("unexplained", a), a),
        ];
        for (const legs of [held, ...ends]) {
          expect(imbalance(legs)).toBe(0n);
          expect(legs.every((leg) => leg.changeMinor !== 0n && (WITHDRAWAL_ENTRY_KINDS as readonly string[]).includes(leg.kind))).toBe(true);
        }
        for (const end of ends) expect(moved([...held, ...end], "hold", 1n)).toBe(0n);
        expect(moved([...held, ...(ends[0] ?? [])], "merchant", 1n)).toBe(0n);
        expect(moved(ends[2] ?? [], "wallet", 2n)).toBe(-a - cost);
      }),
    );
  });
});
