/** By which facts a message is known again that has no TrxID (rule 6), when a phone tells all that it has once more. */
import { describe, expect, it } from "vitest";
import type { Operator } from "../../../contract/operators.ts";
import { parseMessage } from "../../../domain/messages/index.ts";
import type { Incoming } from "./facts.ts";
import { identityKeys, REPEAT_WINDOW_MS } from "./identity.ts";
import type { IncomingSms } from "./incoming.ts";
import { Recogniser } from "./recognise.ts";

const FIRST = 5n;
const told = { walletId: 7n, deviceId: 3n, sender: "NAGAD", sentAtMs: null, receivedAtMs: null, externalId: null, origin: "device" } as const;

const keysOf = (operator: Operator, message: IncomingSms) =>
  identityKeys(message, parseMessage({ operator, walletType: "personal", sender: message.sender, text: message.text }));

/** Tells a text, and again after a while with something changed. */
function again(text: string, change: Partial<IncomingSms> = {}, first: Partial<IncomingSms> = {}, afterMs = 40 * REPEAT_WINDOW_MS): "stored" | "duplicate" {
  const known = keysOf("nagad", { ...told, text, ...first }).map(({ key }) => ({ key, messageId: FIRST, atMs: 0 }));
  const item = { id: 9n, keys: keysOf("nagad", { ...told, text, ...first, ...change }), facts: { reasons: [] as string[] } } as unknown as Incoming;
  return new Recogniser({ known }, afterMs).recognise(item, null).result;
}

describe("a text without a TrxID that prints its time", () => {
  const cashback = "Congrats! You've received Cashback 20.00 Tk for Payment of 500.00 Tk.\n29/11/2026 14:05\nFor Details Call 16167";

  it("is the same whenever it comes, from whichever phone of its wallet, in whatever white space", () => {
    expect(again(cashback)).toBe("duplicate");
    expect(again(cashback, { deviceId: 4n })).toBe("duplicate");
    expect(again(cashback, { text: cashback.replaceAll("\n", "\r\n  ") })).toBe("duplicate");
  });

  it("is another one with another time, sender or wallet", () => {
    expect(again(cashback, { text: cashback.replace("14:05", "14:06") })).toBe("stored");
    expect(again(cashback, { sender: "16167" })).toBe("stored");
    expect(again(cashback, { walletId: 8n })).toBe("stored");
  });

  it("may come twice within its minute: the operator's stamps, and the phone's own numbers, tell two of them apart", () => {
    expect(again(cashback, { sentAtMs: 1_795_939_502_000 }, { sentAtMs: 1_795_939_501_000 })).toBe("stored");
    expect(again(cashback, { sentAtMs: 1_795_939_501_000 }, { sentAtMs: 1_795_939_501_000 })).toBe("duplicate");
    expect(again(cashback, { externalId: "b" }, { externalId: "a" })).toBe("stored");
  });

  it("comes once where it prints its balance, too, whatever number and stamp it has", () => {
    const text = "Money Received. Amount: Tk 500.00 Sender: 01712345678 Balance: Tk 1500.00 29/11/2026 14:05";
    expect(again(text, { externalId: "b", sentAtMs: null }, { externalId: "a", sentAtMs: 1_795_939_501_000 })).toBe("duplicate");
    expect(again(text, { text: text.replace("1500.00", "2000.00") })).toBe("stored");
  });
});

describe("a text without a TrxID and a time", () => {
  const text = "Money Received. Amount: Tk 500.00 Sender: 01712345678 Balance: Tk 1500.00";

  it("is the same for a while, from its phone", () => {
    expect(again(text, {}, {}, REPEAT_WINDOW_MS - 1)).toBe("duplicate");
    expect(again(text, {}, {}, REPEAT_WINDOW_MS)).toBe("stored");
    expect(again(text, { deviceId: 4n }, {}, 1)).toBe("stored");
  });
});
