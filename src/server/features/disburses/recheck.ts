/** Re-check: ask about exactly the last attempt, then look at what the wallet's messages say. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { DISBURSE_ACTION_STATES } from "../../../contract/disburses.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import type { Answer } from "../../platform/answer.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readable, type Queried } from "../../core/operators/port.ts";
import { noteActed } from "../../core/staff/acted.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { portFor } from "../../core/operators/registry.ts";
import { Refused } from "../../platform/refusal.ts";
import { paymentsOf, type BookedDebit } from "../../core/payouts/debits.ts";
import { completeAttempt, mayComplete, noteEvidence, type OutcomeResult, type AttemptReport } from "../../core/payouts/outcome.ts";
import { recordQuery } from "./query.ts";
import { loadDisburseRow } from "./queries.ts";
import { lastAttempt, lockAttempt, payoutAttempt, readDisburse, type Attempt, type Disburse } from "../../core/payouts/store.ts";
import { changedEvent, timeline, type Emit } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** Clocks differ: so much before its attempt a message may have been stored, ms. */
const BEFORE_MS = 120_000;

const inStates = (status: Disburse["status"]): boolean => (DISBURSE_ACTION_STATES.recheck as readonly string[]).includes(status);

/** Asks the payout rail, outside of any transaction. */
async function ask(app: App, order: Disburse, attempt: Attempt): Promise<{ answer: Queried; graceMs: number }> {
  const port = portFor(app, attempt.rail, order.operator);
  if (!port) return { answer: { kind: "not_supported" }, graceMs: 0 };
  try {
    return { answer: readable(await port.query(payoutAttempt(order, attempt))), graceMs: port.notFoundGraceMs };
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 300) : "unknown error";
    return { answer: { kind: "unavailable", code: "error", message }, graceMs: port.notFoundGraceMs };
  }
}

/** Other payouts of the wallet that the debit could as well have paid: who of them was paid is not for a machine to guess. */
async function rivals(tx: Tx, at: { order: Disburse; attempt: Attempt }, debit: BookedDebit): Promise<number> {
  const { order, attempt } = at;
  const row = await tx.one<{ count: number }>(
    `select count(*)::int as count from disburse_attempts a join disburses d on d.id = a.disburse_id and d.attempt_count = a.no
     where a.wallet_id = $1 and a.amount = $2 and d.customer = $3 and d.id <> $4 and a.started_at <= $5
       and (a.status in ('created', 'sent', 'unknown') or (a.status = 'failed' and d.status in ('attempt_failed', 'pending')))`,
    [attempt.walletId, order.amountMinor, order.customer, order.id, new Date(idTime(debit.id) + BEFORE_MS)],
  );
  return row?.count ?? 0;
}

/** Completes with the one unexplained debit of the wallet that paid this amount to this number, and can have paid no other order; anything else is evidence. */
async function lookAtMessages(app: App, tx: Tx, at: { order: Disburse; attempt: Attempt }, said: AttemptReport, emit: Emit): Promise<OutcomeResult | null> {
  const { order, attempt } = at;
  const found = await paymentsOf(tx, attempt.walletId, order.amountMinor, attempt.startedAt.getTime() - BEFORE_MS);
  const fitting = found.filter((debit) => debit.trxId !== null && samePayer(debit.counterparty, order.customer) === true);
  const [only] = fitting;
  const others = only ? await rivals(tx, at, only) : 0;
  const data = { looked_at: found.length, fitting: fitting.length, other_orders: others };
  if (!only?.trxId || fitting.length > 1 || others > 0) {
    await noteEvidence(app, tx, attempt, { ...said, data }, found.length === 0 ? "no_message" : "message");
    return null;
  }
  return completeAttempt(app, tx, attempt, { ...said, source: "message", trxId: only.trxId, costMinor: only.feeMinor, data }, emit);
}

/**
 * Looks for proof. "Not found" counts as failed only after the operator's grace time and when it never said that it has
 * the attempt; whatever proves nothing is kept as evidence.
 * Refuses not_found, conflict, wrong_state
 */
export async function recheckDisburse(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  const id = app.publicIds.decode("disburse", publicId);
  const seen = id === null ? null : await readDisburse(app.db, id);
  if (!seen) return new Refused("not_found");
  const last = await lastAttempt(app.db, seen.id);
  const asks = last !== null && seen.version === input.version && inStates(seen.status);
  const asked = asks ? await ask(app, seen, last) : null;
  // Refused inside only: a call that repeats its key gets its first answer, whatever the order has become by that.
  return ctx.tx(async (tx) => {
    const at = last === null ? null : await lockAttempt(tx, last);
    const { version, status } = at?.order ?? seen;
    if (version !== input.version) return new Refused("conflict", { details: { version, status } });
    if (last === null || at === null || asked === null || !inStates(status)) return new Refused("wrong_state", { details: { status } });
    const { order } = at;
    const { answer, graceMs } = asked;
    const by = eventActorOf(ctx);
    const emit: Emit = (...events) => ctx.emit(...events);
    await recordQuery(app, tx, { key: last, port: { notFoundGraceMs: graceMs }, answer, by, quiet: false, overdue: false }, emit);
    const now = await lockAttempt(tx, last);
    if (mayComplete(now.order, now.attempt)) await lookAtMessages(app, tx, now, { source: "message", by }, emit);
    const after = (await readDisburse(tx, order.id)) ?? order;
    await noteActed(tx, "disburses", order.id, ctx.actor.account);
    await timeline(app, tx, order.id, "rechecked", { attempt: last.no, answer: answer.kind, status: after.status }, by);
    ctx.emit(changedEvent(after));
    await auditAct(ctx, tx, "disburses.recheck", order.id);
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
