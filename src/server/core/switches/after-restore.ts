/**
 * A database that was brought back to an earlier moment does not know what was paid out since. What waited then may have been sent
 * meanwhile, and would be sent again: payouts stay stopped until a person has compared them with the operators.
 */
import { type Answer, doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, JobActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** What the moment left open. */
export interface LeftOpen {
  /** Payouts that have no attempt under way and would be sent. */
  readonly waiting: number;
  /** Attempts that were under way; their outcome becomes unknown when their lease has run out. */
  readonly inFlight: number;
}

/** What was done to the switches. */
export interface Stopped {
  /** The switch that was engaged; null: one of an earlier restore stands already. */
  readonly made: bigint | null;
  /** Engaged before, some until a moment that may have passed: this one, which has no end, took their place. */
  readonly opened: readonly bigint[];
  readonly reason: string;
}

/**
 * Engages the emergency stop of all payouts, without an end, whatever switch stood there.
 * @param at the moment that the database was brought back to, as people read it
 * @param nowMs of the database's clock
 */
export async function stopPayouts(q: Pick<Queryable, "rows">, id: bigint, at: string, nowMs: number): Promise<Stopped> {
  const reason = `已从 ${at} 的备份恢复：请先与运营商核对此后的代付，再恢复。Restored to ${at}: compare the payouts since then with the operators before you resume.`;
  const engaged = await q.rows<{ id: bigint | string; own: boolean }>(
    "select id, closed_by is null and reopen_at is null as own from switches where scope = 'platform' and direction = 'out' and opened_at is null for update",
  );
  if (engaged.some(({ own }) => own)) return { made: null, opened: [], reason };
  const now = "to_timestamp($1::float8 / 1000)";
  await q.rows(`update switches set opened_at = ${now}, version = version + 1 where scope = 'platform' and direction = 'out' and opened_at is null`, [nowMs]);
  await q.rows(`insert into switches (id, scope, direction, reason, closed_by, closed_at) values ($2, 'platform', 'out', $3, null, ${now})`, [
    nowMs,
    id,
    reason,
  ]);
  return { made: id, opened: engaged.map((row) => BigInt(row.id)), reason };
}

/**
 * Stops payouts, where that has not been done, and says so in the audit trail.
 * @param done what {@link stopPayouts} did already, in the transaction that brought the rows back
 */
export async function closeAfterRestore(ctx: Ctx<JobActor>, at: string, done?: Stopped): Promise<LeftOpen> {
  const { app } = ctx;
  const left: Answer<LeftOpen> = await ctx.tx(async (tx) => {
    const { made, opened, reason } = done ?? (await stopPayouts(tx, app.ids.next(), at, app.now()));
    const ofPlatform = { scope: "platform", direction: "out" };
    const noted = (action: "switch.open" | "switch.close", id: bigint, after: Record<string, string>): Promise<void> =>
      audit(ctx, tx, { action, objectType: "switch", objectId: app.publicIds.encode("switch", id), after });
    for (const id of opened) await noted("switch.open", id, ofPlatform);
    if (made !== null) await noted("switch.close", made, { ...ofPlatform, reason });
    const row = await tx.one<{ waiting: number; in_flight: number }>(
      `select (select count(*) from disburses where status in ('pending', 'approved', 'review'))::int as waiting,
         (select count(*) from disburse_attempts where status in ('created', 'sent', 'unknown'))::int as in_flight`,
    );
    return { waiting: row?.waiting ?? 0, inFlight: row?.in_flight ?? 0 };
  });
  return doneOf(left);
}
