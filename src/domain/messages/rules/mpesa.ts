/** M-Pesa: Kenya (English), Tanzania (English and Swahili), Mozambique (Portuguese). The receipt stands first. */
import type { LayoutRow } from "./build.ts";

const MBAL =
  "([Your ][New ](M-PESA|Mpesa|Account|Business|Utility|Working|Merchant|Float|Till|Pochi|Pochi La Biashara|Organization)[ account|working account|utility account][ float][ account]|(Your new|Your|New)) balance (is|was) {balance}.";
const COST = "[ Transaction cost[,][:| was] {fee}.]";
/** Tanzania prints the charge before the balance, in three ways, and the balance without a name. */
const TOTAL_FEE = " Total fee {fee}.[{skip}] [New ][M-PESA ]balance is {balance}";
const COST_FIRST = ` Transaction cost[,][:] {fee}. ${MBAL}`;
const CHARGED = ` and charged {fee}. ${MBAL}`;
const OK = "{trx} Confirmed[.|,|:]";
const ON = "[,] [on ]{dt}[.|,]";
/** Done, whoever asked for it; which way the money went stands behind the time. */
const REVERSAL = `${OK}[ Your] Reversal of transaction {code} has been (successfully reversed|successfully completed|completed successfully|successful|reversed|completed)`;

/** Where a bill or a shop was paid; a payment that was taken back still names it. */
const ACCOUNT = "[.] (for account|Account[ Number| No]:[.]) {invoice}";

const STANDARD = [TOTAL_FEE, COST_FIRST, CHARGED, `[ ${MBAL}]${COST}`];

const expand = (rows: readonly LayoutRow[]): readonly LayoutRow[] =>
  rows.map((row) => ({ ...row, tails: (row.tails ?? STANDARD).map((tail) => tail.replaceAll("@MB", MBAL)) }));

