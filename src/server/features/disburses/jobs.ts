/** Work that time brings for payouts: sending, lost answers, asking the operators, giving up. */
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { readable } from "../../core/operators/port.ts";
import { portFor } from "../../core/operators/registry.ts";
import { couldHavePaid } from "../../core/payouts/debits.ts";
import { dispatchPayouts } from "../../core/payouts/dispatch.ts";
import { markUnknown } from "../../core/payouts/not-paid.ts";
import { recordOutcome } from "../../core/payouts/outcome.ts";
import { recordQuery } from "./query.ts";
import { release } from "./release.ts";
import { lockAttempt, lockDisburse, payoutAttempt, readAttempt, readDisburse, type AttemptKey } from "../../core/payouts/store.ts";
import { SYSTEM } from "../../core/timeline.ts";

const BATCH = 50;
/** Pauses between questions about one attempt: doubling from the first to the last, ms. */
const ASK_FIRST_MS = 5_000;
const ASK_LAST_MS = 300_000;

const KEY = `disburse_id as "disburseId", no`;

/** Attempts that were sent and whose sender never wrote an answer down: nobody knows (never sent again). */
async function loseExpired(app: App): Promise<number> {
  const rows = await app.db.rows<AttemptKey>(`select ${KEY} from disburse_attempts where status = 'sent' and lease_until <= $1 order by lease_until limit $2`, [
    new Date(app.now()),
    BATCH,
  ]);
  for (const key of rows) {
    await recordOutcome(app, async (tx, emit) => {
      const { order, attempt } = await lockAttempt(tx, key);
      // The answer may have come between the look and the lock.
      if (attempt.status !== "sent" || attempt.leaseUntil === null || attempt.leaseUntil.getTime() > app.now())
        return { kind: "same", why: null, order, details: {} };
      return markUnknown(app, tx, key, { source: "job", code: "lost", message: "the answer was lost" }, emit);
    });
  }
  return rows.length;
}

/** Attempts whose phone says that they were paid, and whose debit message has not come in time: nobody knows. */
async function loseUnproven(app: App): Promise<number> {
  const before = new Date(app.now() - app.config.current.proof_wait_minutes * 60_000);
  const rows = await app.db.rows<AttemptKey>(
    `select ${KEY} from disburse_attempts where status = 'sent' and claimed_at is not null and claimed_at <= $1 order by claimed_at limit $2`,
    [before, BATCH],
  );
  for (const key of rows) {
    await recordOutcome(app, async (tx, emit) => {
      const { order, attempt } = await lockAttempt(tx, key);
      if (attempt.status !== "sent" || attempt.claimedAt === null || attempt.claimedAt > before) return { kind: "same", why: null, order, details: {} };
      return markUnknown(app, tx, key, { source: "job", code: "no_proof", message: "no message of the operator proves it" }, emit);
    });
  }
  return rows.length;
}

async function ask(app: App, key: AttemptKey): Promise<void> {
  const [order, attempt] = await Promise.all([readDisburse(app.db, key.disburseId), readAttempt(app.db, key)]);
  if (!order || attempt?.status !== "sent") return;
  const port = portFor(app, attempt.rail, order.operator);
  if (!port) return;
  const asked = await port.query(payoutAttempt(order, attempt)).catch((error: unknown) => ({
    kind: "unavailable" as const,
    code: "error",
    message: error instanceof Error ? error.message.slice(0, 300) : "unknown error",
  }));
  const answer = readable(asked);
  const overdue = app.now() - attempt.startedAt.getTime() > app.config.current.payout_answer_minutes * 60_000;
  await recordOutcome(app, (tx, emit) => recordQuery(app, tx, { key, port, answer, by: SYSTEM, quiet: !overdue, overdue }, emit));
  await app.db.run("update disburse_attempts set query_count = query_count + 1, query_after = $3 where disburse_id = $1 and no = $2 and status = 'sent'", [
    key.disburseId,
    key.no,
    new Date(app.now() + Math.min(ASK_LAST_MS, ASK_FIRST_MS * 2 ** Math.min(attempt.queryCount, 10))),
  ]);
}

/** Asks the operators about attempts that they took and that have no end yet. */
async function askOperators(app: App): Promise<number> {
  const rows = await app.db.rows<AttemptKey>(
    `select ${KEY} from disburse_attempts where status = 'sent' and rail = 'official' and acknowledged_at is not null
       and coalesce(query_after, acknowledged_at + make_interval(secs => $3)) <= $1 order by query_after nulls first limit $2`,
    [new Date(app.now()), BATCH, ASK_FIRST_MS / 1000],
  );
  await Promise.all(
    rows.map((key) => ask(app, key).catch((error: unknown) => app.log.error({ err: error, disburse: key.disburseId }, "a payout could not be asked for"))),
  );
  return rows.length;
}

/** What may be given up now: $1 is when its attempt must have ended by, $2 this moment. */
const TO_GIVE_UP = `from disburses d join disburse_attempts a on a.disburse_id = d.id and a.no = d.attempt_count
  where d.status = 'attempt_failed' and a.ended_at <= $1
    and not exists (select from approvals p where p.object_type = 'disburse' and p.object_id = d.id and p.object_version = d.version and p.status = 'waiting' and p.expires_at > $2)
    and not exists (select from alerts w where w.kind = 'disburse_differs' and w.object_type = 'disburse' and w.object_id = d.id and w.status in ('open', 'claimed'))
    and not exists (select from sms s where ${couldHavePaid("s", "a")})`;

/**
 * Orders whose last attempt failed and that nobody took up in time end for good. Left alone are one whose reset waits for
 * a checker, one of which something says that it was paid after all, and one whose money may have left by a debit that nothing explains
 * yet: money is not given back on a doubt.
 */
export async function giveUp(app: App): Promise<number> {
  const when = [new Date(app.now() - app.config.current.auto_fail_minutes * 60_000), new Date(app.now())];
  const rows = await app.db.rows<{ id: bigint }>(`select d.id ${TO_GIVE_UP} order by d.id limit $3`, [...when, BATCH]);
  for (const { id } of rows) {
    await recordOutcome(app, async (tx, emit) => {
      const order = doneOf(await lockDisburse(tx, id));
      // Whoever had the order until now may have tried it again, or written down that it was paid.
      const still = await tx.one(`select 1 ${TO_GIVE_UP} and d.id = $3`, [...when, id]);
      if (still === null) return { kind: "same", why: null, order, details: {} };
      return { kind: "changed", why: null, order: await release(app, tx, order, "fail", { reason: "auto_failed", by: SYSTEM }, emit), details: {} };
    });
  }
  return rows.length;
}

export const disbursesJobs: Job[] = [
  { name: "disburses.dispatch", everyMs: 300, run: dispatchPayouts },
  { name: "disburses.lost", everyMs: 2_000, lock: 71, run: async (app) => (await loseExpired(app)) === BATCH },
  { name: "disburses.unproven", everyMs: 5_000, lock: 74, run: async (app) => (await loseUnproven(app)) === BATCH },
  { name: "disburses.ask", everyMs: 2_000, lock: 72, run: async (app) => (await askOperators(app)) === BATCH },
  { name: "disburses.give-up", everyMs: 5_000, lock: 73, run: async (app) => (await giveUp(app)) === BATCH },
];
