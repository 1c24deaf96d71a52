/** bKash's codes, amounts and times. */
import { formatAmount, parseAmount } from "../../../../contract/money.ts";

/** Codes that say for certain that nothing was done: wrong input, wrong account, no money, no right. */
const REFUSED = new Set(
  "2001 2002 2006 2007 2008 2012 2023 2025 2031 2033 2037 2038 2039 2040 2041 2044 2045 2046 2048 2049 2056 2057 2058 2060 2063 2064 2065 2067".split(" "),
);

/** A code with its words, of either product; null: the body carries none, or says success. */
export function errorOf(body: Readonly<Record<string, unknown>>): { readonly code: string; readonly message: string } | null {
  const code = body["errorCode"] ?? body["statusCode"];
  if (typeof code === "string" || typeof code === "number")
    return String(code) === "0000" ? null : { code: String(code), message: String(body["errorMessage"] ?? body["statusMessage"] ?? "").slice(0, 200) };
  if (body["status"] === "fail") return { code: "fail", message: String(body["msg"] ?? "").slice(0, 200) };
  return null;
}

/** True when the code proves that the call had no effect. Everything else, duplicates and maintenance too, proves nothing. */
export function provesNothingDone(code: string): boolean {
  return REFUSED.has(code);
}

/** Reads `2026-11-21T10:11:12:345 GMT+0600` (also with a point, or without the zone's sign); null for anything else. */
export function readTime(unchecked: unknown): number | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[:.](\d{1,3}) ?GMT ?([+-]\d\d):?(\d\d)$/.exec(String(unchecked ?? ""));
  if (!found) return null;
  const at = Date.parse(`${found[1]}.${(found[2] as string).padEnd(3, "0")}${found[3]}:${found[4]}`);
  return Number.isNaN(at) ? null : at;
}

/** An amount of an answer: decimal text, with any number of zeros behind. */
export function readAmount(unchecked: unknown): bigint | null {
  const text = typeof unchecked === "number" ? String(unchecked) : unchecked;
  return typeof text === "string" ? parseAmount(text.trim().replace(/(\.\d\d)0+$/, "$1")) : null;
}

/** An amount of a request: always a string with two decimals. */
export const writeAmount = formatAmount;
