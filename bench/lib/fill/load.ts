/** Loads a migrated database with orders and all that follows from them: set-based SQL by month on two connections. */
import type pg from "pg";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { cpuTimes } from "../cpu.ts";
import { seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "../seed.ts";
import { deskSql, seedUsers, writeTrail } from "./desk.ts";
import * as follow from "./follow.ts";
import { catalogOf, takeOff } from "./indexes.ts";
import { FILL_FUNCTIONS, paymentsSql, payoutsSql, straysSql, type FillBase } from "./orders.ts";
import { ACT_FUNCTION, workFlowsSql, workMessagesSql, workNoticesSql, workSql } from "./people.ts";
import { MERCHANTS, monthsOf, partiesAt, pendingOf, WALLETS, type FillMonth } from "./size.ts";

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
    private readonly tell: (line: string) => void,
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
    this.tell(
      `${String(this.done).padStart(3)}/${this.total} ${name.padEnd(44)} ${seconds(performance.now() - began).padStart(8)}  (${seconds(performance.now() - this.started)})`,
    );
  }

  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}

async function seedParties(
  owner: pg.Client,
  secretKey: Buffer,
  nowMs: number,
): Promise<{ merchants: SeededMerchant[]; wallets: SeededWallet[]; user: bigint }> {
  const at = partiesAt(nowMs);
  const merchants = await seedMerchants(owner, MERCHANTS, new Secrets(secretKey), at);
  const wallets = await seedWallets(owner, WALLETS, at + 3_600_000, (index) => (index % 10 < 7 ? "bkash" : "nagad"));
  for (const kind of ["fees", "b2b", "transit", "settlement", "adjustments"]) await owner.query("select account_open($1, 0, '')", [kind]);
  const user = await seedUsers(owner, merchants, at + 7_200_000);
  return { merchants, wallets, user };
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
      ...workSql(month, base),
      follow.sumsSql(month),
    ]),
    [{ name: "opening balances", statements: [follow.OPENINGS] }],
    each("entries", (month) => [
      `truncate entries_${month.name}`,
      follow.entriesSql(month),
      follow.daysSql(month),
      follow.flowsSql(month),
      workFlowsSql(month),
      follow.statsSql(month),
    ]),
    [
      ...each("messages", (month) => [`truncate sms_${month.name}`, follow.messagesSql(month), workMessagesSql(month, base), follow.reportsSql(month)]),
      ...each("notifications", (month) => [`truncate deliveries_${month.name}`, follow.notificationsSql(month), workNoticesSql(month)]),
      ...whole,
    ],
    [{ name: "accounts", statements: [follow.ACCOUNTS, follow.ROLLED_UP] }],
  ];
}

const SCRATCH = `${FILL_FUNCTIONS}${ACT_FUNCTION}
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

/** @throws Error with the first lines that differ */
export function same(what: string, before: string, after: string): void {
  const [was, is] = [before.split("\n"), after.split("\n")];
  const lost = was.find((line) => !is.includes(line));
  const added = is.find((line) => !was.includes(line));
  if (lost !== undefined || added !== undefined) throw new Error(`${what}: not as before the load: was "${lost ?? ""}", is "${added ?? ""}"`);
}

/** What a load made, and how long it took. */
export interface Loaded {
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  readonly merchants: SeededMerchant[];
  readonly wallets: SeededWallet[];
}

/**
 * Loads it. The connections are the administrator's as the owner, with triggers off.
 * @param appUrl as whom the product reads, for its public ids
 * @param tell hears each step that is done
 */
export async function load(
  clients: readonly [pg.Client, pg.Client],
  orders: number,
  secretKey: Buffer,
  appUrl: string,
  tell: (line: string) => void,
): Promise<Loaded> {
  const [owner] = clients;
  const nowMs = Date.now();
  const months = monthsOf(orders, nowMs);
  const { merchants, wallets, user } = await seedParties(owner, secretKey, nowMs);
  await owner.query("select make_partitions_between($1::date, now()::date)", [new Date(months[0]?.startMs ?? nowMs).toISOString()]);
  const before = await catalogOf(owner);
  const payments = months.reduce((sum, month) => sum + month.payments, 0);
  const base: FillBase = {
    merchant: merchants[0]?.id ?? 0n,
    wallet: wallets[0]?.id ?? 0n,
    user,
    firstPending: payments - pendingOf(orders),
    until: "now() + interval '1 year'",
  };
  await owner.query(SCRATCH);
  const rebuild = await takeOff(owner);
  const phases = steps(months, base);
  const loader = new Loader(clients, phases.flat().length + rebuild.size + 1 + (await vacuums(owner)).length, tell);
  for (const phase of phases) await loader.run(phase);
  await loader.run([...rebuild].map(([table, statements]) => ({ name: `indexes of ${table}`, statements })));
  same("indexes", before, await catalogOf(owner));
  await loader.run([{ name: "what is open, wallets, and what people decide", statements: [...follow.SMALL_TABLES, ...deskSql(months, base)] }]);
  await writeTrail(owner, appUrl);
  await owner.query("drop schema fill cascade");
  await loader.alone(await vacuums(owner));
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  const cpu = cpuTimes(process.pid, rows[0]?.pid ?? 0);
  return { seconds: loader.seconds, cpuSeconds: cpu && Math.round(cpu.database / 1e5) / 10, merchants, wallets };
}
