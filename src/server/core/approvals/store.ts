/** Keeps requests for a second approval: fixed when they are made, sealed against change, one at a time for an act on an object. */
import { APPROVAL_LIFE_MS } from "../../../contract/approvals.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { audit, maskSecrets } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { toJson, violated, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import type { RequestedAct } from "./acts.ts";
import { objectName } from "./objects.ts";

/** What the sealed payload of a request is bound to. */
export const sealBinding = (id: bigint): string => `approval:${id}`;

/** A request that can never succeed any more has ended, as one whose time is over. */
async function noteLapse(ctx: UserCtx, tx: Tx, act: RequestedAct, { id, version }: { readonly id: bigint; readonly version: number }): Promise<void> {
  const { app } = ctx;
  const merchantId = act.merchantId ?? null;
  await audit(ctx, tx, {
    action: "approvals.lapse",
    objectType: "approval",
    objectId: app.publicIds.encode("approval", id),
    merchantId,
    before: { status: "waiting", version: version - 1 },
    after: { status: "lapsed", version, reason: "changed", kind: act.kind, object: objectName(app, act.objectType, act.objectId) },
    approvalId: id,
  });
  ctx.emit({ kind: "approvals", objectId: id, version, change: "changed", merchantId });
}

/**
 * Stores a request in the given transaction. One that waits for the same act on an older version of the object can never
 * succeed and lapses now.
 * @returns its id, or `approval_waiting` when the same act on the same version waits already
 */
export async function keepRequest(ctx: UserCtx, tx: Tx, act: RequestedAct): Promise<bigint | Refused> {
  const { app } = ctx;
  const id = app.ids.next();
  const nowMs = app.now();
  const stale = await tx.rows<{ id: bigint; version: number }>(
    `update approvals set status = $6, reason = 'changed', decided_at = $5, version = version + 1
     where object_type = $1 and object_id = $2 and action = $3 and status = 'waiting' and (object_version <> $4 or expires_at <= $5) returning id, version`,
    [act.objectType, act.objectId, act.action, act.objectVersion, new Date(nowMs), transition("approvals", "waiting", "lapse")],
  );
  for (const row of stale) await noteLapse(ctx, tx, act, row);
  const shown = maskSecrets(act.payload);
  try {
    await tx.run(
      `insert into approvals (id, kind, object_type, object_id, action, object_version, payload, sealed, before, after, amount, merchant_id, maker, expires_at)
       values ($id, $kind, $object_type, $object_id, $action, $object_version, $payload, $sealed, $before, $after, $amount, $merchant_id, $maker, $expires_at)`,
      {
        id,
        kind: act.kind,
        object_type: act.objectType,
        object_id: act.objectId,
        action: act.action,
        object_version: act.objectVersion,
        payload: toJson(shown),
        sealed: app.secrets.seal(toJson(act.payload), sealBinding(id)),
        before: act.before ? toJson(maskSecrets(act.before)) : null,
        after: act.after ? toJson(maskSecrets(act.after)) : null,
        amount: act.amountMinor ?? null,
        merchant_id: act.merchantId ?? null,
        maker: ctx.actor.id,
        expires_at: new Date(nowMs + APPROVAL_LIFE_MS),
      },
    );
  } catch (error) {
    if (violated(error) === "approvals_waiting") return new Refused("approval_waiting");
    throw error;
  }
  await audit(ctx, tx, {
    action: "approvals.request",
    objectType: "approval",
    objectId: app.publicIds.encode("approval", id),
    merchantId: act.merchantId ?? null,
    after: {
      kind: act.kind,
      object: objectName(app, act.objectType, act.objectId),
      version: act.objectVersion,
      amount: formatAmountOrNull(act.amountMinor ?? null),
    },
    approvalId: id,
  });
  ctx.emit({ kind: "approvals", objectId: id, version: 1, change: "created", merchantId: act.merchantId ?? null });
  return id;
}

/** The body of the maker's call, as it was sent. @throws Error when the row was changed by other hands */
export async function openPayload(app: Pick<App, "secrets">, q: Queryable, id: bigint): Promise<Record<string, unknown>> {
  const row = await q.one<{ sealed: Buffer }>("select sealed from approvals where id = $1", [id]);
  if (!row) throw new Error(`approval ${id} is gone`);
  return JSON.parse(app.secrets.open(row.sealed, sealBinding(id)).toString("utf8")) as Record<string, unknown>; // sealed from an object
}
