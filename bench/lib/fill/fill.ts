/** Fills a database with orders and all that follows from them: set-based SQL by month on two connections, then the product's own check of the ledger. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { OFFERS } from "../../../src/server/app.ts";
import { checkIntegrity, type IntegrityResult } from "../../../src/server/core/ledger/integrity.ts";
import { loadPublicIds } from "../../../src/server/platform/db/ids.ts";
import { leaseNode } from "../../../src/server/platform/db/lease.ts";
import { migrate } from "../../../src/server/platform/db/migrate.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { dumpSchema } from "../../../src/server/platform/db/schema.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { cpuTimes } from "../cpu.ts";
import { startBenchDatabase } from "../product.ts";
import { seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "../seed.ts";
import * as follow from "./follow.ts";
import { catalogOf, takeOff } from "./indexes.ts";
import { FILL_FUNCTIONS, paymentsSql, payoutsSql, straysSql, type FillBase } from "./orders.ts";
import { MERCHANTS, monthsOf, partiesAt, pendingOf, WALLETS, type FillMonth } from "./size.ts";

/** What a filled folder says of itself; written last, so that a folder without it is begun anew. */
export interface Filled {
  readonly orders: number;
  readonly filled_at: string;
  /** Seconds until the data, indexes and statistics were there, and those of the ledger check after it. */
  readonly seconds: number;
  readonly check_seconds: number;
  /** Of the database's processors until then; null where the system does not tell. */
  readonly cpu_seconds: number | null;
  readonly entries: number;
  readonly bytes: number;
  readonly schema: string;
  readonly secretKey: string;
  readonly merchants: readonly { readonly id: string; readonly secret: string }[];
  readonly wallets: readonly { readonly id: string; readonly account: string; readonly token: string }[];
}

/**
 * Settings while it is loaded. A load that is broken off is begun anew, so nothing has to be on disk before its end; the folder is used
 * with the product's own settings.
 */
const LOADING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  archive_mode: "off",
  autovacuum: "off",
  shared_buffers: "1GB",
  work_mem: "512MB",
  maintenance_work_mem: "768MB",
  max_wal_size: "16GB",
  checkpoint_timeout: "1h",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
};

const FACTS = "filled.json";

/** What the folder holds; null when its filling was not finished, or it is not what was asked for. */
export function filledIn(dataDir: string, orders: number): Filled | null {
  const file = join(dataDir, FACTS);
  if (!existsSync(file)) return null;
  const facts = JSON.parse(readFileSync(file, "utf8")) as Filled;
  return facts.orders === orders ? facts : null;
}

interface Step {
  readonly name: string;
  readonly statements: readonly string[];
}

/** A run of steps on two connections; says each that is done. */
class Loader {
  private readonly started = performance.now();
  private done = 0;

  constructor(
    private readonly clients: readonly [pg.Client, pg.Client],
    private readonly total: number,
  ) {}

  /** Runs steps, any two at once, each in one transaction. */
  async run(steps: readonly Step[]): Promise<void> {
    const waiting = [...steps];
    const work = async (client: pg.Client): Promise<void> => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const began = performance.now();
        await client.query("begin");
        for (const statement of step.statements) await client.query(statement);
        await client.query("commit");
        this.say(step.name, began);
      }
    };
    // When one fails the other ends its step before the failure is told: nothing goes on behind the caller's back.
    const ends = await Promise.allSettled(
      this.clients.map((client) =>
        work(client).catch((error: unknown) => {
          waiting.length = 0;
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  /** Statements that cannot stand in a transaction, any two at once. */
  async alone(names: readonly string[]): Promise<void> {
    const waiting = [...names];
    await Promise.all(
      this.clients.map(async (client) => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          const began = performance.now();
          await client.query(name);
          this.say(name, began);
        }
      }),
    );
  }

  private say(name: string, began: number): void {
    this.done += 1;
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `${String(this.done).padStart(3)}/${this.total} ${name.padEnd(44)} ${seconds(performance.now() - began).padStart(8)}  (${seconds(performance.now() - this.started)})`,
    );
  }

  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}

