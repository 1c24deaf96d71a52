import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RuleClass } from "../../contract/sms-rules.ts";
import {
  markedBy,
  normaliseText,
  ownRules,
  parseMessage,
  proposalOf,
  readOwn,
  shapeKey,
  shapeOf,
  templateProblem,
  withoutCodes,
  type OwnRule,
} from "./index.ts";
import type { MessageOperator, WalletType } from "./types.ts";

interface Sample {
  readonly operator: MessageOperator;
  readonly sender: string | null;
  readonly text: string;
  readonly wallet: WalletType | null;
  readonly expect: { readonly kind: string; readonly amount?: string; readonly trx_id?: string };
}
const SAMPLES = readFileSync("test/fixtures/sms-samples.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Sample);
const keyOf = (text: string): string => shapeKey(shapeOf(text));
const rule = (operator: MessageOperator, name: RuleClass, template: string, id = "H1"): OwnRule => ({ id, edition: 1, operator, class: name, template });

describe("a shape", () => {
  it.each([
    [
      "Taka came in: Tk 1,250.50 by 01711111111 (RAHIM STORE). Ref order 77. TrxID DKN0ABCDE1 on 23/11/2026 10:15",
      "Taka came in: Tk 9.00 by 01912345678 (RAHIM STORE). Ref 12. TrxID DKP9ABCDE2 on 24/11/2026 22:05",
    ],
    ["Money from KARIM & SONS. Fee Tk 0.00. Balance Tk 4,5,000.00", "Money from Md. Rahim Uddin.\nFee  Tk 18.50. Balance Tk.00"],
    ["আপনি ০১৭১২৩৪৫৬৭৮ থেকে ৫০০.০০ টাকা পেয়েছেন। TrxID 3BNG99X", "আপনি 01812345678 থেকে 20.00 টাকা পেয়েছেন। TrxID 9K38AL90"],
    ["bKash: Sum Tk5.00 came. TxnId: 3478851618 Date:22-JAN-23 10:08:31 am", "Sum Tk 77 came. TxnId: 6606781284 Date:08-JUN-26 06:21:43 am"],
    ["Sum Tk 5.00 came. TrxID: DKXRKMQBJW ok", "Sum Tk 5.00 came. TrxID: 7200XCJBAA ok"],
    ["Your code is 482913. Do not share the OTP.", "Your code is 7421. Do not share the OTP."],
    ["Your OTP: G-482913, valid 5 minutes", "Your OTP: 12A-77F, valid 10 minutes"],
  ])("is one for two texts of one wording: %s", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it("is another one for another wording", () => {
    expect(keyOf("Taka came in: Tk 5.00 by 01711111111")).not.toBe(keyOf("Taka went out: Tk 5.00 by 01711111111"));
    expect(keyOf("B2B moved Tk 5.00")).toBe("b2b moved {amount}");
  });

  it("keeps its words, and no figure, id or code of the text", () => {
    for (const { text } of SAMPLES) {
      const parts = shapeOf(text);
      expect(parts.length).toBeGreaterThan(0);
      const words = parts.filter(({ mark }) => mark === null).map((part) => part.text);
      expect(words.join(" "), text).not.toMatch(/\d{4}/);
    }
  });

  it("shows no one-time code, in whatever form", () => {
    for (const text of ["Your OTP is 4 8 2 9", "Security code G-48B291", "verification code:A1B2C3 now", "OTP ৪৮২৯১৩"]) {
      expect(withoutCodes(text)).not.toMatch(/[\d০-৯]|A1B2|G-48/);
      expect(
        shapeOf(text)
          .map((part) => part.text)
          .join(""),
      ).not.toMatch(/\d/);
    }
    expect(withoutCodes("Cash In Tk 5.00")).toBe("Cash In Tk 5.00");
  });

  it("is made within a moment, whatever the text", () => {
    const begun = performance.now();
    for (const piece of ["from A", "1.", "9,", "Tk", "Ref ", "a.b", "A1", "10:1", "* ", "•", "from ", "TrxID:", "1-jan-", "Ref: x "])
      for (const text of [piece.repeat(4000 / piece.length), `${"x ".repeat(40)}${piece.repeat(900)}`]) {
        shapeOf(text);
        proposalOf(text);
        withoutCodes(`otp ${text}`);
      }
    // A pattern that goes back over itself takes minutes; this is no measure of speed.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe("a proposed template", () => {
  it("reads the message that it was made of, and others of its wording", () => {
    const text = "Taka came in: Tk 1,250.50 by 01711111111. Note well. Cost Tk 0.00. Balance Tk 9,000.00. TrxID DKN0ABCDE1 on 23/11/2026 10:15";
    const template = proposalOf(text);
    expect(template).toBe("Taka came in: {amount} by {msisdn}. Note well. Cost {money}. Balance {balance}. TrxID {trx} on {dt}");
    const own = ownRules([rule("bkash", "receive", template)]);
    const other = text.replace("1,250.50", "8.00").replace("DKN0ABCDE1", "DKN0ABCDE2");
    expect(readOwn({ operator: "bkash", walletType: "personal", sender: "bKash", text: other, own })).toMatchObject({ amount: 800n, trxId: "DKN0ABCDE2" });
  });

  it("of a sample reads its amount and its id, where it may be a rule", () => {
    let tried = 0;
    for (const {
      operator,
      text,
      expect: { amount, trx_id: trxId },
    } of SAMPLES) {
      const template = proposalOf(text);
      if (amount === undefined || amount === null || !trxId || templateProblem("receive", template) !== null) continue;
      const read = readOwn({ operator, walletType: "personal", sender: null, text, own: ownRules([rule(operator, "receive", template)]) });
      if (read === null) continue;
      tried += 1;
      expect([read.amount, read.trxId], text).toEqual([BigInt(amount.replace(".", "")), trxId]);
    }
    expect(tried).toBeGreaterThan(40);
  });
});

describe("marks in a text", () => {
  const template = "Taka came in: {amount} by {msisdn}.[ Note {ref}.] TrxID {trx}";
  it("stand where the rule reads its values", () => {
    const { parts, rest } = markedBy({ operator: "bkash", template }, "bKash: Taka came in: Tk 5.00 by 01711111111. Note for rent. TrxID DKN0ABCDE1.");
    expect(rest).toBe("");
    expect(parts.filter(({ field }) => field !== null)).toEqual([
      { field: "amount", text: "5.00" },
      { field: "party", text: "01711111111" },
      { field: "ref", text: "for rent" },
      { field: "trx", text: "DKN0ABCDE1" },
    ]);
    expect(parts.map(({ text }) => text).join("")).toBe("Taka came in: Tk 5.00 by 01711111111. Note for rent. TrxID DKN0ABCDE1.");
  });

  it("tell how far a template gets that does not fit", () => {
    const found = markedBy({ operator: "bkash", template }, "Taka came in: Tk 5.00 by 01711111111. Sum held. TrxID DKN0ABCDE1");
    expect(found.rest).toBe("Sum held. TrxID DKN0ABCDE1");
    expect(found.parts.at(-2)).toEqual({ field: "party", text: "01711111111" });
    expect(markedBy({ operator: "bkash", template }, "Nothing alike")).toEqual({ parts: [], rest: "Nothing alike" });
  });

  it("lose no letter of any text", () => {
    for (const { operator, text } of SAMPLES) {
      const found = markedBy({ operator, template: proposalOf(text) }, text);
      const whole = [...found.parts.map((part) => part.text), found.rest].join("");
      expect(whole.length).toBeGreaterThan(0);
      expect(normaliseText(text).endsWith(whole), text).toBe(true);
    }
  });
});

describe("rules made of any message", () => {
  const CLASSES: readonly RuleClass[] = ["receive", "cash_in", "cash_out", "returned", "failed"];
  it("change nothing that a shipped rule reads as a whole, and take no failed text for money", () => {
    const fit = SAMPLES.flatMap(({ operator, text }, at) =>
      CLASSES.map((name, more) => rule(operator, name, proposalOf(text), `H${at}-${more}`)).filter((one) => templateProblem(one.class, one.template) === null),
    );
    expect(fit.length).toBeGreaterThan(100);
    const own = ownRules(fit);
    for (const { operator, sender, text, wallet } of SAMPLES) {
      const input = { operator, walletType: wallet, sender, text };
      const without = parseMessage(input);
      const within = parseMessage({ ...input, own });
      if (without.ruleId !== null && !without.ruleId.startsWith("noise.") && without.unexplained.length === 0) expect(within, text).toEqual(without);
      if (without.kind === "failed") expect(within.kind, text).toBe("failed");
    }
  });

  it.each([
    "Cash In {amount} from {msisdn} was unsuccessful. TrxID {trx} at {dt}",
    "Taka {amount} from {msisdn} not yet credited, TrxID {trx}",
    "Taka {amount} from {msisdn}, transfer reversed. TrxID {trx}",
    "Taka {amount} from {msisdn} pending. TrxID {trx}",
    "আপনি {msisdn} থেকে {amount} পাওয়া ব্যর্থ। TrxID {trx}",
  ])("are refused for money that did not come: %s", (template) => {
    expect(templateProblem("receive", template)).toBe("denies");
    expect(templateProblem("returned", template)).toBeNull();
    expect(templateProblem("failed", template)).toBeNull();
  });
});
