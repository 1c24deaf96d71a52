/** MTN (Rwanda, Ghana), Airtel (Kenya, Zambia), e-Mola (Mozambique), Mixx by Yas (Tanzania). */
import type { LayoutRow } from "./build.ts";

const RW_BAL = "[ Your][ new] balance[ is]: [{balance}][ ].";
const RW_ID = " (Financial Transaction|FT) Id: {trx}";
/** The id that the shop's or bank's own system gave out. */
const RW_THEIRS = "[.][ (External Transaction|ET) Id: ({theirs}|-|)]";
/** The language of the text, and that it is over. */
const RW_END = "[.][ ][*(EN|RW|FR)#]$";
/** A scheme that some texts count in before the id. */
const RW_LOYALTY = "[ Loyalty fee was {money} and loyalty reward was {money}. Promotion was {money}.]";
/** The id at the end of newer texts, after an advertisement. */
const RW_LAST = "[ {skip}]TxId: {trx}";
const RW_HEAD = "[*{number}*][TxId: {trx}][.][*][S*|R*]";

/** MTN Rwanda. The marker `*S*` says nothing about success. */
export const MTN_RWANDA: readonly LayoutRow[] = [
  {
    name: "failed",
    heads: [
      `${RW_HEAD}[ Dear Customer,] Your (payment|transaction|transfer) of {amount} (to|for) {party}[ with (token|message):{skip}] [has ](failed|been cancelled|been rejected)[ at {dt}].`,
      `${RW_HEAD}[ Y'ello.]A transaction of {amount} by {party}[ on your MOMO account] (failed|has failed|was not successful) at {dt}.`,
      `${RW_HEAD}[ Y'ello.] (the|your) transaction with amount {amount} for {party} with message:[ {skip}] failed at {dt}[ ].`,
    ],
    tails: [""],
    examples: ["*143*TxId:16800000001*S*Your payment of 500 RWF to Sample Packs with token  has failed at 2026-10-12 23:47:47. Message: - -. *EN#"],
  },
  {
    name: "reversal_credit",
    version: 2,
    heads: [
      `${RW_HEAD} Your (payment|transaction|transfer) of {amount} (to|for) {party} has been reversed at {dt}.`,
      `${RW_HEAD} Your (payment|transaction|transfer) (to|for) {party} with {amount} has been reversed at {dt}.`,
    ],
    tails: [`${RW_BAL}`, ""],
    examples: ["TxId:16800000002. Your payment of 500 RWF to Sample Shop has been reversed at 2026-10-12 23:47:47. Your new balance: 900 RWF."],
  },
  {
    name: "airtime",
    heads: [`${RW_HEAD} Your payment of {amount} to Airtime[ with token {skip}] has been completed at {dt}.`],
    tails: [`[ Fee was {fee}.][ ${RW_BAL}]`],
    examples: [
      "*162*TxId:16800000003*S*Your payment of 200 RWF to Airtime with token  has been completed at 2026-10-12 11:41:28. Fee was 0 RWF. Your new balance: 800 RWF . Message: - -. *RW#",
    ],
  },
  {
    name: "payment",
    part: "coupons",
    heads: ["Your payment of {amount} to {party} has been completed at {dt}.[ Message: {ref}.]"],
    tails: [` ${RW_BAL} Fee was: {fee}. The amount was subject to a discount of {money} and coupons worth[ {money}][ ].${RW_ID}${RW_THEIRS}`],
    examples: [
      "Your payment of 8000 RWF to Sample Person (250790000096) has been completed at 2026-10-12 13:18:05. Message: . Your new balance: 36282 RWF. Fee was 0 RWF. The amount was subject to a discount of 0 RWF and coupons worth . Financial Transaction Id: 16500000012. External Transaction Id: -.",
    ],
  },
  {
    name: "payment",
    version: 2,
    heads: [`${RW_HEAD}[*EN#] Your payment of {amount} to {party}[ with token {skip}] (has been|was) completed at {dt}.`],
    tails: [`${RW_BAL}[ Fee[ was]: {fee}.]${RW_LAST}`, `[ Fee was: {fee}.][ ${RW_BAL}][ Fee[ was]: {fee}.]`],
    examples: [
      "TxId: 16800000004. Your payment of 1,000 RWF to Sample Person 12845 has been completed at 2026-10-12 16:31:39. Your new balance: 1,000 RWF. Fee was 0 RWF.Kanda*182*16# wiyandikishe",
    ],
  },
  {
    name: "pull_payment",
    part: "short",
    heads: ["[*{number}*S*]Y'ello[,|!] A transaction of {amount} by {party} was completed at {dt}."],
    tails: [` ${RW_BAL} Fee[ was]: {fee}.${RW_ID}${RW_THEIRS}`],
    examples: [
      "*164*S*Y'ello, A transaction of 300 RWF by SAMPLE SERVICES Ltd was completed at 2026-10-12 12:37:08. Balance:2719 RWF. Fee  0 RWF. FT Id: 30900000013. ET  Id: 250800000.*EN#",
    ],
  },
  {
    name: "refund_received",
    heads: [
      "[*{number}*R*]Y'ello[,|!] {party} has successfully refunded {amount} to your mobile money account at {dt}.[ Message from refunder: (Optional.absent{open}{close}|{ref}).]",
    ],
    tails: [` ${RW_BAL}[ Thank you for using MTN MobileMoney.]${RW_ID}`, ` ${RW_BAL}[ Thank you for using MTN MobileMoney.]${RW_END}`],
    examples: [
      "*165*R*Y'ello, SAMPLE NETWORKS  LIMITED has successfully refunded 1000 RWF to your mobile money account at 2026-10-12 14:28:09. Message from refunder: Optional.absent(). Your new balance:18501 RWF.Thank you for using MTN MobileMoney.*EN#",
    ],
  },
  {
    name: "loan_paid",
    heads: ["{amount} has been used to pay your loan at {dt}."],
    tails: [` ${RW_BAL}${RW_ID}`],
    examples: ["10631 RWF has been used to pay your loan at 2026-10-12 19:14:18. Your new balance: 9369 RWF. Financial Transaction Id: 31000000014"],
  },
  {
    name: "pull_payment",
    heads: [
      `${RW_HEAD}[ Y'ello.] A transaction of {amount} by {party} on your MOMO account was successfully completed at {dt}.[ Message from debit receiver: {ref}.]`,
    ],
    version: 3,
    tails: [` ${RW_BAL}[ Fee was {fee}.]${RW_ID}${RW_THEIRS}`, `${RW_ID}${RW_THEIRS}`],
    examples: [
      "*164*S*Y'ello,A transaction of 200 RWF by Sample Bundle on your MOMO account was successfully completed at 2026-10-12 15:19:17. Message from debit receiver: . Your new balance:270 RWF. Fee was 0 RWF. Financial Transaction Id: 14800000005. External Transaction Id: 17200000000000001.*EN#",
    ],
  },
  {
    name: "send_money",
    version: 3,
    heads: [
      `${RW_HEAD}[*{number}*S*] {amount} (transferred|transfered|transfared) to {party} from {number} at {dt}. Fee was: {fee}.`,
      `${RW_HEAD} {amount} (transferred|transfered|transfared) to {party}[ at {dt}]. Fee[ was]: {fee}.`,
    ],
    tails: [` ${RW_BAL}${RW_LAST}`, ` ${RW_BAL}[ Fee[ was]: {money}.]`],
    examples: [
      "*165*s*600 RWF transfared to Sample(07860000097) at 2026-10-12 15:11:40. fee 20 RWF. Balance:2454 RWF. fee 0 RWF. *EN#.",
      "*165*S*1000 RWF transferred to Sample Person (250790000091) from 36500000 at 2026-10-12 20:34:47 . Fee was: 20 RWF. New balance: 2800 RWF. Kugura ama inite",
    ],
  },
  {
    name: "bank_out",
    heads: ["You have transferred {amount} to {party} from your mobile money account {skip} at {dt}.[ Fee[ was]: {fee}.]"],
    tails: [` ${RW_BAL}[ Message from sender: {ref}.][ Message to receiver: {skip}.]${RW_ID}`],
    examples: [
      "You have transferred 5000 RWF to Sample Person (250790000092) from your mobile money account 20000000001 sample.bank at 2026-10-12 09:59:01. Your new balance:  . Message from sender: . Message to receiver: . Financial Transaction Id: 16400000006.",
    ],
  },
  {
    name: "bank_deposit",
    heads: [`${RW_HEAD}[ A] bank deposit of {amount} has been added to your mobile money account at {dt}.`],
    tails: [` ${RW_BAL}`],
    examples: [
      "*113*R*A bank deposit of 4000 RWF has been added to your mobile money account at 2026-10-12 18:43:49. Your NEW BALANCE :4400 RWF. Cash Deposit::CASH::::0::250790000093. Thank you",
    ],
  },
  {
    name: "cash_in",
    version: 2,
    heads: [
      "You[ {party}] have (received|deposited) {amount}[ cash] (via|from|through) agent: {party}[,] (on|to|into|in) your mobile money account[:][ {number}] at {dt}.",
      "You have received cash[ of] {amount} from agent: {party} at {dt}.",
    ],
    tails: [`[ ${RW_BAL}][ Fee paid: {fee}.][ Message from agent: {ref}.]${RW_LOYALTY}${RW_ID}`],
    examples: [
      "You have received 500 RWF from agent: Agent Sample (250790000094) on your mobile money account at 2026-10-12 21:44:49. Your new balance:1635 RWF. Financial Transaction Id: 5450000007.",
    ],
  },
  {
    name: "withdraw",
    heads: [
      "You[ {skip}] have via agent: {party}, withdrawn {amount} from your mobile money account[:][ {number}] at {dt}[ and you can now collect your money in cash].",
      "You have withdrawn {amount} (via|from|through) agent: {party}[ from your mobile money account[:][ {number}]] at {dt}[ and you can now collect your money in cash].",
    ],
    tails: [`[ ${RW_BAL}][ Fee paid: {fee}.][ Message from agent: {ref}.]${RW_ID}`],
    examples: [
      "You Sample Owner (*********036) have via agent: Agent Sample (250790000095), withdrawn 2000 RWF from your mobile money account: 36500000 at 2026-10-12 02:10:27 and you can now collect your money in cash. Your new balance: 640 RWF. Fee paid: 35 RWF. Message from agent: 1. Financial Transaction Id: 14090000008.",
    ],
  },
  {
    name: "receive",
    version: 4,
    heads: ["[*{number}*R*]You have received {amount} from {party}[ on your mobile money account][ at {dt}][ ].[ Message from sender: {ref}.]"],
    tails: [` ${RW_BAL}${RW_LOYALTY}${RW_ID}`, ` ${RW_BAL}${RW_END}`],
    examples: [
      "*165*R*You have received 2000 RWF from Sample Payer (*********062) on your mobile money account at 2026-10-12 16:36:29. Message from sender: . Your new balance:3719 RWF. *EN#",
      "You have received 2000 RWF from Sample Payer (*********062) at 2026-10-12 16:36:29 . Balance:3719 RWF. FT Id: 30900000010",
      "You have received 15000 RWF from Sample Payer (*********013) on your mobile money account at 2026-10-12 21:44:49. Message from sender: . Your new balance:16352 RWF. Financial Transaction Id: 5450000009.",
    ],
  },
  {
    name: "bundle_notice",
    heads: ["Y'ello[!|,|.] Umaze kugura {skip} igura {amount}", "Y'ello[!|,|.] Umaze kugura {amount}"],
    tails: [""],
    examples: ["Yello!Umaze kugura 300Frw=25Mins+10SMS igura 300 RWF"],
  },
];

