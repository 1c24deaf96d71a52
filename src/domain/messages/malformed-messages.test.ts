/** Texts that lost or gained something on their way: read where nothing is open, otherwise left unread, never read wrong. */
import { describe, expect, test } from "vitest";
import type { WalletType } from "../../contract/operators.ts";
import { parseMessage, SENDER_IDS, type MessageOperator, type ParsedMessage } from "./index.ts";

const read = (operator: MessageOperator, walletType: WalletType, text: string): ParsedMessage =>
  parseMessage({ operator, walletType, sender: SENDER_IDS[operator][0] as string, text });
const bkash = (text: string): ParsedMessage => read("bkash", "personal", text);
const nagad = (text: string): ParsedMessage => read("nagad", "personal", text);
const UNREAD = { status: "unparsed", amount: null, balance: null, trxId: null } as const;

describe("full stops lost", () => {
  test("fee and balance behind the payer's reference", () => {
    for (const stop of ["", ".", "\n", ".\n"])
      for (const reference of ["abc", "rent_june_2", "7", "order 44/B", "ধার"]) {
        const tail = `Fee Tk 5.00${stop} Balance Tk 2,718.28${stop} TrxID DGH4K2M9QX at 17/07/2026 19:42`;
        expect(bkash(`You have received Tk 640.00 from 01911223344${stop} Ref ${reference}${stop} ${tail}`)).toMatchObject({
          status: "parsed",
          amount: 64_000n,
          fee: 500n,
          balance: 271_828n,
          trxId: "DGH4K2M9QX",
          counterparty: "01911223344",
          reference,
          operatorTime: "2026-07-17T19:42:00+06:00",
        });
      }
  });

  test("with a till of the merchant, and the spaces lost instead", () => {
    for (const text of [
      "You have received payment Tk 640.00 from 01911223344 Ref abc Counter 7 Fee Tk 0.00 Balance Tk 2,718.28 TrxID DGH4K2M9QX at 17/07/2026 19:42",
      "You have received payment Tk 640.00 from 01911223344.Ref abc.Counter 7.Fee Tk 0.00.Balance Tk 2,718.28.TrxID DGH4K2M9QX at 17/07/2026 19:42",
    ])
      expect(read("bkash", "merchant", text)).toMatchObject({ kind: "payment_received", fee: 0n, balance: 271_828n, reference: "abc" });
  });

  test("Nagad's fields in a row", () => {
    expect(nagad("Money Received Amount Tk 640.00 Sender 01911223344 Ref rent TxnID 75KQ2WXP Balance Tk 2718.28 17/07/2026 19:42")).toMatchObject({
      kind: "receive",
      amount: 64_000n,
      balance: 271_828n,
      trxId: "75KQ2WXP",
      reference: "rent",
    });
    expect(nagad("ক্যাশ ইন পরিমাণ: Tk ৬৪০.০০ উদ্যোক্তা: ০১৯১১২২৩৩৪৪ TxnID: 75KQ2WXP ব্যালেন্স: Tk ২৭১৮.২৮ তারিখ: ১৭/০৭/২০২৬ ১৯:৪২")).toMatchObject({
      kind: "cash_in_received",
      amount: 64_000n,
      balance: 271_828n,
    });
  });
});

describe("a balance behind the reference without a fee", () => {
  const payment = (middle: string): ParsedMessage =>
    read("bkash", "merchant", `You have received payment Tk 640.00 from 01911223344. Ref abc. ${middle}TrxID DGH4K2M9QX at 17/07/2026 19:42`);

  test("is the operator's: some of its texts print no fee", () => {
    for (const middle of ["Balance Tk 2,718.28. ", "Counter 3. Balance Tk 2,718.28. "])
      expect(payment(middle)).toMatchObject({ status: "parsed", fee: null, balance: 271_828n, amount: 64_000n, reference: "abc" });
  });

  test("in the payer's words stays his, where the operator prints its own behind it", () => {
    for (const middle of ["Balance Tk 9.00. Fee Tk 0.00. Balance Tk 2,718.28. ", "Balance Tk 9.00. Counter 3. Fee Tk 0.00. Balance Tk 2,718.28. "])
      expect(payment(middle)).toMatchObject({ balance: 271_828n, fee: 0n, amount: 64_000n });
    expect(payment("Balance Tk 9.00. Balance Tk 2,718.28. ")).toMatchObject({ balance: 271_828n, fee: null });
  });

  test("a fee alone is the payer's: no text of the operator has it", () => {
    expect(payment("Fee Tk 9.00. ")).toMatchObject({ status: "review", fee: null, balance: null, amount: 64_000n });
  });
});

