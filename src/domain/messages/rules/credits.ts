import type { LayoutRow } from "./build.ts";
import { DONE, OF } from "./phrases.ts";

/** Money that comes in. */
export const CREDITS: readonly LayoutRow[] = [
  {
    name: "b2b_received",
    heads: [
      "You have received [a ]B2B [(transfer|payment|fund) ][of ]{amount} from {party}.",
      `B2B [Transfer ][Received ]${OF} {amount} from {party}${DONE}.`,
      "B2B (received|receive)[ of|:] {amount} from {party}.",
    ],
    examples: [
      "You have received B2B Tk 4,000.00 from 01700000015. Balance Tk 9,000.00. TrxID DAB1CDE2G1 at 12/10/2026 10:00",
      "B2B Transfer of Tk. 30.00 from 01700000015 is successful. Balance Tk. 70.00. TrxID 01ABCDE2G1 at 12/10/2026 10:00.",
    ],
  },
  {
    name: "remittance",
    heads: [
      "You have received [a |Foreign |Inward ]Remittance[ of|:| amount] {amount}[ (from|via|through) {party}].[ [Including ](Govt|Government|Gov). [cash ](incentive|bonus)[ of|:] {extra}[ (has been|is|was)][ added].]",
      "Remittance[ of] {amount} (received from|from|via) {party}[ (is |was )(successful|received)].[ [Including ](Govt|Government|Gov). [cash ](incentive|bonus)[ of|:] {extra}[ (has been|is|was)][ added].]",
    ],
    examples: ["You have received Remittance of Tk 7,000.00 from SAMPLE UNION. Govt. incentive Tk 175.00 added. Balance Tk 8,000.00. TrxID 5M4N3P2Q."],
  },
  {
    name: "deposit",
    heads: [
      "You have received [a ]deposit [of ]{amount} from {party}.",
      "You have received [a ]deposit from {skip} of {amount} from {party}.",
      "You have received [a ]deposit from {party} of {amount}.",
      `Add Money${OF} {amount}[ from {party}]${DONE}.`,
      `Add Money from {party}${OF} {amount}${DONE}.`,
      "{amount} (has been )added to your [bKash |Nagad |Upay |Rocket ](account|wallet)[ from {party}].",
    ],
    examples: [
      "You have received a deposit of Tk 700.00 from Sample Bank Account. Fee Tk 0.00. Balance Tk 840.34. TrxID DAB1CDE2G2 at 12/10/2026 10:10",
      "Add Money of Tk. 700.00 from Sample Card is successful. Balance Tk. 840.34. TrxID 01ABCDE2G2 at 12/10/2026 10:10.",
    ],
  },
  {
    name: "cashback",
    heads: [
      "[Congratulations! |Congrats! ]You (have|'ve) received [a ][instant ]cashback[ bonus][ of| worth|:] {amount}[ (from|by) {party}][ (for|on|against) {skip}].",
      "[Congratulations! |Congrats! ]You (have|'ve) received {amount} [instant ](cashback|bonus|reward)[ (from|by) {party}][ (for|on|against) {skip}].",
      "Cashback[ of] {amount}[ (has been|is)] (received|credited|added)[ (to|in) your [bKash |Nagad |Upay |Rocket ](account|wallet)][ (for|on|against) {skip}].",
    ],
    tails: ["[ @BAL] @TRX[ @BAL][ @AT]", "[ @BAL][ @AT]$"],
    needsOne: ["trx", "balance", "dt"],
    examples: ["You have received cashback of Tk 15.00 for Payment. Balance Tk 90.00. TrxID DAB1CDE2G3 at 12/10/2026 10:20"],
  },
  {
    name: "loan_received",
    heads: [
      "You have received [a |Digital |Nano ](loan|credit)[ amount][ of] {amount}[ from {party}].",
      "[Your ]loan[ of] {amount}[ from {party}] (has been|is|was) (disbursed|credited|added|successful)[ to your account].",
    ],
    examples: ["You have received loan of Tk 500.00 from Sample Bank. Balance Tk 700.00. TrxID DAB1CDE2G4 at 12/10/2026 10:30"],
  },
  {
    name: "payment_received",
    heads: [
      "You have received [a |merchant ]payment[ of|:] {amount} from {party}.",
      "[Merchant |QR |Online ]Payment[ of] {amount}[ (has been|is|was)][ successfully] received from {party}.",
      "(Received|Receive)[ a| merchant] Payment[ of] {amount} from {party}.",
      "[Merchant ]Payment Received[.|:| of][ Amount:] {amount} from {party}.",
      "You have received {amount} [as ](payment|merchant payment) from {party}.",
    ],
    examples: ["You have received payment Tk 65.00 from 01700000016. Ref 881. Fee Tk 0.00. Balance Tk 165.00. TrxID DAB1CDE2G5 at 12/10/2026 10:40"],
  },
  {
    name: "cash_out_from",
    part: "received",
    heads: ["You have received Cash-out[ of] {amount} from {party}.", "Cash-Out Received[.|:| of][ Amount:] {amount} from {party}."],
    examples: ["You have received Cash-out of Tk. 640.00 from 01700000017. Comm: TK. 2.6208. Balance Tk. 900.82. TrxID 01ABCDE2G6 at 12/10/2026 10:50."],
  },
  {
    name: "cash_in_from",
    heads: [
      `[Money/ |Money ]Cash-In${OF} {amount} from [(Agent|Uddokta|A/C)[:| -] ]{party}${DONE}.`,
      "You have received Cash-In[ of] {amount} from [Agent ]{party}.",
      "Cash-In Received[.|:| of][ Amount:] {amount} from {party}.",
    ],
    examples: [
      "Cash In Tk 350.00 from 01700000018 successful. Fee Tk 0.00. Balance Tk 450.90. TrxID DAB1CDE2G7 at 12/10/2026 11:00. Download App: https://example.test/app",
    ],
  },
  {
    name: "receive",
    heads: [
      "You have (received|recieved) [send money |money |a sum of |fund ][of ]{amount} from {party}.",
      "Your [bKash |Nagad |Upay |Rocket ](wallet|account) has received {amount} from {party}.",
      "[(Money|Send Money) ]Received[.|:][ Amount:][ of] {amount} from {party}.",
      "{amount} [(has been|is|was) ]received from [A/C]: {party}.",
      "[Send ]Money Received {amount} from {party}.",
    ],
    examples: [
      "You have received Tk 1,172.00 from 01700000019. Ref for rent. Fee Tk 0.00. Balance Tk 2,329.00. TrxID DAB1CDE2G8 at 12/10/2026 11:10",
      "Tk. 25.90 has been received from 01700000019... TrxID 01ABCDE2G8",
    ],
  },
  {
    name: "receive",
    part: "short",
    heads: ["You have received {amount} from {msisdn}.", "Received {amount} from {msisdn}.", "{amount} [(has been|is|was) ]received from [A/C]: {msisdn}."],
    tails: ["$"],
    examples: ["You have received Tk 99.00 from 01700000020"],
  },
  {
    name: "payment_received",
    part: "short",
    heads: [
      "You have received [a |merchant ]payment[ of|:] {amount} from {msisdn}.",
      "[Merchant ]Payment[ of] {amount}[ (has been|is|was)] received from {msisdn}.",
      "Received Payment[ of] {amount} from {msisdn}.",
    ],
    tails: ["$"],
    examples: ["You have received payment Tk 99.00 from 01700000020"],
  },
];
