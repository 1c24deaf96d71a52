/** Forms that genuine and forged texts take on their way: prefixes, spaces, cut ends, letter case, senders. */
import { describe, expect, test } from "vitest";
import { parseMessage, type ParsedMessage, type ParseInput } from "./index.ts";

const bkash = (text: string, more: Partial<ParseInput> = {}): ParsedMessage =>
  parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text, ...more });
const nagad = (text: string): ParsedMessage => parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text });
const RECEIVED = "You have received Tk 610.00 from 01700000090. Fee Tk 0.00. Balance Tk 1,610.00. TrxID DAB1CDE2J1 at 11/01/2026 10:53";

describe("senders", () => {
  test("a space beside the operator's name is another sender", () => {
    for (const sender of ["bKash ", " bKash", "bKash\u00A0", "16247\n", "", "  "]) expect(bkash(RECEIVED, { sender })).toMatchObject({ status: "suspicious" });
  });

  test("where the senders that count are given, none is not one of them", () => {
    expect(bkash(RECEIVED, { sender: null, senderIds: ["bKash"] })).toMatchObject({ kind: "spoof_suspect", evidence: [{ code: "sender_unknown" }] });
    expect(bkash(RECEIVED, { sender: null })).toMatchObject({ kind: "receive", evidence: [{ code: "sender_missing" }] });
  });
});

describe("prefixes and spaces", () => {
  test("the forwarder's prefix before the operator's own", () => {
    for (const prefix of ["bKash: bKash: ", "16247: bKash: ", "From: bKash\nbKash: ", "[bKash] bKash: ", "(bKash) "])
      expect(bkash(prefix + RECEIVED)).toMatchObject({ status: "parsed", kind: "receive", trxId: "DAB1CDE2J1" });
  });

  test("a promotion's address glued to the message", () => {
    expect(nagad("WIN LAND! CLICK  nagad.io/xyzCash In Received.Amt:Tk 200.00Uddokta:01700000002TxnID: 72BBBBBBBal:208.6527/03/2024 15:54")).toMatchObject({
      kind: "cash_in_received",
      trxId: "72BBBBBB",
      balance: 20_865n,
    });
  });

  test("other operators' names before their texts", () => {
    const text =
      "You have received 155 RWF from JANE DOE (250700000001) on your mobile money account at 2026-01-13 21:44:49. Your new balance:900 RWF. Financial Transaction Id: 5453259619.";
    for (const prefix of ["M-Money: ", "M-Money\n", "[M-Money] ", "From: M-Money\n"])
      expect(parseMessage({ operator: "mtn_rw", walletType: "personal", sender: "M-Money", text: prefix + text })).toMatchObject({ kind: "receive" });
  });

  test("the afternoon is told however many spaces part it from the clock", () => {
    for (const gap of ["", " ", "  "])
      expect(bkash(RECEIVED.replace("11/01/2026 10:53", `11/01/2026 02:53${gap}PM`))).toMatchObject({ operatorTime: "2026-01-11T14:53:00+06:00" });
  });

  test("a greeting before the message", () => {
    for (const greeting of ["Dear Customer, ", "Dear Sir,\n", "Hello! "])
      expect(bkash(greeting + RECEIVED)).toMatchObject({ kind: "receive", amount: 61_000n });
  });

  test("noise is told by its words, however many spaces and line breaks part them", () => {
    for (const gap of ["  ", "\n", "   "])
      expect(bkash("Your bKash verification code is 956586. Expires in 2 minutes.".replaceAll(" ", gap))).toMatchObject({ kind: "otp" });
  });

  test("what will be taken later is a notice, nothing moved", () => {
    for (const text of [
      "Tk 131.36 will be automatically deducted as Loan instalment today. If already repaid, please ignore this message.",
      "You have received Loan of Tk 700.00 from Sample Bank in your bKash Account. Your first repayment of TK 240.85 is due on 10/07/2026.",
    ])
      expect(bkash(text)).toMatchObject({ kind: "notice", status: "noise", amount: null });
  });

  test("words after a payment that was given back", () => {
    const text = "Your payment of tk12  by Sample Net  made on 27/10/2025 14:05  has been cancelled. Balance is added to your account.";
    for (const more of ["", " Dial *247# for offers!", "\nGet 10% cashback: https://nagad.io/y", " T&C apply"])
      expect(nagad(text + more)).toMatchObject({ kind: "returned_failed", amount: 1_200n, counterparty: "Sample Net" });
  });
});

describe("cut texts", () => {
  test("a number with half a group is no number", () => {
    for (const text of [
      "Cash In Tk 1,000.00 from 01700000090 successful. Fee Tk 0.00. Balance Tk 1,60",
      "Cash In Tk 1,00 from 01700000090 successful. Balance Tk 7,100.00. TrxID DAB1CDE2J1",
    ])
      expect(bkash(text)).toMatchObject({ status: "unparsed", amount: null, balance: null });
    expect(bkash("You have received Tk 1,03,973.32 from 01700000090. Balance Tk 27, 147.00. TrxID DAB1CDE2J1")).toMatchObject({
      amount: 10_397_332n,
      balance: 2_714_700n,
    });
  });

  test("half a text is not understood", () => {
    for (const text of ["Money Received.\nAmount: Tk 430.00\nSender: 0170000", "Cash In Received. Amount: Tk 430.00 Uddokta: 01700000090"])
      expect(nagad(text)).toMatchObject({ status: "unparsed", amount: null });
    expect(bkash("You have received Tk 99.00 from 01700").status).toBe("unparsed");
  });
});

