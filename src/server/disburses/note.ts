/** Notes of staff on a payout. */
import type { DisburseRow } from "../../contract/disburses.schema.ts";
import type { UserCtx } from "../context.ts";
import { toJson, type Tx } from "../db/pool.ts";
import { refuse } from "../refusal.ts";
import { loadDisburseRow } from "./queries.ts";
import { lockDisburse } from "./store.ts";
import { changedEvent } from "./writing.ts";

const MAX_NOTES = 100;

/** Appends a note within a transaction that holds the order's lock; the order's version does not move for a note. */
export async function addNote(ctx: UserCtx, tx: Tx, id: bigint, text: string): Promise<void> {
  const note = { at: new Date(ctx.app.now()).toISOString(), account: ctx.actor.account, text };
  const added = await tx.run(
    "update disburses set notes = notes || $2::jsonb, staff = case when $3 = any (staff) then staff else staff || $3 end where id = $1 and jsonb_array_length(notes) < $4",
    [id, toJson([note]), ctx.actor.account, MAX_NOTES],
  );
  if (added === 0) refuse("validation_failed", { fields: { text: "too_long" } });
}

/** Adds a note. @throws Refusal not_found, conflict, validation_failed when there are too many */
export async function noteDisburse(ctx: UserCtx, publicId: string, input: { text: string; version?: number | undefined }): Promise<DisburseRow> {
  return ctx.tx(async (tx) => {
    const order = await lockDisburse(tx, ctx.app.publicIds.decode("disburse", publicId), { version: input.version });
    await addNote(ctx, tx, order.id, input.text);
    ctx.emit(changedEvent(order));
    return loadDisburseRow(ctx.app, tx, order.id, ctx.actor);
  });
}
