/**
 * Nagad: a heading, then labelled fields. The order of the labels differs between years; line breaks are often lost,
 * which glues a value to the next label (the fragments cut there).
 */
import type { LayoutRow } from "./build.ts";

const NUMBER_LABEL =
  "(Sender|Receiver|Recipient|Customer|Uddokta|Agent|Mobile|Mobile No|Number|Merchant|Account No|Account|Contact|From|To|Counter)[ No|. No| Number| A/C]";
const AFTER = "[ (Operator|Type|Counter|Counter No|Month|Bill Month|Outlet|Store|Package|Via)>[ No]: {skip}]";
/** The same of what came: which way it took is one of the few that Nagad prints, for any other word could say what became of it. */
const CAME_AFTER = "[ (Counter No|Counter): {code}| (Type|Via): (Bangla QR|Nagad QR|QR|Online|App|USSD)| (Outlet|Store)>[ No]: {skip}]";
const NAMED =
  " (Amount|Amt): {amount}. [(Merchant|Biller|Bill|Receiver|Recipient|Sender|Customer|Outlet|Store|Shop|Bank|Card|To|From|Account|Account No|A/C|Agent)[ Name| No| A/C]: {party}.]";
const NUMBERED = `[ ${NUMBER_LABEL}: {phone}.] (Amount|Amt): {amount}.[ @FEE][ ${NUMBER_LABEL}: {msisdn}.]${AFTER}`;
const TAILS = [" @TAIL", " @TIMED", " @BARE"] as const;
const OK = "[ (is|was|has been|are)] (Successful|Successfully Completed|Success|Completed|Done)";
/** What a shop's own checkout gave out; with it the order is found. */
const NUMBER_OF_IT = "Invoice[ No| Number| ID]: (N/A|{invoice}).";
const INVOICE = `[ ${NUMBER_OF_IT}]`;
/** The same two for payments to a shop: the number of its invoice stands before or behind the amount. */
const invoiced = (title: string): readonly string[] => [
  `${title}. ${NUMBER_OF_IT}${NUMBERED}`,
  `${title}.${NUMBERED}${INVOICE}`,
  `${title}.${NAMED}${INVOICE}`,
];
const heads = (title: string): readonly string[] => [`${title}.${NUMBERED}`, `${title}.${NAMED}`];
/** Of what came: nobody receives it but the owner. */
const came = (all: readonly string[]): readonly string[] =>
  all.map((head) => head.replace(AFTER, CAME_AFTER).replaceAll(/\|Receiver\|Recipient|\|To(?=[|)])/g, ""));
const cameHeads = (title: string): readonly string[] => came(heads(title));
const FROM_FIRST = ". (From|Bank|Card|Source|To|Bank Name)[ A/C]: {party} (Amount|Amt): {amount}.";

