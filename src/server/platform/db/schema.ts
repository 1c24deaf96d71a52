/** Our own catalog reader: the schema as one reviewable text (the embedded package has no pg_dump; rule 26). */
import type pg from "pg";

/** Month partitions come and go with time; the parent stands for them. */
const NOT_A_PARTITION = "not c.relispartition";

const COLUMNS = `
  select c.relname as name, case c.relkind when 'v' then 'view' else 'table' end as kind, case c.relkind when 'p' then ' partition by ' || pg_get_partkeydef(c.oid)
      when 'v' then ' ' || array_to_string(c.reloptions, ' ') || '; body ' || md5(regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g')) else '' end as partition,
    (select string_agg('  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' when a.attidentity = 'a' then ' generated always as identity'
             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
        || case when a.attnotnull then ' not null' else '' end, E',\\n' order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and ${NOT_A_PARTITION} order by c.relname`;
const CONSTRAINTS = `
  select c.relname as name, string_agg('  ' || k.conname || ': ' || pg_get_constraintdef(k.oid), E'\\n' order by k.conname) as text
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and ${NOT_A_PARTITION} and k.contype in ('c', 'f', 'p', 'u') group by c.relname`;
const INDEXES = `
  select c.relname as name, string_agg('  ' || pg_get_indexdef(i.indexrelid), E'\\n' order by i.indexrelid::regclass::text) as text
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and ${NOT_A_PARTITION} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) group by c.relname`;
const TRIGGERS = `
  select c.relname as name, string_agg('  ' || pg_get_triggerdef(t.oid), E'\\n' order by t.tgname) as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and ${NOT_A_PARTITION} and not t.tgisinternal group by c.relname`;
const GRANTS = `
  select table_name as name, string_agg(lower(privilege_type), ', ' order by privilege_type) as text from information_schema.role_table_grants g
  where table_schema = 'public' and grantee = $1 and exists (select 1 from pg_class c where c.relname = g.table_name and c.relnamespace = 'public'::regnamespace and ${NOT_A_PARTITION}) group by table_name`;
const COLUMN_GRANTS = `
  select p.table_name as name, string_agg(column_name, ', ' order by column_name) as text from information_schema.column_privileges p
  where table_schema = 'public' and grantee = $1 and privilege_type = 'UPDATE' and exists (select 1 from pg_class c where c.relname = p.table_name and c.relnamespace = 'public'::regnamespace and ${NOT_A_PARTITION})
    and not exists (select 1 from information_schema.role_table_grants g where g.table_schema = 'public' and g.grantee = p.grantee and g.table_name = p.table_name and g.privilege_type = 'UPDATE') group by p.table_name`;
const FUNCTIONS = `
  select p.proname as name, pg_get_function_identity_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result, l.lanname as language, p.prosecdef as definer,
    coalesce(array_to_string(p.proconfig, '; '), '') as settings, md5(coalesce(nullif(p.prosrc, ''), pg_get_function_sqlbody(p.oid))) as digest,
    has_function_privilege($1, p.oid, 'execute') as granted
  from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace order by p.proname, 2`;

type Named = { name: string; text: string };

/** Writes the whole schema: tables and views with their rules, indexes, triggers and grants, then functions by digest. */
export async function dumpSchema(client: pg.Client, appRole: string): Promise<string> {
  const named = async (sql: string, params: unknown[] = []): Promise<Map<string, string>> =>
    new Map((await client.query<Named>(sql, params)).rows.map((row) => [row.name, row.text]));
  const [constraints, indexes, triggers, grants, columnGrants] = [
    await named(CONSTRAINTS),
    await named(INDEXES),
    await named(TRIGGERS),
    await named(GRANTS, [appRole]),
    await named(COLUMN_GRANTS, [appRole]),
  ];
  const tables = (await client.query<{ name: string; kind: string; columns: string; partition: string }>(COLUMNS)).rows;
  const part = (title: string, text: string | undefined): string => (text === undefined ? "" : `-- ${title}\n${text}\n`);
  const blocks = tables.map((table) => {
    const updatable = columnGrants.get(table.name);
    const granted = `-- the application may: ${grants.get(table.name) ?? "nothing"}${updatable === undefined ? "" : `; update of ${updatable}`}\n`;
    return `${table.kind} ${table.name} (\n${table.columns}\n)${table.partition}\n${part("constraints", constraints.get(table.name))}${part("indexes", indexes.get(table.name))}${part("triggers", triggers.get(table.name))}${granted}`;
  });
  const functions = (
    await client.query<{
      name: string;
      arguments: string;
      result: string;
      language: string;
      definer: boolean;
      settings: string;
      digest: string;
      granted: boolean;
    }>(FUNCTIONS, [appRole])
  ).rows.map(
    (row) =>
      `function ${row.name}(${row.arguments}) returns ${row.result} language ${row.language}${row.definer ? " security definer" : ""}${row.settings ? ` set ${row.settings}` : ""} -- ${row.granted ? "application may call; " : ""}body ${row.digest}`,
  );
  return `-- The schema as the files of db/ leave it: written by \`npm run schema\`, compared by a test. Do not edit.\n\n${blocks.join("\n")}\n${functions.join("\n")}\n`;
}
