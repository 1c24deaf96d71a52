/** Notes of staff on an order. */
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

/** A note as an order keeps it. */
export interface StoredNote {
  readonly at: string;
  readonly account: string | null;
  readonly text: string;
}

/** Notes of an order, at most, as far as they are only talk. */
const MAX_NOTES = 100;

/** Appends a note under the order's lock, unless there are `most` already; the order's version does not move for a note. */
async function append(ctx: UserCtx, tx: Tx, table: "payments" | "disburses", id: bigint, text: string, most: number | null): Promise<boolean> {
  const note = { at: new Date(ctx.app.now()).toISOString(), account: ctx.actor.account, text };
  const added = await tx.run(
    `update ${table} set notes = notes || $2::jsonb, staff = case when $3 = any (staff) then staff else staff || $3 end
     where id = $1 and ($4::int is null or jsonb_array_length(notes) < $4)`,
    [id, toJson([note]), ctx.actor.account, most],
  );
  return added === 1;
}

/** The word of an act: it always finds room. The transaction holds the order's lock. */
export async function addNote(ctx: UserCtx, tx: Tx, table: "payments" | "disburses", id: bigint, text: string): Promise<void> {
  await append(ctx, tx, table, id, text, null);
}

/** As {@link addNote}, for what is only talk; `validation_failed` on `text` when there is enough of it. */
export async function addTalk(ctx: UserCtx, tx: Tx, table: "payments" | "disburses", id: bigint, text: string): Promise<Refused | null> {
  return (await append(ctx, tx, table, id, text, MAX_NOTES)) ? null : refusedField("text", "too_long");
}
