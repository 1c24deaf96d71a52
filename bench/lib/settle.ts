/** The settle work: orders made ahead, messages with chained balances, one phone per wallet. */
import type pg from "pg";
import { cpuEach } from "./cpu.ts";
import { load, post } from "./http.ts";
import { Pgbench, startBenchProduct } from "./product.ts";
import { reportRounds, type Round } from "./report.ts";
import { idAt, seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "./seed.ts";
import { bkashDay, printedTime } from "../../simulator/trx.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WALLETS = 300;
/** Messages a wallet settles before the first round: a server that has run for a minute is measured, not one that is being compiled. */
const WARM_UP = 120;
const WARM_UP_SECONDS = 20;
/** Every wallet has a phone, and every phone its own connection. */
const CONNECTIONS = WALLETS;

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
     o as (insert into open_payments (payment_id, wallet_id, amount, payer) select id, w, a, c from r)
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

/** Rounds of settling, each with its yardstick. */
export async function settleRounds(merchantCount: number): Promise<Round[]> {
  let merchants: SeededMerchant[] = [];
  let wallets: SeededWallet[] = [];
  const product = await startBenchProduct(async (owner, secrets) => {
    merchants = await seedMerchants(owner, merchantCount, secrets);
    wallets = await seedWallets(owner, WALLETS);
  });
  const pgbench = await Pgbench.prepare(product.engine);
  const perWallet = Math.ceil((SECONDS * 9000) / WALLETS);
  const queued: string[][] = wallets.map(() => []);
  const rounds: Round[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      // What an earlier round left over is sent first: the wallets' chains go on unbroken.
      const fresh = await prepare(
        product.owner,
        merchants,
        wallets,
        round === 0 ? WARM_UP : Math.max(0, perWallet - Math.min(...queued.map((list) => list.length))),
        round,
      );
      queued.forEach((list, index) => list.push(...(fresh[index] as string[])));
      const yardstick = round === 0 ? 1 : pgbench.run(SECONDS);
      const before = await completed(product.owner);
      // A wallet stays with its connection, so that its messages arrive in their order.
      const mine = Array.from({ length: CONNECTIONS }, (_unused, connection) => queued.filter((_list, index) => index % CONNECTIONS === connection));
      const turn = mine.map(() => 0);
      const cpuBefore = product.cpu();
      const { byStatus, tookMs, sample } = await load(product.port, CONNECTIONS, (round === 0 ? WARM_UP_SECONDS : SECONDS) * 1000, (connection) => {
        const lists = mine[connection] as string[][];
        for (let tries = 0; tries < lists.length; tries += 1) {
          const list = lists[(turn[connection] = ((turn[connection] as number) + 1) % lists.length)] as string[];
          const next = list.shift();
          if (next !== undefined) return next;
        }
        return null;
      });
      const cpuAfter = product.cpu();
      const done = (await completed(product.owner)) - before;
      if (byStatus.size > 1) console.log("answers", Object.fromEntries(byStatus), sample);
      if (round > 0) rounds.push({ value: done / (tookMs / 1000), yardstick, cpu: cpuBefore && cpuAfter ? cpuEach(cpuBefore, cpuAfter, done) : null });
    }
    return rounds;
  } finally {
    await product.stop();
  }
}

/** Runs the bench and reports it. */
export async function benchSettle(name: string, merchantCount: number, reach: number, aim: number): Promise<void> {
  const rounds = await settleRounds(merchantCount);
  reportRounds(name, "completed orders a second", "pgbench TPC-B transactions a second (scale 50, 16 clients, prepared)", rounds, reach, aim);
}