/** Kenya; Tanzania prints the same English sentences with another currency. */
export const MPESA_ENGLISH: readonly LayoutRow[] = expand([
  {
    name: "reversal_credit",
    version: 3,
    heads: [
      `${OK} {amount} (sent|paid) to {party}${ACCOUNT} has been reversed[${ON}].`,
      `${OK} {amount} (sent|paid) to {party} has been reversed.`,
      `${REVERSAL}${ON}[ and] {amount} (is|has been) credited to your M-PESA account.`,
      `${OK} Transaction {code} has been [successfully ]reversed${ON}[ and] {amount} (is|has been) credited to your M-PESA account.`,
    ],
    examples: ["UJA1BC2DE3 Confirmed. Ksh50.00 sent to JANE DOE 0700000071 has been reversed. Your M-PESA balance is Ksh250.00."],
  },
  {
    name: "reversal_debit",
    version: 3,
    heads: [
      `${OK}[ You have received] {amount}[ received] from {party}${ACCOUNT} has been reversed[${ON}].`,
      `${OK}[ on] {dt}[.|,] {amount}[.] received from {party}${ACCOUNT} has been reversed.`,
      `${OK} {amount} received from {party} has been reversed.`,
      `${REVERSAL}${ON}[ and] {amount} (is|has been) debited from your M-PESA account.`,
      `${OK} Transaction {code} has been [successfully ]reversed${ON}[ and] {amount} (is|has been) debited from your M-PESA account.`,
    ],
    examples: ["UJA1BC2DE4 Confirmed. Ksh50.00 received from JANE DOE 0700000071 has been reversed. Your M-PESA balance is Ksh250.00."],
  },
  {
    name: "loan_paid",
    version: 2,
    heads: [
      `${OK} {amount} from your M-PESA has been used to (fully|partially) pay your outstanding Fuliza M-PESA${ON}[ [Your ]Available Fuliza M-PESA limit is {money}.]`,
      `${OK} {amount} from your M-PESA has been used to (fully|partially) pay your outstanding Fuliza M-PESA.[ [Your ]Available Fuliza M-PESA limit is {money}.]`,
      `${OK} You have paid {amount} to Fuliza M-PESA${ON}`,
      `${OK} {amount} (paid to|transfer[r]ed to|sent to)[ your] (M-Shwari|KCB M-PESA|Fuliza) loan[ account]${ON}`,
      `${OK} {amount} (has been|was) deducted from your M-PESA account${ON} as a repayment of {skip}service.`,
    ],
    tails: [" [Your |New ][new ]M-PESA[ account] balance is {balance}", " Fuliza M-PESA outstanding amount is {money}", "[ @MB]$"],
    examples: [
      "UJA1BC2DE5 Confirmed. Ksh 12.40 from your M-PESA has been used to fully pay your outstanding Fuliza M-PESA. Available Fuliza M-PESA limit is Ksh 100.00. Your M-PESA balance is 27.60.",
    ],
  },
  {
    name: "loan_received",
    heads: [
      `${OK} Fuliza M-PESA amount is {amount}.[ (Access Fee|Interest|Interest fee|Daily charge)[ charged| is][:]: {fee}.][ Total Fuliza M-PESA outstanding amount is {money}.]`,
      `${OK}[ Your] (M-Shwari|KCB M-PESA|KCB) loan[ of] {amount} (has been|is)[ approved and] (deposited|disbursed|sent|credited)`,
      `${OK} You have received {amount} (M-Shwari |KCB M-PESA |Fuliza )loan${ON}`,
    ],
    tails: ["{skip} @MB", ""],
    examples: [
      "UJA1BC2DE6 Confirmed. Fuliza M-PESA amount is Ksh 50.00. Access Fee charged Ksh 0.50. Total Fuliza M-PESA outstanding amount is Ksh 50.50 due on 15/10/26.",
    ],
  },
  {
    name: "savings_out",
    heads: [
      `${OK} {amount} (transfer[r]ed to|sent to|moved to)[ your] [Lock ]{party} (account|savings account|saving account)${ON}`,
      `${OK} You have transfer[r]ed {amount} to[ your] {party} account${ON}`,
    ],
    examples: [
      "UJA1BC2DE7 Confirmed. Ksh20.00 transferred to M-Shwari account on 1/10/26 at 9:00 AM. M-PESA balance is Ksh80.00 .New M-Shwari saving account balance is Ksh100.00. Transaction cost Ksh.0.00",
    ],
    tails: [
      " M-PESA balance is {balance}[ ]. New {skip}balance is {money}. Transaction cost[,][:] {fee}",
      " @MB new {skip}balance is {money}",
      "[ M-PESA balance is {balance}.][ @MB]",
      "",
    ],
    version: 3,
  },
  {
    name: "savings_in",
    heads: [`${OK} {amount} transfer[r]ed from[ your] {party} account${ON}`, `${OK} You have transfer[r]ed {amount} from[ your] {party} account${ON}`],
    version: 3,
    tails: [
      " {skip}balance is {money}[ ]. [New ]M-PESA[ account] balance is {balance}[ ].[ Transaction cost[,][:] {fee}.]",
      " M-PESA balance is {balance}[ ].[ Transaction cost[,][:] {fee}.]",
      "[ {skip}@MB]",
    ],
    examples: [
      "UJA1BC2DE8 Confirmed. Ksh20.00 transferred from KCB M-PESA account on 1/10/26 at 9:00 AM. M-PESA balance is Ksh100.00 .New KCB M-PESA Saving account balance is Ksh80.00",
    ],
  },
  {
    name: "airtime",
    version: 3,
    heads: [
      `${OK}[ You[ have]] (bought|purchased) {amount}[ worth] of airtime[ for {party}]${ON}`,
      `${OK}[ You[ have]] (bought|purchased) airtime( of| worth|) {amount}[ for {party}]${ON}`,
      `${OK} {amount} of airtime (bought|purchased)[ for {party}]${ON}`,
      `You have (bought|purchased) {amount}[ worth] of airtime[ for {party}]${ON}`,
    ],
    tails: [` ${MBAL}${COST}`],
    examples: ["UJA1BC2DE9 confirmed.You bought Ksh5.00 of airtime on 1/10/26 at 10:23 AM.New M-PESA balance is Ksh6.11. Transaction cost, Ksh0.00."],
  },
  {
    name: "paybill",
    version: 2,
    heads: [
      `${OK} {amount} (sent to|paid to) {party} for account {ref}${ON}`,
      `${OK} {amount} (sent to|paid to) {party}. Account (Number|No)[.|:] {ref}.${ON}`,
    ],
    examples: [
      "UJA1BC2DF1 Confirmed. Ksh500.00 sent to SAMPLE POWER for account 1400000 on 1/10/26 at 8:00 AM New M-PESA balance is Ksh90.00. Transaction cost, Ksh5.00.",
    ],
  },
  {
    name: "paybill",
    part: "undated",
    version: 2,
    heads: [`${OK} {amount} (sent to|paid to) {party} for account {ref}[ on {number}/{number}/{number}].[ Token: {skip}.]`],
    tails: [COST_FIRST, ` ${MBAL}${COST}`],
    examples: [
      "UJA1BC2DF1 Confirmed. Ksh500.00 paid to SAMPLE POWER for account 1400000. Token: 1234-5678-9012. Transaction cost Ksh0.00. New M-PESA balance is Ksh90.00.",
    ],
  },
  {
    name: "customer_payment",
    version: 3,
    heads: [
      `${OK} {amount} received from {party} for account {ref}${ON}`,
      `${OK} You have received {amount} from {party} for account {ref}[ via (Paybill|Till)[ Number] {number}]${ON}`,
      `${OK} {amount} received from {party}${ON}`,
    ],
    tails: [" New Pochi {skip} balance is {balance}", `[ @MB]${COST}`],
    examples: [
      "UJA1BC2DF2 Confirmed. Ksh100.00 received from JANE DOE 0700000072 for account SHOP1 on 1/10/26 at 7:00 PM. New Business balance is Ksh1,000.00.",
    ],
  },
  {
    name: "customer_payment",
    part: "dated_first",
    version: 2,
    heads: [`${OK}[ on] {dt}[.|,] {amount}[.] [(has been|was) ]received from {party}.[ Account( Number| No|):[.] {ref}]`],
    tails: [` @MB${COST}`],
    examples: [
      "UJA1BC2DF2 Confirmed. on 1/10/26 at 7:00 PM Ksh100.00 received from 254700000072 JANE DOE. Account Number SHOP1 New Utility balance is Ksh1,000.00",
    ],
  },
  {
    name: "customer_payment",
    part: "undated",
    heads: [`${OK} {amount} received from {party}. Account[ Number| No]:[.] {ref}`],
    tails: [" @MB"],
    examples: ["UJA1BC2DF2 Confirmed. Ksh100.00 received from JANE DOE 254700000072 Account Number SHOP1 New Utility balance is Ksh1,000.00"],
  },
  {
    name: "payment",
    version: 2,
    heads: [`${OK} {amount} sent to business {party}${ON}`, `${OK} {amount} paid to {party}.${ON}`, `${OK} You have paid {amount} to {party}.${ON}`],
    examples: [
      "UJA1BC2DF3 Confirmed. Ksh70.00 paid to SAMPLE SHOP. on 1/10/26 at 4:21 PM.New M-PESA balance is Ksh23.12. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,895.00.",
    ],
  },
  {
    name: "sent",
    heads: [`${OK} {amount} sent to {party}${ON}`, `${OK} You have sent {amount} to {party}${ON}`],
    version: 2,
    tails: [...STANDARD.slice(0, -1), `[ Total fee {fee}.][ Fee[:]: {fee}.][ ${MBAL}]${COST}`],
    examples: [
      "UJA1BC2DF4 Confirmed. Ksh250.00 sent to JOHN DOE 0700000073 on 1/10/26 at 1:05 PM. New M-PESA balance is Ksh300.00. Transaction cost, Ksh7.00.",
    ],
  },
  {
    name: "received",
    version: 3,
    heads: [
      `${OK}[ You have] received [a payment of ]{amount} [(Salary Payment|Business Payment|Promotion Payment|Salary|cash) ]from {party}${ON}[ via Pochi La Biashara.]`,
    ],
    tails: [`[ ${MBAL}]`],
    examples: [
      "UJA1BC2DF5 Confirmed.You have received Ksh30.00 from Sample Person 0700000074 on 1/10/26 at 12:16 PM  New M-PESA balance is Ksh53.12. Earn interest daily",
    ],
  },
  {
    name: "received",
    part: "short",
    version: 2,
    heads: [`${OK} You have received {amount} from {party}[ on {number}/{number}/{number}]`],
    tails: [`[.] ${MBAL}`, "$"],
    examples: ["UJA1BC2DF6 Confirmed. You have received Ksh3,000 from JOHN DOE 254700000075"],
  },
  {
    name: "received",
    part: "no_id",
    heads: [`[Confirmed[.|,] ]You have received {amount} from {party}${ON}`],
    tails: [`[ ${MBAL}]`],
    examples: ["You have received Ksh30.00 from JOHN DOE 0700000074 on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh53.12."],
  },
  {
    name: "received",
    part: "no_id_short",
    heads: ["[Confirmed[.|,] ]You have received {amount} from {party}"],
    tails: [`[.] ${MBAL}`],
    examples: ["You have received Ksh3,000 from JOHN DOE 254700000075. New M-PESA balance is Ksh5,000."],
  },
  {
    // Between agents: the float that is sold goes out, the one that is bought comes in.
    name: "b2b_sent",
    heads: ["{trx} Business Deposit Confirmed[.|,][ on] {dt}[.|,] Take {amount}[ cash] from {party}[.|,]"],
    tails: [` ${MBAL}`],
    examples: [
      "UJA1BC2DF7 Business Deposit Confirmed on 1/10/26 at 3:43 PM. Take Ksh2,100.00 cash from 105000 - Sample Traders. Your Float balance is Ksh5,617.00",
    ],
  },
  {
    name: "b2b_received",
    heads: ["{trx} Business Deposit Confirmed[.|,][ on] {dt}[.|,] Give {amount}[ cash] to {party}[.|,]"],
    tails: [` ${MBAL}`],
    examples: [
      "UJA1BC2DF7 Business Deposit Confirmed on 1/10/26 at 3:59 PM. Give Ksh3,000.00 cash to 147000 - Sample Telecom. New Working balance is Ksh7,550.69",
    ],
  },
  {
    name: "take_cash",
    heads: [`${OK}[ on] {dt}[.|,] (Take|Received) {amount} cash from {party}[.|,]`],
    tails: [` ${MBAL}`, " [Your |New ]M-PESA float balance is {balance}"],
    examples: ["UJA1BC2DF7 Confirmed. On 1/10/26 at 8:26 AM Take Ksh1,100.00 cash from SAMPLE W PERSON Your M-PESA float balance is Ksh7,197.00."],
  },
  {
    name: "withdraw",
    version: 2,
    heads: [`${OK}[ on] {dt}[.|,] Withdraw {amount} from {party}[.|,]`],
    tails: [TOTAL_FEE, ` ${MBAL}${COST}`],
    examples: [
      "UJA1BC2DF8 Confirmed.on 1/10/26 at 5:30 PMWithdraw Ksh500.00 from 300000 - Sample Agent New M-PESA balance is Ksh100.00. Transaction cost, Ksh28.00.",
    ],
  },
  {
    name: "withdraw",
    part: "dated_last",
    heads: [
      `${OK} Withdraw {amount} from {party}${ON}`,
      `${OK} {amount} withdrawn from {party}${ON}`,
      `${OK} You have withdrawn {amount} from [an ]{party}${ON}`,
    ],
    examples: [
      "UJA1BC2DF8 Confirmed. You have withdrawn Ksh500.00 from 300000 - Sample Agent on 1/10/26 at 5:30 PM. New M-PESA balance is Ksh100.00. Transaction cost, Ksh28.00.",
    ],
  },
  {
    name: "cash_in",
    heads: [`${OK} You have deposited {amount} (to|into) your M-PESA account${ON}`],
    tails: [` ${MBAL}`],
    examples: ["UJA1BC2DF9 Confirmed.You have deposited Ksh500.00 to your M-PESA account on 1/10/26 at 10:00 AM.New M-PESA balance is Ksh550.00."],
  },
  {
    name: "give_cash",
    heads: [`${OK}[ on] {dt}[.|,] Give {amount}[ cash] to {party}[.|,]`],
    tails: [` ${MBAL}`],
    examples: [
      "UJA1BC2DF9 Confirmed. On 1/10/26 at 10:45 AM Give Ksh300.00 cash to SAMPLE VENTURES  LTD Sample rd New M-PESA balance is Ksh300.00. You can now access",
    ],
  },
  {
    name: "balance",
    version: 2,
    heads: [
      `${OK} Your (M-PESA|account|M-PESA account) balance (is|was)[:][ M-PESA Account :] {balance}[.|,][ (Business|Working|Utility|Merchant) Account : {money}]${ON}`,
      `Your M-PESA[ account] balance (is|was)[:] {balance}[${ON}].`,
    ],
    tails: [""],
    examples: ["UJA1BC2DG1 Confirmed. Your M-PESA balance is Ksh4,320.00 on 1/10/26 at 4:00 PM."],
  },
  {
    name: "failed",
    version: 2,
    heads: [
      "[{trx} ]Failed.{skip}",
      "{trx} (Cancelled|Declined|Rejected).{skip}",
      "[{trx} ]Transaction failed[.] M-PESA cannot complete payment of {amount} to {party}. (The|You|Please) ",
      "M-PESA is unable to (process|complete) your (request|transaction){skip}",
    ],
    tails: ["[ @MB]$", ""],
    examples: ["Failed. You do not have enough money in your M-PESA account to send Ksh500.00."],
  },
]);

