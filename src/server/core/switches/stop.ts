/** Emergency stop: several switches engaged by one act, all of them or none. */
import { MINUTE_MS } from "../../../contract/time.ts";
import type { SwitchRow, SwitchStop, SwitchStopped, SwitchTarget } from "../../../contract/switches.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { nothingChanged } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { engage, type EngagedRow, type Engaging, noteOpening } from "./acts.ts";
import { dropSwitches } from "./closed.ts";
import { switchById } from "./rows.ts";
import { type Target, targetOf } from "./target.ts";

const keyOf = ({ scope, direction, operator, merchantId, walletId }: Target): string =>
  [scope, operator ?? "", merchantId ?? "", walletId ?? "", direction].join(" ");

/** The targets, each once and in one order: two people who stop the same wait for each other and not in a ring. Refuses as {@link targetOf} */
export async function targetsOf(app: App, q: Queryable, inputs: readonly SwitchTarget[]): Promise<readonly Target[] | Refused> {
  const found = new Map<string, Target>();
  for (const input of inputs) {
    const target = await targetOf(app, q, input);
    if (target instanceof Refused) return target;
    found.set(keyOf(target), target);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, target]) => target);
}

/** What stops exactly this now, locked: it is not opened meanwhile. */
function engagedNow(tx: Tx, { scope, direction, operator, merchantId, walletId }: Target): Promise<EngagedRow | null> {
  return tx.one<EngagedRow>(
    `select id, scope, direction, merchant_id, reopen_at from switches where opened_at is null and scope = $1 and direction = $2
       and operator is not distinct from $3 and merchant_id is not distinct from $4 and wallet_id is not distinct from $5 for no key update`,
    [scope, direction, operator, merchantId, walletId],
  );
}

const asLong = ({ reopen_at }: EngagedRow, reopenMs: number | null): boolean => reopen_at === null || (reopenMs !== null && reopen_at.getTime() >= reopenMs);

/** Engages one; what is stopped already and ends sooner gives its place to the longer one. @returns whether it was stopped so long already */
async function stopOne(ctx: UserCtx, tx: Tx, wanted: Engaging): Promise<{ readonly row: SwitchRow; readonly already: boolean }> {
  const { app, actor } = ctx;
  const made = await engage(ctx, tx, wanted);
  if (made !== null) return { row: made, already: false };
  const engaged = await engagedNow(tx, wanted.target);
  if (engaged && asLong(engaged, wanted.reopenMs)) return { row: await switchById(app, tx, engaged.id, actor), already: true };
  if (engaged) {
    await tx.run("update switches set opened_at = to_timestamp($2::float8 / 1000), opened_by = $3, version = version + 1 where id = $1", [
      engaged.id,
      app.now(),
      actor.id,
    ]);
    await noteOpening(ctx, tx, engaged, null, "longer");
  }
  return stopOne(ctx, tx, wanted);
}

/**
 * Stops all targets at once, until the same moment. What is stopped as long already stays as it is.
 * Refuses `validation_failed`
 */
export async function stopAll(ctx: UserCtx, body: SwitchStop): Promise<Answer<SwitchStopped>> {
  const { app } = ctx;
  const reopenMs = body.minutes === null ? null : app.now() + body.minutes * MINUTE_MS;
  try {
    return await ctx.tx(async (tx) => {
      const targets = await targetsOf(app, tx, body.targets);
      if (targets instanceof Refused) return targets;
      const rows: Awaited<ReturnType<typeof stopOne>>[] = [];
      for (const target of targets) rows.push(await stopOne(ctx, tx, { target, reason: body.reason, reopenMs }));
      const of = (wanted: boolean): SwitchRow[] => rows.filter(({ already }) => already === wanted).map(({ row }) => row);
      if (of(false).length === 0) nothingChanged(tx);
      return { items: of(false), already: of(true) };
    });
  } finally {
    dropSwitches(app);
  }
}
