/** A long run of everything at half of the peak: orders made and paid, notifications received, lists and home read. Memory, handles and dead rows must not rise. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Connection, post } from "./lib/http.ts";
import { signIn, startBenchProduct } from "./lib/product.ts";
import { percentile, reportFigures } from "./lib/report.ts";
import { seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "./lib/seed.ts";
import { look, slope, type Sample } from "./lib/soak.ts";
import { bkashDay, printedTime } from "../simulator/trx.ts";

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 10);
const PEAK_SECONDS = 20;
const CONNECTIONS = 64;
const LOOK_MS = 5000;
/** Looks of the first part are left out: caches fill and code is compiled. */
const SETTLES_IN = 0.2;
const READ_EVERY = 20;
const READS = [
  "/api/payments?size=50",
  "/api/sms?size=50&status=matched",
  "/api/journals?size=50",
  "/api/deliveries?size=50",
  "/api/payments?size=50&status=pending",
  "/api/statistics/home",
];

let notified = 0;
const receiver = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    notified += 1;
    response.end("ok");
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
let merchants: SeededMerchant[] = [];
let wallets: SeededWallet[] = [];
const product = await startBenchProduct(async (owner, secrets) => {
  merchants = await seedMerchants(owner, 50, secrets);
  wallets = await seedWallets(owner, 300);
  await owner.query("update merchants set notify_url = $1", [`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`]);
});
const token = await signIn(product);
const free: Connection[] = [];
for (let index = 0; index < CONNECTIONS; index += 1) {
  const connection = new Connection(product.port);
  await connection.open();
  free.push(connection);
}
const byAccount = new Map(wallets.map((wallet) => [wallet.account, wallet]));
/** Each wallet's messages go one after the other: their balances follow one another. */
const lastOf = new Map<SeededWallet, Promise<void>>();
const money = (minor: number): string => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const refused = new Map<string, number>();
/** How long each kind of call took, ms. */
const times = { made: [] as number[], paid: [] as number[], read: [] as number[] };
let serial = 0;
let done = 0;

const waiting: ((connection: Connection) => void)[] = [];
const take = (): Promise<Connection> => {
  const connection = free.pop();
  return connection ? Promise.resolve(connection) : new Promise((resolve) => waiting.push(resolve));
};
async function send(request: string): Promise<{ status: number; body: string }> {
  const connection = await take();
  try {
    return await connection.send(request);
  } finally {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  }
}
const failed = (what: string, status: number): void => void refused.set(`${what} ${status}`, (refused.get(`${what} ${status}`) ?? 0) + 1);

async function pay(wallet: SeededWallet, amount: number, payer: string, number: number): Promise<void> {
  wallet.balance += amount;
  const trx = `${bkashDay(Date.now())}${((number * 92_821) % 78_364_164_096).toString(36).padStart(7, "0")}`.toUpperCase();
  const text = `You have received Tk ${money(amount)} from ${payer}. Fee Tk 0.00. Balance Tk ${money(wallet.balance)}. TrxID ${trx} at ${printedTime(Date.now())}`;
  const began = performance.now();
  const { status } = await send(post("/device/sms", wallet.token, { sender: "bKash", text }));
  times.paid.push(performance.now() - began);
  if (status >= 300) failed("message", status);
}

/** One order: made, paid; now and then somebody looks. */
async function one(): Promise<void> {
  serial += 1;
  const number = serial;
  const started = performance.now();
  const merchant = merchants[number % merchants.length] as SeededMerchant;
  const amount = 10_000 + ((number * 7919) % 3_000_000);
  const payer = `018${String((number * 31) % 100_000_000).padStart(8, "0")}`;
  const made = await send(
    post("/v1/payments", merchant.secret, { merchant_order_id: `k${number}`, amount: (amount / 100).toFixed(2), operator: "bkash", customer: payer }),
  );
  times.made.push(performance.now() - started);
  if (made.status !== 201) return failed("order", made.status);
  const wallet = byAccount.get(/"receiving_account":"([^"]+)"/.exec(made.body)?.[1] ?? "");
  if (!wallet) return failed("order without a wallet", made.status);
  const paid = (lastOf.get(wallet) ?? Promise.resolve()).then(() => pay(wallet, amount, payer, number));
  lastOf.set(wallet, paid);
  await paid;
  if (number % READ_EVERY === 0) {
    const began = performance.now();
    const { status } = await send(`GET ${READS[(number / READ_EVERY) % READS.length]} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`);
    times.read.push(performance.now() - began);
    if (status !== 200) failed("read", status);
  }
  done += 1;
}

/** Orders a second of callers who wait for each. */
async function peak(): Promise<number> {
  const until = performance.now() + PEAK_SECONDS * 1000;
  const before = done;
  const work = async (): Promise<void> => {
    while (performance.now() < until) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return (done - before) / PEAK_SECONDS;
}

try {
  await peak();
  const most = await peak();
  const rate = Math.max(1, Math.floor(most / 2));
  const middle = Object.entries(times).map(([kind, taken]) => `${kind} ${percentile(taken, 0.5).toFixed(0)} ms`);
  console.log(`peak ${most.toFixed(0)} orders a second (${middle.join(", ")} in the middle); ${MINUTES} minutes at ${rate}`);
  const samples: Sample[] = [];
  const running = new Set<Promise<void>>();
  for (const kind of Object.values(times)) kind.length = 0;
  const started = performance.now();
  const end = started + MINUTES * 60_000;
  let given = 0;
  let lookAt = started;
  while (performance.now() < end) {
    const now = performance.now();
    for (const due = Math.floor(((now - started) * rate) / 1000); given < due; given += 1) {
      const order = one().finally(() => running.delete(order));
      running.add(order);
    }
    if (now >= lookAt) {
      lookAt += LOOK_MS;
      samples.push(await look(product.server.pid ?? 0, product.owner, (now - started) / 60_000));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(running);
  const steady = samples.slice(Math.floor(samples.length * SETTLES_IN));
  const last = steady.at(-1);
  reportFigures(
    "soak",
    [
      {
        name: `server's memory, rise a minute over ${MINUTES} minutes`,
        unit: "MB",
        value: slope(steady, ({ memoryMb }) => memoryMb),
        low: Math.min(...steady.map(({ memoryMb }) => memoryMb)),
        high: Math.max(...steady.map(({ memoryMb }) => memoryMb)),
        yardstick: "flat; spread: memory seen, MB",
        mark: 2,
        aim: 0.5,
        better: "less",
      },
      {
        name: "server's handles, rise a minute",
        unit: "handles",
        value: slope(steady, ({ handles }) => handles),
        low: Math.min(...steady.map(({ handles }) => handles)),
        high: Math.max(...steady.map(({ handles }) => handles)),
        yardstick: "flat; spread: handles seen",
        mark: 1,
        aim: 0.1,
        better: "less",
      },
      { name: "dead rows at the end, of the living", unit: "of 1", value: (last?.deadRows ?? 0) / Math.max(1, last?.liveRows ?? 1), mark: 0.2, better: "less" },
    ],
    {
      minutes: MINUTES,
      peak_orders_a_second: most,
      orders_a_second: rate,
      completed: done,
      notified,
      refused: Object.fromEntries(refused),
      p50_and_p99_ms: Object.fromEntries(Object.entries(times).map(([kind, taken]) => [kind, [percentile(taken, 0.5), percentile(taken, 0.99)]])),
      dead_rows_rise_a_minute: slope(steady, ({ deadRows }) => deadRows),
      samples,
    },
  );
} finally {
  for (const connection of free) connection.close();
  await product.stop();
  receiver.close();
}
