/**
 * Whether a version can go on working while the next one's schema comes under it (docs/decisions/0047): what it uses has to stay as it
 * was. The catalog answers, before and after each piece that is applied; nobody has to declare it, and nobody can forget it.
 */
import type pg from "pg";

/** Shared by every process for as long as it works, alone for whoever may have nobody beside it. */
const DOOR = [4201, 0] as const;

/** What the application's role uses: name and what is said of it. `table`: where it holds, null for functions. */
interface Fact {
  readonly kind: "column" | "function" | "grant" | "rule";
  readonly table: string | null;
  readonly name: string;
  readonly text: string;
  /** Of a column: rows can be written that say nothing of it. */
  readonly optional: boolean;
}

const TABLES =
  "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname not in ('schema_migrations', 'schema_release')";

/** `$1`: the application's role. From PostgreSQL 18 on a column's `not null` stands among the rules too (contype n): the column says it already. */
const FACTS = `
  select 'column' as kind, c.relname as "table", a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end || case when a.attgenerated = '' then '' else ' generated' end as text,
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
    from pg_class c join pg_attribute a on a.attrelid = c.oid where ${TABLES} and a.attnum > 0 and not a.attisdropped
  union all select 'function', null, p.proname, '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid), false
    from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege($1, p.oid, 'execute')
  union all select 'grant', c.relname, what, 'granted', false
    from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete']) what where ${TABLES} and has_table_privilege($1, c.oid, what)
  union all select 'grant', c.relname, what || ' of ' || a.attname, 'granted', false
    from pg_class c join pg_attribute a on a.attrelid = c.oid cross join unnest(array['select', 'insert', 'update']) what
    where ${TABLES} and a.attnum > 0 and not a.attisdropped and has_column_privilege($1, c.oid, a.attnum, what)
  union all select 'rule', c.relname, k.conname, pg_get_constraintdef(k.oid), false from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${TABLES} and k.contype <> 'n'
  union all select 'rule', c.relname, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), false
    from pg_index i join pg_class c on c.oid = i.indrelid where ${TABLES} and i.indisunique and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
  union all select 'rule', c.relname, t.tgname, pg_get_triggerdef(t.oid), false from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${TABLES} and not t.tgisinternal`;

/** What the application uses, as the database has it now. */
export async function factsOf(client: pg.Client, appRole: string): Promise<readonly Fact[]> {
  return (await client.query<Fact & pg.QueryResultRow>(FACTS, [appRole])).rows;
}

const WORDS = { column: "the column", function: "the function", grant: "the right", rule: "the rule" } as const;
const keyOf = ({ kind, table, name, text }: Fact): string => [kind, table, name, text].join("\n");
const said = ({ kind, table, name }: Fact): string => `${WORDS[kind]} ${table === null ? "" : `${table}.`}${name}`;

/**
 * What of the old version's world has changed, in words; null: it can go on. Something new is no harm: a table, a function, a right, a
 * column that rows may leave out. A rule on a table that was there is: what the old version writes may break it, or it counts on the old one.
 */
export function changedFor(before: readonly Fact[], after: readonly Fact[]): string | null {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const lost = before.find((fact) => !has.has(keyOf(fact)));
  if (lost) return said(lost);
  const tables = new Set(before.map(({ table }) => table));
  const isHarm = (fact: Fact): boolean =>
    fact.table !== null && tables.has(fact.table) && !had.has(keyOf(fact)) && (fact.kind === "rule" || (fact.kind === "column" && !fact.optional));
  const added = after.find(isHarm);
  return added === undefined ? null : said(added);
}

/** Keeps the door open for this process: nobody gets to be alone while its connection lives. False: somebody is alone now. */
export async function workBeside(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>("select pg_try_advisory_lock_shared($1, $2) as open", [...DOOR]);
  return rows[0]?.open === true;
}

/** Closes the door behind oneself until the connection ends; false: others work. */
export async function workAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1, $2) as alone", [...DOOR]);
  return rows[0]?.alone === true;
}
