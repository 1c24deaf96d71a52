/** One row by its columns. Names of tables and columns are the program's own. */
import { Refused } from "../refusal.ts";
import type { Tx } from "./pool.ts";

/** Columns by name, with what they are to hold. */
export type Columns = Readonly<Record<string, unknown>>;

/** Inserts a row. */
export async function insertRow(tx: Tx, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  await tx.run(`insert into ${table} (${names.join(", ")}) values (${names.map((_name, index) => `$${index + 1}`).join(", ")})`, Object.values(columns));
}

/** Writes columns of a row, which gets its next version; null: written, `conflict`: it has another version than was decided on. */
export async function updateRow(tx: Tx, table: string, row: { readonly id: bigint; readonly version: number }, columns: Columns): Promise<Refused | null> {
  const sets = Object.keys(columns).map((name, index) => `${name} = $${index + 3}, `);
  const done = await tx.run(`update ${table} set ${sets.join("")}version = version + 1 where id = $1 and version = $2`, [
    row.id,
    row.version,
    ...Object.values(columns),
  ]);
  return done === 1 ? null : new Refused("conflict");
}
