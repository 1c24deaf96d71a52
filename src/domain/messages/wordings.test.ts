/** Wordings that operators print beside the usual ones: every field exactly, several texts of each with other values. */
import { describe, expect, test } from "vitest";
import { parseMessage, type ParsedMessage } from "./index.ts";
import { SENDER_IDS } from "./senders.ts";
import type { MessageOperator, WalletType } from "./types.ts";

const read = (operator: MessageOperator, walletType: WalletType, text: string): ParsedMessage =>
  parseMessage({ operator, walletType, sender: SENDER_IDS[operator][0] as string, text });

/** What a text says, as a person would write it down; what is left out must be absent. */
interface Reading {
  readonly kind: string;
  readonly direction: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly balance?: string;
  readonly trx?: string;
  readonly party?: string;
  readonly ref?: string;
  readonly at?: string;
}
const money = (minor: bigint | null): string | undefined => (minor === null ? undefined : `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`);

function said(parsed: ParsedMessage): Reading {
  const { kind, direction, trxId, counterparty, reference, operatorTime } = parsed;
  const all = {
    kind,
    direction,
    amount: money(parsed.amount),
    fee: money(parsed.fee),
    balance: money(parsed.balance),
    trx: trxId ?? undefined,
    party: counterparty ?? undefined,
    ref: reference ?? undefined,
    at: operatorTime?.slice(0, 19),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as Reading; // the entries are those of Reading
}

type Row = readonly [text: string, said: Reading];
function holds(operator: MessageOperator, walletType: WalletType, rows: readonly Row[]): void {
  for (const [text, expected] of rows) {
    const parsed = read(operator, walletType, text);
    expect(said(parsed), text).toEqual(expected);
    expect(parsed.status, text).toBe("parsed");
  }
}

const IN = { kind: "receive", direction: "credit" } as const;
const PAID = { kind: "payment_received", direction: "credit" } as const;

describe("M-Pesa in Kenya", () => {
  test("congratulates before the receipt", () => {
    const said = { ...IN, balance: "2468.20", trx: "UHR1AB2CD3", at: "2026-08-27T08:46:00" };
    holds("mpesa_ke", "personal", [
      [
        "Congratulations! UHR1AB2CD3 confirmed.You have received Ksh250.00 from SAMPLE BET B2C on 27/8/26 at 8:46 AM.New M-PESA balance is Ksh2,468.20. Separate personal and business funds through Pochi la Biashara on *334#.",
        { ...said, amount: "250.00", party: "SAMPLE BET B2C" },
      ],
      [
        "Congratulations! UHR1AB2CD3 Confirmed. You have received Ksh12,345.00 from JANE DOE 0712345678 on 27/8/26 at 8:46 AM New M-PESA balance is Ksh2,468.20.",
        { ...said, amount: "12345.00", party: "JANE DOE 0712345678" },
      ],
    ]);
  });

  test("prints a till's balance: a customer's payment, however the sentence begins", () => {
    const said = { ...PAID, amount: "1500.00", balance: "15200.00", trx: "UHT1AB2CD3", at: "2026-08-29T07:15:00" };
    holds("mpesa_ke", "merchant", [
      [
        "UHT1AB2CD3 Confirmed. You have received Ksh 1,500.00 from JOHN DOE 254712345678 on 29/8/26 at 7:15 AM. New Till balance is Ksh 15,200.00.",
        { ...said, party: "JOHN DOE 254712345678" },
      ],
      [
        "UHT1AB2CD3 Confirmed. Ksh1,500.00 paid by JOHN DOE 0722***789 on 29/8/26 at 7:15 AM. New Till balance is Ksh15,200.00.",
        { ...said, party: "JOHN DOE 0722***789" },
      ],
      [
        "UHT1AB2CD3 Confirmed.on 29/8/26 at 7:15 AM Ksh1,500.00 received from 254712345678 JOHN DOE. New Till balance is Ksh15,200.00",
        { ...said, party: "254712345678 JOHN DOE" },
      ],
    ]);
  });

  test("speaks Swahili", () => {
    const at = "2025-01-13T17:39:00";
    holds("mpesa_ke", "personal", [
      [
        "TAD72DJ3YB Imethibitishwa. Umepokea Ksh1.00 kutoka John  Doe 0729000037 mnamo 13/1/25 saa 5:39 PM  Baki yako ya M-PESA ni Ksh264.47. SAFARICOM HUPIGA NA 0722000000 PEKEE. Kurudisha hizi pesa, tuma ujumbe huu kwa 456.",
        { ...IN, amount: "1.00", balance: "264.47", trx: "TAD72DJ3YB", party: "John  Doe 0729000037", at },
      ],
      [
        "TAD72DJ3YB Imethibitishwa. Umepokea Ksh12,500.00 kutoka kwa JANE DOE tarehe 13/1/25 saa 5:39 PM. Salio jipya la M-PESA ni Ksh13,000.50.",
        { ...IN, amount: "12500.00", balance: "13000.50", trx: "TAD72DJ3YB", party: "JANE DOE", at },
      ],
      [
        "TAD62EDKVQ Imethibitishwa Ksh1.00 imetumwa kwa John  Doe 0729000037 tarehe 13/1/25 saa 5:39 PM. Baki yako ya M-PESA ni Ksh263.47. Gharama ya kutuma ni Ksh7.00.Kiwango cha Pesa unachoweza kutuma kwa siku ni 499,949.00.",
        { kind: "send_money", direction: "debit", amount: "1.00", fee: "7.00", balance: "263.47", trx: "TAD62EDKVQ", party: "John  Doe 0729000037", at },
      ],
      [
        "TAE46D879G Imethibitishwa. Umelipa Ksh20.00 kwa SAMPLE SHOP 13/1/25 5:39 PM.Baki yako mpya katika M-PESA ni Ksh173.47. Gharama ya kununua ni Ksh0.00.",
        { kind: "payment_sent", direction: "debit", amount: "20.00", fee: "0.00", balance: "173.47", trx: "TAE46D879G", party: "SAMPLE SHOP", at },
      ],
      [
        "TAF5BV0XRN Umenunua Ksh5.00 ya mjazo siku 13/1/25 saa 5:39 PM.Baki mpya ya M-PESA ni Ksh38.47.",
        { kind: "recharge", direction: "debit", amount: "5.00", balance: "38.47", trx: "TAF5BV0XRN", at },
      ],
      [
        "TAD72CZ6J3 Imethibitishwa. Baki yako ni: Akaunti ya M-PESA : Ksh263.47 Tarehe 13/1/25 saa 5:39 PM. Gharama ya matumizi ni Ksh0.00.",
        { kind: "balance", direction: "none", balance: "263.47", trx: "TAD72CZ6J3", at },
      ],
      ["Hakuna pesa za kutosha katika akaunti yako ya M-PESA kuweza kutuma Ksh3,251.00.", { kind: "failed", direction: "none", amount: "3251.00" }],
    ]);
  });

  test("takes a part of an overdraft back", () => {
    const said = { kind: "loan", direction: "debit", amount: "200.00", trx: "UC3IE8BHFR" } as const;
    const begin = "UC3IE8BHFR  Confirmed. Ksh 200.00 from your M-PESA has been used to partially pay your outstanding Fuliza M-PESA";
    holds("mpesa_ke", "personal", [
      [`${begin}. Your available Fuliza M-PESA limit is Ksh 8018.37. M-PESA balance is Ksh0.00.`, { ...said, balance: "0.00" }],
      [`${begin}. Available Fuliza M-PESA limit is Ksh 2,000.00. M-PESA balance is Ksh 700.00.`, { ...said, balance: "700.00" }],
      [
        `${begin} on 15/6/24 at 2:30 PM. Your available Fuliza M-PESA limit is Ksh416.84. New M-PESA balance is Ksh1,234.00.`,
        { ...said, balance: "1234.00", at: "2024-06-15T14:30:00" },
      ],
      [
        "Confirmed. Ksh 250.00 from your M-PESA has been used to partially pay your outstanding Fuliza M-PESA. Your available Fuliza M-PESA limit is Ksh 263.56. Your M-PESA balance is 0.00.",
        { kind: "loan", direction: "debit", amount: "250.00", balance: "0.00" },
      ],
    ]);
  });

  test("has completed a reversal: which way is said behind the time", () => {
    const back = { kind: "reversal", direction: "credit", amount: "50.00", trx: "UA26UGIL70", at: "2026-01-02T11:11:00" } as const;
    holds("mpesa_ke", "personal", [
      [
        "UA26UGIL70 confirmed. Reversal of transaction UA26U2IPRD has been completed successfully on 2/1/26 at 11:11 AM and Ksh50.00 has been credited to your M-Pesa Account.",
        back,
      ],
      [
        "UA26UGIL70 confirmed. Reversal of transaction UA26U2IPRD has been successfully reversed  on 2/1/26  at 11:11 AM and Ksh50.00 is credited to your M-PESA account. New M-PESA account balance is Ksh2,944.98.",
        { ...back, balance: "2944.98" },
      ],
      [
        "UA26UGIL70 Confirmed. Transaction UA26U2IPRD has been reversed on 2/1/26 at 11:11 AM and Ksh50.00 is debited from your M-PESA account. New M-PESA account balance is Ksh2,032.37.",
        { ...back, direction: "debit", balance: "2032.37" },
      ],
    ]);
    // One that has not been completed is none.
    expect(
      read(
        "mpesa_ke",
        "personal",
        "UA26UGIL70 confirmed. Reversal of transaction UA26U2IPRD has been initiated on 2/1/26 at 11:11 AM and Ksh50.00 will be credited to your M-PESA account.",
      ),
    ).toMatchObject({ amount: null, direction: "none" });
  });
});

describe("MTN in Rwanda", () => {
  const at = "2026-10-29T13:18:05";

  test("a payment with a discount and coupons has its id at the end", () => {
    const said = {
      kind: "payment_sent",
      direction: "debit",
      amount: "8000.00",
      fee: "0.00",
      balance: "36282.00",
      trx: "16519345888",
      party: "Sample Person (250790698110)",
      at,
    } as const;
    const begin = "Your payment of 8000 RWF to Sample Person (250790698110) has been completed at 2026-10-29 13:18:05.";
    holds("mtn_rw", "personal", [
      [
        `${begin} Message: . Your new balance: 36282 RWF. Fee was 0 RWF. The amount was subject to a discount of 0 RWF and coupons worth . Financial Transaction Id: 16519345888. External Transaction Id: -.`,
        said,
      ],
      [
        `${begin} Message: lunch. Your new balance: 36,282 RWF. Fee was 0 RWF. The amount was subject to a discount of 100 RWF and coupons worth 50 RWF. Financial Transaction Id: 16519345888. External Transaction Id: 5521.`,
        { ...said, ref: "lunch" },
      ],
    ]);
  });

  test("transfers as it spells them", () => {
    const said = { kind: "send_money", direction: "debit", amount: "600.00", fee: "20.00", balance: "2454.00", at } as const;
    holds("mtn_rw", "personal", [
      [
        "*165*s*600 RWF transfared to Sample(07860000097) at 2026-10-29 13:18:05. fee 20 RWF. Balance:2454 RWF. fee 0 RWF. *EN#.",
        { ...said, party: "Sample(07860000097)" },
      ],
      [
        "*165*s*600 RWF transfared to Sample Person(363109) at 2026-10-29 13:18:05. fee 20 RWF .Balance:2454 RWF .fee 0 RWF .*EN#",
        { ...said, party: "Sample Person(363109)" },
      ],
      [
        "*165*S*600 RWF transferred to Sample Person (250780000097) at 2026-10-29 13:18:05 .Fee: 20RWF.Balance: 2454RWF.*EN#",
        { ...said, party: "Sample Person (250780000097)" },
      ],
    ]);
  });

  test("money that came, with its marks or the short label of the id", () => {
    const said = { ...IN, amount: "2000.00", balance: "3719.00", party: "Sample PAYER (*********062)", at };
    const from = "You have received 2000 RWF from Sample PAYER (*********062)";
    holds("mtn_rw", "personal", [
      [
        `*165*R*${from} on your mobile money account at 2026-10-29 13:18:05. Message from sender: rent. Your new balance:3719 RWF.*EN#`,
        { ...said, ref: "rent" },
      ],
      [
        `*165*R*${from} on your mobile money account at 2026-10-29 13:18:05. Your new balance:3719 RWF. Financial Transaction Id: 5450000009.`,
        { ...said, trx: "5450000009" },
      ],
      [`${from} at 2026-10-29 13:18:05 . Balance:3719 RWF. FT Id: 30911702283`, { ...said, trx: "30911702283" }],
    ]);
    // The payer's words cannot stand for the operator's.
    const forged = read(
      "mtn_rw",
      "personal",
      `*165*R*${from} at 2026-10-29 13:18:05. Message from sender: x. Your new balance:9 RWF. Your new balance:3719 RWF.*EN#`,
    );
    expect(forged).toMatchObject({ balance: 371_900n, reference: "x. Your new balance:9 RWF" });
  });

  test("refunds, loans paid back and payments that were approved", () => {
    holds("mtn_rw", "personal", [
      [
        "*165*R*Y'ello, SAMPLE NETWORKS has successfully refunded 1000 RWF to your mobile money account at 2026-10-29 13:18:05. Message from refunder: Optional.absent(). Your new balance:18501 RWF.Thank you for using MTN MobileMoney.*EN#",
        { kind: "refund", direction: "credit", amount: "1000.00", balance: "18501.00", party: "SAMPLE NETWORKS", at },
      ],
      [
        "10631 RWF has been used to pay your loan at 2026-10-29 13:18:05. Your new balance: 9369 RWF. Financial Transaction Id: 31055953312",
        { kind: "loan", direction: "debit", amount: "10631.00", balance: "9369.00", trx: "31055953312", at },
      ],
      [
        "*164*S*Y'ello, A transaction of 300 RWF by SAMPLE SERVICES Ltd was completed at 2026-10-29 13:18:05. Balance:2719 RWF. Fee  0 RWF. FT Id: 30906497755. ET  Id: 250813310.*EN#",
        { kind: "payment_sent", direction: "debit", amount: "300.00", fee: "0.00", balance: "2719.00", trx: "30906497755", party: "SAMPLE SERVICES Ltd", at },
      ],
    ]);
  });
});

describe("in Bangladesh", () => {
  test("an account with Rocket's bank, credited and debited", () => {
    const said = { ...IN, balance: "103973.32", at: "2026-02-01T14:55:44" };
    const out = { ...said, kind: "send_money", direction: "debit" };
    const end = "on 01-02-2026 02:55:44 PM C/B Tk1,03,973.32. NexusPay https://bit.ly/nexuspay";
    holds("rocket", "personal", [
      [`Dear Sir, your A/C ***0045 credited (Fund Transfer) by Tk2347.00 ${end}`, { ...said, amount: "2347.00" }],
      [`Dear Sir, your A/C ***0045 credited (ATM A/C to A/C Transfer Credit) by Tk50,000.00 ${end}`, { ...said, amount: "50000.00" }],
      [`Dear Sir, your A/C ***945 credited (RTGS Funds Transfer - Credit) by Tk5,00,000.00 ${end}`, { ...said, amount: "500000.00" }],
      [`Dear Sir, your A/C ***0045 debited (Fund Transfer Debit) by Tk8,020.00 ${end}`, { ...out, amount: "8020.00" }],
      [`Dear Sir, your A/C ***0045 debited (Fund Transfer) by Tk-500.00 ${end}`, { ...out, amount: "500.00" }],
    ]);
    // What is not known to mean a movement is none, and no credit has a minus.
    for (const text of [
      `Dear Sir, your A/C ***0045 credited (Chargeback) by Tk500.00 ${end}`,
      `Dear Sir, your A/C ***0045 credited (Fund Transfer) by Tk-500.00 ${end}`,
      `Dear Sir, your A/C ***0045 will be credited (Fund Transfer) by Tk500.00 ${end}`,
    ])
      expect(read("rocket", "personal", text)).toMatchObject({ amount: null, direction: "none" });
  });

  test("a reference and a balance without a fee", () => {
    const said = { ...IN, amount: "500.00", balance: "1500.00", trx: "DB1KCDE2G8", party: "01712345678", at: "2026-02-01T10:00:00" };
    holds("bkash", "personal", [
      ["You have received Tk 500.00 from 01712345678. Ref abc. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00", { ...said, ref: "abc" }],
      ["You have received Tk 500.00 from 01712345678.Ref order 44. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00", { ...said, ref: "order 44" }],
    ]);
  });

  test("You received, You've received", () => {
    const said = { ...IN, amount: "500.00", balance: "1500.00", party: "01712345678" };
    const bkash = { ...said, trx: "DB1KCDE2G8", at: "2026-02-01T10:00:00" };
    for (const you of ["You received", "You've received", "You’ve received", "You have received"]) {
      holds("bkash", "personal", [
        [`${you} Tk 500.00 from 01712345678. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00`, { ...bkash, fee: "0.00" }],
        [
          `${you} Tk 500.00 from 01712345678. Ref x. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00`,
          { ...bkash, fee: "0.00", ref: "x" },
        ],
      ]);
      holds("bkash", "merchant", [
        [
          `${you} payment Tk 500.00 from 01712345678. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00`,
          { ...bkash, ...PAID, fee: "0.00" },
        ],
      ]);
      holds("nagad", "personal", [[`${you} Tk 500.00 from 01712345678. TxnID: 7AB1CD2O. Balance Tk 1500.00`, { ...said, trx: "7AB1CD2O" }]]);
    }
  });

  test("another wallet through the national switch", () => {
    const said = { ...IN, amount: "50.00", fee: "0.00" };
    holds("bkash", "personal", [
      [
        "You have received Tk 50.00 from Nagad 0133XXX6909 through NPSB. Fee Tk 0.00. Balance Tk 349.71. TrxID DH3KCDE2G8 at 03/08/2026 23:25.",
        { ...said, balance: "349.71", trx: "DH3KCDE2G8", party: "0133XXX6909", at: "2026-08-03T23:25:00" },
      ],
    ]);
    holds("rocket", "personal", [
      [
        "Tk 50.00 received from bKash A/C ***648 through NPSB. Fee: Tk .00. Your A/C Balance: Tk 74.21. TxnID:6800983107 at 03-AUG-26 11:00:07 pm.",
        { ...said, balance: "74.21", trx: "6800983107", party: "***648", at: "2026-08-03T23:00:07" },
      ],
    ]);
  });

  test("a label glued to a name is no part of it: nobody knows where the name ends", () => {
    for (const name of ["On Hold", "Frozen", "Rahim Store"]) {
      const parsed = read("nagad", "personal", `Money Received.Amount: Tk 1234.50Sender: ${name}Ref: N/ATxnID: 7KKF12OIBalance: Tk 103973.3221/09/2026 14:05`);
      expect(parsed).toMatchObject({ status: "unparsed", amount: null });
    }
  });

  test("the invoice of a shop is its reference", () => {
    const said = { ...PAID, amount: "500.00", balance: "1500.00", trx: "7AB1CD2O", party: "01712345678", at: "2026-02-01T10:00:00" };
    const end = "TxnID: 7AB1CD2O\nBalance: Tk 1500.00\n01/02/2026 10:00";
    holds("nagad", "merchant", [
      [`Payment Received.\nAmount: Tk 500.00\nCustomer: 01712345678\nInvoice: INV-2026/881\n${end}`, { ...said, ref: "INV-2026/881" }],
      [`Payment Received.\nInvoice: 20260001\nAmount: Tk 500.00\nCustomer: 01712345678\n${end}`, { ...said, ref: "20260001" }],
      [`Payment Received.\nAmount: Tk 500.00\nCustomer: 01712345678\nInvoice: N/A\n${end}`, said],
      [
        `Payment Received.Amount: Tk 500.00Customer: 01712345678Invoice: SHOP-881TxnID: 7AB1CD2OBalance: Tk 1500.0001/02/2026 10:00`,
        { ...said, ref: "SHOP-881" },
      ],
    ]);
  });
});
