/** bKash's error codes with their words (its published list), in the two shapes of its two products. */
import type { OperatorAnswer } from "./server.ts";
import type { Product } from "./bkash-state.ts";

export const BKASH_CODES = {
  "2001": "Invalid App Key",
  "2002": "Invalid Payment ID",
  "2006": "Invalid amount",
  "2007": "Invalid currency",
  "2008": "Invalid intent",
  "2012": "Invalid Receiver MSISDN",
  "2023": "Insufficient Balance",
  "2025": "Invalid request body",
  "2026": "The reversal amount cannot be greater than the original transaction amount",
  "2029": "Duplicate for all transactions",
  "2031": "Invalid merchant invoice number",
  "2033": "Transaction not found",
  "2049": "Invalid Merchant Callback URL",
  "2056": "Invalid Payment State",
  "2057": "Not a bKash Account",
  "2060": "Payment execution pre-requisite hasn't been met",
  "2063": "Mode is not valid as per request data",
  "2065": "Mendatory field missing",
  "2117": "The payment execution has already been completed",
  "503": "System is undergoing maintenance. Please try again later",
} as const;
export type BkashCode = keyof typeof BKASH_CODES;

/** An error: HTTP 200 with a body that says so. */
export function bkashError(product: Product, code: BkashCode): OperatorAnswer {
  const message = BKASH_CODES[code];
  return { body: product === "tokenized" ? { statusCode: code, statusMessage: message } : { errorCode: code, errorMessage: message } };
}

/** A success: the tokenized product says so, the old one does not. */
export function bkashOk(product: Product, body: Readonly<Record<string, unknown>>): OperatorAnswer {
  return { body: product === "tokenized" ? { statusCode: "0000", statusMessage: "Successful", ...body } : body };
}
