/**
 * English sentences of the Bangladeshi operators: bKash's wording, which Upay and Rocket use too with small
 * differences. One table; each operator gets its own rules, so meanings and versions stay separate.
 * Order matters: a failed or reversed act is told apart before the act itself.
 */
import { ID_TAILS, type LayoutRow } from "./build.ts";
import { ACT, DONE, FAILED_END, OF } from "./phrases.ts";

/** What its owner pays for: taken back, its money comes back to him. */
const PAID_ACT =
  "(Cash-Out|Send Money|Bill Payment|Bill Pay|Mobile Recharge|Merchant Payment|Payment|Recharge|B2B Transfer|Fund Transfer|Transfer|Money Transfer|Bank Transfer)";
const CALLED_OFF = "(returned|cancelled|canceled|voided|released|rejected)";
const GIVEN_BACK_TAILS = ["[ @FEE][ @BAL] @TRX[ @FEE][ @BAL][ @AT]", "[ @BAL][ @AT]$"];

/** Not money: failures, reversals, returns. */
export const FAILURES: readonly LayoutRow[] = [
  {
    name: "returned",
    part: "failed_act",
    heads: [
      `[Sorry, ][Your ][bKash |Nagad |Upay |Rocket ]${ACT}[ request][ of {money}][ (to|for|from) {party}] (was |is |has )${FAILED_END}[!|.] {amount} [(has been|was|is) ](returned|refunded)[ (to|in|into) your [bKash |Nagad |Upay |Rocket ](account|wallet)].`,
    ],
    tails: ID_TAILS,
    examples: [
      "Mobile Recharge request has failed. Tk 12.00 returned to your bKash Account. Balance Tk 66.08. TrxID DAB1CDE2F2 at 11/10/2026 08:10",
      "Sorry, your Send Money request to 01700000010 is unsuccessful! Tk 40 has been returned. Balance Tk 93.50. TrxID DAB1CDE2F2 at 11/10/2026 08:12",
    ],
  },
  {
    name: "failed",
    heads: [
      `[Your |Sorry, your |Sorry! Your ][bKash |Nagad |Upay |Rocket ]${ACT}[ request]${OF} {amount}[ (to|for|from) {party}][ (was|is|has|has been|could)] ${FAILED_END}.`,
      `[Your ][bKash |Nagad ]${ACT}[ request] (failed|unsuccessful|declined)[:|!].[ Amount:] {amount}[ (to|for|from|Receiver:|Customer:|Mobile:) {msisdn}].`,
      `[Dear Customer, ][Your ]{amount} ${ACT}[ (to|for|from) {msisdn}] (was|is|has|has been) ${FAILED_END}.`,
    ],
    tails: ["[ {skip}] @TRX[ @FEE][ @BAL][ @AT]", "[ {skip}][ @BAL][ @AT]$"],
    examples: [
      "Your Recharge request of Tk 35.00 for 01700000011 was unsuccessful. TrxID DAB1CDE2F3 at 11/10/2026 08:15.",
      "Cash Out of Tk 75.00 to 01700000012 failed.",
    ],
  },
  {
    // Without an amount; only where nothing follows that could be money on its way back.
    name: "failed",
    part: "bare",
    heads: [
      `[Sorry, |Sorry! |Dear Customer, ][Your |The ][bKash |Nagad |Upay |Rocket ]${ACT}[ request] (was |is |has |has been |could )${FAILED_END}[ due to [your ](insufficient|low|not enough) (balance|fund|funds)].`,
    ],
    tails: ["$", " Please try again[ later| after some time].$"],
    examples: ["Your transaction has failed. Please try again."],
  },
  {
    name: "reversed_credit",
    version: 3,
    heads: [
      `[Your |The ]${PAID_ACT}${OF} {amount} (to|for) {party} (has been|is|was) reversed[ to your (account|wallet)].`,
      `[Your |The ]${ACT}${OF} {amount} (has been|is|was) reversed to your (account|wallet).`,
      "{amount} sent to {party} (has been|is|was) reversed[ to your (account|wallet)].",
      "{amount} (has been|is|was) reversed([ and (credited|added)] (to|in|into) your [bKash |Nagad |Upay |Rocket ](account|wallet)| and (credited|added))[ from {party}].",
      "Reversal[:] {amount} (has been|is|was) (credited|added|returned) to your [bKash |Nagad |Upay |Rocket ](account|wallet)[ from {party}].",
    ],
    tails: ID_TAILS,
    examples: ["Send Money Tk 90.00 to 01700000013 has been reversed. Balance Tk 300.00. TrxID DAB1CDE2F4 at 11/10/2026 08:20"],
  },
  {
    name: "reversed_credit",
    part: "unsaid",
    heads: [
      `[Your |The ]${ACT}${OF} {amount}[ (to|for) {party}] (has been|is|was) reversed.`,
      "{amount} (has been|is|was) reversed[ from {party}].",
      "Reversal (received|successful|completed)[ of|.][ Amount:] {amount}[ from {party}].",
      "Your transaction[ @TRX] of {amount} (has been|is|was) reversed.",
    ],
    tails: ID_TAILS,
    unsaid: true,
    examples: ["Tk 90.00 has been reversed. Balance Tk 300.00. TrxID DAB1CDE2F4 at 11/10/2026 08:20"],
  },
  {
    name: "reversed_debit",
    heads: [
      "{amount} (has been|is|was) reversed from your [bKash |Nagad |Upay |Rocket ](account|wallet).",
      "{amount} received from {party} (has been|is|was) reversed.",
      "(Cash-In|Payment|Add Money) [of ]{amount} from {party} (has been|is|was) reversed.",
    ],
    tails: ID_TAILS,
    examples: ["Tk 90.00 received from 01700000013 has been reversed. Balance Tk 10.00. TrxID DAB1CDE2F5 at 11/10/2026 08:25"],
  },
  {
    name: "returned",
    heads: [
      `[Your |The ]reserved ${ACT}${OF} {amount}[ (to|for|by) {party}][ made on {dt}] has been ${CALLED_OFF}.`,
      "{amount} (has been|is|was) returned (to|in|into) your [bKash |Nagad |Upay |Rocket ](account|wallet)[ from {party}][ as {skip}].",
      "{amount} (has been|is|was) returned from {party}[ as {skip}].",
      "[Your ]reserved (amount|payment)[ of] {amount}[ for {party}] (has been|is|was) (released|returned).",
    ],
    tails: GIVEN_BACK_TAILS,
    version: 3,
    examples: ["Your reserved payment of Tk 12.00 to Sample Net has been cancelled. Balance Tk 66.08. TrxID DAB1CDE2F2 at 11/10/2026 08:10"],
  },
  {
    name: "returned",
    part: "added",
    heads: [`[Your |The ]${ACT}${OF} {amount}[ (to|for|by) {party}][ made on {dt}] has been ${CALLED_OFF}.`],
    tails: [" (Balance|Bal|Amount|Money) (is|has been|was) (added|returned|credited) to your [bKash |Nagad |Upay |Rocket ](account|wallet)."],
    examples: ["Your payment of Tk 12 by Sample Net made on 21/10/2026 14:05 has been cancelled. Balance is added to your account."],
  },
  {
    // What was called off may never have left.
    name: "returned",
    part: "unsaid",
    heads: [
      `[Your |The ]${ACT}${OF} {amount}[ (to|for|by) {party}][ made on {dt}] has been ${CALLED_OFF}.`,
      "{amount} (has been|is|was) returned[ as {skip}].",
    ],
    tails: GIVEN_BACK_TAILS,
    unsaid: true,
    examples: ["Payment of Tk 12.00 to Sample Net has been cancelled. Balance Tk 66.08. TrxID DAB1CDE2F2 at 11/10/2026 08:10"],
  },
  {
    name: "refund_received",
    version: 3,
    heads: [
      "You have received [a ]refund [of |for ]{amount}[ (from|by) {party}].",
      "[Your ][Payment ]Refund [of ]{amount} (from|by) {party}[ (is|was|has been)][ successfully][ (successful|received|completed|credited)].",
      "Refund (received |received of ){amount}[ from {party}].",
      "Refund {amount} from {party}.",
      "[Your ]Payment[ of] {amount} to {party} (has been|was|is) refunded[ to your account][ (by|from) {party}].",
      "[[Your ]Payment[ of] ]{amount} (has been|was|is) refunded( to your account[ (by|from) {party}]| (by|from) {party}).",
      "Your (payment|order) (to|at|for) {party} has been refunded. Amount: {amount}.",
    ],
    examples: ["You have received refund of Tk 45.00 from SAMPLE SHOP. Balance Tk 200.00. TrxID DAB1CDE2F6 at 12/10/2026 09:00"],
  },
  {
    name: "refund_received",
    part: "unsaid",
    heads: ["Refund {amount}.", "[[Your ]Payment[ of] ]{amount}[ to {party}] (has been|was|is) refunded."],
    unsaid: true,
    examples: ["Payment of Tk 45.00 has been refunded. Balance Tk 200.00. TrxID DAB1CDE2F6 at 12/10/2026 09:00"],
  },
  {
    name: "refund_sent",
    version: 2,
    heads: [
      `[Payment ]Refund${OF} {amount} to {party}${DONE}.`,
      "[You have ]refunded {amount} to {party}[ successfully].",
      "{amount} (has been|was) refunded to {party}.",
    ],
    examples: ["Refund of Tk 45.00 to 01700000014 successful. Fee Tk 0.00. Balance Tk 900.00. TrxID DAB1CDE2F7 at 12/10/2026 09:05"],
  },
];
