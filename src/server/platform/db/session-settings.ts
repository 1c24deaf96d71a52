/** What the settings of a session have to be, whoever set them. */
import type pg from "pg";

interface Row {
  readonly name: string;
  readonly value: string;
}

/** How a session must begin: what the product writes and reads is written for it. `fits` by what `value` shows. */
const SESSION: readonly (readonly [name: string, wanted: string, fits: (value: string) => boolean])[] = [
  ["search_path", "names to lead to public", (value) => value === ""],
  ["DateStyle", "ISO", (value) => value.startsWith("ISO")],
  ["bytea_output", "hex", (value) => value === "hex"],
  ["standard_conforming_strings", "on", (value) => value === "on"],
  ["default_transaction_isolation", "read committed", (value) => value === "read committed"],
];

/**
 * Whether names without a schema lead to `public`: the one that is looked for first does, or nothing is made yet and would be made there.
 * A role that may not look into it is granted that with the schema.
 */
const NAMES_LEAD = `coalesce((select relnamespace = to_regnamespace('public') from pg_class where oid = to_regclass('schema_migrations')),
  exists (select from pg_class where relname = 'schema_migrations' and relnamespace = to_regnamespace('public')) or coalesce(current_schema(), 'public') = 'public')`;

/**
 * Settings of a session come from the address's `options`, the server, the role or the database, and none of them says so later: names
 * would lead to other tables, moments be read wrong. A search path is told as "" where it leads to `public`.
 * @returns what is otherwise, as a clause; null: nothing is
 */
export async function beginsOtherwise(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<Row>(
    `select name, case when name = 'search_path' and strpos(current_setting(name), 'public') > 0 and ${NAMES_LEAD} then '' else current_setting(name) end as value
     from unnest($1::text[]) name`,
    [SESSION.map(([name]) => name)],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  for (const [name, wanted, fits] of SESSION) {
    const value = values.get(name) ?? "";
    if (!fits(value)) return `${name} = ${value}, and Floatdesk needs ${wanted}`;
  }
  return null;
}