/** Nagad's layouts, failures first. */
export const NAGAD: readonly LayoutRow[] = [
  {
    name: "failed",
    version: 3,
    heads: heads(
      `[Your ](Cash-Out|Cash-In|Send Money|Payment|Mobile Recharge|Recharge|Bill Payment|Bill Pay|Add Money|B2B Transfer|Transfer|Merchant Payment)[ (from|to|via|by) (Bank|Card|ATM|Visa|Mastercard)][ Request][ (has|is|was|has been)] (Failed|Unsuccessful|Not Successful|Declined|Cancelled)`,
    ),
    tails: ["[ {skip}] @TAIL", "[ {skip}][ @AT]$"],
    examples: ["Cash Out Failed. Amount: Tk 50.00 Uddokta: 01700000031 TxnID: 7AB1CD2E 12/10/2026 10:00"],
  },
  {
    name: "refund_received",
    version: 4,
    heads: [
      ...heads("[Payment |Money ]Refund[ (is|was|has been)][ Successfully] Received"),
      "[Your ]Payment to '{party}' (is|has been|was) Refunded. Amount: {amount}.",
      "[Payment |Money ]Refund (from|by) {party}[.|:] (Amount|Amt): {amount}.",
    ],
    tails: TAILS,
    examples: [
      "Refund Received.\nAmount: Tk 20.00\nMerchant: Sample Shop\nTxnID: 7AB1CD2F\nBalance: Tk 90.00\n12/10/2026 10:01",
      "Refund from Sample Shop\nAmount: Tk 39\nTrnxID: 7AB1CD2F\nBalance:TK 67.70\n12/10/2026 10:01",
    ],
  },
  {
    name: "refund_received",
    part: "unsaid",
    heads: heads("[Payment |Money ](Refund|Refunded)[ (is|was|has been)][ Successfully][ (Successful|Completed)]"),
    tails: TAILS,
    unsaid: true,
    examples: ["Refund Successful. Amount: Tk 20.00 Merchant: Sample Shop TxnID: 7AB1CD2F Balance: Tk 90.00 12/10/2026 10:01"],
  },
  {
    // Back to the owner, or back from him.
    name: "reversed_credit",
    version: 3,
    unsaid: true,
    heads: heads(
      "[Your ][Transaction |Money |Payment |Cash-Out |Send Money ](Reversal|Reversed)[ (is|was|has been)][ Successfully][ (Received|Successful|Completed|Reversed)]",
    ),
    tails: TAILS,
    examples: ["Transaction Reversed. Amount: Tk 20.00 TxnID: 7AB1CD2G Balance: Tk 90.00 12/10/2026 10:02"],
  },
  {
    name: "money_received",
    version: 5,
    heads: [
      ...cameHeads("Money Received"),
      // An office names itself; without that the word could stand where cashback or a refund did.
      "(Salary|Stipend|Allowance|Disbursement|Grant) Received. (Amount|Amt): {amount}. (From|Sender)[ Name]: {party}.",
      "(Salary|Stipend|Allowance|Disbursement|Grant) Received. (From|Sender)[ Name]: {party}. (Amount|Amt): {amount}.",
      // The bare word only with the payer's number: another word may have been lost before it.
      "Received. (Amount|Amt): {amount}. (Sender|Customer|From)[ No| Number]: {phone}.",
      "Received. (Sender|Customer|From)[ No| Number]: {phone}. (Amount|Amt): {amount}.",
      "You have received money[ from {party}]. Amount: {amount}.[ Sender: {msisdn}.]",
    ],
    tails: TAILS,
    examples: [
      "Money Received. Amount: Tk 10.00 Sender: 01700000032 Ref: N/A TxnID: 7AB1CD2H Balance: Tk 34.49 12/10/2026 10:03",
      "Money Received.\nAmount: Tk 64.00\nSender: 01700000032\nRef: office rent\nTxnID: 7AB1CD2H\nBalance: Tk 91.70\n12/10/2026 10:03",
    ],
  },
  {
    name: "cash_in_received",
    version: 3,
    heads: cameHeads("Cash-In Received"),
    tails: TAILS,
    examples: ["Cash In Received. Amount: Tk 100.00 Uddokta: 01700000033 TxnID: 7AB1CD2I Balance: 117.16 12/10/2026 10:04"],
  },
  {
    name: "cash_in_sent",
    version: 2,
    heads: heads(`Cash-In[ to Customer]${OK}`),
    tails: TAILS,
    examples: ["Cash In Successful.Amount: Tk 300.00 Customer: 01700000034 TxnID: 7AB1CD2J Comm: Tk 1.23 Balance: Tk 980.99 12/10/2026 10:05"],
  },
  {
    name: "cash_out_received",
    version: 3,
    heads: cameHeads("Cash-Out Received"),
    tails: TAILS,
    examples: ["Cash Out Received.Amount: Tk 2100.00Customer: 01700000035TxnID: 7AB1CD2KComm: Tk 8.61Balance: Tk 60110.8112/10/2026 10:06"],
  },
  {
    name: "cash_out_sent",
    version: 3,
    heads: heads(`Cash-Out[ (from|via|using|at) {words}]${OK}`),
    tails: TAILS,
    examples: ["Cash Out Successful. Amount: Tk 200.00 Uddokta: 01700000036 Fee: Tk 2.30 TxnID: 7AB1CD2L Balance: Tk 211.56 12/10/2026 10:07"],
  },
  {
    // The bare heading: money out until something proves the contrary, so that it never pays an order.
    name: "cash_out_sent",
    part: "bare",
    version: 2,
    heads: heads("Cash-Out"),
    tails: [" @TAIL"],
    needsOne: ["fee"],
    examples: ["Cash Out. Amount: Tk 100.00 Charge: Tk 1.15 Balance: Tk 298.25 TxnID: 7AB1CD2L 12/10/2026 10:07"],
  },
  {
    name: "b2b_sent",
    version: 2,
    heads: heads(`B2B[ Transfer| Send| Sent| Payment]${OK}`),
    tails: TAILS,
    examples: ["B2B Transfer Successful. Amount: Tk 300.00 Receiver: 01700000037 TxnID: 7AB1CD2M Balance: Tk 462.02 12/10/2026 10:08"],
  },
  {
    name: "b2b_received",
    version: 3,
    heads: cameHeads("B2B[ Transfer| Payment| Money] Received"),
    tails: TAILS,
    examples: ["B2B Received. Amount: Tk 300.00 Sender: 01700000038 TxnID: 7AB1CD2N Balance: Tk 202.72 12/10/2026 10:09"],
  },
  {
    name: "payment_received",
    version: 6,
    heads: [
      ...came(invoiced("[(Merchant|QR|Online|Bangla QR) ]Payment[ - (Bangla QR|Nagad QR|QR|Online|App)|s][ has been][ Successfully] Received")),
      "Merchant (Pay|Payment). (Amount|Amt): {amount}. (From|Sender|Customer|Payer)[ No| Number]: {msisdn}.",
    ],
    tails: TAILS,
    examples: [
      "Payment Received. Amount: Tk 80.00 Customer: 01700000039 TxnID: 7AB1CD2O Balance: Tk 120.00 12/10/2026 10:10",
      "Payment Received.\nAmount: Tk 80.00\nCustomer: 01700000039\nInvoice: SHOP-881\nTxnID: 7AB1CD2O\nBalance: Tk 120.00\n12/10/2026 10:10",
      "Payment - Bangla QR Successfully Received. \n Amount: Tk 1.50 \n Txn ID: 7AB1CD2O",
    ],
  },
  {
    name: "payment_sent",
    version: 3,
    heads: [
      ...invoiced(`[Your ][(Merchant|QR|Online|Bangla QR|E-commerce|Ecom) ](Payment|Pay)${OK}`),
      `[Your ][(Merchant|QR|Online|Bangla QR) ]Payment to '{party}'${OK}. (Amount|Amt): {amount}.${INVOICE}`,
      `[Your ][(Merchant|QR|Online) ]Payment${OK}. (To|Merchant|Outlet|Shop|Store)[ Name]: {party} (Amount|Amt): {amount}.`,
      `[Your ][(Merchant|QR|Online) ]Payment (to|at) '{party}'[.] (Amount|Amt): {amount}.`,
    ],
    tails: TAILS,
    examples: [
      "Payment to 'Sample.com-Shop' is Successful.\nAmount: Tk  70.00\nTxnID: 7AB1CD2P\nBalance: Tk 91.86\n12/10/2026 10:11",
      "Payment Successful.\nAmount: Tk 70.00\nMerchant: Sample Shop\nTxnID: 7AB1CD2P\nBalance: Tk 91.86\n12/10/2026 10:11",
    ],
  },
  {
    name: "send_money",
    version: 2,
    heads: heads("(Send Money|Money Sent|Money Transfer)[ (is|was|has been)][ (Successful|Successfully|Sent|Completed)]"),
    tails: TAILS,
    examples: [
      "Send Money Successful.\nAmount: Tk 66.00\nReceiver: 01700000041\nRef: lunch\nFee: Tk 5.00\nTxnID: 7AB1CD2Q\nBalance: Tk 13.70\n12/10/2026 10:12",
    ],
  },
  {
    name: "add_money",
    version: 3,
    heads: [
      `Add Money[ (from|via|by|through) (Bank|Card|Visa|Mastercard|{words})]${OK}${FROM_FIRST}`,
      `Add Money[ Received]${FROM_FIRST}`,
      ...heads(`Add Money[ (from|via|by) {words}](${OK}| Received)`),
    ],
    tails: TAILS,
    examples: ["Add Money from Bank is Successful.\nFrom: Sample Bank PLC.\nAmount: Tk 34.0\nTxnID: 7AB1CD2R\nBalance: Tk 34.00\n12/10/2026 10:13"],
  },
  {
    name: "bank_out",
    version: 3,
    heads: [
      ...heads(`(Transfer to Bank|Nagad to Bank|Bank Transfer|Fund Transfer|Send Money to Bank|Money Transfer to Bank|Transfer Money|Transfer)${OK}`),
      `(Transfer to Bank|Nagad to Bank|Bank Transfer|Fund Transfer|Transfer to {words})${OK}. (Bank|To|Bank Name): {party} (A/C|Account|Account No|Card)[ No]: {number}. (Amount|Amt): {amount}.`,
      `(Transfer to Bank|Nagad to Bank|Bank Transfer|Fund Transfer|Transfer to {words})${OK}${FROM_FIRST}`,
    ],
    tails: TAILS,
    examples: ["Transfer to Bank is Successful. To: Sample Bank Amount: Tk 40.00 Fee: Tk 1.00 TxnID: 7AB1CD2S Balance: Tk 3.00 12/10/2026 10:14"],
  },
  {
    name: "bill_request",
    version: 2,
    heads: [
      "Your (request|payment request) for {skip} (is|has been|was) (accepted|received). (Amount|Amt): {amount}.[ (Account No|Account|A/C|Meter No|Meter|Customer|Customer ID|Consumer No|Bill No)[.][ No]: ({msisdn}|{account}).]",
    ],
    tails: TAILS,
    examples: ["Your request for Sample Prepaid recharge is accepted.\nAmount: Tk 40.00\nAccount No: 80000000\nFee:0.60\nTxnId: 7AB1CD2T\n12/10/2026 10:15"],
  },
  {
    name: "recharge",
    version: 2,
    heads: heads(`[Your ][Mobile |Prepaid |Postpaid ](Recharge|Top-up)[ Request][ (is|was|has been)] (Received|Successful|Accepted|Completed)`),
    tails: TAILS,
    examples: ["Mobile Recharge Request Received. Amount: Tk 50.00 Mobile:01700000042 TxnID: 7AB1CD2V Balance: Tk 4.16 12/10/2026 10:17"],
  },
  {
    name: "recharge_notice",
    version: 2,
    heads: heads("[Your ][Mobile ](Recharge|Top-up)[ Request][ (is|was|has been)] (Successful|Completed)"),
    tails: ["[ @AT]$"],
    examples: ["Mobile Recharge Successful. Amount: Tk 50.00 Mobile: 01700000042"],
  },
  {
    name: "bill_paid",
    version: 4,
    heads: [
      ...heads(`[Your ](Bill Payment|Bill Pay|Pay Bill|Utility Bill)${OK}`),
      `[Your ](Bill Payment|Bill Pay|Bill) (for|to|of) '{party}'${OK}. (Amount|Amt): {amount}.[ (Biller Account|Biller ID|Bill Account|Account|A/C|Meter|Customer|Consumer|Bill|ID)[.][ (No|ID|Number)]: {skip}]`,
      `[Your ]({skip} |)(Bill Payment|Bill Pay|Bill|Recharge)[ (for|to|of) {skip}]${OK}.[ Token[ No]: {skip}] (Amount|Amt): {amount}. (Account No|Account|A/C|Meter No|Meter|Customer|Customer ID|Consumer No|Bill No|Bill Account)[.][ No]: ({msisdn}|{account}).[ Token[ No]: {skip}]`,
      `[Your ](Bill Payment|Bill Pay|Bill|Recharge)[ (for|to|of) '{party}']${OK}. (Amount|Amt): {amount}.`,
      `[Your ]{party} (Recharge|Bill Payment|Bill Pay|Bill)${OK}. (Amount|Amt): {amount}.[ Token[ No]: {skip}]`,
      `[Your ](Bill Payment|Bill Pay|Pay Bill|Utility Bill)${OK}. Biller: {party}[ (Account No|Account|A/C|Meter No|Meter|Customer|Customer ID|Consumer No|Bill No|Bill Account|Bill Month)[.][ No]: {skip}] (Amount|Amt): {amount}.`,
    ],
    tails: TAILS,
    needsOne: ["trx", "balance"],
    examples: ["Bill Payment Successful.\nAmount: Tk 90.00\nBiller: SAMPLE POWER\nTxnID: 7AB1CD2U\nBalance: Tk 9.00\n12/10/2026 10:16"],
  },
  {
    name: "cashback",
    heads: [
      "[Congrats! |Congratulations! ]You['ve| have] (received|won|got|earned) [a ][Nagad ](Cash-back[/Gift]|Gift|Bonus|Reward)[ of| Tk] {amount}[ (for|on|from|against) {skip}[ of {money}]].",
      "[Congrats! |Congratulations! ]You['ve| have] received {amount} [(Cashback|bonus|reward) ](for|on|against|as) {skip}.",
      "[Congrats! |Congratulations! ]You['ve| have] received {amount} (Cashback|bonus|reward).",
    ],
    tails: [" @ID: {trx}.[ @BAL][ @AT]", "[ @BAL] {dt}", "[ @BAL] @AT"],
    examples: [
      "Congrats! You've received Cashback 5.00 Tk for Mobile Recharge of 30.00 Tk.\n12/10/2026 10:18\nFor Details Call 16167",
      "Congrats! You have received BDT 5 for Nagad Registration. Stay with us.\nTxnID: 7AB1CD2W\n12/10/2026 10:18\nFor details dial 16167",
    ],
  },
  {
    name: "cashback",
    part: "fields",
    version: 2,
    heads: heads("(Cashback|Bonus)[ Money] Received"),
    tails: TAILS,
    examples: ["Cashback Received. Amount: Tk 7.00 TxnID: 7AB1CD2W Balance: Tk 17.00 12/10/2026 10:18"],
  },
  {
    name: "remittance",
    version: 2,
    heads: [
      "[Foreign |Inward ]Remittance[ (is|was|has been)][ Successfully] Received.[ (From|Sender|Exchange House|Via): {party}] (Amount|Amt): {amount}.[ (Incentive|Govt. Incentive|Bonus): {extra}.]",
      ...heads("[Foreign |Inward ]Remittance[ Successfully] Received"),
    ],
    tails: TAILS,
    examples: ["Remittance Received. From: Sample Exchange Amount: Tk 500.00 Incentive: Tk 12.50 TxnID: 7AB1CD2X Balance: Tk 600.00 12/10/2026 10:19"],
  },
];
