/** Endings that people may call harmless, and what they let pass. */
import { describe, expect, test } from "vitest";
import { endingOf, endingProblem, parseMessage } from "./index.ts";
import type { MessageOperator } from "./types.ts";

const TEXT = "You have received Tk 500.00 from 01712345678. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DB1KCDE2G8 at 01/02/2026 10:00.";
const read = (ending: string, taught: readonly string[], operator: MessageOperator = "bkash") =>
  parseMessage({
    operator,
    walletType: "personal",
    sender: "bKash",
    text: `${TEXT} ${ending}`,
    harmless: new Map([[operator, taught.map((text, index) => ({ id: String(index), text }))]]),
  });

describe("an ending", () => {
  test("is kept with one space and no signs at its ends", () => {
    expect(endingOf("  Sing along\n in our  choir!! ")).toBe("Sing along in our choir");
    expect(endingOf("Sing along in our choir for Tk {n}.")).toBe("Sing along in our choir for Tk {n}");
  });

  test.each([
    ["Sing along in our choir for Tk {n}", null],
    ["মেলায় গান শুনুন {n}", null],
    ["Sing along. In our choir", "several"],
    ["Sing along\nin our choir", null],
    ["Choir", "few_words"],
    ["{n} {n} {n} {n}", "few_words"],
    ["Sing {amount} in our choir", "braces"],
    ["Sing along in our choir {n", "braces"],
    ["It is not yet credited", "denies"],
    ["Chargeback raised for it", "denies"],
    ["ব্যর্থ হয়েছে মনে হয়", "denies"],
    ["Sing along on 01812345678 with us", "denies"],
    ["Sing along at choir-songs.example today", "denies"],
    ["Sing along in our choir 12/10/2026", "denies"],
    ["Tk {n} cut from your account", "denies"],
    ["Money gone from your account", "denies"],
    ["Amount taken by bank", "denies"],
    ["Nil amount given", "denies"],
    ["The sum is zero now", "denies"],
    ["Only Tk {n} came in", "denies"],
    ["Zero Tk paid to you", "denies"],
    ["Add zero money to your account", "denies"],
    ["Only Tk {n} of this payment paid in cash", "denies"],
    ["Cash Out Tk {n} from your account today", "denies"],
    ["Send the money to our account now for free cash", "denies"],
    ["Pay Tk {n} charge now via app to get the money", "denies"],
    ["Send Money to ten friends and win a lamp", null],
    ["...", "few_words"],
    ["{n}", "few_words"],
    ["Thank you for using bKash", "known"],
  ] as const)("may be what says nothing of the money: %s", (text, problem) => {
    expect(endingProblem("bkash", endingOf(text))).toBe(problem);
  });
});

describe("a taught ending", () => {
  const taught = ["Sing along in our choir for Tk {n}"];

  test("explains its words, whatever their case and amount, and nothing else", () => {
    expect(read("Sing along in our choir for Tk 25", []).status).toBe("review");
    for (const amount of ["25", "1,250", "99,999.50", "250000"])
      expect(read(`SING along in our choir for Tk ${amount}!`, taught).status, amount).toBe("parsed");
    for (const other of [
      "Sing along in our choir for Tk 01812345678",
      "Sing along in our choir for Tk 1234567",
      "Sing along in our choir for Tk 25 today",
      "Do sing along in our choir for Tk 25",
      "Sing along in our choir for Tk 25. And dance with us",
      "Sing along in our choir for Tk 25. Not yet credited",
    ])
      expect(read(other, taught).status, other).not.toBe("parsed");
  });

  test("is its operator's alone", () => {
    const other = parseMessage({
      operator: "bkash",
      walletType: "personal",
      sender: "bKash",
      text: `${TEXT} Sing along in our choir for Tk 25`,
      harmless: new Map([["nagad", [{ id: "1", text: taught[0] as string }]]]),
    });
    expect(other.status).toBe("review");
  });
});
