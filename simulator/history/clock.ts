/**
 * The clock of a history: it stands where it was put. The database's functions and defaults ask `now()` and `clock_timestamp()`
 * without naming a schema; for connections whose search path begins with {@link CLOCK_SCHEMA} these names lead to functions that
 * read the clock from a sequence, which every session sees at once. What is led there is led back when the history is made.
 */
import type pg from "pg";

const CLOCK_SCHEMA = "history_clock";
const PATH = `${CLOCK_SCHEMA}, pg_catalog, public, pg_temp`;

const clockOf = (name: string, volatility: string): string =>
  `create function ${CLOCK_SCHEMA}.${name}() returns timestamptz language sql ${volatility} as $$ select to_timestamp(last_value / 1000.0) from ${CLOCK_SCHEMA}.ms $$`;

const INSTALL = [
  `create schema ${CLOCK_SCHEMA}`,
  `create sequence ${CLOCK_SCHEMA}.ms`,
  clockOf("now", "stable"),
  clockOf("clock_timestamp", "volatile"),
  `grant usage on schema ${CLOCK_SCHEMA} to public`,
  `grant select, update on sequence ${CLOCK_SCHEMA}.ms to public`,
  `grant execute on all functions in schema ${CLOCK_SCHEMA} to public`,
];

/** Functions that fix their own path. */
const PATHS = `select p.oid::regprocedure::text as name, (select substr(c, 13) from unnest(p.proconfig) c where c like 'search\\_path=%') as path
  from pg_proc p where p.pronamespace = 'public'::regnamespace and exists (select 1 from unnest(p.proconfig) c where c like 'search\\_path=%')`;
/** Defaults were bound to PostgreSQL's own functions when their tables were made. */
const DEFAULTS = `select c.oid::regclass::text as name, quote_ident(a.attname) as column, pg_get_expr(d.adbin, d.adrelid) as value from pg_attrdef d
  join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
  where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'`;

interface Path {
  readonly name: string;
  readonly path: string;
}
interface Default {
  readonly name: string;
  readonly column: string;
  readonly value: string;
}

/** A clock that moves forward when it is told to. */
export class HistoryClock {
  private ms = 0;

  private constructor(
    private readonly owner: pg.Client,
    private readonly paths: readonly Path[],
    private readonly defaults: readonly Default[],
  ) {}

  /** Leads a database's time to a new clock. @param owner a connection of the schema's owner, the clock's own until {@link remove} */
  static async install(owner: pg.Client, startMs: number): Promise<HistoryClock> {
    for (const statement of INSTALL) await owner.query(statement);
    const { rows: paths } = await owner.query<Path>(PATHS);
    const { rows: defaults } = await owner.query<Default>(DEFAULTS);
    for (const { name } of paths) await owner.query(`alter routine ${name} set search_path = ${PATH}`);
    for (const { name, column, value } of defaults)
      await owner.query(
        `alter table ${name} alter column ${column} set default ${value.replace(/(pg_catalog\.)?\b(now|clock_timestamp)\(\)/g, `${CLOCK_SCHEMA}.$2()`)}`,
      );
    const clock = new HistoryClock(owner, paths, defaults);
    await clock.moveTo(startMs);
    return clock;
  }

  /** The address for connections that live by this clock. A history that is broken off is begun anew, so no commit waits for the disk. */
  static address(appUrl: string): string {
    const url = new URL(appUrl);
    url.searchParams.set("options", `-c search_path=${PATH.replaceAll(" ", "")} -c synchronous_commit=off`);
    return url.href;
  }

  /** Where the clock stands in this process, ms since 1970. */
  readonly now = (): number => this.ms;

  /** Puts this process's hand on; it never goes back. */
  ahead(ms: number): void {
    this.ms = Math.max(this.ms, Math.floor(ms));
  }

  /** Puts the database's hand on alone, before what happens in many moments is written together. */
  async database(ms: number): Promise<void> {
    await this.owner.query(`select setval('${CLOCK_SCHEMA}.ms', $1)`, [Math.floor(ms)]);
  }

  /** Puts both hands on; an instant that is over already leaves them where they stand. */
  async moveTo(ms: number): Promise<void> {
    this.ahead(ms);
    await this.database(this.ms);
  }

  /** Leads the database back to its own time. Nobody may live by this clock any more. */
  async remove(): Promise<void> {
    for (const { name, path } of this.paths) await this.owner.query(`alter routine ${name} set search_path = ${path}`);
    for (const { name, column, value } of this.defaults) await this.owner.query(`alter table ${name} alter column ${column} set default ${value}`);
    await this.owner.query(`drop schema ${CLOCK_SCHEMA} cascade`);
  }
}
