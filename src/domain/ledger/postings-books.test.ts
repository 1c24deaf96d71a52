/** What each event writes into the books, leg by leg: account, change in minor units, kind of entry. */
import { expect, it } from "vitest";
import * as manual from "./postings-manual.ts";
import * as payouts from "./postings-payouts.ts";
import * as transfers from "./postings-transfers.ts";
import * as withdrawals from "./postings-withdrawal.ts";
import {
  legs,
  paymentCompleted,
  posting,
  reportedAgain,
  saidWasReported,
  silentTolerance,
  unexplainedMessage,
  walletDelta,
  type Leg,
  type ReportedMoney,
  type SaidMoney,
  type WaitingMoney,
} from "./postings.ts";

const written = (list: readonly Leg[]): string[] =>
  list.map(
    ({ account, changeMinor, kind }) =>
      `${account.of}${"id" in account ? ` ${account.id}` : "operator" in account ? ` ${account.operator}` : ""} ${changeMinor} ${kind}`,
  );
const message = (direction: "credit" | "debit", more: Partial<ReportedMoney> = {}): ReportedMoney => ({
  from: "message",
  walletId: 3n,
  operator: "nagad",
  direction,
  amountMinor: 100n,
  feeMinor: 0n,
  commissionMinor: 0n,
  extraMinor: 0n,
  ...more,
});
const said = (direction: "credit" | "debit", awaitsReport: boolean): SaidMoney => ({
  from: "said",
  walletId: 3n,
  direction,
  amountMinor: 100n,
  awaitsReport,
  feeMinor: 4n,
});
const waiting = (from: WaitingMoney["from"], writtenOff = false): WaitingMoney => ({ from, operator: "nagad", amountMinor: 100n, writtenOff });
const sums = { merchantId: 7n, amountMinor: 100n, feeMinor: 2n };

