/**
 * A database whose clock is shifted. Its functions and defaults ask `now()` and `clock_timestamp()` without naming a
 * schema, and so does the product's own clock (`src/server/platform/db/clock.ts`), from which ids, days, limits and expiries
 * follow. Here these names lead to functions that stand before PostgreSQL's own, so database and product tell the same
 * shifted time. Timers (how long a job sleeps) and the database's log stay real.
 */
import { withClient } from "../../src/server/platform/db/engine/provision.ts";

const PATH = "public, test_clock, pg_catalog, pg_temp";

const clockOf = (name: string, volatility: string, seconds: number): string =>
  `create or replace function test_clock.${name}() returns timestamptz language sql ${volatility} as $$ select pg_catalog.${name}() + interval '${seconds} seconds' $$`;

const LEAD_ALL_THERE = `do $$
declare
  v record;
begin
  -- Functions that fix their own path, and defaults, which were bound when their tables were made.
  for v in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
    and exists (select 1 from unnest(p.proconfig) c where c like 'search\\_path=%') loop
    execute format('alter routine %s set search_path = ${PATH}', v.name);
  end loop;
  for v in select c.oid::regclass as name, a.attname, pg_get_expr(d.adbin, d.adrelid) as value from pg_attrdef d
    join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'
    and pg_get_expr(d.adbin, d.adrelid) !~ 'test_clock\\.' loop
    execute format('alter table %s alter column %I set default %s', v.name, v.attname,
      regexp_replace(v.value, '(pg_catalog\\.)?\\m(now|clock_timestamp)\\(\\)', 'test_clock.\\2()', 'g'));
  end loop;
  execute format('alter database %I set search_path = ${PATH}', current_database());
end $$`;

/** Makes the database tell a time that lies so many seconds ahead, or behind where negative. Before the product connects; as often as one likes. */
export async function shiftClock(ownerUrl: string, seconds: number): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("create schema if not exists test_clock");
    await client.query(clockOf("now", "stable", seconds));
    await client.query(clockOf("clock_timestamp", "volatile", seconds));
    await client.query("grant usage on schema test_clock to public");
    await client.query("grant execute on all functions in schema test_clock to public");
    await client.query(LEAD_ALL_THERE);
  });
}
