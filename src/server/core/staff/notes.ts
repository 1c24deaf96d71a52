/** Notes of staff on an order. */
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";

/** A note as an order keeps it. */
export interface StoredNote {
  readonly at: string;
  readonly account: string | null;
  readonly text: string;
}

/** Notes that are only talked about an order, at most. */
export const MAX_NOTES = 100;

/**
 * Appends a note within a transaction that holds the order's lock; the order's version does not move for a note.
 * @param most bound for what is only talked; without it the note always finds room: an act needs its word
 * @returns false: there are `most` already, and it was not added
 */
export async function addNote(ctx: UserCtx, tx: Tx, table: "payments" | "disburses", id: bigint, text: string, most: number | null = null): Promise<boolean> {
  const note = { at: new Date(ctx.app.now()).toISOString(), account: ctx.actor.account, text };
  const added = await tx.run(
    `update ${table} set notes = notes || $2::jsonb, staff = case when $3 = any (staff) then staff else staff || $3 end
     where id = $1 and ($4::int is null or jsonb_array_length(notes) < $4)`,
    [id, toJson([note]), ctx.actor.account, most],
  );
  return added === 1;
}
