/** Engaging an emergency stop and releasing it, by a person or because its time has come. */
import { DAY_MS } from "../../../contract/time.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { SwitchClose, SwitchRow } from "../../../contract/switches.schema.ts";
import { REOPEN_MAX_DAYS } from "../../../contract/switches.ts";
import { type Answer, doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, Ctx, OutgoingEvent, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { ANY_OBJECT, EVERYONE } from "../../platform/events/view.ts";
import { makeCtx } from "../../platform/http/call.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { dropSwitches } from "./closed.ts";
import { switchById } from "./rows.ts";
import { type Target, targetOf } from "./target.ts";

/** What is engaged, why and until when. */
export interface Engaging {
  readonly target: Target;
  readonly reason: string;
  readonly reopenMs: number | null;
}

/** Everybody whom it concerns looks again: staff at the switches, merchants at their banner. */
function news(merchantId: bigint | null): OutgoingEvent[] {
  const event = { objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed" } as const;
  return [
    { kind: "config", ...event, merchantId: null },
    { kind: "home", ...event, merchantId: merchantId ?? EVERYONE },
  ];
}

/** Engages a switch; null when exactly this is engaged already. */
export async function engage(ctx: UserCtx, tx: Tx, { target, reason, reopenMs }: Engaging): Promise<SwitchRow | null> {
  const { app, actor } = ctx;
  const id = app.ids.next();
  const made = await tx.run(
    `insert into switches (id, scope, direction, operator, merchant_id, wallet_id, reason, closed_by, closed_at, reopen_at)
     values ($id, $scope, $direction, $operator, $merchant_id, $wallet_id, $reason, $closed_by, to_timestamp($closed_at::float8 / 1000), to_timestamp($reopen_at::float8 / 1000))
     on conflict do nothing`,
    {
      id,
      scope: target.scope,
      direction: target.direction,
      operator: target.operator,
      merchant_id: target.merchantId,
      wallet_id: target.walletId,
      reason,
      closed_by: actor.id,
      closed_at: app.now(),
      reopen_at: reopenMs,
    },
  );
  if (made === 0) return null;
  const row = await switchById(app, tx, id, actor);
  const { scope, direction, operator, merchant, wallet, reopen_at } = row;
  await audit(ctx, tx, {
    action: "switch.close",
    objectType: "switch",
    objectId: row.id,
    after: {
      scope,
      direction,
      ...(operator === null ? {} : { operator }),
      ...(merchant === null ? {} : { merchant_id: merchant.id }),
      ...(wallet === null ? {} : { wallet_id: wallet.id }),
      reason,
      reopen_at,
    },
  });
  ctx.emit(...news(target.merchantId));
  return row;
}

/**
 * Closes at once.
 * Refuses `validation_failed`, `already_exists` when exactly this is closed already
 */
export async function closeSwitch(ctx: UserCtx, body: SwitchClose): Promise<Answer<SwitchRow>> {
  const { app } = ctx;
  const nowMs = app.now();
  const reopenMs = body.reopen_at === undefined || body.reopen_at === null ? null : Date.parse(body.reopen_at);
  if (reopenMs !== null && reopenMs <= nowMs) return refusedField("reopen_at", "too_small");
  if (reopenMs !== null && reopenMs > nowMs + REOPEN_MAX_DAYS * DAY_MS) return refusedField("reopen_at", "too_large");
  const { reason, reopen_at: _end, ...wanted } = body;
  try {
    return await ctx.tx(async (tx) => {
      const target = await targetOf(app, tx, wanted);
      if (target instanceof Refused) return target;
      return (await engage(ctx, tx, { target, reason, reopenMs })) ?? new Refused("already_exists");
    });
  } finally {
    dropSwitches(app);
  }
}

export interface EngagedRow {
  readonly id: bigint;
  readonly scope: string;
  readonly direction: string;
  readonly merchant_id: bigint | null;
  readonly reopen_at: Date | null;
}

/** The audit line of an opening, and its news. @param by what opened it; `longer`: another one until later took its place */
export async function noteOpening(ctx: Ctx, tx: Tx, row: EngagedRow, note: string | null, by: "person" | "timer" | "longer"): Promise<void> {
  await audit(ctx, tx, {
    action: "switch.open",
    objectType: "switch",
    objectId: ctx.app.publicIds.encode("switch", row.id),
    before: { scope: row.scope, direction: row.direction, reopen_at: row.reopen_at?.toISOString() ?? null },
    after: { note, by },
  });
  ctx.emit(...news(row.merchant_id));
}

/** Opens again; an admin's to do. Refuses `not_found`, `conflict`, `wrong_state` when it is open already */
export async function openSwitch(ctx: UserCtx, publicId: string, body: { version: number; note?: string | undefined }): Promise<Answer<SwitchRow>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("switch", publicId);
  try {
    return await ctx.tx(async (tx) => {
      const row =
        id === null
          ? null
          : await tx.one<EngagedRow & { version: number; opened_at: Date | null }>(
              "select id, scope, direction, merchant_id, reopen_at, version, opened_at from switches where id = $1 for no key update",
              [id],
            );
      if (!row) return new Refused("not_found");
      if (row.opened_at !== null) return new Refused("wrong_state");
      if (row.version !== body.version) return new Refused("conflict");
      await tx.run("update switches set opened_at = to_timestamp($2::float8 / 1000), opened_by = $3, note = $4, version = version + 1 where id = $1", [
        row.id,
        app.now(),
        actor.id,
        body.note ?? null,
      ]);
      await noteOpening(ctx, tx, row, body.note ?? null, "person");
      return switchById(app, tx, row.id, actor);
    });
  } finally {
    dropSwitches(app);
  }
}

/** Opens those whose time has come. Decisions do not wait for this: an end that has passed counts at once (`closed.ts`). */
export async function reopenDue(app: App): Promise<void> {
  const due = await app.db.one<{ there: boolean }>(
    "select exists (select 1 from switches where opened_at is null and reopen_at <= to_timestamp($1::float8 / 1000)) as there",
    [app.now()],
  );
  if (!due?.there) return;
  const ctx = makeCtx(app, { type: "job", name: "switches.reopen" }, { ip: null, requestId: "job", background: true, idempotency: null });
  const done = await ctx.tx(async (tx) => {
    const rows = await tx.rows<EngagedRow>(
      `update switches set opened_at = to_timestamp($1::float8 / 1000), version = version + 1 where opened_at is null and reopen_at <= to_timestamp($1::float8 / 1000)
       returning id, scope, direction, merchant_id, reopen_at`,
      [app.now()],
    );
    for (const row of rows) await noteOpening(ctx, tx, row, null, "timer");
  });
  doneOf(done);
  dropSwitches(app);
}