async function seedParties(owner: pg.Client, secretKey: Buffer, nowMs: number): Promise<{ merchants: SeededMerchant[]; wallets: SeededWallet[] }> {
  const at = partiesAt(nowMs);
  const merchants = await seedMerchants(owner, MERCHANTS, new Secrets(secretKey), at);
  const wallets = await seedWallets(owner, WALLETS, at + 3_600_000, (index) => (index % 10 < 7 ? "bkash" : "nagad"));
  await owner.query("select account_open('fees', 0, '')");
  return { merchants, wallets };
}

/** The steps before the indexes, one list after the other. */
function steps(months: readonly FillMonth[], base: FillBase): readonly (readonly Step[])[] {
  const busy = months.filter((month) => month.payments > 0);
  const each = (name: string, statements: (month: FillMonth) => string[]): Step[] =>
    busy.map((month) => ({ name: `${name} ${month.name}`, statements: statements(month) }));
  const whole = Object.entries(follow.WHOLE_TABLES).map(([name, statement]) => ({ name, statements: [`truncate ${name}`, statement] }));
  // Truncating in the same transaction: what a new file gets needs no log (wal_level minimal).
  return [
    each("orders", (month) => [
      `truncate payments_${month.name}, disburses_${month.name}`,
      paymentsSql(month, base),
      payoutsSql(month, base),
      straysSql(month, base),
      follow.sumsSql(month),
    ]),
    [{ name: "opening balances", statements: [follow.OPENINGS] }],
    each("entries", (month) => [
      `truncate entries_${month.name}`,
      follow.entriesSql(month),
      follow.daysSql(month),
      follow.flowsSql(month),
      follow.statsSql(month),
    ]),
    [
      ...each("messages", (month) => [`truncate sms_${month.name}`, follow.messagesSql(month), follow.reportsSql(month)]),
      ...each("notifications", (month) => [`truncate deliveries_${month.name}`, follow.notificationsSql(month)]),
      ...whole,
    ],
    [{ name: "accounts", statements: [follow.ACCOUNTS, follow.ROLLED_UP] }],
  ];
}

const SCRATCH = `${FILL_FUNCTIONS}
  create unlogged table fill.sums (month text, account_id bigint, count bigint, change bigint);
  create unlogged table fill.lasts (account_id bigint, last bigint);
  create unlogged table fill.strays (id bigint, wallet_id bigint, operator text, status text, amount bigint);`;

/** Big tables whose indexes stand on their own for each month: their partitions are cleaned up and counted one by one. */
async function vacuums(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by pg_relation_size(c.oid) desc",
  );
  const parents = ["payments", "disburses", "sms", "entries", "deliveries", "order_events"];
  return [...rows.map(({ name }) => `vacuum (analyze, freeze, index_cleanup off) ${name}`), ...parents.map((name) => `analyze ${name}`)];
}

