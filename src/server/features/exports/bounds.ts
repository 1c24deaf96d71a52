/** How much a person may have, and all together: asked under the person's lock, so that the counts hold. */
import { EXPORT_ALL_BYTES, EXPORT_FILE_BYTES, EXPORT_OWNER_BYTES, EXPORT_SCHEDULES_MAX, EXPORT_WAITING_MAX } from "../../../contract/exports.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import type { OwnedBy } from "./owner.ts";

/** One act of a person's on his files at a time. */
export async function lockPerson(tx: Tx, userId: bigint): Promise<void> {
  await tx.one("select id from users where id = $1 for no key update", [userId]);
}

/** Null: one more of his files may wait. Refuses too_many_files. Under {@link lockPerson} */
export async function refuseWaiting(q: Queryable, userId: bigint): Promise<Refused | null> {
  const open = await q.one<{ count: number }>(
    "select count(*)::int as count from export_files where user_id = $1 and status in ('waiting', 'running') and deleted_at is null",
    [userId],
  );
  return (open?.count ?? 0) >= EXPORT_WAITING_MAX ? new Refused("too_many_files", { retryAfterSeconds: 60 }) : null;
}

/** Null: he may have one more schedule. Refuses too_many_schedules. Under {@link lockPerson} */
export async function refuseSchedule(q: Queryable, userId: bigint): Promise<Refused | null> {
  const own = await q.one<{ count: number }>("select count(*)::int as count from export_schedules where user_id = $1 and deleted_at is null", [userId]);
  return (own?.count ?? 0) >= EXPORT_SCHEDULES_MAX ? new Refused("too_many_schedules") : null;
}

/** Bytes of whatever still has its pieces, a deleted file too; of those that are being made the most that they may come to. */
const KEPT = `select coalesce(sum(byte_count) filter (where status = 'ready'), 0)::bigint as ready, count(*) filter (where status = 'running')::bigint * $2 as running
  from export_files where id <> $1 and status in ('ready', 'running')`;
interface Kept {
  readonly ready: bigint;
  readonly running: bigint;
}

/**
 * Most bytes that a file may have now, of what its owner and all together have left. Locks its owner
 * @returns "full": nothing is left; "later": others that are being made may take what is left
 */
export async function roomFor(tx: Tx, file: OwnedBy & { readonly id: number }): Promise<number | "full" | "later"> {
  await lockPerson(tx, file.user_id);
  const own = await tx.one<Kept>(`${KEPT} and user_id = $3`, [file.id, EXPORT_FILE_BYTES, file.user_id]);
  const all = await tx.one<Kept>(KEPT, [file.id, EXPORT_FILE_BYTES]);
  if (own === null || all === null) throw new Error("sums without a row");
  const ready = Math.min(EXPORT_OWNER_BYTES - Number(own.ready), EXPORT_ALL_BYTES - Number(all.ready));
  if (ready <= 0) return "full";
  const room = Math.min(EXPORT_OWNER_BYTES - Number(own.ready + own.running), EXPORT_ALL_BYTES - Number(all.ready + all.running));
  return room > 0 ? room : "later";
}