const GH_BAL = "(Current|Your new|New)[ ](Balance|Bal)[ is]: {balance}[ ].[ Available Balance: {money}[ ].]";
const GH_ID = "[(Financial|MoMo) ]Transaction (ID|ld): {trx}.";
/** After a completed payment; a dash stands where there is no tax. */
const GH_PAID = `[ Reference: {ref}.] ${GH_BAL}[ Fee was {fee}.][ Tax was (GHS -|{money}).][ Reference: {ref}.]`;
/** "External Transaction Id" follows: only the whole label tells which is ours. */
const GH_DONE = [`${GH_PAID} (Financial|MoMo) Transaction (ID|ld): {trx}.`, `${GH_PAID} Transaction (ID|ld): {trx}.`];

/** Sentences that MTN prints for accounts of other networks and for itself; the id or the balance closes them. */
const GH_ACCOUNT = "[ on your mobile money account][ (at|on) {dt}].[ (Message[ from (sender|receiver)]|Reference): {ref}.]";
const GH_CLOSE = [`[ ${GH_BAL}][ Fee was {fee}.][ Tax was (GHS -|{money}).] ${GH_ID}[[ TRANSACTION] FEE[ charged]: {fee}]`] as const;

/** MTN Ghana. */
export const MTN_GHANA: readonly LayoutRow[] = [
  {
    name: "failed",
    heads: [
      "[Your ](payment|transfer|transaction|withdrawal)[ of {amount}][ to {party}] [has ](failed|been declined|been cancelled|been rejected)[ (at|on) {dt}].",
    ],
    tails: [`[ {skip}] ${GH_ID}`, "[ {skip}]$"],
    examples: ["Your payment of GHS 5.00 to Sample Shop failed at 2026-10-12 10:00:00. Reason: insufficient funds. Financial Transaction Id: 87400000012."],
  },
  {
    name: "refund_received",
    heads: ["Hello, {party} has [successfully ]refunded {amount}[ to your mobile money account][ (at|on) {dt}].[ Message from refunder: {ref}.]"],
    tails: GH_CLOSE,
    examples: [
      "Hello, Sample Networks has successfully refunded GHS 5.00 to your mobile money account at 2026-10-12 10:00:00. Message from refunder: ok. Your new balance: GHS 8.13. Financial Transaction Id: 87400000008.",
    ],
  },
  {
    name: "interest",
    heads: ["An amount of {amount} has been credited[ to your mobile money account][ (at|on) {dt}]. (Message|Reference): Interest{skip}."],
    tails: GH_CLOSE,
    examples: [
      "An amount of GHS 0.38 has been credited to your mobile money account. Message:Interest for the quarter. Your new balance is GHS8.13. Financial Transaction Id: 87400000009.",
    ],
  },
  {
    name: "payment",
    part: "merchant",
    heads: [`[Y'ello. ]You have paid {amount} to {party}${GH_ACCOUNT}`],
    tails: GH_CLOSE,
    examples: [
      "You have Paid GHS 47.5 to Merchant 220001 on your mobile money account at 2026-10-12 10:00:00. Reference: x. Your new balance: GHS 89.80. Fee was GHS 0. Financial Transaction Id: 87400000010.",
    ],
  },
  {
    name: "receive",
    part: "account",
    heads: [`You have received {amount} from {party}${GH_ACCOUNT}`],
    tails: GH_CLOSE,
    examples: [
      "You have received GHS 100.00 from SAMPLE PAYER on your mobile money account at 2026-10-12 10:00:00. Message from sender: laundry. Your new balance: GHS 189.80. Financial Transaction Id: 87400000011.",
    ],
  },
  {
    name: "balance",
    heads: ["[Your ][MTN ][(MoMo|Mobile Money) ](balance|bal)[ is]: {balance}.[ as at {skip}]"],
    tails: ["$"],
    examples: ["Your MTN MoMo balance is GHS 12.50."],
  },
  {
    name: "reversal_credit",
    version: 2,
    heads: [
      "[Y'ello Valued Customer, ][Your |The ](transfer|payment|transaction) of {amount} to {party} has been reversed[ (on|at) {dt}].",
      "Reversal of {amount}[ (to|from) {party}].",
    ],
    tails: [` ${GH_BAL}[ Reference: {ref}.] ${GH_ID}`],
    examples: ["Your payment of GHS 5.00 to Sample Shop has been reversed. Current Balance: GHS 9.00. Transaction ID: 87400000001."],
  },
  {
    name: "receive",
    heads: ["Payment received for {amount} from {party}"],
    tails: [`[.] ${GH_BAL}[ Reference: {ref}.] ${GH_ID}[ TRANSACTION FEE: {fee}]`, `[.] ${GH_BAL}[ Reference: {ref}]$`],
    examples: [
      "Payment received for GHS 30.00 from SAMPLE PAYER Current Balance: GHS 245.24. Available Balance: GHS 245.24. Reference: 3435. Transaction ID: 87400000002. TRANSACTION FEE: 0.00",
    ],
  },
  {
    name: "cash_in",
    heads: ["Cash-In received for {amount} from {party}", "[Cash ]Deposit[ received]( for| of) {amount} from {party}"],
    tails: [`[.] ${GH_BAL}[ Reference: {ref}.] ${GH_ID}[[ TRANSACTION] FEE[ charged]: {fee}]`],
    examples: ["Cash In received for GHS 30.00 from SAMPLE AGENT. Current Balance: GHS 245.24. Transaction ID: 87400000003."],
  },
  {
    name: "cash_out",
    heads: ["Cash-Out made for {amount} to {party}"],
    tails: [`[.] ${GH_BAL} ${GH_ID}[{skip}Fee charged: {fee}]`, `[.] ${GH_BAL}[ Fee charged: {fee}.] ${GH_ID}`],
    examples: [
      "Cash Out made for GHS20.00 to 000. Current Balance: GHS9.79 Financial Transaction Id: 87400000004. Cash-out fee is charged automatically from your wallet. Fee charged: GHS 0.50.",
    ],
  },
  {
    name: "send_money",
    version: 2,
    heads: ["Payment [made ]for {amount} to {party}", "Transfer made for {amount} to {party}"],
    tails: [
      `[.] ${GH_BAL}[ Reference: {ref}.] ${GH_ID}[ (Fee charged|TRANSACTION FEE)[:]: {fee}]`,
      `[.] ${GH_BAL}[ Reference: {ref}.] (Fee charged|TRANSACTION FEE): {fee}.[ {skip}] ${GH_ID}`,
    ],
    examples: [
      "Payment made for GHS 29.00 to SAMPLE PAYEE Current Balance: GHS 16.00 . Available Balance: GHS 16.00. Reference: 1. Transaction ID: 87400000005. Fee charged: GHS 0.00 TAX charged: GHS 0.00",
    ],
  },
  {
    name: "airtime",
    heads: ["Your payment of {amount} to [MTN ](AIRTIME|Data|Data Bundle) has been completed at {dt}."],
    tails: GH_DONE,
    examples: [
      "Your payment of GHS 10.00 to MTN AIRTIME has been completed at 2026-10-12 10:00:00. Your new balance: GHS 5.00. Fee was GHS 0.00 Tax was GHS -. Reference: -. Financial Transaction Id: 87400000007. External Transaction Id: 87400000007.",
    ],
  },
  {
    name: "payment",
    version: 2,
    heads: ["Your payment of {amount} to {party} has been completed at {dt}."],
    tails: GH_DONE,
    examples: [
      "Your payment of GHS 10.00 to Sample Shop has been completed at 2026-10-12 10:00:00. Reference: x. Your new balance: GHS 5.00. Fee was GHS 0.00. Financial Transaction Id: 87400000006. External Transaction Id: 87400000006.",
    ],
  },
];

