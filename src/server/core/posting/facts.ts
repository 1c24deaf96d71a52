/** A message as the batch works with it, whether it has just come in or was held before. */
import type { SmsKind } from "../../../contract/sms.ts";
import type { ContinuityState, MatchStatus } from "../../../contract/sms.ts";
import { isoInstant } from "../../../contract/time.ts";
import { HOLDING_CODES, PROOF_CODES, type EvidenceCode, type ParsedMessage } from "../../../domain/messages/index.ts";
import { contradicts, effectOf, type MovementDirection } from "../../../domain/ledger/message-kinds.ts";
import type { ReportedMoney } from "../../../domain/ledger/postings.ts";
import type { IdentityKey } from "./identity.ts";
import type { OutgoingEvent } from "../../platform/context.ts";
import type { IncomingSms, StoredSms } from "./incoming.ts";
import type { SmsWrite } from "./write.ts";

/** Facts of one message; amounts in minor units. */
export interface Facts {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly operator: string;
  readonly walletType: string;
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly commission: bigint | null;
  readonly extra: bigint | null;
  readonly balance: bigint | null;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly operatorTimeMs: number | null;
  readonly atMs: number;
  readonly reasons: string[];
  readonly version: number;
  /** True when the counterparty is one of our own wallets (rule 5). */
  readonly ownWallet: boolean;
  /** Why it may not be matched although it moved money, e.g. a TrxID whose date is refused. */
  readonly standingReason: string | null;
  heldUntilMs: number | null;
  processed: boolean;
}

/**
 * What a message says of its wallet's money, for the postings.
 * @param silentMinor commission that the balance shows and the text does not
 */
export function reportedMoney(
  facts: Pick<Facts, "walletId" | "operator" | "direction" | "amount" | "fee" | "commission" | "extra">,
  silentMinor: bigint,
): ReportedMoney {
  if (facts.direction === "none") throw new Error("a message without a direction moves nothing");
  return {
    from: "message",
    walletId: facts.walletId,
    operator: facts.operator,
    direction: facts.direction,
    amountMinor: facts.amount ?? 0n,
    feeMinor: facts.fee ?? 0n,
    commissionMinor: (facts.commission ?? 0n) + silentMinor,
    extraMinor: facts.extra ?? 0n,
  };
}

/** What became of a message. */
export interface Outcome {
  readonly matchStatus: MatchStatus;
  readonly continuity: ContinuityState;
  readonly reasons: readonly string[];
  readonly paymentId?: bigint | null;
  readonly bookedTxn?: bigint | null;
  readonly inSuspense?: boolean;
  readonly heldUntil?: string | null;
}

/** A new message on its way into a batch. */
export interface Incoming {
  readonly id: bigint;
  readonly input: IncomingSms;
  readonly parsed: ParsedMessage;
  readonly storedText: string;
  readonly keys: readonly IdentityKey[];
  readonly facts: Facts;
  /** Decided by the text alone: nothing moved, or nobody may believe it. */
  readonly standing: Outcome | null;
}

/** Codes of what was observed, each once. That nobody is named as the sender says nothing here. */
export function reasonsOf(parsed: ParsedMessage): string[] {
  return [...new Set(parsed.evidence.map((item): string => item.code))].filter((code) => code !== "sender_missing");
}

/** The observation that keeps a message that would collect from being matched by itself, whatever its balance proves. */
export function heldReason(kind: SmsKind, direction: MovementDirection, reasons: readonly string[]): string | null {
  if (effectOf(kind, direction) !== "collects") return null;
  return reasons.find((reason) => HOLDING_CODES.has(reason as EvidenceCode)) ?? null;
}

/** Something in the text is open, so that the message counts only where the balance continuity proves it. */
export function needsProof(facts: Facts): boolean {
  return facts.standingReason !== null || facts.reasons.some((reason) => PROOF_CODES.has(reason as EvidenceCode));
}

