import { expect, it } from "vitest";
import { coverAmounts, coverPieces, saysAmount } from "./amount-in-text.ts";

const covered = (text: string): string => coverAmounts(text, "•");

it("covers what is written as an amount, whoever writes it", () => {
  expect(covered("−1,284,652.50")).toBe("•");
  expect(covered("ordered 1,170.33, received +1188.33.")).toBe("ordered •, received •.");
  expect(covered('{"amount":"500.00","fee":-0.05}')).toBe('{"amount":"•","fee":•}');
  expect(covered("You have received Tk 500 from 01712345678. Fee Tk.5, balance Tk1,500.5")).toBe(
    "You have received Tk • from 01712345678. Fee Tk.•, balance Tk•",
  );
  expect(covered("BDT\u00a01,200.00")).toBe("BDT\u00a0•");
  expect(covered("sent 500 taka, 20Tk, 300 元")).toBe("sent • taka, •Tk, • 元");
  expect(covered("৳৫০০ পেয়েছেন, ১,২০০.৫০")).toBe("৳• পেয়েছেন, •");
  expect(covered("TK500, FeeTk5 (BDT20) TK: 7, TK.5 5.00TK 6")).toBe("TK•, FeeTk• (BDT•) TK: •, TK.• •TK •");
  expect(saysAmount("Tk 5")).toBe(true);
});

it("leaves what is none", () => {
  for (const text of ["98.25%", "10.0.12.34", "v1.20.30", "P261126ABCD", "01712345678", "2026/11/26 12:30", "12 tkt", "0.123", "BDT", "3 orders"]) {
    expect(covered(text), text).toBe(text);
    expect(saysAmount(text), text).toBe(false);
  }
});

it("leaves codes whose letters are a currency's", () => {
  for (const code of ["P261120TK4K6VKB", "P261120QFNTK56Q", "S26112099Y9TK91", "W261120BDT5CNY7", "8N7ATK5Q", "9TK4QR7Z0A", "7BDT4XQ9"])
    for (const text of [code, `Payment ${code}, TrxID ${code}.`]) expect(covered(text)).toBe(text);
});

it("covers what pieces of a text say together, each piece for itself", () => {
  expect(coverPieces(["received Tk ", "500", " from 01712345678"], "•")).toEqual(["received Tk ", "•", " from 01712345678"]);
  expect(coverPieces(["fee 1,1", "70.33.", " balance ৳", "৫০০", ""], "•")).toEqual(["fee •", "•.", " balance ৳", "•", ""]);
  expect(coverPieces(["5.00", " and ", "6.00"], "•")).toEqual(["•", " and ", "•"]);
  expect(coverPieces(["98", ".25%"], "•")).toEqual(["98", ".25%"]);
});
