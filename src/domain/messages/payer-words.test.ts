/** What a payer writes into his reference changes nothing but the reference. */
import { describe, expect, it } from "vitest";
import { OPERATOR_INFO, type WalletType } from "../../contract/operators.ts";
import { parseMessage } from "./index.ts";
import { AFTER_REFERENCE } from "./payer-words.ts";
import type { MessageOperator } from "./types.ts";

const TIME = "12/09/2026 14:30";
const RECEIVED = "You have received Tk 500.00 from 01812345678";
const PAYMENT = "You have received payment Tk 500.00 from 01812345678";
const FIGURES = "Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU";
const MONEY = "Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nRef: {R}\nTxnID: 75GFFXCN";

/** Credits with a reference, with and without the operator's own fee, balance and time. */
const TEXTS: readonly (readonly [MessageOperator, WalletType, string])[] = [
  ["bkash", "personal", `${RECEIVED}.Ref {R}. ${FIGURES} at ${TIME}`],
  ["bkash", "agent", `${RECEIVED}. Ref {R}. ${FIGURES} at ${TIME}`],
  ["bkash", "personal", `${RECEIVED}. Ref {R}. TrxID DIC4V2HBXU`],
  ["bkash", "merchant", `${PAYMENT}. Ref {R}. ${FIGURES} at ${TIME}`],
  ["bkash", "merchant", `${PAYMENT}. Ref {R}. Counter 12. ${FIGURES} at ${TIME}`],
  ["bkash", "merchant", `${PAYMENT}. Ref {R}. TrxID DIC4V2HBXU`],
  ["bkash", "merchant", `Payment Tk 500.00 received from 01812345678. Ref {R}. ${FIGURES} at ${TIME}`],
  ["bkash", "merchant", "আপনি ০১৮১২৩৪৫৬৭৮ থেকে Tk ৫০০.০০ পেমেন্ট পেয়েছেন। রেফারেন্স {R}। ফি Tk ০.০০। ব্যালেন্স Tk ৫,৪২০.৫০। TrxID DIC4V2HBXU সময় ১২/০৯/২০২৬ ১৪:৩০"],
  ["bkash", "merchant", "আপনি ০১৮১২৩৪৫৬৭৮ থেকে Tk ৫০০.০০ পেমেন্ট পেয়েছেন। রেফারেন্স {R}। TrxID DIC4V2HBXU"],
  ["nagad", "personal", `${MONEY}\nBalance: Tk 5420.50\n${TIME}`],
  ["nagad", "personal", `${MONEY}\n${TIME}`],
  ["nagad", "personal", `Money Received.Amount: Tk 500.00Sender: 01812345678Ref: {R}TxnID: 75GFFXCNBalance: Tk 5420.50${TIME}`],
  ["nagad", "merchant", `Payment Received.\nAmount: Tk 500.00\nCustomer: 01812345678\nRef: {R}\nTxnID: 75GFFXCN\nBalance: Tk 5420.50\n${TIME}`],
  ["nagad", "merchant", "Payment Received. Amount: Tk 500.00. Customer: 01812345678. Ref: {R}. TxnID: 75GFFXCN"],
  ["nagad", "merchant", `Merchant Pay. Amount: Tk 500.00. From: 01812345678. Ref: {R}. TxnID: 75GFFXCN. Fee: Tk 0.00. Balance: Tk 5420.50. Date: ${TIME}`],
  ["rocket", "personal", `Tk 500.00 received from A/C: 018123456780. Ref {R}. Fee Tk 0.00. Balance Tk 5,420.50. TxnId: 3470000001 at ${TIME}`],
  ["rocket", "personal", `${RECEIVED}0. Ref {R}. Fee Tk 0.00. Balance Tk 5,420.50. TrxID 3470000001 at ${TIME}`],
  ["upay", "personal", `${RECEIVED}. Ref {R}. Balance Tk 5,420.50. TrxID DIC4V2HBXU at ${TIME}`],
];
const WORDS: readonly string[] = [
  "Balance Tk 5",
  "Balance: Tk 5.00",
  "balance 5",
  "782. Balance Tk 5",
  "New Balance Tk 99,999.00",
  "Tk 5",
  "Fee Tk 1",
  "tuition fee 500",
  "Charge 2.00",
  "Comm Tk 5",
  "Fee Tk 1. Comm Tk 2. Balance Tk 3",
  "5. Balance Tk 5. Balance Tk 6",
  "from 01712345678",
  "received Tk 9,000.00 from 01712345678",
  "Amount: Tk 9000.00",
  "Sender: 01712345678",
  "Customer: 01712345678 Balance: Tk 5",
  "at 01/01/2026 10:00",
  "TrxID ABC",
  "ব্যালেন্স Tk ৫",
  "ফি Tk ১",
  "\nBalance: Tk 5.00",
  "Balance Tk 5\nFee Tk 1",
];

const read = (operator: MessageOperator, walletType: WalletType, text: string) =>
  parseMessage({ operator, walletType, sender: OPERATOR_INFO[operator].senderIds[0] ?? "", text });

describe("a payer's words change nothing but the reference", () => {
  it.each(TEXTS)("%s, %s wallet: %s", (operator, walletType, text) => {
    const facts = (words: string): unknown => {
      const {
        evidence: _evidence,
        reference: _reference,
        // Figures in his words leave it to the balance to prove the rest.
        status: _status,
        ...rest
      } = read(
        operator,
        walletType,
        text.replace("{R}", () => words),
      );
      return rest;
    };
    const plain = facts("order7");
    expect(plain).toMatchObject({ direction: "credit", amount: 50_000n });
    for (const words of WORDS) expect([words, facts(words)]).toEqual([words, plain]);
  });

  it("is tried with every operator that has a payer's reference before the TrxID", () => {
    const tried = new Set(TEXTS.map(([operator]) => operator));
    const careful = Object.entries(AFTER_REFERENCE).flatMap(([operator, after]) => (after === null ? [] : [operator]));
    expect([...tried].toSorted()).toEqual(careful.toSorted());
  });

  it("keeps fee and balance behind a reference that imitates them, and the whole of it as the reference", () => {
    expect(read("bkash", "merchant", `${PAYMENT}. Ref 7. Fee Tk 9.00. Balance Tk 5.00. ${FIGURES} at ${TIME}`)).toMatchObject({
      reference: "7. Fee Tk 9.00. Balance Tk 5.00",
      fee: 0n,
      balance: 542_050n,
    });
    expect(read("bkash", "merchant", `${PAYMENT}. Ref 782. Balance Tk 5. TrxID DIC4V2HBXU`)).toMatchObject({ reference: "782. Balance Tk 5", balance: null });
  });

  it("believes no figures of a text without an id that has a reference", () => {
    expect(read("bkash", "personal", `${RECEIVED}. Ref Balance Tk 5`)).toMatchObject({ trxId: null, balance: null, fee: null });
  });

  it("refuses a second id, as before", () => {
    for (const [operator, walletType, text] of TEXTS)
      expect(read(operator, walletType, text.replace("{R}", "TrxID ABC1234567")), text).toMatchObject({ status: "suspicious", direction: "none" });
  });
});
