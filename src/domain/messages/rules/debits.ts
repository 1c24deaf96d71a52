import { DEBIT_TAILS, type LayoutRow } from "./build.ts";
import { ASKED_DONE as DONE, OF } from "./phrases.ts";

/** Money that goes out. */
export const DEBITS: readonly LayoutRow[] = [
  {
    name: "payment_reserved",
    heads: [`[Your ]Payment${OF} {amount} (is being|has been|is) (reserved|held|blocked) (for|by|at) {party}.`],
    examples: ["Payment of Tk 42.00 is being reserved for Sample Limited-1-RM40001. Balance Tk 18.94. TrxID DAB1CDE2H1 at 12/10/2026 12:00"],
  },
  {
    name: "recharge",
    version: 2,
    heads: [
      "[We have ][Your ](Received|Receive) [a ][your ][Mobile ](Recharge|Top-up) request[ of] {amount} (for|to) {party}.",
      `[Your ][bKash |Nagad |Upay |Rocket ][Mobile |Prepaid |Postpaid ](Recharge|Top-up|Airtime)[ request]${OF} {amount} (for|to) {party}${DONE}.`,
      "[Mobile ](Recharge|Top-up) (Successful|Request Received)[.|:][ Amount:] {amount} (for|to) {party}.",
      "You have [successfully ]recharged {amount} (to|for) {party}[ successfully].",
    ],
    tails: DEBIT_TAILS,
    examples: [
      "Received Recharge request of Tk 31.00 for 01700000021. Fee Tk 0.00. Balance Tk 28.17. TrxID DAB1CDE2H2 at 12/10/2026 12:10. Wait for confirmation.",
    ],
  },
  {
    name: "recharge_notice",
    heads: [
      "Your [bKash |Nagad |Upay |Rocket ][Mobile ](Recharge|Top-up)[ request][ of] {amount} (for|to) [ending ]{msisdn} (was|is|has been)[ successfully] (successful|completed|accepted|processed)",
      "[Your ][Mobile ](Recharge|Top-up)[ request][ of] {amount} (for|to) {msisdn} (was|is|has been)[ successfully] (successful|completed|processed)[!|.]",
    ],
    tails: [""],
    examples: ["Your bKash Mobile Recharge request of Tk 31.00 for 01700000021 was successful. Use the app."],
  },
  {
    name: "bill_paid",
    version: 4,
    heads: [
      "[Your ](Bill [has been ]successfully paid|(Bill Payment|Bill Pay|Pay Bill) [(is|was|has been) ](successful|completed)).[ {skip}] Biller: {party}[.]({line}| MMYYYY| Month| Contact| A/C| Account| Customer| Meter| Bill| SMS| Consumer)[{skip} ]Amount: {amount}.",
      "[Your ](Bill [has been ]successfully paid|(Bill Payment|Bill Pay|Pay Bill) [(is|was|has been) ](successful|completed)).[ {skip}] Biller: {party}[.] Amount: {amount}.",
      `[Your ](Bill Payment|Bill Pay|Pay Bill|Bill)${OF} {amount} (to|for|of) {party}[ (A/C|Account|Bill|Customer|Meter|Contact)[ No| Number| ID]: {code}]${DONE}.[ [Biller ](A/C|Account|Bill|Customer|Meter|Contact)[ No| Number| ID]: {code}.]`,
      "You have [successfully ]paid [a |your ][{skip} ]bill[ of] {amount} (to|for|of) {party}[ successfully].",
      "[Your ](Bill Payment|Bill Pay|Pay Bill) (to|for) {party}[ of {amount}] (is|was|has been) (successful|completed)[ of {amount}].[ Amount: {amount}].",
    ],
    needsOne: ["trx", "balance"],
    tails: DEBIT_TAILS,
    examples: [
      "Bill successfully paid.\nBiller: SAMPLEPre \nMMYYYY/Contact: 01700000022\nA/C: 78000000 \nAmount: Tk 50.00 \nFee: Tk 1.00 \nTrxID: DAB1CDE2H3 at 12/10/2026 12:20",
      "Bill Payment of Tk 60.00 to SAMPLE POWER successful. Fee Tk 0.00. Balance Tk 5.00. TrxID DAB1CDE2H3 at 12/10/2026 12:20",
    ],
  },
  {
    name: "b2b_sent",
    heads: [
      `B2B [Transfer |Payment ][Sent ]${OF} {amount} to {party}${DONE}.`,
      "You have [sent|made] [a ]B2B [transfer ][of ]{amount} to {party}[ successfully].",
    ],
    examples: ["B2B Transfer Tk 200.00 to 01700000023 successful. Fee Tk 0.00. Balance Tk 71.24. TrxID DAB1CDE2H4 at 12/10/2026 12:30"],
  },
  {
    name: "bank_out",
    version: 3,
    heads: [
      `(bKash|Nagad|Upay|Rocket|Merchant|Wallet) to (Bank|Card)${OF} {amount} (to|in|into|for) {party}${DONE}.`,
      `(bKash to Bank|Nagad to Bank|Upay to Bank|Rocket to Bank|Transfer to Bank|Wallet to Bank|Send Money to Bank|Bank Transfer|Fund Transfer|Transfer Money|Money Transfer|Transfer)${OF} {amount} (to|in|into) {party}${DONE}.`,
      "You have [successfully ]transferred {amount} (to|from {skip} to) {party}[ successfully].",
      `[Congratulations! |Congrats! ](Savings|DPS|Deposit|FDR)[ deposit| instalment| installment][ payment]${OF} {amount} to {party}${DONE}.`,
      "{amount} [(has been|was|is) ](deducted|debited) (for|as) [your |the ][weekly |monthly ][savings |DPS ](deposit|instalment|installment) (in|to|with|of) {party}[ (via|by|from your) {skip}].",
    ],
    tails: DEBIT_TAILS,
    examples: ["bKash to Bank Tk 900.00 to Sample Bank A/C ***221 successful. Fee Tk 9.00. Balance Tk 1.24. TrxID DAB1CDE2H5 at 12/10/2026 12:40"],
  },
  {
    name: "loan_paid",
    heads: [
      `[Your ][Digital ]Loan[ repayment| payment| instalment| installment| EMI]${OF} {amount} (to|for) {party}${DONE}.`,
      `[Your ][Digital ]Loan (repayment|payment|instalment|installment|EMI)${OF} {amount}${DONE}.`,
      "{amount} (has been|was|is) (deducted|paid|repaid) (for|against|as) [your ]loan[ (repayment|of|to) {party}].",
    ],
    examples: ["Loan repayment of Tk 110.00 to Sample Bank successful. Balance Tk 31.24. TrxID DAB1CDE2H6 at 12/10/2026 12:50"],
  },
  {
    name: "cash_out_atm",
    version: 3,
    heads: [
      `ATM[ Booth] Cash-Out${OF} {amount}[ (via|from|through|using|at) {party}]${DONE}.`,
      `[Money/ |Money ]Cash-Out[ (via|from|through|using|at) {skip}ATM[ Booth]]${OF} {amount}[ (via|from|through|using|at) {skip}ATM[ Booth][{skip}]]${DONE}.`,
    ],
    tails: [" @TAIL"],
    needsOne: ["fee", "balance"],
    examples: ["Cash Out Tk 2,000.00 from Sample ATM successful. Fee Tk 29.80. Balance Tk 41.24. TrxID DAB1CDE2H7 at 12/10/2026 13:00"],
  },
  {
    name: "cash_out_to",
    heads: [
      `[Money/ |Money ]Cash-Out[ (via|using|by|through) {skip}]${OF} {amount} to [(Agent|Uddokta|A/C)[:| -] ]{party}${DONE}.`,
      "You have [successfully ](cashed out|withdrawn) {amount} (to|at|from) {party}[ successfully].",
      // From an agent: the customer's own words; from a customer's number they are the agent's.
      `Cash-Out${OF} {amount} from (Agent|Uddokta)[:| -] {party}${DONE}.`,
    ],
    version: 3,
    tails: DEBIT_TAILS,
    examples: [
      "Cash Out Tk 400.00 from agent 01700000024 successful. Fee Tk 7.40. Balance Tk 8.82. TrxID DAB1CDE2H8 at 12/10/2026 13:10",
      "Cash Out Tk 400.00 to 01700000024 successful. Fee Tk 7.40. Balance Tk 8.82. TrxID DAB1CDE2H8 at 12/10/2026 13:10. Cashback 50 on 25,000 CashOut",
    ],
  },
  {
    name: "cash_out_from",
    version: 2,
    heads: [`Cash-Out${OF} {amount} from [(Customer|A/C)[:| -] ]{phone}${DONE}.`],
    examples: ["Cash Out Tk 785.00 from 01700000025 successful. Fee Tk 0.00. Balance Tk 1,710.33. TrxID DAB1CDE2I1 at 12/10/2026 13:20"],
  },
  {
    name: "cash_in_to",
    heads: [`[Money/ |Money ]Cash-In${OF} {amount} to [(Customer|A/C)[:| -] ]{party}${DONE}.`],
    examples: ["Cash In Tk 1,000.00 to 01700000026 successful. Balance Tk 50.00. TrxID DAB1CDE2I2"],
  },
  {
    name: "send_money",
    version: 2,
    heads: [
      `(Group Send Money|Send Money|Money Sent|Sent)[ Successful.| successfully.][ Amount:]${OF} {amount} to [A/C]: {party}${DONE}.`,
      "You have [successfully ](sent|transferred)[ money] {amount} to {party}[ successfully].",
      "{amount} [(has been|is|was) ][successfully ](sent|transferred) to [A/C]: {party}[ successfully].",
    ],
    tails: DEBIT_TAILS,
    examples: ["Send Money Tk 51.00 to 01700000027 successful. Ref Sam. Fee Tk 5.00. Balance Tk 79.65. TrxID DAB1CDE2I3 at 12/10/2026 13:30"],
  },
  {
    name: "payment_sent",
    version: 2,
    heads: [
      `[Your |Make ][Merchant |Online |QR |E-commerce |Auto ](Payment|Pay|Donation)${OF} {amount} (to|at) {party}${DONE}.`,
      "You have [successfully ](paid|made payment of|made a payment of) {amount} (to|at) {party}[ successfully].",
      `[Your ][Merchant |Online |QR ]Payment to {party}${OF} {amount}${DONE}.`,
      "{amount} (has been |was |is )[successfully ]paid to {party}.",
      `{amount} [Merchant ]Payment (to|at) {party}${DONE}.`,
    ],
    tails: DEBIT_TAILS,
    examples: ["Payment Tk 10.00 to SAMPLE BANGLADESH LTD-RM60001 is successful. Balance Tk 61.81. TrxID DAB1CDE2I4 at 12/10/2026 13:40"],
  },
  {
    // Without a word that says it is done: only with the fee, which a failure does not print.
    name: "send_money",
    part: "plain",
    heads: [`(Group Send Money|Send Money|Money Sent|Sent)${OF} {amount} to [A/C]: {party}.`],
    tails: DEBIT_TAILS,
    needsOne: ["fee"],
    examples: ["Send Money Tk 51.00 to 01700000027. Fee Tk 5.00. Balance Tk 79.65. TrxID DAB1CDE2I3 at 12/10/2026 13:30"],
  },
  {
    name: "payment_sent",
    part: "plain",
    heads: [`[Your |Make ][Merchant |Online |QR |E-commerce |Auto ](Payment|Pay|Donation)${OF} {amount} (to|at) {party}.`],
    tails: DEBIT_TAILS,
    needsOne: ["fee"],
    examples: ["Make Payment of Tk 10.00 to SAMPLE LTD. Fee Tk 0.00. Balance Tk 61.81. TrxID DAB1CDE2I4 at 12/10/2026 13:40"],
  },
  {
    name: "balance",
    heads: [
      "[Dear Customer, ][Your ][(current|available|bKash|Nagad|Upay|Rocket|account|wallet|main) ][(account|wallet|current|available) ](balance|bal)[ is|:] {balance}.[ (as on|as of|at|on)[:] {dt}]",
      "[Your ](account|A/C|wallet)[ No]: {number} balance[ is|:] {balance}.[ (as on|as of|at|on)[:] {dt}]",
    ],
    tails: ["$", " @TRX[ @AT]"],
    examples: ["Your bKash account balance is Tk 12.50."],
  },
];
