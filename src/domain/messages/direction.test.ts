/** Which way the money went: said by the words, or left to the balance. */
import { describe, expect, test } from "vitest";
import { mayMatch, parseMessage, SENDER_IDS, type MessageOperator, type ParsedMessage, type WalletType } from "./index.ts";

const read = (operator: MessageOperator, walletType: WalletType, text: string): ParsedMessage =>
  parseMessage({ operator, walletType, sender: SENDER_IDS[operator][0] as string, text });
const BKASH = "Balance Tk 8,431.20. TrxID DKK4M2N7QX at 20/11/2026 14:05";
const nagad = (heading: string, party = ""): string => `${heading}\nAmount: Tk 500.00\n${party}TxnID: 75KQ2WXP\nBalance: Tk 8431.20\n20/11/2026 14:05`;
const NUMBER = "01712009988\n";

type Row = readonly [operator: MessageOperator, walletType: WalletType, text: string];

/** Each may as well say that money went the other way, or that none moved. */
const OPEN: readonly Row[] = [
  // Taken back or given back: which, the same words do not say.
  ["bkash", "merchant", `Payment of Tk 500.00 has been reversed. ${BKASH}`],
  ["bkash", "merchant", "Your payment of Tk 500.00 has been reversed. TrxID DKK4M2N7QX at 20/11/2026 14:05"],
  ["bkash", "agent", "Cash Out Tk 500.00 has been reversed. TrxID DKK4M2N7QX at 20/11/2026 14:05"],
  ["bkash", "personal", `Cash In Tk 500.00 has been reversed. ${BKASH}`],
  ["bkash", "personal", `Add Money Tk 500.00 has been reversed. ${BKASH}`],
  ["bkash", "personal", `Refund of Tk 500.00 has been reversed. ${BKASH}`],
  ["bkash", "personal", "Tk 500.00 has been reversed. TrxID DKK4M2N7QX at 20/11/2026 14:05"],
  ["bkash", "personal", `Tk 500.00 has been reversed from 01712009988. ${BKASH}`],
  ["bkash", "merchant", "Your transaction TrxID DKK4M2N7QX of Tk 500.00 has been reversed."],
  ["bkash", "merchant", `Reversal successful of Tk 500.00 from 01712009988. ${BKASH}`],
  ["bkash", "merchant", `Reversal completed. Amount: Tk 500.00. ${BKASH}`],
  ["bkash", "merchant", `Payment of Tk 500.00 has been refunded. ${BKASH}`],
  ["bkash", "merchant", "Tk 500.00 has been refunded. TrxID DKK4M2N7QX at 20/11/2026 14:05"],
  ["bkash", "merchant", `Refund Tk 500.00. ${BKASH}`],
  ["bkash", "merchant", "Tk 500.00 has been returned. TrxID DKK4M2N7QX at 20/11/2026 14:05"],
  ["bkash", "merchant", "The payment of Tk 500.00 by 01712009988 has been returned. TrxID DKK4M2N7QX"],
  ["bkash", "merchant", "৫০০ টাকা রিফান্ড সফল হয়েছে। TrxID DKK4M2N7QX"],
  ["nagad", "personal", nagad("Transaction Reversed.")],
  ["nagad", "personal", nagad("Transaction Reversed.", `Sender: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Payment Reversed.", `Customer: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Payment Reversal Successful.", `Customer: ${NUMBER}`)],
  ["nagad", "agent", nagad("Cash Out Reversed.", `Customer: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Refund Successful.", `Customer: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Refunded.", `Customer: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Payment Refund Completed.")],
  ["nagad", "merchant", nagad("Money Refund Successful.", `Receiver: ${NUMBER}`)],
  // What was called off may never have left.
  ["bkash", "personal", "Your payment of Tk 500.00 has been cancelled."],
  ["bkash", "personal", "Your payment of Tk 500.00 to DARAZ has been cancelled. TrxID DKK4M2N7QX"],
  ["bkash", "agent", "Cash In Tk 500.00 has been cancelled. TrxID DKK4M2N7QX"],
  // The label names who gave, the heading says that the owner did.
  ["nagad", "agent", nagad("B2B Successful.", `Sender: ${NUMBER}`)],
  ["nagad", "agent", nagad("B2B Transfer Successful.", `Sender: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Payment Successful.", `Customer: ${NUMBER}`)],
  ["nagad", "merchant", nagad("Merchant Payment Successful.", `From: ${NUMBER}`)],
  ["nagad", "merchant", nagad("QR Payment Completed.", `Sender: ${NUMBER}`)],
  ["nagad", "personal", nagad("Send Money Successful.", `Sender: ${NUMBER}`)],
  ["nagad", "personal", nagad("Bank Transfer Successful.", "Sender: City Bank\n")],
  ["nagad", "personal", nagad("Fund Transfer Successful.", "From: City Bank\n")],
  ["nagad", "agent", nagad("Cash In Successful.", `Agent: ${NUMBER}`)],
  ["nagad", "agent", "বিটুবি সফল। পরিমাণ: ৫০০ টাকা। প্রেরক: ০১৭১২০০৯৯৮৮। TxnID: 75KQ2WXP। ব্যালেন্স: ৮৪৩১.২০ টাকা"],
  ["nagad", "merchant", "পেমেন্ট। পরিমাণ: ৫০০ টাকা। গ্রাহক: ০১৭১২০০৯৯৮৮। TxnID: 75KQ2WXP। ব্যালেন্স: ৮৪৩১.২০ টাকা"],
  ["nagad", "personal", "সেন্ড মানি সফল। পরিমাণ: ৫০০ টাকা। প্রেরক: ০১৭১২০০৯৯৮৮। TxnID: 75KQ2WXP। ব্যালেন্স: ৮৪৩১.২০ টাকা"],
  ["nagad", "personal", "ক্যাশ ইন। পরিমাণ: ৫০০ টাকা। গ্রাহক: ০১৭১২০০৯৯৮৮। TxnID: 75KQ2WXP। ব্যালেন্স: ৮৪৩১.২০ টাকা"],
  // Into the owner's own account.
  ["bkash", "personal", `Tk 500.00 has been transferred to bKash Account successfully. ${BKASH}`],
  ["bkash", "personal", `Loan Tk 500.00 to bKash Account successful. ${BKASH}`],
  ["bkash", "merchant", "আপনার একাউন্টে ৫০০ টাকা পেমেন্ট সফল হয়েছে। TrxID DKK4M2N7QX"],
  ["bkash", "agent", "আপনার একাউন্টে ৫০০ টাকা বিটুবি সফল হয়েছে। TrxID DKK4M2N7QX"],
  ["bkash", "personal", "আপনার একাউন্টে ৫০০ টাকা সেন্ড মানি সফল হয়েছে। TrxID DKK4M2N7QX"],
  ["bkash", "agent", "আপনার একাউন্ট থেকে ৫০০ টাকা ক্যাশ আউট সফল হয়েছে। TrxID DKK4M2N7QX"],
  ["bkash", "personal", "আপনার একাউন্টে ৫০০ টাকা ব্যাংক ট্রান্সফার সফল হয়েছে। TrxID DKK4M2N7QX"],
  // A word for giving, done from a number.
  ["bkash", "personal", "সেন্ড মানি Tk 500.00 01343884331 থেকে সফল হয়েছে। ফি Tk 27.51। ব্যালেন্স Tk 577,614.38। TrxID AGL7KS1G43 সময় 21/07/2023 13:39"],
  ["bkash", "merchant", "০১৭১২০০৯৯৮৮ থেকে ৫০০ টাকা পেমেন্ট সফল হয়েছে। TrxID DKK4M2N7QX"],
  // An agent's words on a customer's wallet, and the other way round.
  ["nagad", "personal", nagad("Cash In Successful.")],
  ["nagad", "personal", nagad("Cash In Successful.", `Uddokta: ${NUMBER}`)],
  ["nagad", "agent", nagad("Cash Out Successful.")],
  ["nagad", "agent", nagad("Cash Out Successful.", `Customer: ${NUMBER}`)],
  ["bkash", "personal", `Cash In Tk 500.00 to 01712009988 successful. ${BKASH}`],
];

/** The same acts where the words leave nothing open. */
const SAID: readonly (readonly [...Row, direction: "credit" | "debit"])[] = [
  ["bkash", "personal", `Send Money Tk 500.00 to 01712009988 has been reversed. ${BKASH}`, "credit"],
  ["bkash", "personal", `Payment of Tk 500.00 to DARAZ has been reversed. ${BKASH}`, "credit"],
  ["bkash", "personal", `Tk 500.00 has been reversed to your bKash account. ${BKASH}`, "credit"],
  ["bkash", "personal", `Tk 500.00 sent to 01712009988 has been reversed. ${BKASH}`, "credit"],
  ["bkash", "personal", `Tk 500.00 has been reversed and credited to your bKash account. ${BKASH}`, "credit"],
  ["bkash", "personal", `Reversal: Tk 500.00 has been credited to your account. ${BKASH}`, "credit"],
  ["bkash", "merchant", `Payment of Tk 500.00 from 01712009988 has been reversed. ${BKASH}`, "debit"],
  ["bkash", "merchant", `Tk 500.00 has been reversed from your account. ${BKASH}`, "debit"],
  ["bkash", "personal", `Your reserved payment of Tk 500.00 to DARAZ has been cancelled. ${BKASH}`, "credit"],
  ["bkash", "personal", `Tk 500.00 has been returned to your bKash account. ${BKASH}`, "credit"],
  ["bkash", "personal", `Refund received Tk 500.00. ${BKASH}`, "credit"],
  ["bkash", "personal", `Refund Tk 500.00 from DARAZ. ${BKASH}`, "credit"],
  ["bkash", "personal", `Your payment of Tk 500.00 to DARAZ has been refunded. ${BKASH}`, "credit"],
  ["bkash", "personal", `Tk 500.00 has been refunded to your account. ${BKASH}`, "credit"],
  ["bkash", "merchant", `Refund of Tk 500.00 to 01712009988 successful. ${BKASH}`, "debit"],
  ["nagad", "personal", "Your payment of tk500.00 by DARAZ made on 20/11/2026 14:05 has been cancelled. Balance is added to your account.", "credit"],
  ["nagad", "personal", nagad("Refund Received.", "Merchant: DARAZ\n"), "credit"],
  ["nagad", "personal", nagad("Your Payment to 'DARAZ' was Refunded."), "credit"],
  ["nagad", "agent", nagad("B2B Transfer Successful.", `Receiver: ${NUMBER}`), "debit"],
  ["nagad", "personal", nagad("Send Money Successful.", `Receiver: ${NUMBER}`), "debit"],
  ["nagad", "agent", nagad("Cash In Successful.", `Customer: ${NUMBER}`), "debit"],
  ["nagad", "agent", nagad("Cash Out Received.", `Customer: ${NUMBER}`), "credit"],
  ["nagad", "personal", nagad("Cash Out Successful.", `Uddokta: ${NUMBER}`), "debit"],
  ["bkash", "personal", "আপনার বিকাশ একাউন্ট থেকে ৫০০ টাকা পেমেন্ট সফল হয়েছে। TrxID DKK4M2N7QX", "debit"],
  ["bkash", "merchant", "আপনি ৫০০ টাকা পেমেন্ট পেয়েছেন। TrxID DKK4M2N7QX", "credit"],
  ["bkash", "agent", "আপনি ৫০০ টাকা বিটুবি পেয়েছেন। TrxID DKK4M2N7QX", "credit"],
];

describe("which way the money went", () => {
  test.each(OPEN)("is left to the balance: %s %s %s", (operator, walletType, text) => {
    const parsed = read(operator, walletType, text);
    expect({ text, mayMatch: mayMatch(parsed) }).not.toEqual({ text, mayMatch: "alone" });
    // Read all the same: with the balance it is booked without anybody's help.
    expect(parsed).toMatchObject({ status: "review", amount: 50_000n });
  });

  test.each(SAID)("is said: %s %s %s", (operator, walletType, text, direction) => {
    const parsed = read(operator, walletType, text);
    expect({ mayMatch: mayMatch(parsed), direction: parsed.direction, amount: parsed.amount }).toEqual({ mayMatch: "alone", direction, amount: 50_000n });
  });
});