/** The product's own check, kept as the newest result: a server that starts within the hour does not repeat it. */
async function checked(appUrl: string): Promise<IntegrityResult> {
  const db = new Db({ url: appUrl, max: 2, statementTimeoutMs: 0 });
  const { minter, lease } = await leaseNode(db, () => Date.now());
  try {
    return await checkIntegrity({ db, ids: minter, publicIds: await loadPublicIds(db), now: () => Date.now(), log: pino({ level: "silent" }), offers: OFFERS });
  } finally {
    await lease.release();
    await db.close();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** @throws Error with the first lines that differ */
function same(what: string, before: string, after: string): void {
  const [was, is] = [before.split("\n"), after.split("\n")];
  const lost = was.find((line) => !is.includes(line));
  const added = is.find((line) => !was.includes(line));
  if (lost !== undefined || added !== undefined) throw new Error(`${what}: not as before the load: was "${lost ?? ""}", is "${added ?? ""}"`);
}

async function load(
  clients: readonly [pg.Client, pg.Client],
  orders: number,
  secretKey: Buffer,
): Promise<{ seconds: number; cpuSeconds: number | null; merchants: SeededMerchant[]; wallets: SeededWallet[] }> {
  const [owner] = clients;
  const nowMs = Date.now();
  const months = monthsOf(orders, nowMs);
  const { merchants, wallets } = await seedParties(owner, secretKey, nowMs);
  await owner.query("select make_partitions_between($1::date, now()::date)", [new Date(months[0]?.startMs ?? nowMs).toISOString()]);
  const before = await catalogOf(owner);
  const payments = months.reduce((sum, month) => sum + month.payments, 0);
  const base: FillBase = {
    merchant: merchants[0]?.id ?? 0n,
    wallet: wallets[0]?.id ?? 0n,
    firstPending: payments - pendingOf(orders),
    until: "now() + interval '1 year'",
  };
  await owner.query(SCRATCH);
  const rebuild = await takeOff(owner);
  const phases = steps(months, base);
  const loader = new Loader(clients, phases.flat().length + rebuild.size + 1 + (await vacuums(owner)).length);
  for (const phase of phases) await loader.run(phase);
  await loader.run([...rebuild].map(([table, statements]) => ({ name: `indexes of ${table}`, statements })));
  same("indexes", before, await catalogOf(owner));
  await loader.run([{ name: "what is open, and wallets", statements: [...follow.SMALL_TABLES, "drop schema fill cascade"] }]);
  await loader.alone(await vacuums(owner));
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  const cpu = cpuTimes(process.pid, rows[0]?.pid ?? 0);
  return { seconds: loader.seconds, cpuSeconds: cpu && Math.round(cpu.database / 1e5) / 10, merchants, wallets };
}

/**
 * Fills a folder, or finds it filled. One whose filling was broken off, or that another schema or size made, is begun anew.
 * @throws Error when the ledger check disagrees with what was written
 */
export async function fill(dataDir: string, orders: number): Promise<Filled> {
  const found = filledIn(dataDir, orders);
  if (found) return found;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  chmodSync(dataDir, 0o755);
  console.log(`filling with ${orders.toLocaleString("en")} orders`);
  const engine = await startBenchDatabase(dataDir, LOADING);
  const secretKey = randomBytes(32);
  await migrate(engine.ownerUrl);
  // Triggers are off while it is loaded, which only the administrator may say: the ledger check at the end looks at every row that they would have.
  const url = new URL(engine.superUrl ?? engine.ownerUrl);
  url.pathname = new URL(engine.ownerUrl).pathname;
  const clients = [await connected(url.href), await connected(url.href)] as const;
  try {
    for (const client of clients) await client.query("set session_replication_role = replica; set role floatdesk_owner");
    const schema = await dumpSchema(clients[0], "floatdesk_app");
    const made = await load(clients, orders, secretKey);
    same("schema", schema, await dumpSchema(clients[0], "floatdesk_app"));
    const { rows } = await clients[0].query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    const began = performance.now();
    console.log("the ledger integrity check");
    const result = await checked(engine.appUrl);
    if (!result.ok) throw new Error(`the ledger check has findings: ${JSON.stringify(result.findings.slice(0, 10), null, 1)}`);
    await clients[0].query("reset role");
    await clients[0].query("checkpoint");
    const facts: Filled = {
      orders,
      filled_at: new Date().toISOString(),
      seconds: Math.round(made.seconds * 10) / 10,
      cpu_seconds: made.cpuSeconds,
      check_seconds: Math.round((performance.now() - began) / 100) / 10,
      entries: result.entries,
      bytes: Number(rows[0]?.bytes),
      schema,
      secretKey: secretKey.toString("base64"),
      merchants: made.merchants.map(({ id, secret }) => ({ id: id.toString(), secret })),
      wallets: made.wallets.map(({ id, account, token }) => ({ id: id.toString(), account, token })),
    };
    for (const client of clients) await client.end();
    await engine.stop();
    writeFileSync(join(dataDir, FACTS), JSON.stringify(facts));
    return facts;
  } catch (error) {
    for (const client of clients) await client.end().catch(() => undefined);
    await engine.stop();
    throw error;
  }
}
