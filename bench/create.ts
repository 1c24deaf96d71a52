/** POST /v1/payments over HTTP, 64 connections, 200 merchants, 300 wallets, all limits, all indexes, 1 M orders already there. */
import { cpuEach } from "./lib/cpu.ts";
import { load } from "./lib/http.ts";
import { orderMaker } from "./lib/orders.ts";
import { Pgbench, startBenchProduct } from "./lib/product.ts";
import { inTurn, reportRounds, type Round } from "./lib/report.ts";
import { seedHistory, seedMerchants, seedWallets, type SeededMerchant } from "./lib/seed.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WARM_UP_SECONDS = 12;
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);

let merchants: SeededMerchant[] = [];
const product = await startBenchProduct(async (owner, secrets) => {
  merchants = await seedMerchants(owner, 200, secrets);
  const wallets = await seedWallets(owner, 300);
  await seedHistory(owner, merchants, wallets, ORDERS);
});
const pgbench = await Pgbench.prepare(product.engine);
const make = orderMaker(merchants);
async function createFor(): Promise<Omit<Round, "yardstick">> {
  const before = product.cpu();
  const { byStatus, tookMs, sample } = await load(product.port, 64, SECONDS * 1000, make);
  const after = product.cpu();
  const created = byStatus.get(201) ?? 0;
  if (byStatus.size > 1) console.log("answers", Object.fromEntries(byStatus), sample);
  return { value: created / (tookMs / 1000), cpu: before && after ? cpuEach(before, after, created) : null };
}

const rounds: Round[] = [];
try {
  // A server that has run for a while is measured, not one that is being compiled.
  await load(product.port, 64, WARM_UP_SECONDS * 1000, make);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { done, measure } = await inTurn(round, createFor, () => pgbench.run(SECONDS));
    rounds.push({ ...done, yardstick: measure });
  }
  const { rows } = await product.owner.query<{ count: string }>("select count(*) from open_payments");
  reportRounds("create", "orders a second", "pgbench TPC-B transactions a second (scale 50, 16 clients, prepared)", rounds, 2.5, 3, {
    orders_before: ORDERS,
    open_after: Number(rows[0]?.count),
  });
} finally {
  await product.stop();
}