describe("transaction ids", () => {
  test("in lower case: read as printed, compared in capitals", () => {
    expect(bkash(RECEIVED.toLowerCase())).toMatchObject({ kind: "receive", trxId: "dab1cde2j1", trxKey: "DAB1CDE2J1", balance: 161_000n });
    expect(bkash(RECEIVED.toLowerCase().replace("j1 at", "j1at"))).toMatchObject({ trxId: "dab1cde2j1", operatorTime: "2026-01-11T10:53:00+06:00" });
    expect(bkash(RECEIVED.replace("TrxID DAB1CDE2J1", "TrxID number"))).toMatchObject({ status: "unparsed" });
  });

  test("one that cannot be read makes the text unreadable, not a text without one", () => {
    expect(nagad("Money Received. Amount: Tk 10.00 Sender: 01700000090 Ref: N/A TxnID: Ab1Cd2Ef Balance: Tk 334.49 20/10/2025 18:03")).toMatchObject({
      status: "unparsed",
      amount: null,
    });
  });
});

describe("money that has not come", () => {
  test("the state of a movement is no part of a name", () => {
    for (const state of ["is pending", "has been refunded", "is being processed", "cancelled", "was not credited", "is under review", "has been returned"])
      for (const text of [
        `Payment Tk 610.00 received from 01700000090 ${state}. Balance Tk 1,610.00. TrxID DAB1CDE2J1 at 11/01/2026 10:53`,
        `You have received Tk 610.00 from 01700000090 ${state}. Fee Tk 0.00. Balance Tk 1,610.00. TrxID DAB1CDE2J1 at 11/01/2026 10:53`,
        `Cash Out Tk 610.00 from 01700000090 ${state}. Fee Tk 0.00. Balance Tk 1,610.00. TrxID DAB1CDE2J1 at 11/01/2026 10:53`,
      ])
        expect(bkash(text, { walletType: "merchant" }).direction, text).toBe("none");
  });

  test("cash from a machine is the owner's own, not a customer's", () => {
    for (const machine of ["ATM (Sample Bank)", "Sample Bank ATM Booth", "ATM"])
      expect(bkash(`Cash Out Tk 500.00 from ${machine} successful. Fee Tk 7.50. Balance Tk 90.00. TrxID DAB1CDE2J1 at 11/01/2026 10:53`)).toMatchObject({
        kind: "cash_out_sent",
        direction: "debit",
        balance: 9_000n,
      });
    expect(bkash("Cash Out Tk 500.00 from Sample Store successful. Fee Tk 7.50. Balance Tk 90.00. TrxID DAB1CDE2J1").direction).toBe("none");
  });

  test("nor is an amount, a time or a second sentence", () => {
    for (const party of ["Tk 5,000.00 from 01700000091", "Sample Shop on 11/01/2026"])
      expect(bkash(RECEIVED.replace("01700000090", party)), party).toMatchObject({ status: "unparsed", amount: null });
    expect(bkash(RECEIVED.replace("01700000090", "Sample Shop. You have received Tk 9,000.00 from 01700000091"))).toMatchObject({ status: "suspicious" });
    expect(bkash(RECEIVED.replace("01700000090", "Bank Asia PLC. Internet Banking"))).toMatchObject({ kind: "receive", amount: 61_000n });
  });

  test("what follows takes the message back", () => {
    for (const more of [" (pending)", ". Payment failed.", ". This transaction was not successful.", " Your transaction is under review"])
      expect(bkash(RECEIVED + more), more).toMatchObject({ status: "suspicious", kind: "spoof_suspect", direction: "none", amount: 61_000n });
  });

  test("what stands before may not call it pending", () => {
    for (const head of ["Pending: ", "Your request: ", "Will be credited! "])
      expect(
        parseMessage({
          operator: "upay",
          walletType: "personal",
          sender: "upay",
          text: `${head}Tk. 254.90 has been received from 01700000090. TrxID 01JP2W61EN`,
        }),
      ).toMatchObject({ status: "suspicious", direction: "none" });
  });

  test("a warning that quotes a message is no promotion before one", () => {
    const message = "Money Received.\nAmount: Tk 430.00\nSender: 01700000090\nTxnID: 70L0HWIY\nBalance: Tk 7454.90\n09/03/2020 17:12";
    for (const head of ["Dear customer, fraudsters may send:\n", "Beware of this! ", "আপনি প্রতারণার শিকার হতে পারেন। "])
      expect(nagad(head + message), head).toMatchObject({ status: "suspicious", direction: "none" });
    expect(nagad(`WIN A BIKE! CLICK nagad.io/win\n${message}`)).toMatchObject({ kind: "receive", amount: 43_000n });
  });
});