const AIRTEL_BAL = "[Your ][new ](Airtel Money )[(wallet|account) ](balance|bal)[ is]: {balance}.";
const AIRTEL_ANY = "[Your ][new ][available ][Airtel Money ][(wallet|account) ](balance|bal)[ is]: {balance}.";
const TID = "(TID|Txn ID|Txn. ID|Trans ID|Trans. ID|Transaction ID|Ref)[ ]: {trx}";
const ON = "[,][ on {dt}][.|,]";

/** Airtel Kenya and Zambia share sentences; the id stands at either end. */
export const AIRTEL: readonly LayoutRow[] = [
  {
    name: "failed",
    heads: [
      "[Your ]transaction (has failed|failed|was unsuccessful).",
      "FAILED.[ ]",
      "[Dear Customer, ]Transaction Failed with ",
      `[${TID}.][ ]Failed.`,
      "[Your ](payment|transfer|withdrawal|transaction)[ of {amount}][ to {party}] (has failed|failed|was unsuccessful|has been declined).",
    ],
    tails: [`[ {skip}][ ${AIRTEL_ANY}][ {skip}] ${TID}`, `[ {skip}][ ${AIRTEL_ANY}]$`],
    examples: ["Your transaction has failed. Your Airtel Money balance is ¤ 10. Please try again later. TID: J3Q4QR1C9U"],
  },
  {
    name: "reversal_credit",
    heads: [
      `[(${TID}|{trx}) Confirmed.] [Your ](transaction|payment|transfer)[ of] {amount}[ to {party}] has been reversed${ON}`,
      `[(${TID}|{trx}) Confirmed.] {amount} (sent|paid) to {party} has been reversed${ON}`,
    ],
    tails: [`[ ${AIRTEL_ANY}][ ${TID}]`],
    examples: ["TID PP261012.1315.A10001 Confirmed. ¤ 20.00 sent to JOHN DOE has been reversed. Your Airtel Money balance is ¤ 30.00."],
  },
  {
    name: "airtime",
    version: 2,
    heads: [
      `(${TID}|{trx})[.|,] (Confirmed|Successful)[.|,] Airtime top-up of {amount} (to|for) {party}.`,
      `(${TID}|{trx})[.|,] (Confirmed|Successful)[.|,][ You have] (bought|purchased|recharged)[ airtime( of| worth|)] {amount}[ of airtime| airtime][ (for|to) {party}]${ON}`,
      "[Dear customer, ][You have ](recharged|bought airtime of|purchased airtime of) {amount}[ airtime][ (for|to) {party}][ (is|was) successful].",
      "(Airtime |)(Recharge|top-up) of {amount} (for|to) {party} (is|was) successful.",
      "Your {amount} airtime (top-up|recharge|purchase) (is|was) successful.",
    ],
    tails: [` ${AIRTEL_ANY}[ ${TID}]`, ` ${TID}[.][ ${AIRTEL_ANY}]`],
    examples: ["29810000001 Successful. Airtime top up of ¤ 300 to 0700000101. Bal: ¤ 28.5."],
  },
  {
    name: "till_payment",
    part: "id_first",
    heads: [`${TID}. Payment of {amount} to {party}[,] Till Number {skip} is successful.`],
    tails: [`[ ${AIRTEL_BAL}]`],
    examples: ["Txn. ID : MP261012.2136.G60002. Payment of ¤ 98.00 to SAMPLE SHOP, Till Number SAMPLE SHOP is successful. Your Airtel Money balance is ¤ 0.14"],
  },
  {
    name: "till_payment",
    heads: ["Payment of {amount} [to ]Till Number {party}.", "Payment of {amount} to {party}[,] Till Number {skip} is successful."],
    tails: [` ${AIRTEL_BAL} ${TID}`],
    examples: ["Payment of ¤ 10.00 Till Number SAMPLECARE SAMPLE NETWORKS CARE. Airtel Money bal is ¤ 15.76. TID : MP261012.2136.G60001."],
  },
  {
    name: "payment",
    heads: [
      `${TID}[.|,] Payment to {party}[ Account {skip}] of {amount} is successful.`,
      `${TID}[.|,] Payment of {amount} to {party} is successful.`,
      `(${TID}|{trx})[.|,] Confirmed[.|,] You have paid {amount} to {party}${ON}`,
      "[You have ](paid|made a payment of) {amount} to {party}.",
    ],
    version: 2,
    tails: [` ${AIRTEL_ANY}[ ${TID}]`, `[ (Fee|Cost|Charge)[ charged]: {fee}.] ${TID}[.|,][ ${AIRTEL_ANY}][ Date: {dt}]`],
    needsOne: ["trx"],
    examples: [
      "Txn. ID : LP261012.2113.J20001. Payment to SAMPLEMOBILE Account NA of ¤ 15.00 is successful. Your Airtel Money balance is ¤ 25.76",
      "TID PP261012.1315.A10002 Confirmed. You have paid ¤ 20.00 to SAMPLE LTD on 12/10/2026 at 02:00 PM. Your Airtel Money balance is ¤ 30.00.",
    ],
  },
  {
    name: "withdraw",
    heads: [
      `(${TID}|{trx})[.|,] Confirmed[.|,] You have (withdrawn|cashed out) {amount} (from|at) {party}${ON}`,
      "You have (withdrawn|cashed out) {amount} (from|at) {party}[ on {dt}].",
    ],
    tails: [` ${AIRTEL_ANY}[ Fee[ charged]: {fee}.] ${TID}`, ` ${AIRTEL_ANY}`, `[ Fee[ charged]: {fee}.] ${TID}[.][ ${AIRTEL_ANY}]`],
    needsOne: ["trx"],
    examples: ["You have withdrawn ¤ 20.00 from 20000001 SAMPLE AGENT. Bal is ¤ 55.23. TID: CO261012.1954.D20001."],
  },
  {
    name: "deposit",
    heads: [
      `(${TID}|{trx})[.|,] Confirmed[.|,] You have (deposited|received a deposit of) {amount} (from|at|through|via) [agent ]{party}${ON}`,
      "You have (deposited|received a deposit of|received cash deposit of) {amount} (from|at|through|via) [agent ]{party}[ on {dt}].",
    ],
    tails: [` ${AIRTEL_ANY}[ ${TID}]`, ` ${TID}[.][ ${AIRTEL_ANY}]`],
    needsOne: ["trx"],
    examples: [
      "TID CI261012.1315.A10003 Confirmed. You have deposited ¤ 20.00 at SAMPLE AGENT on 12/10/2026 at 02:00 PM. Your Airtel Money balance is ¤ 30.00.",
    ],
  },
  {
    name: "send_money",
    version: 2,
    heads: [
      `(${TID}|{trx})[.|,] Confirmed[.|,][ You have] (sent|transferred) {amount} to {party}${ON}`,
      `(${TID}|{trx})[.|,] Confirmed[.|,] {amount} sent to {party}${ON}`,
      "Money sent to {party}[ on {number}]. Amount {amount}.",
      "[You have ](sent|transferred) {amount} to {party}[ on {dt}].",
    ],
    tails: [
      ` ${AIRTEL_ANY}[ Fee[ charged]: {fee}.][ ${TID}]`,
      `[ (Fee|Cost|Charge)[ charged][:]: {fee}.] ${TID}[.][ ${AIRTEL_ANY}]`,
      `[ (Fee|Cost|Charge)[ charged][:]: {fee}.] ${AIRTEL_ANY}[ ${TID}]`,
    ],
    needsOne: ["trx", "balance"],
    examples: ["Money sent to Sample Payee on 970000001.Amount ¤ 205.00. Your bal is ¤ 60.23.TID: PP261012.1512.M70001"],
  },
  {
    name: "receive",
    version: 3,
    heads: [
      `(${TID}|{trx})[.|,] Confirmed[.|,][ You have] received {amount} from {party}${ON}`,
      "You have received {amount}[ from {party}][ on {dt}].[ ]",
      "Money received {amount}[ from {party}].[ ]",
    ],
    tails: [` ${AIRTEL_ANY}[ ${TID}]`, `[Dial {skip}] ${TID}[.][ ${AIRTEL_ANY}]`],
    needsOne: ["trx", "balance"],
    examples: [
      "You have received ¤ 10.00 from .Dial *115# to check your new Bal. TID: PP261012.0647.A10004.",
      "TID PP261012.1315.A10005 Confirmed. You have received ¤ 50.00 from JOHN DOE 254730000001 on 12/10/2026 at 01:15 PM. Your Airtel Money balance is ¤ 100.00.",
    ],
  },
  {
    name: "loan_paid",
    heads: ["You have (repaid|paid) {amount} (towards|for) [your ]{party} loan."],
    tails: [` ${AIRTEL_ANY}[ ${TID}]`],
    needsOne: ["trx"],
    examples: ["You have repaid  3.75 ¤ towards your SAMPLE loan. Your new available balance is 6.26 ¤. Txn ID.LR261012.1647.I10001"],
  },
  { name: "balance", heads: [AIRTEL_BAL], tails: [`[ ${TID}]$`], examples: ["Your Airtel Money balance is ¤ 12.50."] },
];

