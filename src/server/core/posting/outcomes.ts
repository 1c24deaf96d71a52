/** What became of the messages of a run: rows of new ones, changes of those that were stored before. */
import { UNPRINTED } from "../../../contract/sms.ts";
import { rowOf, type Facts, type Incoming, type Outcome, type SmsRow } from "./facts.ts";
import type { PostingWrites, SmsUpdate } from "./write.ts";

/** Reasons that only told why a message waited. */
const WAITING_REASONS: ReadonlySet<string> = new Set(["waits_for_chain", "chain_break", "processing_failed", UNPRINTED]);

/** Reason of a message that was booked because a person believes it. */
export const ACCEPTED = "accepted_by_hand";

/** Whether a message waits, or waited, because its balance did not follow on. */
export const isBreak = (reasons: readonly string[]): boolean => reasons.includes("waits_for_chain") || reasons.includes("chain_break");

/** What else is known of a message that has waited. */
export const withoutWaiting = (reasons: readonly string[]): string[] => reasons.filter((reason) => !WAITING_REASONS.has(reason));

/** Reasons of a message that a person, or an operator's answer, has explained: it waits for no other any more. What was wrong with its balance stays. */
export const noLongerWaiting = (reasons: readonly string[]): string[] => reasons.filter((reason) => reason !== "waits_for_chain" && reason !== UNPRINTED);

/** Collects outcomes; the last one of a message counts. */
export class Outcomes {
  private readonly fresh = new Map<bigint, SmsRow>();
  private readonly updates = new Map<bigint, SmsUpdate>();

  /** A message that is new in this run. */
  add(item: Incoming): void {
    this.fresh.set(item.id, rowOf(item));
  }

  /** What became of a message. */
  finish(facts: Facts, outcome: Outcome): void {
    const row = this.fresh.get(facts.id);
    const values = {
      match_status: outcome.matchStatus,
      payment_id: outcome.paymentId ?? null,
      continuity: outcome.continuity,
      reasons: outcome.reasons,
      booked_txn: outcome.bookedTxn ?? null,
      in_suspense: outcome.inSuspense ?? false,
      held_until: outcome.heldUntil ?? null,
    };
    if (row) Object.assign(row, values);
    else this.updates.set(facts.id, { id: facts.id, version: facts.version, ...values });
  }

  /** Hands all of it to what is written. */
  close(writes: PostingWrites): void {
    writes.sms.push(...this.fresh.values());
    writes.sms_updates.push(...this.updates.values());
  }
}