describe("days", () => {
  test("one digit for day or month, day first", () => {
    const at = (time: string): string | null =>
      bkash(`You have received Tk 640.00 from 01911223344. Ref abc. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at ${time}`).operatorTime;
    expect(at("3/7/2026 9:05")).toBe("2026-07-03T09:05:00+06:00");
    expect(at("13/7/2026 9:05")).toBe("2026-07-13T09:05:00+06:00");
    expect(at("3/12/2026 19:05")).toBe("2026-12-03T19:05:00+06:00");
    expect(at("3-7-26 9:05 PM")).toBe("2026-07-03T21:05:00+06:00");
    expect(at("7/13/2026 9:05")).toBeNull();
  });

  test("what stands behind the reference is read with it", () => {
    expect(bkash("You have received Tk 640.00 from 01911223344. Ref abc. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 3/7/2026 9:05")).toMatchObject({
      reference: "abc",
      fee: 0n,
      balance: 271_828n,
    });
  });

  test("glued to a balance, which has two decimals", () => {
    const glued = (date: string): ParsedMessage => nagad(`Money Received.Amount: Tk 640.00Sender: 01911223344TxnID: 75KQ2WXPBalance: Tk 2718.28${date} 19:42`);
    for (const [date, day] of [
      ["17/07/2026", "2026-07-17"],
      ["3/7/2026", "2026-07-03"],
      ["13/7/2026", "2026-07-13"],
      ["17-07-2026", "2026-07-17"],
      ["17.07.2026", "2026-07-17"],
      ["2026-07-17", "2026-07-17"],
      ["17-JUL-26", "2026-07-17"],
    ] as const)
      expect(glued(date), date).toMatchObject({ status: "parsed", balance: 271_828n, operatorTime: `${day}T19:42:00+06:00` });
    // 2718.2|83/12 or 2718.28|3/12: nobody knows.
    expect(glued("3/12/2026")).toMatchObject({ status: "suspicious", balance: null, operatorTime: null });
  });
});