const EM = "Transaction ID: {trx}[.|,]";
const EM_WHO = "{party}[,] name[:] {skip}";
const EM_BAL =
  "[ [Transaction ](Fee|Charge|Tax)[:| was| is]: {fee}.][ Content: {ref}.][ [Transaction ](Fee|Charge|Tax)[:| was| is]: {fee}.] [Your ](account balance|balance)[ is]: {balance}.";
/** Of money that came: no fee behind the payer's words, which could hold one. */
const EM_CAME = "[ [Transaction ](Fee|Charge|Tax)[:| was| is]: {fee}.][ Content: {ref}.] [Your ](account balance|balance)[ is]: {balance}.";
const EP = "ID da trans(acao|accao|ação|acção)[:] {trx}[.|,]";
const EP_BAL =
  "[ Taxa[:| foi de| de]: {fee}.][ (Conteudo|Conteúdo): {ref}.][ Taxa[:| foi de| de]: {fee}.] O[ teu][ novo] saldo (da tua conta|da sua conta|da conta|e-Mola|actual)[ e| é][ de]: {balance}.";
const EP_CAME =
  "[ Taxa[:| foi de| de]: {fee}.][ (Conteudo|Conteúdo): {ref}.] O[ teu][ novo] saldo (da tua conta|da sua conta|da conta|e-Mola|actual)[ e| é][ de]: {balance}.";

