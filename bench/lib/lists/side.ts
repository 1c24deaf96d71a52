/** One database of the lists bench: its product, a session, and the time of an answer outside and inside. */
import pg from "pg";
import { Connection } from "../http.ts";
import { signIn, type BenchProduct } from "../product.ts";
import type { MeasuredList } from "./lists.ts";

/** One answer. */
export interface Timed {
  readonly address: string;
  readonly status: number;
  readonly httpMs: number;
  /** Planning and running of all statements of the page, count and sums; null where the database does not count. */
  readonly databaseMs: number | null;
  /** The search ended by its budget: it answers how far back it has looked, and a cursor. */
  readonly budget: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** How a list opens. */
const NEWEST = "size=50";
/** Where rows are taken between the oldest and the newest. */
const BETWEEN = [0.1, 0.3, 0.5, 0.7, 0.9];

const SPENT = `select coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as ms from pg_stat_statements s join pg_database d on d.oid = s.dbid
  where d.datname = 'floatdesk' and s.userid = 'floatdesk_app'::regrole`;
/** What lists send; jobs of the server, which run beside them, send none of these. */
const SPENT_BY_LISTS = `${SPENT} and (s.query ~ '^\\s*select u\\.\\*' or s.query ~ '^\\s*select count\\(\\*\\)( filter|::int as "#seen")' or s.query ~ 'figures$')`;
/**
 * Exceptions are read by statements of many kinds, and their reader may wait for those that bring the queue up to date: all that the
 * server sends meanwhile is counted, a job's too that runs just then.
 */
const spentBy = (address: string): string => (address.startsWith("/api/exceptions") ? SPENT : SPENT_BY_LISTS);

export class ListsSide {
  private constructor(
    private readonly product: BenchProduct,
    private readonly connection: Connection,
    private readonly token: string,
    private readonly counter: pg.Client | null,
  ) {}

  static async start({ product }: { product: BenchProduct }): Promise<ListsSide> {
    const connection = new Connection(product.port);
    await connection.open();
    return new ListsSide(product, connection, await signIn(product), await countStatements(product));
  }

  get hasDatabaseTimes(): boolean {
    return this.counter !== null;
  }

  private get(address: string): Promise<{ status: number; body: string }> {
    return this.connection.send(`GET ${address} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${this.token}\r\n\r\n`);
  }

  private async spent(address: string): Promise<number> {
    return (await this.counter?.query<{ ms: number }>(spentBy(address)))?.rows[0]?.ms ?? 0;
  }

  /** Asks once. @throws Error with the address for an answer other than 200: it is quick, and no answer */
  async ask(address: string): Promise<Timed> {
    const timed = await this.asked(address);
    if (timed.status !== 200) throw new Error(`answered ${timed.status}: ${address}`);
    return timed;
  }

  /** As {@link ask}, whatever is answered. */
  async asked(address: string): Promise<Timed> {
    const before = await this.spent(address);
    const started = performance.now();
    const { status, body } = await this.get(address);
    const httpMs = performance.now() - started;
    const databaseMs = this.counter === null ? null : (await this.spent(address)) - before;
    return { address, status, httpMs, databaseMs, budget: /"searched_back_to":"/.test(body) };
  }

  private async rows(url: string, query: string): Promise<Row[]> {
    const { status, body } = await this.get(`${url}?${query}`);
    // A list with an order of its own refuses to be sorted by time.
    if (status === 422 && query !== NEWEST) return [];
    if (status !== 200) throw new Error(`answered ${status}: ${url}?${query}`);
    // Bodies come as bytes, one to a character.
    return (JSON.parse(Buffer.from(body, "latin1").toString()) as { data: { items: Row[] } }).data.items;
  }

  /** Rows of each list to take values from: the newest, the oldest, and some between them. */
  async sample(lists: readonly MeasuredList[]): Promise<Map<string, Row[]>> {
    const found = new Map<string, Row[]>();
    for (const { url } of lists) {
      const newest = await this.rows(url, NEWEST);
      const oldest = await this.rows(url, "size=50&sort=created_at");
      const [to, from] = [newest[0], oldest[0]].map((row) => Date.parse(String(row?.["created_at"] ?? row?.["received_at"] ?? row?.["at"])));
      const between: Row[] = [];
      if (from !== undefined && to !== undefined && to > from)
        for (const share of BETWEEN) between.push(...(await this.rows(url, `size=50&to=${new Date(from + (to - from) * share).toISOString()}`)));
      found.set(url, [...newest, ...between, ...oldest]);
    }
    return found;
  }

  async stop(): Promise<void> {
    this.connection.close();
    await this.counter?.end();
    await this.product.stop();
  }
}

/** The database's own count of what statements took; it stands in the administrator's database, so that the product's keeps its schema. */
async function countStatements(product: BenchProduct): Promise<pg.Client | null> {
  if (!product.engine.superUrl) return null;
  const client = new pg.Client({ connectionString: product.engine.superUrl });
  await client.connect();
  try {
    await client.query("create extension if not exists pg_stat_statements");
    await client.query(SPENT);
    return client;
  } catch (error) {
    console.log(`no times inside the database: ${(error as Error).message}`);
    await client.end();
    return null;
  }
}