it.each<[string, Leg[], string[]]>([
  [
    "a payment",
    paymentCompleted(message("credit"), 7n, 100n, 2n),
    ["wallet 3 100 payment", "merchant 7 100 payment", "merchant 7 -2 payment_fee", "fees 2 payment_fee"],
  ],
  ["a payment without a fee", paymentCompleted(message("credit"), 7n, 100n, 0n), ["wallet 3 100 payment", "merchant 7 100 payment"]],
  [
    "a payment of which more came, with an incentive beside it",
    paymentCompleted(message("credit", { amountMinor: 130n, extraMinor: 5n }), 7n, 100n, 2n),
    ["wallet 3 130 payment", "wallet 3 5 extra", "merchant 7 100 payment", "merchant 7 -2 payment_fee", "fees 2 payment_fee", "suspense nagad 35 suspense"],
  ],
  ["a payment of money that stood in suspense", paymentCompleted(waiting("suspense"), 7n, 100n, 0n), ["suspense nagad -100 payment", "merchant 7 100 payment"]],
  [
    "a payment that was said and waits for its message",
    paymentCompleted(said("credit", true), 7n, 100n, 0n),
    ["unreported 3 100 payment", "merchant 7 100 payment"],
  ],
  [
    "a payment that was said where no message comes",
    paymentCompleted(said("credit", false), 7n, 100n, 0n),
    ["wallet 3 100 payment", "operator_costs 4 operator_cost", "wallet 3 -4 operator_cost", "merchant 7 100 payment"],
  ],
  ["money in that nothing explains", unexplainedMessage(message("credit")), ["wallet 3 100 suspense", "suspense nagad 100 suspense"]],
  ["money out that nothing explains", unexplainedMessage(message("debit")), ["wallet 3 -100 unexplained", "unexplained nagad 100 unexplained"]],
  ["money that the operator took back", unexplainedMessage(message("debit"), "reversal"), ["wallet 3 -100 reversal", "unexplained nagad 100 reversal"]],
  [
    "money of which more left than it explains",
    posting(message("debit"), "x", legs({ account: { of: "b2b" }, changeMinor: 60n, kind: "x" })),
    ["wallet 3 -100 x", "b2b 60 x", "unexplained nagad 40 unexplained"],
  ],
  ["the message of what was said", saidWasReported(message("credit"), said("credit", true)), ["wallet 3 100 reported", "unreported 3 -100 reported"]],
  [
    "a message that tells more than was said",
    saidWasReported(message("debit", { amountMinor: 110n }), said("debit", true)),
    ["wallet 3 -110 reported", "unreported 3 100 reported", "unexplained nagad 10 unexplained"],
  ],
  [
    "cost and commission that come with the message",
    reportedAgain(message("debit", { feeMinor: 9n, commissionMinor: 6n }), 4n),
    ["operator_costs 5 operator_cost", "wallet 3 -5 operator_cost", "wallet 3 6 commission", "commissions 6 commission"],
  ],
  ["a payout that is accepted", payouts.payoutHeld(sums), ["merchant 7 -102 disburse_hold", "hold 7 102 disburse_hold"]],
  ["a payout that is given up", payouts.payoutReleased(sums), ["hold 7 -102 disburse_release", "merchant 7 102 disburse_release"]],
  ["a payout", payouts.payoutCompleted(message("debit"), sums), ["wallet 3 -100 disburse", "hold 7 -102 disburse", "fees 2 disburse_fee"]],
  [
    "a payout by money that had left unexplained",
    payouts.payoutCompleted(waiting("unexplained"), sums),
    ["unexplained nagad -100 disburse", "hold 7 -102 disburse", "fees 2 disburse_fee"],
  ],
  [
    "a payout by money that was written off",
    payouts.payoutCompleted(waiting("unexplained", true), sums),
    ["adjustments -100 write_off", "unexplained nagad 100 write_off", "unexplained nagad -100 disburse", "hold 7 -102 disburse", "fees 2 disburse_fee"],
  ],
  [
    "a payout that came back",
    payouts.payoutReturned(message("credit"), sums),
    ["wallet 3 100 disburse_return", "merchant 7 102 disburse_return", "fees -2 disburse_return"],
  ],
  [
    "unexplained money that came back",
    payouts.unexplainedReturned(message("credit"), 100n),
    ["wallet 3 100 disburse_return", "unexplained nagad -100 disburse_return"],
  ],
  [
    "money that was written off and came back",
    payouts.unexplainedReturned(message("credit"), 100n, true),
    ["wallet 3 100 disburse_return", "adjustments -100 disburse_return"],
  ],
  ["a transfer that left", transfers.transferSent("wallet", message("debit"), 100n), ["wallet 3 -100 transfer_out", "transit 100 transfer_out"]],
  ["float that was sold", transfers.transferSent("b2b_out", message("debit"), 100n), ["wallet 3 -100 b2b_out", "b2b 100 b2b_out"]],
  ["a transfer that came", transfers.transferReceived("wallet", message("credit"), 100n), ["wallet 3 100 transfer_in", "transit -100 transfer_in"]],
  ["float that was bought", transfers.transferReceived("b2b_in", message("credit"), 100n), ["wallet 3 100 b2b_in", "b2b -100 b2b_in"]],
  [
    "a transfer that had come before anybody knew",
    transfers.transferReceived("wallet", waiting("suspense"), 100n),
    ["suspense nagad -100 suspense", "transit -100 transfer_in"],
  ],
  [
    "a transfer that failed after its money left",
    transfers.sentAgainUnexplained("wallet", "nagad", 100n),
    ["unexplained nagad 100 transfer_returned", "transit -100 transfer_returned"],
  ],
  [
    "a transfer that failed after its money came",
    transfers.receivedAgainSuspense("wallet", "nagad", 100n),
    ["transit 100 transfer_returned", "suspense nagad 100 suspense"],
  ],
  ["a withdrawal that is submitted", withdrawals.withdrawalHeld(7n, 100n), ["merchant 7 -100 withdrawal_hold", "hold 7 100 withdrawal_hold"]],
  ["a withdrawal that is paid from outside", withdrawals.withdrawalPaidOutside(7n, 100n), ["hold 7 -100 withdrawal", "settlement -100 withdrawal"]],
  ["a merchant's credit by hand", manual.merchantCredit(7n, 100n), ["adjustments 100 merchant_credit", "merchant 7 100 merchant_credit"]],
  ["a merchant's debit by hand", manual.merchantDebit(7n, 100n), ["merchant 7 -100 merchant_debit", "adjustments -100 merchant_debit"]],
  ["a wallet that is set higher", manual.walletAdjusted(3n, "credit", 100n), ["wallet 3 100 wallet_credit", "adjustments -100 wallet_credit"]],
  ["a wallet that is set lower", manual.walletAdjusted(3n, "debit", 100n), ["wallet 3 -100 wallet_debit", "adjustments 100 wallet_debit"]],
  ["float bought by hand", manual.b2bAdjusted(3n, "credit", 100n), ["wallet 3 100 b2b_credit", "b2b -100 b2b_credit"]],
  ["float sold by hand", manual.b2bAdjusted(3n, "debit", 100n), ["wallet 3 -100 b2b_debit", "b2b 100 b2b_debit"]],
  ["suspense that nobody claimed", manual.suspenseWrittenOff("nagad", 100n), ["suspense nagad -100 write_off", "adjustments -100 write_off"]],
  ["a debit that nothing explains", manual.unexplainedWrittenOff("nagad", 100n), ["adjustments 100 write_off", "unexplained nagad -100 write_off"]],
  [
    "a payment that is reversed",
    manual.paymentReversed({ of: "unreported", id: 3n }, 7n, 100n, 2n),
    ["merchant 7 -100 payment_reversal", "merchant 7 2 payment_reversal_fee", "fees -2 payment_reversal_fee", "unreported 3 -100 payment_reversal"],
  ],
  ["what a wallet brings along", manual.opened({ of: "wallet", id: 3n }, 100n), ["wallet 3 100 opening", "adjustments -100 opening"]],
  ["what a merchant brings along", manual.opened({ of: "merchant", id: 7n }, 100n), ["merchant 7 100 opening", "adjustments 100 opening"]],
])("%s", (_what, booked, expected) => {
  expect(written(booked)).toEqual(expected);
});

