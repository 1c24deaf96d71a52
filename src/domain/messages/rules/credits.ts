import type { LayoutRow } from "./build.ts";
import { DONE, OF } from "./phrases.ts";

/** What a firm or an office pays out; the wallet sees money from a name. */
const GRANT = "(Salary|Stipend|Allowance|Disbursement|Grant)";

/** Some texts leave the middle word out, or shorten it. */
const YOU = "You[ have|'ve]";
/** Another wallet that pays through the national switch. */
const SWITCH = "(bKash|Nagad|Rocket|Upay|Cellfin|Tap) [A/C[:] ]{msisdn} through NPSB.";

/** Money that comes in. */
export const CREDITS: readonly LayoutRow[] = [
  {
    name: "b2b_received",
    version: 3,
    heads: [
      `${YOU} received [a ]B2B [(transfer|payment|fund) ][of ]{amount} from {party}.`,
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
    version: 2,
    heads: [
      // The total holds the incentive already, so that is no second credit.
      "You have received [a |Foreign |Inward ]Remittance. (Total|Total amount|Amount)[:] {amount}.[ (Govt|Government|Gov). [cash ](incentive|bonus)[ of|:] {money}.]",
      "Remittance [fund ]withdrawal from {party} (is|was) successful. (Total|Total amount|Amount)[:] {amount}.",
      "You have received [a |Foreign |Inward ]Remittance[ of| amount] {amount}[ (from|via|through) {party}].[ [Including ](Govt|Government|Gov). [cash ](incentive|bonus)[ of|:] {extra}[ (has been|is|was)][ added].]",
      "You have received {amount} as [a |Foreign |Inward ]Remittance[ (from|via|through) {party}].",
      "Remittance[ of] {amount} (received from|from|via) {party}[ (is |was )(successful|received)].[ [Including ](Govt|Government|Gov). [cash ](incentive|bonus)[ of|:] {extra}[ (has been|is|was)][ added].]",
    ],
    examples: [
      "You have received Remittance of Tk 7,000.00 from SAMPLE UNION. Govt. incentive Tk 175.00 added. Balance Tk 8,000.00. TrxID 5M4N3P2Q.",
      "You have received remittance.\nTotal: Tk 1,025.00\nGovt. incentive: Tk 25.00\nTrxID DAB1CDE2G1 at 12/10/2026 10:05.",
    ],
  },
  {
    name: "deposit",
    version: 2,
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
      "[Congratulations! |Congrats! ]You (have received|'ve received|got|have got|have earned|earned) {amount} [instant ](cashback|bonus|reward)[ (from|by) {party}][ (for|on|against) {skip}].",
      "Cashback[ of] {amount}[ (has been|is)] (received|credited|added)[ (to|in) your [bKash |Nagad |Upay |Rocket ](account|wallet)][ (for|on|against) {skip}].",
    ],
    version: 2,
    tails: ["[ @BAL] @TRX[ @BAL][ @AT][ @BAL]", "[ @BAL][ @AT]$"],
    needsOne: ["trx", "balance", "dt"],
    examples: ["You have received cashback of Tk 15.00 for Payment. Balance Tk 90.00. TrxID DAB1CDE2G3 at 12/10/2026 10:20"],
  },
  {
    name: "cashback",
    part: "as",
    heads: ["You have received {amount} as [your |a ](Commission|Incentive|Bonus|Reward|Cashback|Interest) from {party}."],
    examples: ["You have received Tk 51.00 as Commission from DM1001. Fee Tk 0.00. Balance Tk 251.00. TrxID DAB1CDE2G3 at 12/10/2026 10:22"],
  },
  {
    name: "interest",
    heads: [
      "Apni (bKash|Nagad|Upay|Rocket)-(e|te) {amount} Interest (peyechhen|peyechen|peyesen).",
      "You have received [an |savings ]interest[ of|:] {amount}[ (from|by) {party}][ for {skip}].",
    ],
    needsOne: ["trx", "balance"],
    examples: ["Apni bKash-e Tk 1.50 Interest peyechhen. Fee Tk 0.15. Balance Tk 234.56. TrxID DAB1CDE2G3 at 12/10/2026 10:24. Helpline 16247"],
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
    version: 3,
    heads: [
      `${YOU} received [a |merchant ]payment[ of|:] {amount} from {party}.[ @COUNTER]`,
      "[Merchant |QR |Online ]Payment[ of] {amount}[ (has been|is|was)][ successfully] received from {party}.[ @COUNTER]",
      "(Received|Receive)[ a| merchant] Payment[ of] {amount} from {party}.[ @COUNTER]",
      "[Merchant ]Payment Received[.|:| of][ Amount:] {amount} from {party}.[ @COUNTER]",
      `${YOU} received {amount} [as ](payment|merchant payment) from {party}.[ @COUNTER]`,
    ],
    examples: ["You have received payment Tk 65.00 from 01700000016. Fee Tk 0.00. Balance Tk 165.00. TrxID DAB1CDE2G5 at 12/10/2026 10:40"],
  },
  {
    name: "cash_out_from",
    part: "received",
    version: 2,
    heads: [`${YOU} received Cash-out[ of] {amount} from {party}.`, "Cash-Out Received[.|:| of][ Amount:] {amount} from {party}."],
    examples: ["You have received Cash-out of Tk. 640.00 from 01700000017. Comm: TK. 2.6208. Balance Tk. 900.82. TrxID 01ABCDE2G6 at 12/10/2026 10:50."],
  },
  {
    name: "cash_in_from",
    version: 4,
    heads: [
      `[Money/ |Money ]Cash-In${OF} {amount} from [(Agent|Uddokta|A/C)[:| -] ]{party}${DONE}.`,
      `${YOU} received Cash-In[ of] {amount} from [Agent ]{party}.`,
      "Cash-In Received[.|:| of][ Amount:] {amount} from {party}.",
      `Cash-In from [(Agent|Uddokta|A/C)[:| -] ]{phone} {amount}${DONE}.`,
    ],
    examples: [
      "Cash In Tk 350.00 from 01700000018 successful. Fee Tk 0.00. Balance Tk 450.90. TrxID DAB1CDE2G7 at 12/10/2026 11:00. Download App: https://bKa.sh/8app",
    ],
  },
  {
    name: "receive",
    version: 4,
    heads: [
      `${YOU} (received|recieved) {amount} from ${SWITCH}`,
      `${YOU} (received|recieved) [(send money|money|a sum|fund|[your |a ]${GRANT}) [of ]]{amount} from {party}.`,
      "Your [bKash |Nagad |Upay |Rocket ](wallet|account) has received {amount} from {party}.",
      "Your [bKash |Nagad |Upay |Rocket ](wallet|account) has been credited[ (with|by|for)] {amount} from {phone}.",
      `[(Money|Send Money|${GRANT}) ]Received[.|:][ Amount:][ of] {amount} from {party}.`,
      `${GRANT}[ of] {amount}[ (has been|is|was)] received from {party}.`,
      "{amount} [(has been|is|was) ]received from [A/C]: {party}.",
      "[Send ]Money Received {amount} from {party}.",
      "[Send ]Money Received from [A/C]: {party}. (Amount|Amt): {amount}.",
    ],
    examples: [
      "You have received Tk 1,172.00 from 01700000019. Fee Tk 0.00. Balance Tk 2,329.00. TrxID DAB1CDE2G8 at 12/10/2026 11:10",
      "You received Tk 50.00 from Nagad 0133XXX6909 through NPSB. Fee Tk 0.00. Balance Tk 349.71. TrxID DAB1CDE2G8 at 12/10/2026 11:12.",
      "Tk. 25.90 has been received from 01700000019... TrxID 01ABCDE2G8",
    ],
  },
  {
    name: "receive",
    part: "short",
    version: 3,
    heads: [`${YOU} received {amount} from {phone}.`, "Received {amount} from {phone}.", "{amount} [(has been|is|was) ]received from [A/C]: {phone}."],
    tails: ["$"],
    examples: ["You have received Tk 99.00 from 01700000020"],
  },
  {
    name: "payment_received",
    part: "short",
    version: 3,
    heads: [
      `${YOU} received [a |merchant ]payment[ of|:] {amount} from {phone}.`,
      "[Merchant ]Payment[ of] {amount}[ (has been|is|was)] received from {phone}.",
      "Received Payment[ of] {amount} from {phone}.",
    ],
    tails: ["$"],
    examples: ["You have received payment Tk 99.00 from 01700000020"],
  },
];
