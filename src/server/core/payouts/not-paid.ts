/**
 * An attempt that did not pay, or of which nobody knows whether it did. As in `outcome.ts`: each function locks by itself, but
 * for what is locked already, and is harmless when repeated.
 */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { contradict, done, learn, type NotPaid, type OutcomeResult } from "./report.ts";
import { lockAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { change, changedEvent, freeze, timeline, useLimits, type Emit } from "./writing.ts";

/**
 * Says that an attempt certainly did not pay. The hold stays: the order waits for a reset or its end (rule 11).
 * @returns `conflict` `paid` when it was completed
 */
export async function failAttempt(app: App, tx: Tx, key: AttemptKey, not: NotPaid, emit: Emit): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  if (attempt.status === "failed") return done("same", order);
  if (attempt.status === "completed") return contradict(app, tx, { order, attempt }, not, "paid", { code: not.code });
  const failed = await failLocked(app, tx, { order, attempt }, not, emit);
  return done("changed", failed);
}

/** As {@link failAttempt} for what is locked and under way. */
export async function failLocked(app: App, tx: Tx, at: { order: Disburse; attempt: Attempt }, not: NotPaid, emit: Emit): Promise<Disburse> {
  const { order, attempt } = at;
  await learn(app, tx, attempt, not, not.code, not.message ?? null);
  await tx.run(
    "update disburse_attempts set status = $5, error = $3, ended_at = $4, lease_until = null, lease_token = null, query_after = null where disburse_id = $1 and no = $2",
    [order.id, attempt.no, errorText(not), new Date(app.now()), transition("disburse_attempts", attempt.status, "fail")],
  );
  const failed = await change(tx, order, {
    status: transition("disburses", order.status, "attempt_fail"),
    reason: not.code,
    account: not.by?.type === "user" ? not.by.account : null,
  });
  await freeze(tx, attempt.walletId, -attempt.frozenMinor);
  await useLimits(tx, order, attempt.walletId, attempt.startedAt.getTime(), "released");
  await timeline(app, tx, order.id, "attempt_failed", { attempt: attempt.no, code: not.code, message: not.message ?? null, source: not.source }, not.by);
  emit(changedEvent(failed), { kind: "wallets", objectId: attempt.walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  return failed;
}

/**
 * Says that nobody knows whether an attempt paid. It is never sent again; its money stays frozen until a re-check, a
 * message or a person proves how it ended.
 * @returns `same` when it was unknown already, and when its end is known: a late doubt changes no certainty
 */
export async function markUnknown(app: App, tx: Tx, key: AttemptKey, not: NotPaid, emit: Emit): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  await learn(app, tx, attempt, not, not.code, not.message ?? null);
  if (attempt.status !== "created" && attempt.status !== "sent") return done("same", order);
  await tx.run(
    "update disburse_attempts set status = $4, error = $3, lease_until = null, lease_token = null, query_after = null where disburse_id = $1 and no = $2",
    [order.id, attempt.no, errorText(not), transition("disburse_attempts", attempt.status, "lose")],
  );
  const lost = await change(tx, order, { status: transition("disburses", order.status, "lose"), reason: not.code });
  await timeline(app, tx, order.id, "unknown", { attempt: attempt.no, code: not.code, message: not.message ?? null, source: not.source }, not.by);
  emit(changedEvent(lost));
  return done("changed", lost);
}

const errorText = (not: NotPaid): string => (not.message ? `${not.code}: ${not.message}` : not.code).slice(0, 500);
