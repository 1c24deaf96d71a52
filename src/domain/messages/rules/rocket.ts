/** Rocket (DBBL): the act, the account, amount, fee or commission, balance, id, date; separators come and go. */
import type { LayoutRow } from "./build.ts";

const TAILS = [
  "[,][ Fee: {fee}][,|;|.][,][ Comm: {comm}][;|,][,] [Your ][A/C ](Balance|Bal): {balance}[.|,] @ID: {trx}.[ @FEE][ @COMM][ @FEE][ @AT]",
  "[,][ Fee: {fee}][,|;|.][ Comm: {comm}][;|,] @ID: {trx}[.|,] [Your ][A/C ](Balance|Bal): {balance}.[ @FEE][ @COMM][ @FEE][ @AT]",
  " @TAIL",
] as const;
const ACCOUNT = "(A/C|Ac./Card|A/C/Card|Card)[ No]: {msisdn}[.|,]";

/** The account with the bank itself; its number is masked and says nothing of the other side. */
const BANK_ACCOUNT = "[Dear (Sir|Madam)[,|.] ]your A/C[:] {number}";
const BANK_TAILS = [" C/B {balance}"] as const;
const BANK_CREDIT = "[ATM ](Fund Transfer|Funds Transfer|A/C to A/C Transfer|RTGS Funds Transfer|NPSB Fund Transfer|Cash Deposit)[[ -] Credit]";
const BANK_DEBIT = "[ATM ](Fund Transfer|Funds Transfer|A/C to A/C Transfer|RTGS Funds Transfer|NPSB Fund Transfer)[[ -] Debit]";
/** Whoever pays through the national switch: the wallet's or bank's name, the number, and how it came. */
const SWITCH = "(bKash|Nagad|Rocket|Upay|Cellfin|Tap) [A/C[:] ]{msisdn} through NPSB.";

