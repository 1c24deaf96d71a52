/** The settle work: orders made ahead, messages with chained balances. Every wallet has a phone, and every phone its own connection. */
import type pg from "pg";
import { cpuEach, type CpuTimes } from "./cpu.ts";
import { load, post } from "./http.ts";
import { loadedToDisk, Pgbench, startBenchProduct, type BenchProduct } from "./product.ts";
import { inTurn, reportRounds, type Round } from "./report.ts";
import { idAt, seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "./seed.ts";
import { bkashDay, printedTime } from "../../simulator/trx.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** Wallets of one side. */
const WALLETS = 300;
/** Messages a wallet settles before the first round: a server that has run for a minute is measured, not one that is being compiled. */
const WARM_UP = 120;
const WARM_UP_SECONDS = 20;
/** More than a wallet can settle in a round. */
const PER_WALLET = Math.ceil((SECONDS * 9000) / WALLETS);

function money(minor: number): string {
  const [whole = "0", cents] = (minor / 100).toFixed(2).split(".");
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}.${cents}`;
}

/** Inserts pending orders and answers, per wallet, the messages that pay them. */
async function prepare(
  owner: pg.Client,
  merchants: readonly SeededMerchant[],
  wallets: readonly SeededWallet[],
  perWallet: number,
  round: number,
): Promise<string[][]> {
  const base = idAt(Date.now());
  const messages: string[][] = wallets.map(() => []);
  const rows: unknown[] = [];
  let serial = 0;
  for (let index = 0; index < perWallet; index += 1) {
    for (const [at, wallet] of wallets.entries()) {
      serial += 1;
      const amount = 10_000 + ((serial * 7919) % 3_000_000);
      const payer = `018${String((serial * 31 + round) % 100_000_000).padStart(8, "0")}`;
      const trx = `${bkashDay(Date.now())}${round.toString(36)}${serial.toString(36).padStart(6, "0")}`.toUpperCase();
      rows.push([
        (base + BigInt(serial)).toString(),
        (merchants[serial % merchants.length] as SeededMerchant).id.toString(),
        `s${round}-${serial}`,
        wallet.id.toString(),
        amount,
        payer,
      ]);
      wallet.balance += amount;
      (messages[at] as string[]).push(
        post("/device/sms", wallet.token, {
          sender: "bKash",
          text: `You have received Tk ${money(amount)} from ${payer}. Fee Tk 0.00. Balance Tk ${money(wallet.balance)}. TrxID ${trx} at ${printedTime(Date.now())}`,
        }),
      );
    }
  }
  await owner.query(
    `with r as (select (x ->> 0)::bigint as id, (x ->> 1)::bigint as m, x ->> 2 as k, (x ->> 3)::bigint as w, (x ->> 4)::bigint as a, x ->> 5 as c from jsonb_array_elements($1::jsonb) x),
     p as (insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, customer, expires_at, request_hash)
       select id, m, k, 'bkash', w, a, 150, 0, c, now() + interval '1 day', '\\x00' from r),
     o as (insert into open_payments (payment_id, wallet_id, amount, payer, expires_at) select id, w, a, c, now() + interval '1 day' from r)
     insert into merchant_order_keys (merchant_id, direction, key, order_id) select m, 'payment', k, id from r`,
    [JSON.stringify(rows)],
  );
  // Cleaning up after this preparation is no part of settling, and none of the yardstick either.
  for (const table of ["payments", "open_payments", "merchant_order_keys"]) await owner.query(`vacuum (analyze) ${table}`);
  return messages;
}

async function completed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: string }>("select count(*) from payments where status = 'completed'");
  return Number(rows[0]?.count);
}

/** Settling with merchants and wallets of its own, so that two of them can take turns on one product. */
class SettleSide {
  private readonly queued: string[][];

  constructor(
    private readonly product: BenchProduct,
    private readonly merchants: readonly SeededMerchant[],
    private readonly wallets: readonly SeededWallet[],
  ) {
    this.queued = wallets.map(() => []);
  }

  /**
   * Sees that every wallet has messages waiting. What an earlier round left over is sent first: the wallets' balances go on unbroken.
   * @param serial makes order numbers and TrxIDs of this call its own, 0 to 35
   */
  async fill(perWallet: number, serial: number): Promise<void> {
    const missing = Math.max(0, perWallet - Math.min(...this.queued.map((list) => list.length)));
    const fresh = await prepare(this.product.owner, this.merchants, this.wallets, missing, serial);
    this.queued.forEach((list, index) => list.push(...(fresh[index] as string[])));
  }

  /** Settles for a stretch of time. A wallet stays with its connection, so that its messages arrive in their order. */
  async run(seconds: number): Promise<{ value: number; cpu: CpuTimes | null }> {
    const before = await completed(this.product.owner);
    const cpuBefore = this.product.cpu();
    const { byStatus, tookMs, sample } = await load(
      this.product.port,
      this.queued.length,
      seconds * 1000,
      (connection) => this.queued[connection]?.shift() ?? null,
    );
    const cpuAfter = this.product.cpu();
    const done = (await completed(this.product.owner)) - before;
    if (byStatus.size > 1) console.log("answers", Object.fromEntries(byStatus), sample);
    return { value: done / (tookMs / 1000), cpu: cpuBefore && cpuAfter ? cpuEach(cpuBefore, cpuAfter, done) : null };
  }

  /** The stretch before the first round. */
  async warmUp(serial: number): Promise<void> {
    await this.fill(WARM_UP, serial);
    await this.run(WARM_UP_SECONDS);
  }
}

/** Starts a product with sides of so many merchants each; every side has its own wallets. */
async function startSides(merchantCounts: readonly number[]): Promise<{ product: BenchProduct; sides: SettleSide[] }> {
  const seeded: { merchants: SeededMerchant[]; wallets: SeededWallet[] }[] = [];
  const product = await startBenchProduct(async (owner, secrets) => {
    const merchants = await seedMerchants(
      owner,
      merchantCounts.reduce((sum, count) => sum + count, 0),
      secrets,
    );
    const wallets = await seedWallets(owner, WALLETS * merchantCounts.length);
    for (const count of merchantCounts) seeded.push({ merchants: merchants.splice(0, count), wallets: wallets.splice(0, WALLETS) });
  });
  return { product, sides: seeded.map(({ merchants, wallets }) => new SettleSide(product, merchants, wallets)) };
}

/** What settling is held against. */
export interface Yardstick {
  readonly name: string;
  readonly prepare: (engine: BenchProduct["engine"]) => Promise<Pgbench>;
}
const TPC_B: Yardstick = { name: "pgbench TPC-B transactions a second (scale 50, 16 clients, prepared)", prepare: (engine) => Pgbench.prepare(engine) };

/** Settling over 200 merchants against a yardstick on the same server, in turns. */
export async function benchSettle(name: string, reach: number, aim: number, yardstick: Yardstick = TPC_B): Promise<void> {
  const { product, sides } = await startSides([200]);
  const [side] = sides as [SettleSide];
  const rounds: Round[] = [];
  try {
    const pgbench = await yardstick.prepare(product.engine);
    await side.warmUp(0);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await side.fill(PER_WALLET, round);
      const { done, measure } = await inTurn(
        round,
        () => side.run(SECONDS),
        () => pgbench.run(SECONDS),
      );
      rounds.push({ ...done, yardstick: measure });
    }
  } finally {
    await product.stop();
  }
  reportRounds(name, "completed orders a second", yardstick.name, rounds, reach, aim);
}

/** Settling for one merchant against settling over 200, in turns on one product. */
export async function benchHot(name: string, reach: number, aim: number): Promise<void> {
  const { product, sides } = await startSides([200, 1]);
  const [spread, hot] = sides as [SettleSide, SettleSide];
  const rounds: Round[] = [];
  try {
    await loadedToDisk(product.engine);
    await spread.warmUp(0);
    await hot.warmUp(1);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await spread.fill(PER_WALLET, 2 * round);
      await hot.fill(PER_WALLET, 2 * round + 1);
      const { done, measure } = await inTurn(
        round,
        () => hot.run(SECONDS),
        async () => (await spread.run(SECONDS)).value,
      );
      rounds.push({ ...done, yardstick: measure });
    }
  } finally {
    await product.stop();
  }
  reportRounds(name, "completed orders a second with one merchant", "completed orders a second over 200 merchants", rounds, reach, aim);
}