describe("numbers", () => {
  const withBalance = (balance: string): ParsedMessage => bkash(`Cash In Tk 640.00 from 01911223344 successful. Fee Tk 0.00. Balance Tk ${balance}`);

  test("never end before what is still theirs", () => {
    for (const balance of ["2.718,28", "2718.2812345", "27, 182", "2,718,2"]) {
      expect(withBalance(`${balance}. TrxID DGH4K2M9QX at 17/07/2026 19:42`), balance).toMatchObject(UNREAD);
      expect(bkash(`Cash In Tk 640.00 from 01911223344 successful. TrxID DGH4K2M9QX at 17/07/2026 19:42. Balance Tk ${balance}`).balance, balance).toBeNull();
    }
    for (const balance of ["27, 182.50", "27,182.50", "27182.50", "27182.5"]) expect(withBalance(`${balance}. TrxID DGH4K2M9QX`).balance).toBe(2_718_250n);
  });

  test("cut off at the end of the text", () => {
    for (const cut of ["2", "2,", "2,7", "2,718", "2,718.", "2,718.2"]) expect(withBalance(cut), cut).toMatchObject(UNREAD);
    expect(withBalance("2,718.28")).toMatchObject({ status: "parsed", balance: 271_828n });
  });

  test("a last figure that may be cut is doubted alone where the id was read", () => {
    const payment = "Money Received.\nAmount: Tk 1500.00\nSender: 01812345678\nTxnID: 75GFFXCN\nBalance: Tk ";
    expect(nagad(`${payment}5420`)).toMatchObject({ status: "parsed", trxId: "75GFFXCN", amount: 150_000n, balance: null });
    expect(nagad(`${payment}5420`).evidence.map(({ code }) => code)).toContain("layout_unusual");
    // One decimal and a full stop, or a nought, is all there is.
    expect(nagad(`${payment}5420.5.`)).toMatchObject({ status: "parsed", balance: 542_050n });
    for (const nought of ["0", "0.0", "0.00"]) expect(nagad(payment + nought)).toMatchObject({ status: "parsed", balance: 0n });
  });

  test("glued to an account or to the next label", () => {
    const rocket = (text: string): ParsedMessage => read("rocket", "personal", text);
    expect(rocket("Cash-Out to A/C:***9461,234.50 TkFee:5.00 Tk Your A/C Balance: 103.32 Tk.TxnId:2234567890Date:21-SEP-26 02:05:09 pm.")).toMatchObject(
      UNREAD,
    );
    expect(rocket("Cash-Out to A/C:***946Tk1,234.50Fee:Tk5.00 Your A/C Bal: Tk103.32.TxnId:2234567890Date:21-SEP-26 02:05:09 pm.")).toMatchObject({
      amount: 123_450n,
      counterparty: "***946",
      balance: 10_332n,
    });
    expect(nagad("Cash In Received.Amount: 640.00 TkUddokta: 01911223344TxnID: 75KQ2WXPBalance: 2718.2817/07/2026 19:42")).toMatchObject({
      kind: "cash_in_received",
      amount: 64_000n,
      counterparty: "01911223344",
    });
  });
});

describe("transaction ids", () => {
  const withId = (printed: string): ParsedMessage =>
    bkash(`You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID ${printed} 17/07/2026 19:42`);
  const nagadId = (printed: string): ParsedMessage => nagad(`Money Received.\nAmount: Tk 640.00\nSender: 01911223344\nTxnID: ${printed}\n17/07/2026 19:42`);

  test("are read to their end or not at all", () => {
    for (const part of ["DGH4_K2M9QX", "DGH4K2-M9QX", "DGH4K2/M9QX", "DGH4K2****", "DGH4K2#M9", "DGH4K2οM9QX", "DGH4K2ÉM9QX", "dgh4k2_m9qx"])
      expect(withId(part), part).toMatchObject(UNREAD);
    for (const part of ["75KQ_2WXP", "75KQ2W-XP", "75KQ2W**", "75KQ2WхP", "_75KQ2WXP"]) expect(nagadId(part).trxId, part).toBeNull();
  });

  test("glued to the word behind", () => {
    for (const joint of ["at", "at ", "at  ", " at ", "At ", "on "]) expect(withId(`DGH4K2M9QX${joint}`).trxId, joint).toBe("DGH4K2M9QX");
    for (const word of ["fee Tk 1", "successful", "is", "atm"]) expect(withId(`DGH4K2M9QX${word}`), word).toMatchObject(UNREAD);
    expect(bkash("YOU HAVE RECEIVED TK 640.00 FROM 01911223344. FEE TK 0.00. BALANCE TK 2,718.28. TRXID DGH4K2M9QXAT 17/07/2026 19:42")).toMatchObject(UNREAD);
    for (const text of [
      "Money Received.Amount: Tk 640.00Sender: 01911223344TxnID: 75KQ2WXPBalance: Tk 2718.2817/07/2026 19:42".toUpperCase(),
      "Money Received.Amount: Tk 640.00Sender: 01911223344TxnID: 75KQ2WXPBalance: Tk 2718.2817/07/2026 19:42".toLowerCase(),
    ])
      expect(nagad(text), text).toMatchObject(UNREAD);
  });

  test("behind a label printed otherwise: the text is not one without an id", () => {
    for (const label of ["TxnID:: ", "Transaction ID - ", "TrxID: : ", "Txn ID # "])
      for (const text of [
        `Money Received.\nAmount: Tk 640.00\nSender: 01911223344\nRef: rent\n${label}75KQ2WXP\nBalance: Tk 2718.28\n17/07/2026 19:42`,
        `Cash In Received.\nAmount: Tk 640.00\nUddokta: 01911223344\n${label}75KQ2WXP\nBalance: 2718.28\n17/07/2026 19:42`,
      ])
        expect(nagad(text), text).toMatchObject(UNREAD);
    expect(bkash("Your bKash Mobile Recharge request of Tk 50.00 for 01911223344 was successful. TrxID- DGH4K2M9QX")).toMatchObject(UNREAD);
  });

  test("short ones at the end of the text are shown to a person", () => {
    const seen = (text: string): unknown => bkash(text).evidence;
    const text = "You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID ";
    expect(seen(`${text}DGH4K2`)).toEqual([{ code: "layout_unusual", detail: "DGH4K2" }]);
    for (const whole of ["DGH4K2M9QX", "DGH4K2M9QX at 17/07/2026 19:42", "DGH4K2M9QX."]) expect(seen(text + whole)).toEqual([]);
    expect(seen(`${text}DGH4K2M9.`)).toEqual([{ code: "layout_unusual", detail: "DGH4K2M9" }]);
  });
});

