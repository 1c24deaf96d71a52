/** Whether a reading may act on money by itself. */
import { moves } from "../ledger/message-kinds.ts";
import { HOLDING_CODES, PROOF_CODES, type ParsedMessage } from "./types.ts";

/** `with_proof`: only where the balance continuity proves that the money moved. */
export type MayMatch = "alone" | "with_proof" | "never";

/** What the text allows; whether there is an order or a payout for it, and whether the balance follows on, is asked elsewhere. */
export function mayMatch({
  status,
  kind,
  direction,
  amount,
  evidence,
}: Pick<ParsedMessage, "status" | "kind" | "direction" | "amount" | "evidence">): MayMatch {
  if ((status !== "parsed" && status !== "review") || !moves(kind) || amount === null || amount === 0n) return "never";
  if (direction === "credit" && evidence.some(({ code }) => HOLDING_CODES.has(code))) return "never";
  return evidence.some(({ code }) => PROOF_CODES.has(code)) ? "with_proof" : "alone";
}
