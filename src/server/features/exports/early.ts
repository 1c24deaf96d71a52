/** What ends a file before it is whole: its own fault, that of a beginning, or nobody's. */
import { EXPORT_FILE_BYTES, type ExportProblem } from "../../../contract/exports.ts";
import { sqlState } from "../../platform/db/pool.ts";
import { ExportTooSlow } from "../../platform/lists/export-stream.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { Failure } from "./ending.ts";
import { TooLarge } from "./pieces.ts";

/** After a failure, and while all places for files are taken, it waits, ms. */
export const RETRY_MS = 20_000;

/** It fails, or it waits for its next beginning, which is counted where this one came to nothing by a fault. */
export type EarlyEnd = Failure | { readonly fault: boolean; readonly waitMs: number };

/** Its statement, or the whole of it, takes longer than a file may take. */
class TooSlow extends Error {}
/** The error as it counts. */
export const slowOr = (error: unknown): unknown => (error instanceof ExportTooSlow || sqlState(error) === "57014" ? new TooSlow() : error);

/** Why it ended early, where that is its own end; null: it is tried again. */
export function failureOf(error: unknown, room: number): ExportProblem | null {
  if (error instanceof TooSlow) return "too_slow";
  if (!(error instanceof TooLarge)) return null;
  return room < EXPORT_FILE_BYTES ? "no_room" : "too_large";
}

/** What a refusal comes to. */
export function refusedBy({ code, details, fields }: Refused): EarlyEnd {
  const { rows, most } = details ?? {};
  if (code === "too_many_rows") return { problem: "too_many_rows", rows: Number(rows), most: Number(most) };
  if (code === "validation_failed" && fields?.["to"] === "too_large") return { problem: "too_many_rows" };
  // All places are taken by people who wait for theirs, or figures are being made.
  if (code === "rate_limited" || code === "not_ready") return { fault: false, waitMs: RETRY_MS };
  return { problem: "invalid" };
}
