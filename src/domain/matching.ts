/**
 * Which order a message pays: by TrxID, by reference, by payer's number, by amount alone, in this order
 * (domain text section 7, decisions 2 to 5). Automatic and manual matching obey the same guards.
 */

/** An order that could be meant. Amounts are minor units. */
export interface Candidate {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly amountMinor: bigint;
  /** Payer's number as the merchant gave it, empty when none. */
  readonly payer: string;
  readonly status: "pending" | "review" | "expired";
  readonly createdMs: number;
  /** When it expired or will. */
  readonly expiresMs: number;
  /** TrxIDs submitted for it. */
  readonly trxKeys: readonly string[];
  /** True when the message's reference names it (public id or merchant order id). */
  readonly namedByReference: boolean;
}

export interface MatchMessage {
  readonly walletId: bigint;
  readonly amountMinor: bigint;
  readonly trxKey: string;
  /** Payer's number as printed; masked digits are `*`. Null when none is printed. */
  readonly counterparty: string | null;
  readonly reference: string | null;
  /** When the message arrived, ms. */
  readonly atMs: number;
  /** When the money moved, as the operator printed it, ms; else when the message arrived. */
  readonly paidMs: number;
}

/** Operators print whole minutes, and clocks differ a little. */
const CLOCK_SLACK_MS = 120_000;

export interface MatchPolicy {
  readonly lateMs: number;
  readonly byAmount: boolean;
}

export type MatchDecision =
  | { readonly kind: "settle"; readonly orderId: bigint; readonly by: "trx" | "reference" | "payer" | "amount" }
  /** Money is real, the order is named, but something differs: a person decides. */
  | {
      readonly kind: "review";
      readonly orderId: bigint | null;
      readonly reason: "amount_differs" | "other_wallet" | "payer_differs" | "several_orders" | "too_late";
    }
  | { readonly kind: "none"; readonly reason: "unknown_reference" | "several_orders" | "amount_only" | "before_order" | "no_order" };

/** True when a reference says something: operators print `N/A`, a dot or nothing where the payer wrote nothing. */
export function saysSomething(reference: string | null): reference is string {
  return reference !== null && !/^(?:n\/?a|none|null|[\s.\-_]*)$/i.test(reference.trim());
}

/** Compares payers' numbers by what is visible: `***946` against `01712345946`. Null when either is unknown. */
export function samePayer(printed: string | null, given: string): boolean | null {
  if (printed === null || given === "") return null;
  const seen = printed.replace(/[^\d*]/g, "");
  const known = given.replace(/\D/g, "");
  if (seen === "" || !/\d/.test(seen)) return null;
  const visible = seen.replace(/^\*+/, "");
  if (visible !== seen) return /^\d+$/.test(visible) ? known.endsWith(visible) : null;
  if (seen.includes("*")) return seen.length === known.length && [...seen].every((digit, index) => digit === "*" || digit === known[index]);
  const tail = (digits: string): string => digits.replace(/^(?:880|88)(?=01)/, "").slice(0, 11);
  return tail(seen) === tail(known);
}

const isOpen = (candidate: Candidate, message: MatchMessage, policy: MatchPolicy): boolean =>
  candidate.status === "pending" || candidate.status === "review" || (candidate.status === "expired" && message.atMs - candidate.expiresMs <= policy.lateMs);

function byTrx(message: MatchMessage, order: Candidate, policy: MatchPolicy): MatchDecision {
  if (order.walletId !== message.walletId) return { kind: "review", orderId: order.id, reason: "other_wallet" };
  if (order.amountMinor !== message.amountMinor) return { kind: "review", orderId: order.id, reason: "amount_differs" };
  if (samePayer(message.counterparty, order.payer) === false) return { kind: "review", orderId: order.id, reason: "payer_differs" };
  if (!isOpen(order, message, policy)) return { kind: "review", orderId: order.id, reason: "too_late" };
  return { kind: "settle", orderId: order.id, by: "trx" };
}

function byReference(message: MatchMessage, named: readonly Candidate[]): MatchDecision {
  const [only] = named;
  if (!only) return { kind: "none", reason: "unknown_reference" };
  if (named.length > 1) return { kind: "review", orderId: null, reason: "several_orders" };
  if (only.amountMinor !== message.amountMinor) return { kind: "review", orderId: only.id, reason: "amount_differs" };
  return { kind: "settle", orderId: only.id, by: "reference" };
}

/**
 * Decides which order a trusted credit message pays.
 * The caller has checked that the kind may settle, that a TrxID is there and unused, that the counterparty is none of
 * our wallets, and that the balance chain does not contradict.
 */
export function decide(message: MatchMessage, candidates: readonly Candidate[], policy: MatchPolicy): MatchDecision {
  const byId = candidates.find((candidate) => candidate.trxKeys.includes(message.trxKey));
  if (byId) return byTrx(message, byId, policy);
  const here = candidates.filter((candidate) => candidate.walletId === message.walletId && candidate.status !== "review" && isOpen(candidate, message, policy));
  if (saysSomething(message.reference))
    return byReference(
      message,
      here.filter((candidate) => candidate.namedByReference),
    );
  const alike = here.filter((candidate) => candidate.amountMinor === message.amountMinor);
  // Money that moved before an order was made is matched back by TrxID only, however late its message comes.
  const equal = alike.filter((candidate) => candidate.createdMs - message.paidMs <= CLOCK_SLACK_MS);
  if (equal.length === 0 && alike.length > 0) return { kind: "none", reason: "before_order" };
  const samePerson = equal.filter((candidate) => samePayer(message.counterparty, candidate.payer) === true);
  if (samePerson.length > 1) return { kind: "none", reason: "several_orders" };
  const [person] = samePerson;
  if (person) return { kind: "settle", orderId: person.id, by: "payer" };
  const [anonymous] = equal;
  if (!anonymous) return { kind: "none", reason: "no_order" };
  // By amount alone only where exactly one order, open or lately expired, could be meant and names no payer.
  if (policy.byAmount && equal.length === 1 && anonymous.payer === "" && anonymous.status === "pending")
    return { kind: "settle", orderId: anonymous.id, by: "amount" };
  return { kind: "none", reason: "amount_only" };
}

/** Points of a suggestion for a person, 0 to 100, with the reasons; nothing below 30 is worth showing. */
export function score(message: MatchMessage, candidate: Candidate): { score: number; reasons: string[] } {
  const reasons: string[] = [];
  let points = 0;
  const add = (value: number, reason: string): void => {
    points += value;
    reasons.push(reason);
  };
  if (candidate.trxKeys.includes(message.trxKey)) add(50, "same_trx");
  if (candidate.namedByReference) add(30, "same_reference");
  if (candidate.walletId === message.walletId) add(15, "same_wallet");
  else reasons.push("other_wallet");
  if (candidate.amountMinor === message.amountMinor) add(30, "same_amount");
  else reasons.push("amount_differs");
  const payer = samePayer(message.counterparty, candidate.payer);
  if (payer === true) add(30, "same_payer");
  if (payer === false) add(-20, "payer_differs");
  const minutes = Math.abs(message.atMs - candidate.createdMs) / 60_000;
  if (minutes <= 30) add(15, "close_in_time");
  else if (minutes > 1440) reasons.push("far_in_time");
  if (candidate.status === "expired") reasons.push("expired");
  return { score: Math.max(0, Math.min(100, points)), reasons };
}
