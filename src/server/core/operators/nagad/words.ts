/** Nagad's times, amounts and errors. */
import { formatAmount, parseAmount } from "../../../../contract/money.ts";
import type { OperatorReply } from "../outbound.ts";

/** Nagad's clock is Asia/Dhaka, which has no daylight saving. */
const DHAKA_MS = 6 * 3_600_000;

/** `20261121101112`: part of what is signed. */
export function writeTime(atMs: number): string {
  return new Date(atMs + DHAKA_MS).toISOString().slice(0, 19).replace(/\D/g, "");
}

/** Reads `20261121101112` and `2026-11-21 10:11:12.0`; null for anything else. */
export function readTime(unchecked: unknown): number | null {
  const digits = String(unchecked ?? "").replace(/\D/g, "");
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(digits);
  if (!found) return null;
  const at = Date.parse(`${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}:${found[6]}+06:00`);
  return Number.isNaN(at) ? null : at;
}

export const writeAmount = formatAmount;

/** An amount of an answer. */
export function readAmount(unchecked: unknown): bigint | null {
  const text = typeof unchecked === "number" ? String(unchecked) : unchecked;
  return typeof text === "string" ? parseAmount(text.trim().replace(/(\.\d\d)0+$/, "$1")) : null;
}

/** Reasons that leave open whether something was done before. */
const UNSURE = /DUPLICATE|ALREADY|TIMEOUT|SYSTEM|INTERNAL|UNKNOWN|PROCESSING/i;

/** A reply as Nagad's own words, or why there are none that count. */
export type Judged =
  | { readonly kind: "ok"; readonly body: Readonly<Record<string, unknown>>; readonly headers: Readonly<Record<string, string>> }
  /** `sure`: it proves that the call had no effect. */
  | { readonly kind: "error"; readonly code: string; readonly message: string; readonly sure: boolean }
  | { readonly kind: "unclear"; readonly code: string };

/** Judges a reply: 5xx, 408, 409, duplicates, unreadable and lost answers prove nothing. */
export function judge(reply: OperatorReply): Judged {
  if (reply.kind === "lost") return { kind: "unclear", code: reply.code };
  const { status, json } = reply;
  const reason = json?.["reason"];
  const named = typeof reason === "string" && reason !== "" ? reason.slice(0, 60) : null;
  if (status >= 500 || status === 408 || status === 425) return { kind: "unclear", code: named ?? `http_${status}` };
  if (named !== null || status >= 400) {
    const code = named ?? `http_${status}`;
    const message = String(json?.["message"] ?? json?.["devMessage"] ?? "").slice(0, 200);
    return { kind: "error", code, message, sure: status !== 409 && !UNSURE.test(code) };
  }
  if (status >= 300 || json === null) return { kind: "unclear", code: json === null ? "unreadable" : `http_${status}` };
  return { kind: "ok", body: json, headers: reply.headers };
}
