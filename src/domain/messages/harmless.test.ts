/** Endings that people have called harmless: whole fragments, and nothing beside them. */
import { describe, expect, test } from "vitest";
import { isHarmless, parseMessage, type HarmlessEndings, type ParsedMessage } from "./index.ts";

const harmless: HarmlessEndings = new Map([
  [
    "bkash",
    [
      { id: "E1", text: "Purple giraffes are here." },
      { id: "E2", text: "Vote {n} for Dhaka" },
      { id: "E3", text: "Do not miss the final on Friday" },
    ],
  ],
]);
const read = (tail: string, operator: "bkash" | "upay" = "bkash"): ParsedMessage =>
  parseMessage({
    operator,
    walletType: "personal",
    sender: operator === "bkash" ? "bKash" : "upay",
    text: `You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. ${tail}`,
    harmless,
  });

describe("a harmless ending", () => {
  test("is explained, whatever its case, spaces and signs at its ends", () => {
    for (const tail of ["Purple giraffes are here.", "PURPLE  giraffes\u00A0are here", "purple giraffes are here!"])
      expect(read(tail), tail).toMatchObject({ status: "parsed", kind: "receive", unexplained: [], evidence: [] });
    // One that denies was looked at by a person.
    expect(read("Do not miss the final on Friday")).toMatchObject({ status: "parsed", unexplained: [] });
  });

  test("is the whole fragment: another one, or a word more, is not", () => {
    for (const tail of ["Purple giraffes", "Purple giraffes are here now", "Not purple giraffes are here", "Purple giraffes are not here"])
      expect(read(tail), tail).toMatchObject({ unexplained: [tail] });
    expect(read("Purple giraffes are here. Not yet credited.")).toMatchObject({ status: "suspicious", unexplained: ["Not yet credited"] });
  });

  test("holds its own digits, or any number where it says so", () => {
    for (const tail of ["Vote 7 for Dhaka", "Vote 1,250 for Dhaka."]) expect(read(tail), tail).toMatchObject({ status: "parsed", unexplained: [] });
    for (const tail of ["Vote x for Dhaka", "Vote for Dhaka", "Vote 7 8 for Dhaka"]) expect(read(tail), tail).not.toMatchObject({ unexplained: [] });
    expect(isHarmless([{ id: "E", text: "Open at 10" }], "Open at 10")).toBe(true);
    expect(isHarmless([{ id: "E", text: "Open at 10" }], "Open at 11")).toBe(false);
    expect(isHarmless([{ id: "E", text: " . " }], "")).toBe(false);
  });

  test("is its operator's alone", () => {
    expect(read("Purple giraffes are here", "upay")).toMatchObject({ status: "review", unexplained: ["Purple giraffes are here"] });
  });
});
