/** What people do with an exception: one takes it, gives it back, says that it is over, or puts it aside for a while. */
import type { AuditAction, AuditFields } from "../../../contract/audit.ts";
import { EXCEPTION_INFO, isExceptionKind, MUTE_MAX_DAYS, type ExceptionStatus } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { transition, type EventOf } from "../../../contract/life-cycles.ts";
import { can } from "../../../contract/permissions.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { sql } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { measureOf, standsSql } from "./detectors.ts";
import { queueRow } from "./queue.ts";

export interface Locked {
  readonly id: bigint;
  readonly kind: string;
  readonly status: ExceptionStatus;
  readonly claimed_by: bigint | null;
  readonly claimed_account: string | null;
  readonly version: number;
}

const DAY_MS = 86_400_000;

const claimedBy = (row: Locked): string | null => (row.status === "claimed" ? row.claimed_account : null);

/** The exception under its lock, as the person saw it. Refuses `not_found`, `conflict` (naming who has it), `wrong_state` */
export async function lockException(ctx: UserCtx, tx: Tx, publicId: string, version: number): Promise<Locked | Refused> {
  const id = ctx.app.publicIds.decode("exception", publicId);
  const row =
    id === null
      ? null
      : await tx.one<Locked>(
          "select id, kind, status, claimed_by, (select u.account from users u where u.id = claimed_by) as claimed_account, version from alerts where id = $1 for no key update",
          [id],
        );
  if (!row || !isExceptionKind(row.kind) || !can(ctx.actor, EXCEPTION_INFO[row.kind].see)) return new Refused("not_found");
  if (row.version !== version) return new Refused("conflict", { details: { status: row.status, claimed_by: claimedBy(row) } });
  if (row.status === "resolved") return new Refused("wrong_state", { details: { status: row.status } });
  return row;
}

/** As {@link lockException}; what another person has taken is that person's (`wrong_state` naming him), an admin may step in. */
export async function lockOwn(ctx: UserCtx, tx: Tx, publicId: string, version: number): Promise<Locked | Refused> {
  const row = await lockException(ctx, tx, publicId, version);
  if (row instanceof Refused || row.status !== "claimed" || row.claimed_by === ctx.actor.id || ctx.actor.userType === "admin") return row;
  return new Refused("wrong_state", { details: { status: row.status, claimed_by: row.claimed_account } });
}

