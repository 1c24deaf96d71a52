/** Notes of staff on a payment. */
import type { PaymentRow } from "../../contract/payments.schema.ts";
import type { UserCtx } from "../context.ts";
import { toJson, type Tx } from "../db/pool.ts";
import { lockOrder } from "../intake/lock-order.ts";
import { refuse } from "../refusal.ts";
import { loadPaymentRow } from "./queries.ts";

const MAX_NOTES = 100;

/** Appends a note within a transaction that holds the order's lock; the order's version does not move for a note. */
export async function addNote(ctx: UserCtx, tx: Tx, id: bigint, text: string): Promise<void> {
  const note = { at: new Date(ctx.app.now()).toISOString(), account: ctx.actor.account, text };
  const added = await tx.run(
    "update payments set notes = notes || $2::jsonb, staff = case when $3 = any (staff) then staff else staff || $3 end where id = $1 and jsonb_array_length(notes) < $4",
    [id, toJson([note]), ctx.actor.account, MAX_NOTES],
  );
  if (added === 0) refuse("validation_failed", { fields: { text: "too_long" } });
}

/** Adds a note. */
export async function notePayment(ctx: UserCtx, publicId: string, input: { text: string; version?: number | undefined }): Promise<PaymentRow> {
  return ctx.tx(async (tx) => {
    const order = await lockOrder(tx, ctx.app.publicIds.decode("payment", publicId), { version: input.version });
    await addNote(ctx, tx, order.id, input.text);
    ctx.emit({ kind: "payments", objectId: order.id, version: order.version, change: "changed", merchantId: order.merchantId });
    return loadPaymentRow(ctx.app, tx, order.id, ctx.actor);
  });
}