/** e-Mola, English and Portuguese. */
export const EMOLA: readonly LayoutRow[] = [
  {
    name: "received",
    heads: [
      `${EM} You[ have] received {amount} from [account ]${EM_WHO} at {dt}.`,
      `${EM} You[ have] received {amount} from {party} at {dt}.`,
      `${EP} Recebeste {amount} (de|da) [conta ]{party}[,] nome: {skip} (as|às|aos|em) {dt}.`,
    ],
    tails: [` ${EM_CAME}`, ` ${EP_CAME}`],
    version: 2,
    examples: [
      "Transaction ID: PP261012.0854.K00001. You received 23.45MT from 870000111, name: JOHN DOE at 08:54:09 on 12/10/2026. Content: campo. Your account balance is 234.56MT. In case of doubt, call 100.",
    ],
  },
  {
    name: "withdraw",
    version: 2,
    heads: [
      `${EM} You[ have] (withdrawn|withdrew|cashed out) {amount} (from|at|via)[ agent][ ID]: ${EM_WHO} at {dt}.`,
      `${EM} You[ have] (withdrawn|withdrew) {amount} (in|at|from) the Agent with code[ ID]: ${EM_WHO} at {dt}.`,
      `${EM} You[ have] (withdrawn|withdrew) {amount} (from|at|via)[ agent][ ID]: {party} at {dt}.`,
      `${EP} Levantaste {amount} (no|do|na)[ agente] {party}[,] nome: {skip} (as|às|aos|em) {dt}.`,
    ],
    tails: [` ${EM_BAL}`, ` ${EP_BAL}`],
    examples: [
      "Transaction ID: CO261012.0854.K00002. You have withdrawn 23.45MT from agent 870000112, name: JOHN DOE at 08:54:09 on 12/10/2026. Fee: 1.00MT. Your account balance is 234.56MT.",
    ],
  },
  {
    name: "deposit",
    heads: [
      `${EM} You[ have] deposited {amount} (from|at|via|with|by)[ agent][ ID]: {party}[,] name: {skip} at {dt}.`,
      `${EP} (Depositaste|Deposito de) {amount} (no|do|na|pelo)[ agente] {party}[,] nome: {skip} (as|às|aos|em) {dt}.`,
    ],
    tails: [` ${EM_BAL}`, ` ${EP_BAL}`],
    examples: [
      "Transaction ID: CI261012.0854.K00003. You have deposited 23.45MT at agent 870000113, name: JOHN DOE at 08:54:09 on 12/10/2026. Your account balance is 234.56MT.",
    ],
  },
  {
    name: "payment",
    heads: [
      `${EM} You[ have] paid {amount} to {party}[,] name: {skip} at {dt}.`,
      `${EM} You[ have] paid {amount} to {party} at {dt}.`,
      `${EP} Pagaste {amount} (a|ao|para)[ conta] {party}[,] nome: {skip} (as|às|aos|em) {dt}.`,
    ],
    tails: [` ${EM_BAL}`, ` ${EP_BAL}`],
    examples: ["Transaction ID: MP261012.0854.K00004. You have paid 23.45MT to SAMPLE SHOP at 08:54:09 on 12/10/2026. Your account balance is 234.56MT."],
  },
  {
    name: "sent",
    version: 2,
    heads: [
      `${EM} You[ have] (transfer[r]ed|sent) {amount} to [account ]${EM_WHO} at {dt}.`,
      `${EM} You[ have] (transfer[r]ed|sent) {amount} to {party} at {dt}.`,
      `${EP} Transferiste {amount} para[ conta] {party}[,] nome: {skip} (as|às|aos|em) {dt}.`,
    ],
    tails: [` ${EM_BAL}`, ` ${EP_BAL}`],
    examples: [
      "Transaction ID: PP261012.0854.w90001. You have transferred 23.45MT to 870000114, name: JANE DOE at 08:54:09 on 12/10/2026. Fee: 1.00MT. Content: x. Your account balance is 234.56MT.",
    ],
  },
];