export async function change(
  ctx: UserCtx,
  tx: Tx,
  row: Locked,
  to: {
    readonly action: AuditAction;
    readonly event: EventOf<"alerts">;
    readonly set: string;
    readonly values: readonly unknown[];
    readonly after: AuditFields;
  },
): Promise<ExceptionRow | Refused> {
  const status = transition("alerts", row.status, to.event);
  const done = await tx.run(`update alerts set status = $4, ${to.set}, version = version + 1 where id = $1 and version = $2 and status = $3`, [
    row.id,
    row.version,
    row.status,
    status,
    ...to.values,
  ]);
  if (done !== 1) return new Refused("conflict");
  await audit(ctx, tx, {
    action: to.action,
    objectType: "exception",
    objectId: ctx.app.publicIds.encode("exception", row.id),
    before: { status: row.status, claimed_by: claimedBy(row) },
    after: { kind: row.kind, status, ...to.after },
  });
  ctx.emit({ kind: "exceptions", objectId: row.id, version: row.version + 1, change: "changed", merchantId: null });
  ctx.emit({ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  return queueRow(ctx.app, tx, row.id, ctx.actor);
}

/** Takes it, or gives it back. One person has it at a time. Refuses `not_found`, `conflict`, `wrong_state` */
export function claimException(ctx: UserCtx, id: string, body: { version: number; release?: boolean | undefined }): Promise<Answer<ExceptionRow>> {
  return ctx.tx(async (tx) => {
    const row = await (body.release === true ? lockOwn : lockException)(ctx, tx, id, body.version);
    if (row instanceof Refused) return row;
    if (body.release === true) {
      if (row.status !== "claimed") return new Refused("wrong_state", { details: { status: row.status } });
      return change(ctx, tx, row, {
        action: "exception.release",
        event: "release",
        set: "claimed_by = null, claimed_at = null",
        values: [],
        after: {},
      });
    }
    if (row.status === "claimed") return new Refused("wrong_state", { details: { status: row.status, claimed_by: row.claimed_account } });
    return change(ctx, tx, row, {
      action: "exception.claim",
      event: "claim",
      set: "claimed_by = $5, claimed_at = to_timestamp($6::float8 / 1000), muted_until = null",
      values: [ctx.actor.id, ctx.app.now()],
      after: { claimed_by: ctx.actor.account },
    });
  });
}

/**
 * Ends it. What ends by its cause can only be ended once that is gone (the sweep would have done it within seconds);
 * where a person decides, the note says why.
 * Refuses `not_found`, `conflict`, `wrong_state`, `cause_stands`, `validation_failed` without a note
 */
export function resolveException(ctx: UserCtx, id: string, body: { version: number; note?: string | undefined }): Promise<Answer<ExceptionRow>> {
  const note = body.note?.trim() ?? "";
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, body.version);
    if (row instanceof Refused) return row;
    const kind = row.kind as keyof typeof EXCEPTION_INFO; // checked under the lock
    if (EXCEPTION_INFO[kind].ends === "cause") {
      const [cause] = await rowsOf<{ stands: boolean | null }>(
        tx,
        sql`select ${standsSql(ctx.app.offers.detectors, measureOf(ctx.app))} as stands from alerts al where al.id = ${row.id}`,
      );
      if (cause?.stands !== false) return new Refused("cause_stands");
    } else if (note === "") return refusedField("note", "required");
    return change(ctx, tx, row, {
      action: "exception.resolve",
      event: "resolve",
      set: "resolved_by = $5, resolved_at = to_timestamp($6::float8 / 1000), note = $7",
      values: [ctx.actor.id, ctx.app.now(), note === "" ? null : note],
      after: { note: note === "" ? null : note },
    });
  });
}

/** Puts it aside until a moment, with a reason if there is one; then it comes back. Refuses `not_found`, `conflict`, `wrong_state`, `validation_failed` */
export async function muteException(
  ctx: UserCtx,
  id: string,
  body: { version: number; reason?: string | undefined; until: string },
): Promise<Answer<ExceptionRow>> {
  const untilMs = Date.parse(body.until);
  const nowMs = ctx.app.now();
  if (!(untilMs > nowMs)) return refusedField("until", "too_small");
  if (untilMs > nowMs + MUTE_MAX_DAYS * DAY_MS) return refusedField("until", "too_large");
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, body.version);
    if (row instanceof Refused) return row;
    return change(ctx, tx, row, {
      action: "exception.mute",
      event: "mute",
      set: "muted_until = to_timestamp($5::float8 / 1000), note = $6, claimed_by = null, claimed_at = null",
      values: [untilMs, body.reason ?? null],
      after: { until: new Date(untilMs).toISOString(), reason: body.reason ?? null },
    });
  });
}

/** Ends a mute before its time; it is not told outside anew. Refuses `not_found`, `conflict`, `wrong_state` */
export function unmuteException(ctx: UserCtx, id: string, body: { version: number }): Promise<Answer<ExceptionRow>> {
  return ctx.tx(async (tx) => {
    const row = await lockException(ctx, tx, id, body.version);
    if (row instanceof Refused) return row;
    if (row.status !== "muted") return new Refused("wrong_state", { details: { status: row.status, claimed_by: claimedBy(row) } });
    return change(ctx, tx, row, { action: "exception.unmute", event: "unmute", set: "muted_until = null, note = null", values: [], after: {} });
  });
}
