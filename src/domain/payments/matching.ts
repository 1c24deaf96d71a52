/**
 * Which order a message pays: by TrxID, by reference, by payer's number, by amount alone, in this order
 * (rules 2 to 5 and 72). Automatic and manual matching obey the same guards.
 */
import { nationalPhone } from "../../contract/phones.ts";

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

/** Why an order cannot be what a message pays, although its merchant says so. */
export type Contradiction = "other_wallet" | "amount_differs" | "payer_differs" | "too_late";

/** A claim that did not win its order the money: it contradicts the message, the money is another order's, or nobody knows whose it is. */
export interface LostClaim {
  readonly orderId: bigint;
  readonly reason: Contradiction | "trx_elsewhere" | "several_orders";
}

export type MatchDecision =
  | { readonly kind: "match"; readonly orderId: bigint; readonly by: "trx" | "reference" | "payer" | "amount" }
  /** Money is real, the order is named, but something differs: a person decides. */
  | { readonly kind: "review"; readonly orderId: bigint | null; readonly reason: Contradiction | "several_orders" }
  | { readonly kind: "none"; readonly reason: "unknown_reference" | "several_orders" | "amount_only" | "before_order" | "no_order" };

/** True when a reference says something: operators print `N/A`, a dot or nothing where the payer wrote nothing. */
export function saysSomething(reference: string | null): reference is string {
  return reference !== null && !/^(?:n\/?a|none|null|[\s.\-_]*)$/i.test(reference.trim());
}

/** A number, whole or masked with `*` or with rows of `x`. */
const LIKE_NUMBER = /^(?:[+\d\s*().-]|[xX]{2,})+$/;
/** Fewer digits than that are no number of a payer. */
const NUMBER_LEAST = 9;

/** The first digits of a number are those of thousands of payers. */
const PREFIX = 3;
/** Visible digits behind the prefix, of which so many tell one payer from others. */
const TELLING_LEAST = 3;

/** Compares payers' numbers by what is visible: `***946` against `01712345946`. Null when either is unknown, or too little of it is printed to tell anybody. */
export function samePayer(printed: string | null, given: string): boolean | null {
  if (printed === null || given === "") return null;
  const seen = nationalPhone((LIKE_NUMBER.test(printed) ? printed.replace(/[xX]/g, "*") : printed).replace(/[^\d*]/g, ""));
  const known = nationalPhone(given.replace(/\D/g, ""));
  // A name says nothing of the number, also where it has a digit.
  if (!/\d/.test(seen) || (!seen.includes("*") && seen.length < NUMBER_LEAST)) return null;
  const visible = seen.replace(/^\*+/, "");
  if (visible !== seen) return /^\d+$/.test(visible) ? fits(known.endsWith(visible), visible) : null;
  if (seen.includes("*"))
    return fits(seen.length === known.length && [...seen].every((digit, index) => digit === "*" || digit === known[index]), seen.slice(PREFIX));
  return seen.slice(0, 11) === known.slice(0, 11);
}

/** As {@link samePayer}, where any of several numbers may be meant: false where it is none of them. */
export function payerAmong(printed: string | null, given: readonly string[]): boolean | null {
  const seen = given.map((one) => samePayer(printed, one));
  if (seen.includes(true)) return true;
  return seen.length > 0 && seen.every((one) => one === false) ? false : null;
}

/** A masked number that differs is another one; one that agrees is the same where enough of it is printed. */
function fits(agrees: boolean, printed: string): boolean | null {
  if (!agrees) return false;
  return printed.replaceAll("*", "").length >= TELLING_LEAST ? true : null;
}

const isOpen = (candidate: Candidate, message: MatchMessage, policy: Pick<MatchPolicy, "lateMs">): boolean =>
  candidate.status === "pending" || candidate.status === "review" || (candidate.status === "expired" && message.atMs - candidate.expiresMs <= policy.lateMs);

/** What of the message speaks against a claim of its TrxID; null: nothing. */
export function contradiction(message: MatchMessage, order: Candidate, policy: Pick<MatchPolicy, "lateMs">): Contradiction | null {
  if (order.walletId !== message.walletId) return "other_wallet";
  if (order.amountMinor !== message.amountMinor) return "amount_differs";
  if (samePayer(message.counterparty, order.payer) === false) return "payer_differs";
  return isOpen(order, message, policy) ? null : "too_late";
}