/** Decides what the text alone decides. */
export function standingOf(parsed: ParsedMessage, refuseOddDates: boolean): Outcome | null {
  const reasons = reasonsOf(parsed);
  const outcome = (matchStatus: MatchStatus, more: readonly string[] = []): Outcome => ({
    matchStatus,
    continuity: "unknown",
    reasons: [...new Set([...reasons, ...more])],
  });
  if (parsed.status === "suspicious" || parsed.kind === "spoof_suspect") return outcome("suspicious");
  if (parsed.status === "unparsed" || parsed.kind === "unknown") return outcome("unparsed");
  // Nobody books a kind that cannot go the way its text says: a person looks at the rule that read it.
  if (contradicts(parsed.kind, parsed.direction)) return outcome("unparsed", ["direction_contradicts"]);
  if (effectOf(parsed.kind, parsed.direction) === null) return outcome("other");
  if (parsed.amount === null || parsed.amount === 0n) return outcome("unparsed", ["no_amount"]);
  if (refuseOddDates && reasons.includes("trx_date_differs")) return outcome("suspicious");
  return null;
}

/** A row of `sms` under its column names, as it is written. */
export interface SmsRow extends Omit<SmsWrite, "match_status" | "payment_id" | "continuity" | "reasons" | "booked_txn" | "in_suspense" | "held_until"> {
  match_status: MatchStatus | null;
  payment_id: bigint | null;
  continuity: ContinuityState | null;
  reasons: readonly string[];
  booked_txn: bigint | null;
  in_suspense: boolean;
  held_until: string | null;
}

/** The row of a new message; its outcome is still to be filled in. */
export function rowOf(item: Incoming): SmsRow {
  const { facts, input, parsed } = item;
  return {
    id: item.id,
    wallet_id: facts.walletId,
    device_id: input.deviceId,
    operator: parsed.operator ?? facts.operator,
    sender: input.sender,
    text: item.storedText,
    class: parsed.class,
    kind: parsed.kind,
    direction: parsed.direction,
    amount: facts.amount,
    fee: facts.fee,
    commission: facts.commission,
    extra: facts.extra,
    balance: facts.balance,
    trx_id: facts.trxId,
    trx_key: facts.trxKey,
    counterparty: facts.counterparty,
    reference: facts.reference,
    operator_time: parsed.operatorTime,
    sent_at: input.sentAtMs === null ? null : isoInstant(input.sentAtMs),
    received_at: isoInstant(facts.atMs),
    evidence: parsed.evidence,
    rule_id: parsed.ruleId,
    rule_version: parsed.ruleVersion,
    origin: input.origin,
    match_status: null,
    payment_id: null,
    continuity: null,
    reasons: [],
    booked_txn: null,
    in_suspense: false,
    held_until: null,
  };
}

/** The row of a message that could not be processed: it waits until then, unless its text alone has decided; what was observed in it stays. */
export function keptRow(item: Incoming, dueMs: number): SmsRow {
  const decided = item.standing;
  return {
    ...rowOf(item),
    match_status: decided?.matchStatus ?? "held",
    continuity: "unknown",
    reasons: decided?.reasons ?? [...item.facts.reasons, "processing_failed"],
    held_until: decided === null ? isoInstant(dueMs) : null,
  };
}

/** What became of a batch of messages. */
export interface BatchResult {
  readonly answers: StoredSms[];
  readonly events: readonly OutgoingEvent[];
  readonly notified: boolean;
}

/** Messages that come together are taken in the order in which they happened. */
export function byTime({ facts: left }: Incoming, { facts: right }: Incoming): number {
  return (left.operatorTimeMs ?? left.atMs) - (right.operatorTimeMs ?? right.atMs);
}

/** What new messages are known again by, but for what their bookings tell. @param bookings those that are written with them */
export function keptKeys(fresh: readonly Incoming[], bookings: readonly { readonly sms_id?: bigint | null }[]): { key: string; sms_id: bigint }[] {
  const booked = new Set(bookings.map((row) => row.sms_id));
  return fresh.flatMap((item) => item.keys.flatMap(({ key, booked: told }) => (told && booked.has(item.id) ? [] : [{ key, sms_id: item.id }])));
}
