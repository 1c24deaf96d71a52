/** Where what is archived ends: entries and audit rows before it stand in files (docs/decisions/0056). */
import type { Day } from "../../../contract/time.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

/** The first day and the first id that are here. */
export interface ArchiveEnd {
  readonly day: Day;
  readonly id: bigint;
}

/** Null: nothing is archived. */
export async function archiveEnd(q: Queryable): Promise<ArchiveEnd | null> {
  const row = await q.one<{ day: Day | null; id: bigint | null }>(
    "select (max(last_day) + 1)::text as day, max(before_id) as id from archived_months",
    [],
    "archive_end",
  );
  return row === null || row.day === null || row.id === null ? null : { day: row.day, id: row.id };
}

/** What asks for entries that are in files is told from which day on they are here. @param file its file, for staff alone */
export const refusedArchived = (end: ArchiveEnd, file?: string): Refused =>
  new Refused("archived", { details: { kept_from: end.day, ...(file === undefined ? {} : { file }) } });

/** Refuses `archived` for a day that is in files; null: it is here. */
export async function whenArchived(q: Queryable, day: Day): Promise<Refused | null> {
  const end = await archiveEnd(q);
  return end !== null && day < end.day ? refusedArchived(end) : null;
}

/** Number and balance of an account's last archived entry; zeros where it has none. */
export async function openingOf(q: Queryable, accountId: bigint): Promise<{ readonly seq: bigint; readonly balance: bigint }> {
  const row = await q.one<{ seq: bigint; balance: bigint }>("select seq, balance from account_openings where account_id = $1", [accountId]);
  return row ?? { seq: 0n, balance: 0n };
}
