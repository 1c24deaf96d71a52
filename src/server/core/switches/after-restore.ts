/**
 * A database that was brought back to an earlier moment does not know what was paid out since. What waited then may have been sent
 * meanwhile, and would be sent again: payouts stay stopped until a person has compared them with the operators.
 */
import { type Answer, doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, JobActor } from "../../platform/context.ts";

/** What the moment left open. */
export interface LeftOpen {
  /** Payouts that have no attempt under way and would be sent. */
  readonly waiting: number;
  /** Attempts that were under way; their outcome becomes unknown when their lease has run out. */
  readonly inFlight: number;
}

/**
 * Engages the kill-switch of all payouts, unless it is engaged.
 * @param at the moment that the database was brought back to, as people read it
 */
export async function closeAfterRestore(ctx: Ctx<JobActor>, at: string): Promise<LeftOpen> {
  const { app } = ctx;
  const id = app.ids.next();
  const reason = `已从 ${at} 的备份恢复：请先与运营商核对此后的代付，再打开。Restored to ${at}: compare the payouts since then with the operators before opening.`;
  const done: Answer<LeftOpen> = await ctx.tx(async (tx) => {
    const made = await tx.one<{ id: bigint }>(
      `insert into switches (id, scope, direction, reason, closed_by, closed_at) values ($1, 'platform', 'out', $2, null, to_timestamp($3::float8 / 1000))
       on conflict do nothing returning id`,
      [id, reason, app.now()],
    );
    if (made)
      await audit(ctx, tx, {
        action: "switch.close",
        objectType: "switch",
        objectId: app.publicIds.encode("switch", id),
        after: { scope: "platform", direction: "out", reason },
      });
    const row = await tx.one<{ waiting: number; in_flight: number }>(
      `select (select count(*) from disburses where status in ('pending', 'approved', 'review'))::int as waiting,
         (select count(*) from disburse_attempts where status in ('created', 'sent', 'unknown'))::int as in_flight`,
    );
    return { waiting: row?.waiting ?? 0, inFlight: row?.in_flight ?? 0 };
  });
  return doneOf(done);
}