describe("numbers of billers", () => {
  test("with underscores, letters and hyphens", () => {
    for (const code of ["ab_12", "7803_2111", "C-7803/2", "78032111", "***1234"]) {
      const tail = "Fee Tk 5.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42";
      for (const text of [
        `Pay Bill Tk 640.00 to Sample_Power successful. Customer ID: ${code}. ${tail}`,
        `Bill Payment of Tk 640.00 to Sample_Power A/C ${code} successful. ${tail}`,
      ])
        if (code !== "***1234")
          expect(bkash(text), text).toMatchObject({ kind: "bill_pay", counterparty: "Sample_Power", amount: 64_000n, fee: 500n, balance: 271_828n });
      expect(
        nagad(`Your request for Sample Prepaid recharge is accepted.\nAmount: Tk 640.00\nAccount No: ${code}\nFee:0.60\nTxnId: 75KQ2WXP\n17/07/2026 19:42`),
      ).toMatchObject({ kind: "bill_request", counterparty: code, fee: 60n, trxId: "75KQ2WXP" });
    }
  });
});

describe("signs between", () => {
  const text = "You have received Tk 640.00 from 01911223344. Ref abc. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42";

  test("marks that nobody sees, and lines ended in other ways", () => {
    const expected = bkash(text);
    expect(expected).toMatchObject({ status: "parsed", reference: "abc" });
    for (const sign of ["\uFE0F", "\u2066", "\u2069", "\u034F", "\u00AD", "\u200B"]) {
      expect(bkash(text.replaceAll(". ", `.${sign} `)), JSON.stringify(sign)).toEqual(expected);
      expect(bkash(`${sign}${[...text].join(sign)}`), JSON.stringify(sign)).toEqual(expected);
    }
    for (const end of ["\u0085", "\r", "\r\n", "\n\n", "\u2028", "\v", "\f"])
      expect(bkash(text.replaceAll(". ", `.${end}`)), JSON.stringify(end)).toEqual(expected);
  });

  test("two spaces behind a promotion", () => {
    expect(nagad("WIN A BIKE! nagad.io/win  Money Received.  Amount: Tk 640.00  Sender: 01911223344  TxnID: 75KQ2WXP  Balance: Tk 2718.28")).toMatchObject({
      kind: "receive",
      amount: 64_000n,
    });
  });

  test("a movement that is not understood is no promotion and no notice", () => {
    for (const [operator, unread] of [
      ["bkash", "Cash In Tk 640.00 from 01911223344 done. Balance- Tk 2,718.28. TrxID- DGH4K2M9QX. Download App"],
      ["nagad", "Cash In Recorded.Amount: 640.00 TkUddokta: 01911223344TxnID: 75KQ2WXPBalance: 2718.28. Enjoy offers!"],
      ["bkash", "Enjoy! Transaction ID: DGH4K2M9QX of Tk 640.00"],
    ] as const)
      expect(read(operator, "personal", unread), unread).toMatchObject({ status: "unparsed", kind: "unknown" });
  });
});