/** Tanzania's Swahili sentences. */
export const MPESA_SWAHILI: readonly LayoutRow[] = [
  {
    name: "received",
    part: "swahili",
    heads: [
      "{trx} Imethibitishwa.[ Tarehe {dt}[,|.]] [Umepokea|Umepewa] {amount} kutoka[ kwa] {party}[ (Tarehe|tarehe|mnamo) {dt}].",
      "{trx} Imethibitishwa. Umepokea {amount} kutoka[ kwa] {party} {dt}.",
    ],
    // Older texts have another word for what is left.
    version: 2,
    tails: [" Salio[ lako][ jipya][ la M-Pesa] ni {balance}", " Baki yako ya M-Pesa ni {balance}", "$"],
    examples: [
      "UJA1BC2DG2 Imethibitishwa. Umepokea Tsh50,000.00 kutoka 255700000076 - JOHN DOE Tarehe 1/10/26 saa 10:30 AM. Salio lako jipya la M-Pesa ni Tsh60,000.00.",
    ],
  },
  {
    name: "received",
    part: "swahili_dated",
    heads: ["{trx} Imethibitishwa. (Umepokea|Umepewa) {amount} kutoka[ kwa] {party} (Tarehe|mnamo) {dt}."],
    tails: [""],
    examples: ["UJA1BC2DG2 imethibitishwa. Umepokea Tshs 1,000.00 kutoka SAMPLE Bank, Akaunti ****3600 - JOHN DOE tarehe 13/01/2026 saa 11:12:05. Asante"],
  },
  {
    name: "sent",
    part: "swahili",
    heads: [
      "{trx} Imethibitishwa. [Umetuma ]{amount} [imetumwa ]kwa[ kwenda kwa] {party}[ (Tarehe|tarehe|mnamo) {dt}].[ (Ada|Makato|Gharama)[ ni| ya]: {fee}.]",
    ],
    tails: [" Salio[ lako][ jipya][ la M-Pesa] ni {balance}"],
    examples: [
      "UJA1BC2DG3 Imethibitishwa. Umetuma Tsh5,000.00 kwa 255700000077 - JANE DOE Tarehe 1/10/26 saa 10:35 AM. Salio lako jipya la M-Pesa ni Tsh55,000.00.",
    ],
  },
];