/** Rocket's own layouts; its `received from` sentences are in the common tables. */
export const ROCKET: readonly LayoutRow[] = [
  {
    name: "b2b_sent",
    heads: [`B2B: Cash-Out to ${ACCOUNT} {amount}`, `B2B: (Transfer|Send)[ to] ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: ["B2B: Cash-Out to A/C: 017000000510 Tk900.00, Your A/C Balance: Tk1,741.39.TxnId: 3470000001 Date:22-OCT-26 10:08:31 am."],
  },
  {
    name: "b2b_received",
    heads: [`B2B: Cash-In from ${ACCOUNT} {amount}`, `B2B: (Received|Receive)[ from] ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: ["B2B: Cash-In from A/C: 017000000510 Tk900.00, Your A/C Balance: Tk3,741.39.TxnId: 3470000002 Date:22-OCT-26 10:08:31 am."],
  },
  {
    name: "cash_out_from",
    heads: [`[B2C: |C2B: ]Cash-Out from ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: [
      "B2C: Cash-Out from A/C: 017000000520 Tk500.00 Comm:Tk2.10; A/C Balance: Tk3,741.39.TxnId: 3470000003 Date:22-OCT-26 10:08:31 am. Download https://bit.ly/nexuspay",
    ],
  },
  {
    name: "cash_in_to",
    heads: [`[B2C: ]Cash-In to ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: ["B2C: Cash-In to A/C: 017000000530 Tk500.00 Comm:Tk2.10;, Your A/C Balance: Tk2,741.39 TxnId: 3470000004 Date:22-OCT-26 10:08:31 am."],
  },
  {
    name: "cash_in_from",
    heads: [`[B2C: ]Cash-In from ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: [
      "Cash-In from A/C: ***332 Tk6,900.00 Fee: Tk.00, Your A/C Balance: Tk7,008.23.TxnId:3470000005 Date:01-OCT-26 04:11:32 pm. Download https://bit.ly/nexuspay",
    ],
  },
  {
    name: "cash_out_to",
    heads: [`Cash-Out to ${ACCOUNT} {amount}`, "Cash-Out[ (from|at|via) {skip}ATM] {amount}"],
    tails: TAILS,
    examples: [
      "Cash-Out to A/C:***456Tk900.00Fee:Tk15.00 Your A/C Balance: Tk300.00.TxnId:3470000006Date:27-SEP-26 05:59:38 pm. Please download https://bit.ly/nexuspay",
    ],
  },
  {
    name: "send_money",
    heads: [
      `{amount} [(is|has been|was) ][successfully ](transferred|sent) to ${ACCOUNT}`,
      `(Send Money|Transfer|Transferred)[ to] ${ACCOUNT} {amount}`,
      `(Send Money|Transferred|Transfer)[ of]: {amount} to ${ACCOUNT}`,
    ],
    tails: TAILS,
    examples: ["Tk60.00 transferred to A/C:***515 Fee:Tk5, Your A/C Balance: Tk145.85 TxnId:3470000007 Date:08-OCT-26 06:21:43 am."],
  },
  {
    name: "receive",
    part: "account",
    heads: [
      `{amount} [(is|has been|was) ]received from ${ACCOUNT}`,
      `(Received|Money Received|Receive)[ from] ${ACCOUNT} {amount}`,
      `You have received {amount} from ${ACCOUNT}`,
    ],
    tails: TAILS,
    examples: [
      "Tk99.00 received from A/C:***515 Fee:Tk0, Your A/C Balance: Tk1,145.85 TxnId:3470000008 Date:08-OCT-26 06:21:43 am. Download https://bit.ly/nexuspay",
    ],
  },
  {
    name: "payment_sent",
    heads: [
      "[Merchant ]Payment[ of] {amount} (to|at) [A/C][:| ]{party}[ (is|was|has been)][ successful][.|,]",
      "{amount} [(is|has been|was) ]paid to [A/C][:| ]{party}[.|,]",
      "[Merchant ]Payment to [A/C][:| ]{party}[:|,| of] {amount}",
    ],
    tails: TAILS,
    examples: ["Payment of Tk70.00 to SAMPLE STORE Fee:Tk0, Your A/C Balance: Tk45.85 TxnId:3470000009 Date:08-OCT-26 06:21:43 am."],
  },
  {
    name: "bill_paid",
    part: "account",
    heads: ["(Bill Payment|Bill Pay|Pay Bill)[ of] {amount} (to|for) {party}[.|,]", "(Bill Payment|Bill Pay|Pay Bill) (to|for) {party}[:|,| of] {amount}"],
    tails: TAILS,
    examples: ["Bill Pay to SAMPLE POWER Tk70.00 Fee: Tk.00, Your A/C Balance: Tk45.85.TxnId:3470000012 Date:08-OCT-26 06:21:43 am."],
  },
  {
    name: "payment_received",
    part: "account",
    heads: [`[Merchant ]Payment[ of] {amount} [[(is|has been|was) ]received ]from ${ACCOUNT}`, `[Merchant ]Payment (received )from ${ACCOUNT} {amount}`],
    tails: TAILS,
    examples: ["Payment Tk70.00 received from A/C: 017000000540 Fee:Tk0, Your A/C Balance: Tk445.85 TxnId:3470000010 Date:08-OCT-26 06:21:43 am."],
  },
  {
    name: "recharge",
    part: "account",
    heads: [
      "[Mobile ](Top-up|Recharge)[ of] {amount} (to|for) {msisdn}[ (is|was|has been)][ successful]",
      "[Mobile ](Top-up|Recharge) (to|for) {msisdn}[:|,] {amount}[ (is|was|has been)][ successful]",
    ],
    tails: TAILS,
    examples: ["Mobile Top-up Tk20.00 to 01700000055 successful, Your A/C Balance: Tk25.85 TxnId:3470000011 Date:08-OCT-26 06:21:43 am."],
  },
  {
    name: "receive",
    part: "npsb",
    heads: [`{amount} received from ${SWITCH}`],
    tails: TAILS,
    examples: ["Tk 50.00 received from bKash A/C ***648 through NPSB. Fee: Tk .00. Your A/C Balance: Tk 74.21. TxnID:3470000013 at 03-AUG-26 11:00:07 pm."],
  },
  {
    name: "receive",
    part: "bank",
    heads: [`${BANK_ACCOUNT} credited {open}${BANK_CREDIT}{close} by {amount} on {dt}`],
    tails: BANK_TAILS,
    examples: ["Dear Sir, your A/C ***0045 credited (Fund Transfer) by Tk500.00 on 01-10-2026 02:11:54 AM C/B Tk1,500.00. NexusPay https://bit.ly/nexuspay"],
  },
  {
    // Some of them print the amount with a minus.
    name: "send_money",
    part: "bank",
    heads: [`${BANK_ACCOUNT} debited {open}${BANK_DEBIT}{close} by [Tk-]{amount} on {dt}`],
    tails: BANK_TAILS,
    examples: ["Dear Sir, your A/C ***0045 debited (Fund Transfer) by Tk-500.00 on 01-10-2026 12:08:37 PM C/B Tk1,03,973.32. NexusPay https://bit.ly/nexuspay"],
  },
];