describe("money that has not come, or is none of a customer's", () => {
  const tail = "Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42";

  test("whatever is said behind a number or a name", () => {
    for (const state of [
      "is awaiting approval",
      "has been queued",
      "was held for review",
      "could not be added",
      "are on their way",
      "will be added soon",
      "has arrived",
    ])
      for (const text of [
        `You have received Tk 640.00 from 01911223344 ${state}. ${tail}`,
        `You have received Tk 640.00 from 01911223344${state}. ${tail}`,
        `Send Money Tk 640.00 to 01911223344 ${state}. ${tail}`,
        `You have received payment Tk 640.00 from 01911223344 ${state}. ${tail}`,
      ])
        expect(bkash(text), text).toMatchObject({ status: expect.stringMatching(/^(?:suspicious|review)$/), amount: 64_000n });
    for (const payer of ["WHAT IS IT STORE", "Will Smith", "A2B HAS Traders", "01911223344"])
      expect(bkash(`You have received Tk 640.00 from ${payer}. ${tail}`), payer).toMatchObject({ kind: "receive", counterparty: payer });
  });

  test("half a heading is no promotion before a bare one", () => {
    const fields = "Amount: Tk 640.00 TxnID: 75KQ2WXP Balance: Tk 2718.28 17/07/2026 19:42";
    for (const heading of ["Prize/Gift Received.", "Lucky draw\nReceived.", "Bonus! Received.", "Refund/Return Received.", "Rebate. Received"])
      expect(nagad(`${heading} ${fields}`), heading).toMatchObject(UNREAD);
    for (const promotion of ["WIN A BIKE! ", "Visit nagad.io/win ", "GET MORE https://nagad.io/x\n", "CLICK nagad.io/xyz"])
      expect(nagad(`${promotion}Money Received. Sender: 01911223344 ${fields}`), promotion).toMatchObject({ kind: "receive", amount: 64_000n });
  });

  test("an amount is read from its first digit", () => {
    const rocket = "Fee: Tk5.00, Your A/C Balance: Tk2,718.28.TxnId:2234567890 Date:21-SEP-26 02:05:09 pm.";
    for (const amount of ["T1,640.50", "Tkk1,640.50", "#1,640.50", "x1.640.50"])
      expect(read("rocket", "personal", `Bill Pay to SAMPLE POWER ${amount} ${rocket}`), amount).toMatchObject(UNREAD);
    expect(read("rocket", "personal", `Bill Pay to SAMPLE POWER Tk1,640.50 ${rocket}`)).toMatchObject({ amount: 164_050n, counterparty: "SAMPLE POWER" });
  });
});