const MX_FEE = "[ [Total ]Charges[:]: {fee}[.|,][{skip}]][ VAT[:] {money}[.|,]][ Levy[:] {money}[.|,]]";
const MX_TAILS = [
  `${MX_FEE} [Your ]New balance is {balance}[.|,] @ID: {trx}[.|,]( Receipt: {skip}[.|,] {dt}|[ {dt}])`,
  `${MX_FEE} @ID: {trx}[.|,][ Receipt: {skip}[.|,]] {dt}[.|,][ [Your ]New balance is {balance}]`,
] as const;

const MX_TAILS_OPEN = [...MX_TAILS, " @ID: {trx}[.|,] {dt}"] as const;
const MX_SWAHILI = [
  "[ (Ada|Makato) {fee}.][ VAT {money}.] Kumbukumbu[ No|na][.][:] {trx}[.|,][ {dt}][.|,] Salio[ lako][ jipya][ ni][:] {balance}",
  " Salio[ lako][ jipya][ ni][:] {balance}.[ (Ada|Makato) {fee}.][ VAT {money}.] Kumbukumbu[ No|na][.][:] {trx}[.|,][ {dt}]",
] as const;

/** Mixx by Yas (Tigo Pesa). */
export const MIXX: readonly LayoutRow[] = [
  {
    name: "interest",
    heads: ["[Dear Customer, ][New balance is {balance}. ]You have received {amount} from {party} as [your ][Mixx ]interest."],
    tails: MX_TAILS_OPEN,
    examples: [
      "Dear Customer, New balance is TSh 414. You have received TSh 414 from MIXX BY YAS as your Mixx interest. TxnId: 26400000000008. 12/10/26 12:11. Dial",
    ],
  },
  {
    name: "loan_paid",
    heads: ["You have successfully paid your {party} Balance by {amount}.[ Your outstanding balance: {money}.]"],
    tails: [" New balance: {balance}. @ID: {trx}.[ Loan ID: {number}{skip}.] {dt}"],
    examples: [
      "You have successfully paid your Sample Balance by TSh 12,366.80. Your outstanding balance: TSh 0.00. New balance: TSh 137,633. TxnID: 26300000000009. Loan ID: 202606082034582035732170597903. 12/10/26 19:39.",
    ],
  },
  {
    name: "received",
    part: "swahili",
    heads: ["Umepokea[ malipo][ ya] {amount} kutoka[ kwa] {party}[ tarehe {dt}]."],
    tails: MX_SWAHILI,
    examples: [
      "Umepokea TSh 12,500 kutoka kwa Vodacom; 255700000123 - JOHN DOE Kumbukumbu No.: 25400000000010. 12/10/26 18:08. Salio lako jipya ni TSh 534,350. Asante",
    ],
  },
  {
    name: "sent",
    part: "swahili",
    heads: ["Umetuma {amount} (kwa|kwenda[ kwa]) {party}[ tarehe {dt}]."],
    tails: MX_SWAHILI,
    examples: ["Umetuma TZS 15,000.00 kwa 0700000124. Kumbukumbu: 25400000000011. Salio: TZS 135,000.00"],
  },
  {
    name: "cash_out",
    heads: ["Cash-Out of {amount} (from|at|to) [Agent][ -] {party} is successful."],
    tails: MX_TAILS,
    examples: [
      "Cash Out of TSh 3,000 from Agent - SAMPLE AGENT is successful. Total Charges TSh 221.(Fees TSh 185, Levy TSh 36), VAT TSh 28. TxnID: 26100000000001. 12/10/26 17:36. New balance is TSh 579. Every Transaction counts!",
    ],
  },
  {
    name: "cash_in",
    heads: ["Cash-In of {amount} (from|at) [Agent][ -] {party} is successful."],
    tails: MX_TAILS,
    examples: ["Cash-In of TSh 10,000 from Agent - SAMPLE AGENT is successful. New balance is TSh 10,000. TxnId: 13400000002. 12/10/26 15:19. Dial"],
  },
  {
    name: "sent",
    heads: ["Money sent successfully to [-] {party}. Amount {amount}.", "You have sent {amount}[ with Cash-Out fee {money}] to {party}."],
    tails: MX_TAILS,
    examples: [
      "Money sent successfully to  -255700000121. Amount TSh 5,000. Total Charges TSh 125, VAT TSh 17. New balance is TSh 0. TxnID: 26400000000003. Receipt: 503-DAB0C1DEFG. 12/10/26 19:19. Every Transaction counts!",
    ],
  },
  {
    name: "received",
    heads: ["[Transfer Successful.] New balance is {balance}. You have received {amount} from {party}[.|;|,]", "You have received {amount} from {party}."],
    version: 2,
    tails: [" {dt}[;|.|,] with @ID: {trx}", "[;|.|,][ with] @ID: {trx}[.|,][ {number}_{code}[.|,]] {dt}", "[;|.|,][ with] @ID: {trx}[.|,]", ...MX_TAILS],
    examples: [
      "Transfer Successful. New balance is TSh 97,000. You have received TSh 5,000 from JOHN DOE, 255700000122. 12/10/2026 05:36 PM; with TxnId: 26400000000004. Thank you",
      "You have received TSh 5,000 from JOHN DOE - 255700000122. New balance is TSh 9,000. TxnID: 26400000000004. 12/10/26 19:19.",
    ],
  },
  {
    name: "payment",
    heads: ["You have paid {amount} to {party}.", "[Your ]Payment of {amount} to {party} is successful."],
    tails: MX_TAILS,
    examples: ["You have paid TSh 1,000 to SAMPLE SUPPLIERS. Charges TSh 20. New balance is TSh 9,000. TxnID: 26400000000005. 12/10/26 19:19."],
  },
  {
    name: "bill_paid",
    version: 2,
    heads: [
      "Txn successful[,|.] (Amt|Amount) {amount} sent to {party}[,|.] Control No[.|:] {ref}. New Bal: {balance}.",
      "Txn Amt {amount} sent to {party}.[ Wait for confirmation.][ Ref: {ref}.] New Bal: {balance}.",
    ],
    tails: MX_TAILS,
    examples: [
      "Txn Amt TSh 4,000 sent to Sample PostPaid (100100). Wait for confirmation. Ref: 0670000001. New Bal: TSh 1,099. Total Charges TSh 0.(Fees TSh 0, Levy TSh 0), VAT TSh 0. TxnID: 26300000000007. 12/10/26 10:33",
    ],
  },
  {
    name: "airtime",
    heads: ["You have (bought|purchased|recharged) [airtime (of|worth) ]{amount}[ of| airtime| of airtime][ (for|to) {party}]."],
    tails: MX_TAILS,
    examples: ["You have purchased airtime of TSh 500. New balance is TSh 8,500. TxnID: 26400000000006. 12/10/26 19:19."],
  },
];
