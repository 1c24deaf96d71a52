/** POST /v1/payments to one process and to two with a worker beside them: orders a second, and what an order costs the processors. */
import { cpuEach, type CpuTimes } from "./lib/cpu.ts";
import { load } from "./lib/http.ts";
import { orderMaker } from "./lib/orders.ts";
import { startBenchProduct, type BenchProduct } from "./lib/product.ts";
import type { Figure } from "./lib/readme.ts";
import { inTurn, reportFigures, spreadOf } from "./lib/report.ts";
import { seedHistory, seedMerchants, seedWallets, type SeededMerchant } from "./lib/seed.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WARM_UP_SECONDS = Math.min(12, SECONDS);
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 200_000);
/** Enough for two processes to gather batches as large as one does: what a batch costs is shared by its orders. */
const CONNECTIONS = 128;
/** What an order may cost two processes, of what it costs one. */
const REACH = 1.1;

interface Measured {
  readonly perSecond: number;
  readonly cpu: CpuTimes | null;
}
interface Subject {
  readonly product: BenchProduct;
  measure(seconds: number): Promise<Measured>;
}

async function start(processes: number): Promise<Subject> {
  let merchants: SeededMerchant[] = [];
  const product = await startBenchProduct(
    async (owner, secrets) => {
      merchants = await seedMerchants(owner, 200, secrets);
      await seedHistory(owner, merchants, await seedWallets(owner, 300), ORDERS);
    },
    { API_PROCESSES: String(processes) },
  );
  const make = orderMaker(merchants);
  const expected = processes === 1 ? 1 : processes + 1;
  for (let held = 0; held < expected; await new Promise((resolve) => setTimeout(resolve, 100)))
    held = (await product.owner.query("select 1 from pg_locks where locktype = 'advisory' and classid = 4200 and granted")).rowCount ?? 0;
  return {
    product,
    async measure(seconds) {
      const before = product.cpu();
      const { byStatus, tookMs, sample } = await load(product.port, CONNECTIONS, seconds * 1000, make);
      const after = product.cpu();
      const created = byStatus.get(201) ?? 0;
      if (byStatus.size > 1) console.log("answers", Object.fromEntries(byStatus), sample);
      return { perSecond: created / (tookMs / 1000), cpu: before && after ? cpuEach(before, after, created) : null };
    },
  };
}

const one = await start(1);
const two = await start(2);
const rounds: { one: Measured; two: Measured }[] = [];
try {
  for (const subject of [one, two]) await subject.measure(WARM_UP_SECONDS);
  let measuredOne: Measured | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { done } = await inTurn(
      round,
      () => two.measure(SECONDS),
      async () => (measuredOne = await one.measure(SECONDS)).perSecond,
    );
    if (measuredOne) rounds.push({ one: measuredOne, two: done });
  }
} finally {
  await one.product.stop();
  await two.product.stop();
}

const ratios = (of: (measured: Measured) => number): number[] => rounds.map((round) => of(round.two) / of(round.one));
const [rate, server, all] = [
  ratios(({ perSecond }) => perSecond),
  ratios(({ cpu }) => cpu?.server ?? Number.NaN),
  ratios(({ cpu }) => (cpu ? cpu.server + cpu.database : Number.NaN)),
];
console.log("\nround   orders a second: one      two    µs an order, server: one  two   database: one  two");
rounds.forEach((round, index) =>
  console.log(
    `${String(index + 1).padStart(5)} ${round.one.perSecond.toFixed(0).padStart(21)} ${round.two.perSecond.toFixed(0).padStart(8)} ${String(round.one.cpu?.server).padStart(25)} ${String(round.two.cpu?.server).padStart(4)} ${String(round.one.cpu?.database).padStart(15)} ${String(round.two.cpu?.database).padStart(4)}`,
  ),
);
const ONE = "what one process takes with the same callers";
const costs: Figure[] = [
  { name: "processor time of the server for an order", unit: "times", ...spreadOf(server), yardstick: ONE, mark: REACH, better: "less" },
  { name: "the same with the database's", unit: "times", ...spreadOf(all), yardstick: ONE, better: "less" },
];
reportFigures(
  "processes",
  // Where the system does not tell processor times, there is nothing to say of them.
  [
    { name: "orders a second of two processes and a worker", unit: "times", ...spreadOf(rate), yardstick: ONE, better: "more" },
    ...(all.some(Number.isNaN) ? [] : costs),
  ],
  { measured: rounds, orders_before: ORDERS, connections: CONNECTIONS },
);
