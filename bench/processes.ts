/**
 * POST /v1/payments to one process and to two with a worker beside them: orders a second, and what an order costs the processors.
 * And to two products of one process each at once, which share nothing but the cores: what of it is the cores' and not the product's.
 */
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
  /** @param connections callers at once */
  measure(seconds: number, connections?: number): Promise<Measured>;
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
    async measure(seconds, connections = CONNECTIONS) {
      const before = product.cpu();
      const { byStatus, tookMs, sample } = await load(product.port, connections, seconds * 1000, make);
      const after = product.cpu();
      const created = byStatus.get(201) ?? 0;
      if (byStatus.size > 1) console.log("answers", Object.fromEntries(byStatus), sample);
      return { perSecond: created / (tookMs / 1000), cpu: before && after ? cpuEach(before, after, created) : null };
    },
  };
}

/** Two of them at once with half of the callers each, together: orders a second of both, and what an order of both costs. */
async function apart(subjects: readonly [Subject, Subject], seconds: number): Promise<Measured> {
  const [left, right] = await Promise.all(subjects.map((subject) => subject.measure(seconds, CONNECTIONS / 2)));
  if (!left || !right) throw new Error("two were measured");
  const perSecond = left.perSecond + right.perSecond;
  const mean = (of: (cpu: CpuTimes) => number): number =>
    [left, right].reduce((sum, { cpu, perSecond: rate }) => sum + (cpu ? of(cpu) : Number.NaN) * (rate / perSecond), 0);
  const cpu = left.cpu && right.cpu ? { server: mean((of) => of.server), database: mean((of) => of.database), generator: mean((of) => of.generator) } : null;
  return { perSecond, cpu };
}

interface Round {
  readonly one: Measured;
  readonly two: Measured;
  readonly apart: Measured;
}
const one = await start(1);
const other = await start(1);
const two = await start(2);
const rounds: Round[] = [];
try {
  for (const subject of [one, other, two]) await subject.measure(WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    let [measuredOne, measuredApart]: [Measured | null, Measured | null] = [null, null];
    const { done } = await inTurn(
      round,
      () => two.measure(SECONDS),
      async () => {
        measuredApart = await apart([one, other], SECONDS);
        measuredOne = await one.measure(SECONDS);
        return measuredOne.perSecond;
      },
    );
    if (measuredOne && measuredApart) rounds.push({ one: measuredOne, two: done, apart: measuredApart });
  }
} finally {
  await one.product.stop();
  await other.product.stop();
  await two.product.stop();
}

const ratios = (of: (measured: Measured) => number, whose: "two" | "apart" = "two"): number[] => rounds.map((round) => of(round[whose]) / of(round.one));
const perSecond = (measured: Measured): number => measured.perSecond;
const server = ({ cpu }: Measured): number => cpu?.server ?? Number.NaN;
const all = ({ cpu }: Measured): number => (cpu ? cpu.server + cpu.database : Number.NaN);
console.log("\nround            orders a second   µs of the server   of the database   an order");
rounds.forEach((round, index) => {
  for (const [name, measured] of [
    ["one", round.one],
    ["two and a worker", round.two],
    ["two products", round.apart],
  ] as const)
    console.log(
      `${String(index + 1).padStart(5)} ${name.padEnd(17)} ${measured.perSecond.toFixed(0).padStart(8)} ${(measured.cpu?.server ?? 0).toFixed(0).padStart(18)} ${(measured.cpu?.database ?? 0).toFixed(0).padStart(17)}`,
    );
});
const ONE = "what one process takes with the same callers";
const costs: Figure[] = [
  { name: "processor time of the server for an order", unit: "times", ...spreadOf(ratios(server)), yardstick: ONE, mark: REACH, better: "less" },
  { name: "the same with the database's", unit: "times", ...spreadOf(ratios(all)), yardstick: ONE, better: "less" },
  { name: "processor time of the server, two products at once", unit: "times", ...spreadOf(ratios(server, "apart")), yardstick: ONE, better: "less" },
  { name: "the same with the databases'", unit: "times", ...spreadOf(ratios(all, "apart")), yardstick: ONE, better: "less" },
];
reportFigures(
  "processes",
  // Where the system does not tell processor times, there is nothing to say of them.
  [
    { name: "orders a second of two processes and a worker", unit: "times", ...spreadOf(ratios(perSecond)), yardstick: ONE, better: "more" },
    ...(ratios(all).some(Number.isNaN) ? [] : costs),
  ],
  { measured: rounds, orders_before: ORDERS, connections: CONNECTIONS },
);