it("only an operator's message may leave a rest", () => {
  expect(() => paymentCompleted(said("credit", true), 7n, 101n, 0n)).toThrow("payment: -1 is explained by nothing");
  expect(() => paymentCompleted(waiting("suspense"), 7n, 99n, 0n)).toThrow("payment: 1 is explained by nothing");
});

it("an agent's silent commission is tolerated up to its rate, rounded up; nobody else's is", () => {
  expect([silentTolerance("bkash", "agent", 10_000n), silentTolerance("upay", "agent", 1n), silentTolerance("bkash", "agent", null)]).toEqual([60n, 1n, 0n]);
  expect([silentTolerance("bkash", "personal", 10_000n), silentTolerance("nagad", "agent", 10_000n)]).toEqual([0n, 0n]);
});

it("a message moves its wallet by all that it prints, and by nothing where it prints no amount", () => {
  const printed = { kind: "receive", direction: "credit", amountMinor: 100n, feeMinor: 9n, commissionMinor: 6n, extraMinor: 5n } as const;
  expect([walletDelta(printed), walletDelta({ ...printed, kind: "send_money", direction: "debit" })]).toEqual([102n, -98n]);
  expect(walletDelta({ ...printed, feeMinor: null, commissionMinor: null, extraMinor: null })).toBe(100n);
  expect([walletDelta({ ...printed, amountMinor: null }), walletDelta({ ...printed, direction: "debit" })]).toEqual([0n, 0n]);
});