const PT_BAL = "[ (O|E o|e o)[ teu] novo saldo[ M-Pesa] (e|é) de {balance}[ e a taxa foi de {fee}].]";
const PT_ON = "[,] [aos|Aos] {dt}[.|,]";
const PT = "Confirmado {trx}[.|,]";

/** Mozambique. */
export const MPESA_PORTUGUESE: readonly LayoutRow[] = [
  {
    name: "reversal_credit",
    heads: [`${PT} {skip}(revertid|estornad|reversao|reversão|anulad){skip} (de|valor) {amount}[ aos {dt}]`],
    tails: [PT_BAL.slice(1, -1)],
    needsOne: ["balance", "dt"],
    examples: ["Confirmado DJA1BC2DE3F. A transaccao foi revertida no valor de 50.00MT aos 1/10/26 as 6:22 PM. O teu novo saldo M-Pesa e de 90.00MT."],
  },
  {
    name: "received",
    heads: [`${PT} (Recebeste|Recebeu)[ o valor de] {amount} (de|do|da) {party}${PT_ON}`],
    tails: [PT_BAL],
    examples: [
      "Confirmado DJA1BC2DE4F. Recebeste  45.67MT de 258840000081 - JOHN DOE aos 1/10/26  as 6:22 PM o novo saldo  M-Pesa e de 234.56MT. Em caso de duvida, liga 100.",
    ],
  },
  {
    name: "sent",
    heads: [`${PT} (Transferiste|Transferiu|Enviaste)[ o valor de] {amount}[ e a taxa foi de {fee}] (para|a) {party}${PT_ON}`],
    tails: [PT_BAL],
    examples: [
      "Confirmado DJA1BC2DE5F. Transferiste 34.56MT e a taxa foi de 1.00MT para 258840000082 - JANEDOE aos 1/10/26 as 4:15 PM. O teu novo saldo M-Pesa e de 345.67MT.",
    ],
  },
  {
    name: "received",
    part: "dated_first",
    heads: [`${PT}${PT_ON} (recebeste|recebeu) {amount} (de|do|da) {party}.`],
    tails: [PT_BAL.slice(1, -1)],
    examples: ["Confirmado DJA1BC2DE4F. Aos 1/10/26 as 6:22 PM recebeste 45.67MT de 258840000081 - JOHN DOE. O teu novo saldo M-Pesa e de 234.56MT."],
  },
  {
    name: "sent",
    part: "dated_first",
    heads: [`${PT}${PT_ON} (transferiste|enviaste) {amount}[ e a taxa foi de {fee}] (para|a) {party}.`],
    tails: [PT_BAL.slice(1, -1)],
    examples: ["Confirmado DJA1BC2DE5F. Aos 1/10/26 as 4:15 PM transferiste 34.56MT para 258840000082 - JANEDOE. O teu novo saldo M-Pesa e de 345.67MT."],
  },
  {
    name: "withdraw",
    heads: [
      `${PT}${PT_ON} (levantaste|levantou)[ o valor de] {amount} (no|do|em|na)[ agente| ATM] {party}.`,
      `${PT} (Levantaste|Levantou)[ o valor de] {amount}[ e a taxa foi de {fee}] (no|do|em|na)[ agente| ATM] {party}${PT_ON}`,
    ],
    tails: [PT_BAL.slice(1, -1)],
    examples: [
      "Confirmado DJA1BC2DE6F. Aos 1/10/26  as 3:57 PM levantaste 34.56MT no agente 425000 - JOHN DOE. O novo saldo M-Pesa e de 34.56MT e a taxa foi de 2.34MT.",
    ],
  },
  {
    name: "deposit",
    heads: [
      `${PT}${PT_ON} (depositaste|depositou|foi depositado|foi feito um deposito|deposito de|recebeste um deposito de)[ o valor de| de] {amount} (no|do|pelo|em|na|atraves do)[ agente] {party}.`,
      `${PT} (Depositaste|Deposito|Recebeste um deposito|Foi depositado)[ o valor de| de| no valor de] {amount} (no|do|pelo|em|na|atraves do)[ agente] {party}${PT_ON}`,
    ],
    tails: [PT_BAL.slice(1, -1)],
    examples: ["Confirmado DJA1BC2DE7F. Aos 1/10/26  as 3:57 PM depositaste 34.56MT no agente 425000 - JOHN DOE. O novo saldo M-Pesa e de 69.12MT."],
  },
  {
    name: "purchase",
    heads: [
      `${PT} Registamos uma operacao de (compra|pagamento) no valor de {amount}[ e a taxa foi de {fee}] (na|no|a)[ entidade] {party}[ com referencia {ref}]${PT_ON}`,
      `${PT} (Pagaste|Pagou|Compraste)[ o valor de] {amount}[ e a taxa foi de {fee}] (a|ao|no|na|para|em)[ entidade| comerciante] {party}[ com referencia {ref}]${PT_ON}`,
    ],
    tails: [PT_BAL],
    examples: [
      "Confirmado DJA1BC2DE8F. Registamos uma operacao de compra no valor de 20.00MT e a taxa foi de 0.00MT na entidade 900000 - SAMPLE com referencia 0100000 aos 1/10/26 as 7:00 AM. O teu novo saldo M-Pesa e de 9.00MT.",
    ],
  },
  {
    name: "airtime",
    heads: [
      `${PT} (Compraste|Recarregaste|Comprou)[ o valor de] {amount} (de|em) (credito|crédito|recarga|saldo|airtime|megas|dados){skip}${PT_ON}`,
      `${PT} (Compraste|Recarregaste)[ credito| crédito| recarga][ no valor] de {amount}[ para {party}]${PT_ON}`,
    ],
    tails: [PT_BAL],
    examples: ["Confirmado DJA1BC2DE9F. Compraste 20.00MT de credito aos 1/10/26 as 7:00 AM. O teu novo saldo M-Pesa e de 9.00MT."],
  },
];
