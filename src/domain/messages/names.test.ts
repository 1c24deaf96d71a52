/** Names, accounts and what an operator's sentence says behind them. */
import { describe, expect, test } from "vitest";
import { parseMessage, mayMatch, type MessageOperator } from "./index.ts";

describe("a payment of an account that was taken back", () => {
  const read = (text: string, operator: MessageOperator = "mpesa_ke") =>
    parseMessage({ operator, walletType: "merchant", sender: operator === "mpesa_ke" ? "MPESA" : "M-PESA", text });
  const FORMS = [
    "received from JOHN DOE 0712345678 for account SHOP1 has been reversed on 12/10/26 at 2:30 PM. New Utility balance is Ksh1,000.00",
    "received from JOHN DOE 0712345678. Account Number SHOP1 has been reversed. New Utility balance is Ksh1,000.00",
  ];

  test("is a reversal, that counts where the balance shows it", () => {
    for (const form of FORMS)
      for (const [operator, currency] of [
        ["mpesa_ke", "Ksh"],
        ["mpesa_tz", "TZS "],
      ] as const) {
        const parsed = read(`UJC1BC2DF5 Confirmed. Ksh500.00 ${form}`.replaceAll("Ksh", currency), operator);
        expect(parsed).toMatchObject({ kind: "reversal", direction: "debit", amount: 50_000n, reference: "SHOP1", balance: 100_000n });
        expect(mayMatch(parsed)).toBe("with_proof");
      }
    expect(read("UJC1BC2DF5 Confirmed. Ksh500.00 sent to KPLC for account 1400 has been reversed. New M-PESA balance is Ksh1,000.00")).toMatchObject({
      kind: "reversal",
      direction: "credit",
      counterparty: "KPLC",
    });
  });

  test("a bill that was not paid is none that was", () => {
    for (const state of ["failed", "has failed", "was declined", "has been cancelled"])
      expect(
        read(`UJC1BC2DF5 Confirmed. Ksh500.00 sent to KPLC for account 1400 ${state} on 12/10/26 at 2:30 PM. New M-PESA balance is Ksh90.00.`).status,
        state,
      ).toBe("suspicious");
  });
});

describe("names that nobody expects", () => {
  const from = (name: string) =>
    parseMessage({
      operator: "mpesa_ke",
      walletType: "personal",
      sender: "MPESA",
      text: `UJA1BC2DF5 Confirmed.You have received Ksh300.00 from ${name} on 10/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12.`,
    });

  test.each(["YOUR CHOICE SHOP", "NEW BALANCE LTD", "Zia ur Rahman", "Jean du Plessis", "Shams Traders", "Jamuna Holdings", "Shamim Dayal", "Theresa May"])(
    "are matched as any other: %s",
    (name) => {
      expect(from(name)).toMatchObject({ status: "parsed", counterparty: name });
    },
  );

  test.each(["foodpanda", "abdi ali 0712345678", "jean claude (***062)", "MARY LIEN", "AGENT00123", "7ELEVEN2024"])(
    "written as no name is: the balance decides: %s",
    (name) => {
      expect(mayMatch(from(name)), name).toBe("with_proof");
    },
  );

  test.each(["your account", "your savings account", "SAFARICOM REVERSALS", "money that was held", "M-Shwari", "foodpanda refund"])(
    "that say something of the money never do: %s",
    (name) => {
      expect(mayMatch(from(name)), name).toBe("never");
    },
  );
});

describe("words beside the number that was paid", () => {
  test("wait for the balance, and are no ending that could be called harmless", () => {
    const text = "Send Money Tk 51.00 to 01700000027 Blue house successful. Fee Tk 5.00. Balance Tk 79.65. TrxID DJCKCDE2I3 at 12/10/2026 13:30";
    const parsed = parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text });
    expect(parsed).toMatchObject({ kind: "send_money", status: "review", evidence: [{ code: "value_words", detail: "Blue house" }] });
    expect(mayMatch(parsed)).toBe("with_proof");
  });
});

describe("a payment that is still to be made", () => {
  test.each([
    "Payment of Tk 510.00 to be paid to 01700000027.",
    "Payment of Tk 510.00 to be received from 01700000027.",
    "Send Money of Tk 510.00 to be made to 01700000027.",
    "Tk 510.00 sent to be credited to 01700000027.",
    "Payment Tk 510.00 to be taken.",
  ])("is none that was made, or waits for the balance: %s", (sentence) => {
    const text = `${sentence} Fee Tk 5.00. Balance Tk 79.65. TrxID DJCKCDE2I3 at 12/10/2026 13:30`;
    expect(mayMatch(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text }))).not.toBe("alone");
  });

  test.each(["Be Inspired Store", "Be Happy", "Bea Golden"])("is not told by a shop's name: %s", (name) => {
    const text = `Payment Tk 510.00 to ${name} is successful. Balance Tk 79.65. TrxID DJCKCDE2I3 at 12/10/2026 13:30`;
    expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text })).toMatchObject({ status: "parsed", counterparty: name });
  });
});

describe("the number that was paid", () => {
  test.each([
    "B2B Transfer Successful. Amount: Tk 36179.52 via 01317805851 TxnID: 7JXM4NU0 Balance: Tk 118132.28 07/01/2025 06:52",
    "Send Money Successful. Amount: Tk 13287.43 via Receiver: 01445936143 Fee: Tk 60.67 TxnID: 7L6KPAS3 Balance: Tk 40727.58 17/09/2020 14:47",
  ])("is not passed over as a word beside it: %s", (text) => {
    expect(mayMatch(parseMessage({ operator: "nagad", walletType: "agent", sender: "NAGAD", text })), text).toBe("never");
  });
});

describe("a payer's own words", () => {
  const read = (reference: string) =>
    parseMessage({
      operator: "bkash",
      walletType: "personal",
      sender: "bKash",
      text: `You have received Tk 640.00 from 01911223344. Ref ${reference}. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42`,
    });

  test("are his, whatever they are about", () => {
    for (const reference of ["refund of monday", "wrong number last time", "tuition. june", "a.b.c"])
      expect(mayMatch(read(reference)), reference).toBe("alone");
  });

  test("that say, as a sentence does, that nothing came wait for the balance", () => {
    for (const reference of ["7 has been reversed", "7. Payment is not settled", "7. Reversed", "not yet credited"])
      expect(mayMatch(read(reference)), reference).toBe("with_proof");
  });
});
