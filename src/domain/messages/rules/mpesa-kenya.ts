/** M-Pesa in Kenya: what Tanzania does not print. Tried before the English sentences that both have. */
import type { LayoutRow } from "./build.ts";

const OK = "{trx} Confirmed[.|,|:]";
const ON = "[,] [on ]{dt}[.|,]";
const TILL = " (New|Your)[ Merchant] Till balance is {balance}";

const DONE = "{trx} Imethibitishwa.";
const WHEN = " [(tarehe|mnamo|siku) ]{dt}.";
const LEFT = " (Baki|Salio)[ yako| lako][ mpya| jipya] (ya|la|katika) M-PESA ni {balance}.";
const COST = "[ Gharama ya (kutuma|kununua|kulipa|matumizi) ni {fee}]";

export const MPESA_KENYA: readonly LayoutRow[] = [
  {
    name: "received",
    part: "congratulations",
    heads: [`Congratulations! ${OK} You have received {amount} from {party}${ON}`],
    tails: [" New M-PESA balance is {balance}"],
    examples: [
      "Congratulations! UJA1BC2DH1 confirmed.You have received Ksh30.00 from SAMPLE GAMES B2C on 1/10/26 at 12:16 PM.New M-PESA balance is Ksh53.12. Separate personal and business funds through Pochi la Biashara on *334#.",
    ],
  },
  {
    // A till belongs to a shop: what comes in there is a customer's payment, however the sentence begins.
    name: "customer_payment",
    part: "till",
    heads: [
      `${OK} You have received {amount} from {party}${ON}`,
      `${OK} {amount} (received from|paid by) {party}${ON}`,
      `${OK}[ on] {dt}[.|,] {amount}[.] (received from|paid by) {party}[.|,]`,
    ],
    tails: [TILL],
    examples: [
      "UJA1BC2DH2 Confirmed. You have received Ksh1,500.00 from JOHN DOE 254700000078 on 1/10/26 at 7:15 AM. New Till balance is Ksh15,200.00.",
      "UJA1BC2DH2 Confirmed. Ksh1,200.00 paid by JOHN DOE 0700***078 on 1/10/26 at 3:10 PM. New Till balance is Ksh20,000.00.",
    ],
  },
  {
    name: "loan_paid",
    part: "no_id",
    heads: [
      "Confirmed. {amount} from your M-PESA has been used to (fully|partially) pay your outstanding Fuliza M-PESA.[ [Your ]Available Fuliza M-PESA limit is {money}.]",
    ],
    tails: [" [Your |New ]M-PESA balance is {balance}"],
    examples: [
      "Confirmed. Ksh 250.00 from your M-PESA has been used to partially pay your outstanding Fuliza M-PESA. Your available Fuliza M-PESA limit is Ksh 263.56. Your M-PESA balance is 0.00.",
    ],
  },
  {
    name: "received",
    part: "swahili",
    heads: [`${DONE} Umepokea {amount} kutoka[ kwa] {party}${WHEN}`],
    tails: [LEFT],
    examples: [
      "UJA1BC2DH3 Imethibitishwa. Umepokea Ksh30.00 kutoka JOHN DOE 0700000079 mnamo 1/10/26 saa 5:39 PM  Baki yako ya M-PESA ni Ksh53.12. SAFARICOM HUPIGA NA 0722000000 PEKEE.",
    ],
  },
  {
    name: "sent",
    part: "swahili",
    heads: [`${DONE} {amount} imetumwa kwa {party}${WHEN}`],
    tails: [`${LEFT}${COST}`],
    examples: [
      "UJA1BC2DH4 Imethibitishwa Ksh20.00 imetumwa kwa JANE DOE 0700000080 tarehe 1/10/26 saa 8:37 PM. Baki yako ya M-PESA ni Ksh33.12. Gharama ya kutuma ni Ksh0.00.",
    ],
  },
  {
    name: "payment",
    part: "swahili",
    heads: [`${DONE} Umelipa {amount} kwa {party}${WHEN}`],
    tails: [`${LEFT}${COST}`],
    examples: [
      "UJA1BC2DH5 Imethibitishwa. Umelipa Ksh20.00 kwa SAMPLE SHOP 1/10/26 4:53 PM.Baki yako mpya katika M-PESA ni Ksh13.12. Gharama ya kununua ni Ksh0.00.",
    ],
  },
  {
    name: "airtime",
    part: "swahili",
    heads: [`{trx}[ Imethibitishwa.] Umenunua {amount} ya mjazo${WHEN}`],
    tails: [LEFT],
    examples: ["UJA1BC2DH6 Umenunua Ksh5.00 ya mjazo siku 1/10/26 saa 8:44 PM.Baki mpya ya M-PESA ni Ksh8.12."],
  },
  {
    name: "balance",
    part: "swahili",
    heads: [`[${DONE}] Baki yako ni: Akaunti ya M-PESA : {balance}${WHEN}[ Gharama ya matumizi ni {money}]`],
    tails: [""],
    examples: ["UJA1BC2DH7 Imethibitishwa. Baki yako ni: Akaunti ya M-PESA : Ksh8.12 Tarehe 1/10/26 saa 5:36 PM. Gharama ya matumizi ni Ksh0.00."],
  },
  {
    name: "failed",
    part: "swahili",
    heads: ["Hakuna pesa za kutosha katika akaunti yako ya M-PESA kuweza (kutuma|kulipa|kununua) {amount}"],
    tails: ["$"],
    examples: ["Hakuna pesa za kutosha katika akaunti yako ya M-PESA kuweza kutuma Ksh3,251.00."],
  },
];