function byReference(message: MatchMessage, named: readonly Candidate[]): MatchDecision {
  const [only] = named;
  if (!only) return { kind: "none", reason: "unknown_reference" };
  if (named.length > 1) return { kind: "review", orderId: null, reason: "several_orders" };
  if (only.amountMinor !== message.amountMinor) return { kind: "review", orderId: only.id, reason: "amount_differs" };
  return { kind: "match", orderId: only.id, by: "reference" };
}

/** What the operator's own words say: the reference that the payer wrote, else his number. */
function byWords(message: MatchMessage, here: readonly Candidate[]): MatchDecision {
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
  if (person) return { kind: "match", orderId: person.id, by: "payer" };
  return equal.length === 0 ? { kind: "none", reason: "no_order" } : { kind: "none", reason: "amount_only" };
}

/** By amount alone only where exactly one order, open or lately expired, could be meant and names no payer. */
function byAmount(message: MatchMessage, here: readonly Candidate[]): MatchDecision | null {
  const equal = here.filter((candidate) => candidate.amountMinor === message.amountMinor && candidate.createdMs - message.paidMs <= CLOCK_SLACK_MS);
  const [only] = equal;
  return only && equal.length === 1 && only.payer === "" && only.status === "pending" ? { kind: "match", orderId: only.id, by: "amount" } : null;
}

/** Of several claims that nothing contradicts the one that the operator's words name, if they name one. */
function byClaim(message: MatchMessage, fitting: readonly Candidate[]): MatchDecision | null {
  const match = (order: Candidate): MatchDecision => ({ kind: "match", orderId: order.id, by: "trx" });
  const [first, second] = fitting;
  if (!first) return null;
  if (!second) return match(first);
  for (const names of [(order: Candidate) => order.namedByReference, (order: Candidate) => samePayer(message.counterparty, order.payer) === true]) {
    const [only, ...more] = fitting.filter(names);
    if (only && more.length === 0) return match(only);
  }
  return { kind: "review", orderId: null, reason: "several_orders" };
}

/**
 * Decides which order a trusted credit message pays.
 *
 * A claim (somebody submitted this TrxID for an order) is evidence beside the others, and whoever makes it first gains
 * nothing: an order that the operator's own words name, with the right wallet and amount, gets the money whatever is claimed
 * for others; a claim comes next, where wallet, amount and payer allow it; a contradicted one only tells a person where to
 * look when nothing else explains the money.
 *
 * The caller has checked that the kind may collect, that a TrxID is there and unused, that the counterparty is none of
 * our wallets, and that the balance continuity does not contradict.
 */
export function decide(message: MatchMessage, candidates: readonly Candidate[], policy: MatchPolicy): MatchDecision {
  const claiming = candidates.filter((candidate) => candidate.trxKeys.includes(message.trxKey));
  const fitting = claiming.filter((candidate) => contradiction(message, candidate, policy) === null);
  const here = candidates.filter((candidate) => candidate.walletId === message.walletId && candidate.status !== "review" && isOpen(candidate, message, policy));
  const said = byWords(message, here);
  // Where its own claim says the same, that is how it is told.
  if (said.kind === "match") return fitting.some((candidate) => candidate.id === said.orderId) ? { ...said, by: "trx" } : said;
  const claimed = byClaim(message, fitting);
  if (claimed !== null) return claimed;
  if (said.kind === "review") return said;
  const alone = policy.byAmount && said.reason === "amount_only" ? byAmount(message, here) : null;
  return alone ?? contradicted(message, claiming, policy) ?? said;
}

/** Nothing else explains the money: the claim that comes nearest is put before a person. */
function contradicted(message: MatchMessage, claiming: readonly Candidate[], policy: MatchPolicy): MatchDecision | null {
  const [nearest] = [...claiming].sort((left, right) => score(message, right).score - score(message, left).score || Number(left.id - right.id));
  const reason = nearest ? contradiction(message, nearest, policy) : null;
  return nearest && reason ? { kind: "review", orderId: nearest.id, reason } : null;
}

/** The claims that did not get the message, each with the reason. Their orders stay as they are: no money of theirs is here. */
export function lostClaims(message: MatchMessage, candidates: readonly Candidate[], policy: Pick<MatchPolicy, "lateMs">, decision: MatchDecision): LostClaim[] {
  const won = decision.kind === "none" ? null : decision.orderId;
  return candidates
    .filter((candidate) => candidate.id !== won && candidate.trxKeys.includes(message.trxKey))
    .map((candidate) => ({
      orderId: candidate.id,
      reason: contradiction(message, candidate, policy) ?? (decision.kind === "match" ? "trx_elsewhere" : "several_orders"),
    }));
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
