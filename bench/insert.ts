/** What creating an order costs in a month of a database with many orders, against the same on an empty one, in turns. */
import { cpuEach } from "./lib/cpu.ts";
import { fillOrders, startFilled } from "./lib/fill/folder.ts";
import { load, post } from "./lib/http.ts";
import { loadedToDisk, startBenchProduct, type BenchProduct } from "./lib/product.ts";
import { inTurn, reportFigures, spreadOf } from "./lib/report.ts";
import { seedMerchants, seedWallets } from "./lib/seed.ts";
import { MERCHANTS, WALLETS } from "./lib/fill/size.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WARM_UP_SECONDS = 12;
const ORDERS = fillOrders(process.argv.slice(2));
const CONNECTIONS = 64;

/** Orders of one product. */
class Side {
  private serial = 0;
  /** Numbers of a run's own, so that a kept folder can be used again. */
  private readonly run = Date.now().toString(36);

  constructor(
    private readonly product: BenchProduct,
    private readonly secrets: readonly string[],
    private readonly operators: readonly string[],
  ) {}

  private make(): string {
    this.serial += 1;
    const { serial } = this;
    return post("/v1/payments", this.secrets[serial % this.secrets.length] ?? "", {
      merchant_order_id: `n${this.run}-${serial}`,
      amount: `${100 + ((serial * 7919) % 40_000)}.${String(serial % 100).padStart(2, "0")}`,
      operator: this.operators[serial % this.operators.length],
      customer: `018${String((serial * 104_729) % 100_000_000).padStart(8, "0")}`,
    });
  }

  /** Orders for a while. @returns microseconds of an order by the clock, and of the processors by part */
  async create(seconds: number): Promise<{ us: number; cpu: ReturnType<typeof cpuEach> | null }> {
    const before = this.product.cpu();
    const { byStatus, tookMs, sample } = await load(this.product.port, CONNECTIONS, seconds * 1000, () => this.make());
    const after = this.product.cpu();
    const created = byStatus.get(201) ?? 0;
    if (byStatus.size > 1 || created === 0) console.log("answers", Object.fromEntries(byStatus), sample);
    if (created === 0) throw new Error("no order was created");
    return { us: (tookMs * 1000) / created, cpu: before && after ? cpuEach(before, after, created) : null };
  }

  ready(): Promise<void> {
    return loadedToDisk(this.product.engine);
  }
}

let emptySecrets: string[] = [];
const filled = await startFilled(ORDERS);
const empty = await startBenchProduct(async (owner, secrets) => {
  emptySecrets = (await seedMerchants(owner, MERCHANTS, secrets)).map(({ secret }) => secret);
  await seedWallets(owner, WALLETS, Date.now() - 80_000_000, (index) => (index % 10 < 7 ? "bkash" : "nagad"));
});
try {
  const operators = ["bkash", "nagad"];
  const here = new Side(
    filled.product,
    filled.facts.merchants.map(({ secret }) => secret),
    operators,
  );
  const there = new Side(empty, emptySecrets, operators);
  for (const side of [here, there]) {
    await side.create(WARM_UP_SECONDS);
    await side.ready();
  }
  const rounds: { us: number; empty_us: number; cpu: unknown; empty_cpu: unknown }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    let other: Awaited<ReturnType<Side["create"]>> | null = null;
    const { done } = await inTurn(
      round,
      () => here.create(SECONDS),
      async () => {
        other = await there.create(SECONDS);
        return other.us;
      },
    );
    const measured = other as Awaited<ReturnType<Side["create"]>> | null;
    if (!measured) throw new Error("the empty database was not measured");
    rounds.push({ us: done.us, empty_us: measured.us, cpu: done.cpu, empty_cpu: measured.cpu });
    console.log(`round ${round}: ${done.us.toFixed(0)} µs against ${measured.us.toFixed(0)} µs`);
  }
  reportFigures(
    "insert",
    [
      {
        name: `cost of an order at ${ORDERS} orders`,
        unit: "times",
        ...spreadOf(rounds.map((round) => round.us / round.empty_us)),
        yardstick: "the same on an empty database",
        mark: 1.5,
        aim: 1.1,
        better: "less",
      },
    ],
    { orders: ORDERS, rounds },
  );
} finally {
  await filled.product.stop();
  await empty.stop();
}
