/** Archived months, newest first. */
import type { ArchivedMonth } from "../../../contract/seals.schema.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export async function listArchived(q: Queryable): Promise<ArchivedMonth[]> {
  const rows = await q.rows<Omit<ArchivedMonth, "entries" | "audit_rows" | "archived_at"> & { entries: bigint; audit_rows: bigint; archived_at: Date }>(
    `select to_char(month, 'YYYY-MM') as month, first_day::text, last_day::text, entries, audit_rows, encode(root, 'hex') as root, folder, account as by, archived_at
     from archived_months order by month desc`,
  );
  return rows.map((row) => ({ ...row, entries: Number(row.entries), audit_rows: Number(row.audit_rows), archived_at: row.archived_at.toISOString() }));
}