describe("what is not done is not read as done", () => {
  const merchant = (text: string): ParsedMessage => read("nagad", "merchant", text);

  test("in Nagad's heading", () => {
    const fields = "Amount: Tk 640.00 Sender: 01911223344 TxnID: 75KQ2WXP Balance: Tk 2718.28 17/07/2026 19:42";
    for (const heading of [
      "Payment Request Received",
      "Payment Not Received",
      "Payment has not been Received",
      "Payment Cancel Request Received",
      "Payment Failed. Money not Received",
      "Merchant Payment Request Received",
      "Payment - Bangla QR Not Received",
      "Payment - Bangla QR Unsuccessfully Received",
      "Transfer to Bank is Unsuccessful",
      "Bill Payment for DESCO is Unsuccessful",
    ])
      expect({ heading, credit: merchant(`${heading}. ${fields}`).direction === "credit" }).toEqual({ heading, credit: false });
    expect(merchant(`Payment Received. ${fields}`)).toMatchObject({ kind: "payment_received", amount: 64_000n });
  });

  test("with the bank or the shop in the heading", () => {
    const fields = "Amount: Tk 340.00 TxnID: 75KQ2WXP Balance: Tk 340.00 17/07/2026 19:42";
    for (const text of [
      `Add Money from Bank is Unsuccessful. From: IBBL ${fields}`,
      `Add Money from Bank is not Successful. From: IBBL ${fields}`,
      `Add Money from Bank Failed. ${fields}`,
      `Add Money from Card Declined. ${fields}`,
      `Payment to 'Shop' is Unsuccessful. ${fields}`,
      `Cash Out via ATM is Unsuccessful. ${fields}`,
    ])
      expect({ text, moved: ["credit", "debit"].includes(nagad(text).direction) }).toEqual({ text, moved: false });
    expect(nagad(`Add Money from Bank Failed. ${fields}`).kind).toBe("failed");
    expect(nagad(`Add Money from Bank is Successful. From: IBBL ${fields}`)).toMatchObject({ kind: "add_money", direction: "credit" });
    expect(nagad(`Payment to 'Not Just Books' is Successful. ${fields}`)).toMatchObject({ kind: "payment_sent", counterparty: "Not Just Books" });
  });

  test("behind the payer's number", () => {
    const text = (behind: string): string =>
      `You have received Tk 640.00 from 01911223344${behind}. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42`;
    for (const state of [
      " (pending)",
      " on hold",
      " hold",
      " On Hold",
      " initiated",
      " queued",
      " in process",
      " to be confirmed",
      ", unverified",
      " Reverted",
      " PENDING",
    ])
      expect({ state, ...bkash(text(state)) }).toMatchObject({ state, status: "suspicious", direction: "none", amount: 64_000n });
    for (const name of ["", " KARIM STORE", " (MD KARIM)", " Karim Store"]) expect(bkash(text(name))).toMatchObject({ kind: "receive", amount: 64_000n });
  });

  test("behind the time", () => {
    const text = (tail: string): string =>
      `You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42${tail}`;
    for (const tail of [
      " was refunded to sender",
      ". Transaction reverted.",
      ". Amount is held by bKash until you confirm.",
      " Status: Hold",
      ". Awaiting confirmation.",
      " Status: Unverified",
      ". Void.",
      ". Payment pending.",
    ])
      expect({ tail, ...bkash(text(tail)) }).toMatchObject({ tail, status: "suspicious", direction: "none", amount: 64_000n });
    expect(bkash(text(". Pay your pending bills via bKash App"))).toMatchObject({ kind: "receive", amount: 64_000n });
    // No operator gives the number of a phone to call.
    expect(bkash(text(". Your account is blocked. Call 01811111111"))).toMatchObject({ kind: "spoof_suspect", status: "suspicious" });
    expect(bkash(text(". For help call 16247"))).toMatchObject({ kind: "receive" });
  });

  test("in the account that a payer typed", () => {
    const text = (account: string): string =>
      `UKCLA633R3 Confirmed. Ksh1,000.00 received from JANE MUTHONI 0722334455 ${account}. New Utility balance is Ksh10,000.00`;
    for (const account of ["for account has been reversed on 12/11/26 at 7:00 PM", "Account Number has been reversed"])
      expect(read("mpesa_ke", "merchant", text(account)).direction).not.toBe("debit");
    const twice = read("mpesa_ke", "merchant", text("Account Number 12 on 12/11/26 at 1:00 AM. New Utility balance is Ksh1.00"));
    expect([twice.status, twice.balance === 100n].join()).not.toBe("parsed,true");
  });
});

describe("an id that was torn apart", () => {
  test("is not read by its first part", () => {
    for (const id of ["DGH4K2 M9QX", "DGH4K2\nM9QX", "DGH4K2M9Q X"])
      expect({ id, ...bkash(`You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID ${id} at 17/07/2026 19:42`) }).toMatchObject(
        { id, ...UNREAD },
      );
  });
});
