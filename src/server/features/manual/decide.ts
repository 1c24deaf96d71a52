/** Deciding manual operations. Every decision goes through its request in the inbox of approvals: one mechanism, one lock. */
import type { AuditFields } from "../../../contract/audit.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { ManualRow } from "../../../contract/manual.schema.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { applyEffect } from "./apply.ts";
import { manualById, targetOf, type ManualRaw } from "./queries.ts";

type Locked = Pick<ManualRaw, "id" | "kind" | "merchant_id" | "wallet_id" | "sms_id" | "payment_id" | "amount" | "note" | "maker" | "status" | "version">;

async function lockManual(tx: Tx, id: bigint): Promise<Locked> {
  const row = await tx.one<Locked>(
    "select id, kind, merchant_id, wallet_id, sms_id, payment_id, amount, note, maker, status, version from manual_operations where id = $1 for no key update",
    [id],
  );
  if (!row) throw new Error(`manual operation ${id} is gone`);
  return row;
}

async function record(ctx: Ctx, tx: Tx, row: Locked, action: "apply" | "reject" | "lapse", after: AuditFields): Promise<void> {
  const { publicIds } = ctx.app;
  await audit(ctx, tx, {
    action: `manual.${action}`,
    objectType: "manual",
    objectId: publicIds.encode("manual", row.id),
    before: { status: row.status, version: row.version },
    after: {
      version: row.version + 1,
      kind: row.kind,
      amount: formatAmountOrNull(row.amount),
      note: row.note,
      merchant_id: publicIds.encodeOrNull("merchant", row.merchant_id),
      wallet_id: publicIds.encodeOrNull("wallet", row.wallet_id),
      payment_id: publicIds.encodeOrNull("payment", row.payment_id),
      sms_id: publicIds.encodeOrNull("sms", row.sms_id),
      ...after,
    },
  });
  ctx.emit({ kind: "manual", objectId: row.id, version: row.version + 1, change: "changed", merchantId: null });
}

/** The act of an approved request: applies the operation, as the checker. Refuses whatever stands against it now */
export function runManual(ctx: UserCtx, id: bigint): Promise<Answer<ManualRow>> {
  return ctx.tx(async (tx) => {
    const row = await lockManual(tx, id);
    if (row.status !== "requested") return new Refused("wrong_state", { details: { status: row.status } });
    const preview = await applyEffect(ctx, tx, { id, note: row.note, target: targetOf(row) });
    if (preview instanceof Refused) return preview;
    await tx.run(
      "update manual_operations set status = $6, checker = $2, alone = $3, decided_at = $4, preview = $5, version = version + 1 where id = $1 and status = 'requested'",
      [id, ctx.actor.id, row.maker === ctx.actor.id, new Date(ctx.app.now()), toJson(preview), transition("manual_operations", row.status, "apply")],
    );
    await record(ctx, tx, row, "apply", { status: "applied", balances: preview });
    return manualById(ctx.app, tx, id, ctx.actor);
  });
}

/** A request that ended without being done takes its operation with it: taken back counts as rejected by its maker. */
export async function endManual(ctx: Ctx, tx: Tx, id: bigint, how: "rejected" | "lapsed" | "cancelled", reason: string | null): Promise<void> {
  const row = await lockManual(tx, id);
  const status = transition("manual_operations", "requested", how === "lapsed" ? "lapse" : "reject");
  await tx.run(
    "update manual_operations set status = $2, reason = $3, checker = $4, decided_at = $5, version = version + 1 where id = $1 and status = 'requested'",
    [id, status, how === "cancelled" ? "cancelled" : reason, how === "rejected" && ctx.actor.type === "user" ? ctx.actor.id : null, new Date(ctx.app.now())],
  );
  await record(ctx, tx, row, how === "lapsed" ? "lapse" : "reject", { status, ...(reason === null ? {} : { reason }) });
}
