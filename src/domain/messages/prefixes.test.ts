/** What forwarders put before a text: taken away, and nothing else. */
import { describe, expect, test } from "vitest";
import { parseMessage, type ParsedMessage } from "./index.ts";
import { stripForwarderPrefix } from "./normalise.ts";
import { PLAIN, readVariant, render, type Variant } from "../../../test/support/messages/render.ts";
import { VARIANTS_BD } from "../../../test/support/messages/variants-bd.ts";

const NAMES = { bkash: ["bKash", "BKASH", "16247"], nagad: ["NAGAD", "Nagad", "16167"], rocket: ["16216", "Rocket"], upay: ["upay", "16268"] } as const;
const PREFIXES: readonly ((name: string) => string)[] = [
  ...["<>", "[]", "()", "{}", "【】", "«»", '""', "**"].flatMap((pair) => {
    const [open = "", close = ""] = pair;
    return [" ", "\n", ": ", ":\n", " - ", ""].map((joint) => (name: string) => open + name + close + joint);
  }),
  ...["Sender: ", "From: ", "sender:", "FROM : ", "Sender - ", "SMS from: ", "New SMS from: ", "Message from: ", "Sent by: "].flatMap((label) =>
    ["\n", " ", ": ", " | ", ", ", "\nMessage: ", "\nText: ", " (SIM1)\n", "\n\n"].map((joint) => (name: string) => label + name + joint),
  ),
  ...[": ", ":\n", "\n", " - ", " – ", " | ", " > ", " >> ", " → ", " => "].map((joint) => (name: string) => name + joint),
  (name) => `From ${name}\n`,
  (name) => `New message from ${name}:\n`,
];
const shown = ({ status, kind, amount, balance, trxId, counterparty, operatorTime, evidence }: ParsedMessage) => ({
  status,
  kind,
  amount,
  balance,
  trxId,
  counterparty,
  operatorTime,
  evidence,
});
const read = ({ operator, walletType }: Variant, sender: string, text: string): ParsedMessage => parseMessage({ operator, walletType, sender, text });
const variants = VARIANTS_BD.map(readVariant).filter(({ template }) => !/^(?:bKash: |GET|WIN)/.test(template));

describe("a forwarder's prefix", () => {
  test("changes nothing of what is read, whatever the layout", () => {
    expect(PREFIXES.length).toBeGreaterThan(100);
    for (const [index, variant] of variants.entries()) {
      const { text, sender } = render(variant, PLAIN);
      const plain = shown(read(variant, sender, text));
      // Every layout meets every third prefix, every prefix a third of the layouts.
      for (const [place, prefix] of PREFIXES.entries())
        if ((place + index) % 3 === 0) {
          const names = NAMES[variant.operator as keyof typeof NAMES];
          const prefixed = prefix(names[(place + index) % names.length] as string) + text;
          expect({ prefixed, ...shown(read(variant, sender, prefixed)) }).toEqual({ prefixed, ...plain });
        }
    }
  });

  test("says nothing of who sent it", () => {
    const text = "You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42";
    for (const prefix of PREFIXES)
      for (const sender of ["+8801911223344", "BKASH.", null])
        expect(parseMessage({ operator: "bkash", walletType: "personal", sender, senderIds: ["bKash"], text: prefix("bKash") + text })).toMatchObject({
          kind: "spoof_suspect",
          direction: "none",
        });
  });

  test("holds a name and nothing more", () => {
    for (const text of [
      "Sender: 01911223344\nMoney Received.",
      "From: Pending\nYou have received",
      "<Failed> Money Received.",
      "[Request] Payment Received.",
      "Sender: bKashier\nYou have received",
      "From: nagadbd.example\nMoney Received.",
      "bKash Payment of Tk 5",
      "bKash to Bank Tk 900.00 to Sample",
    ])
      expect(stripForwarderPrefix(text)).toBe(text);
    for (const state of ["failed: ", "Pending: ", "Request: ", "will be sent: ", "soon "])
      for (const prefix of ["Sender: bKash\n", "<bKash> ", "From: bKash "]) {
        const text = `${prefix}${state}You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42`;
        expect({ text, ...parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text }) }).toMatchObject({ text, direction: "none" });
      }
  });

  test("and long runs of its signs give an answer at once", () => {
    for (const piece of ["<", "[bKash", "From: ", "Sender: bKash ", "bKash: ", "bKash\n", "sms "])
      expect(stripForwarderPrefix(piece.repeat(4_000).slice(0, 4_000))).toBeTypeOf("string");
  });
});
