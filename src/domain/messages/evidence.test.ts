/** What a person is shown beside the code of an observation: values out of the text, never words. */
import { describe, expect, test } from "vitest";
import { parseMessage } from "./index.ts";
import { RULES } from "./rules/index.ts";
import type { ParseInput } from "./input.ts";
import type { EvidenceCode, ParsedMessage } from "./types.ts";

// Every rule's examples, twice, on a busy machine: the default of 5 s is too near.

const bkash = (text: string, more: Partial<ParseInput> = {}): ParsedMessage =>
  parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text, ...more });
const nagad = (text: string): ParsedMessage => parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text });
const received = (reference: string): string =>
  `You have received Tk 500.00 from 01711111111. Ref ${reference}. Fee Tk 0.00. Balance Tk 1,500.00. TrxID CAK845MSGS at 20/01/2025 10:53`;
const detailOf = (parsed: ParsedMessage, code: EvidenceCode): string | undefined => parsed.evidence.find((one) => one.code === code)?.detail;

describe("the detail of an observation", () => {
  test("is the sender as reported, and empty where none was", () => {
    expect(detailOf(bkash(received("x"), { sender: "+8801473284181" }), "sender_unknown")).toBe("+8801473284181");
    expect(detailOf(bkash(received("x"), { sender: null }), "sender_missing")).toBe("");
    expect(detailOf(bkash(received("x"), { sender: null, senderIds: ["bKash"] }), "sender_unknown")).toBe("");
  });

  test("is the ids, the dates, the length", () => {
    expect(detailOf(bkash(received("TrxID ABC1234567 Tk 9999")), "two_trx_ids")).toBe("ABC1234567, CAK845MSGS");
    expect(detailOf(bkash(received("x").replace("20/01/2025", "21/01/2025")), "trx_date_differs")).toBe("2025-01-20 ≠ 2025-01-21");
    expect(detailOf(bkash(received("x").replace("CAK845MSGS", "C9K845MSGS")), "trx_date_differs")).toBe("– ≠ 2025-01-20");
    expect(detailOf(bkash("x".repeat(20_000)), "too_long")).toBe("20000");
    const greek = nagad("Money Received. Amount: Tk 10.00 Sender: 01929285687 TxnID: 74HΝΕΚΟ8 Balance: Tk 334.49 20/10/2025 18:03");
    expect(detailOf(greek, "trx_homoglyphs")).toBe("74HΝΕΚΟ8");
  });

  test("is the places of a forged layout, and both readings of an ambiguous text", () => {
    const forged = nagad("Money ReceivedAmount: Tk 010.00 Sender: 01929285687 TxnID: 74HNEKO8 Balance: Tk 334.49 20/10/2025 18:03");
    expect(detailOf(forged, "layout_broken")).toBe("Money ReceivedAmount; Tk 010.0");
    const twice = bkash(received("a. Fee Tk 1.00. Balance Tk 9.00. TrxID CAK845MSGT at 20/01/2025 10:53. b"));
    expect(detailOf(twice, "reference_ambiguous")).toBe("CAK845MSGT / CAK845MSGS");
  });

  test("holds no words of ours, whatever the text", () => {
    for (const rule of RULES)
      for (const example of rule.examples)
        for (const text of [example, `${example} TrxID ZZZ1234567 Balance Tk 1.00`])
          for (const { detail } of parseMessage({ operator: rule.operator, walletType: "agent", sender: null, text }).evidence)
            for (const word of detail.match(/[a-z]{4,}/g) ?? []) expect(text).toContain(word);
  });
});
