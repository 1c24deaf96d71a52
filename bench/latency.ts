/** 100 orders a second by the clock for 60 s: from the message going out to the merchant's notification coming in. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Connection, post } from "./lib/http.ts";
import { startBenchProduct } from "./lib/product.ts";
import { percentile, reportFigures } from "./lib/report.ts";
import { idAt, seedMerchants, seedWallets, type SeededMerchant, type SeededWallet } from "./lib/seed.ts";
import { printedTime } from "../simulator/trx.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 60);
const PER_SECOND = 100;
/** Messages before the measured ones: the server has just started, and its first second is no steady state. */
const WARM_UP = 2 * PER_SECOND;
const sentAt = new Map<string, number>();
const latencies: number[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    response.end("ok");
    const key = /"merchant_order_id":"([^"]+)"/.exec(body)?.[1] ?? "";
    const started = sentAt.get(key);
    if (started === undefined) return;
    sentAt.delete(key);
    latencies.push(performance.now() - started);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

let merchants: SeededMerchant[] = [];
let wallets: SeededWallet[] = [];
const count = SECONDS * PER_SECOND + WARM_UP;
const texts: { key: string; request: string }[] = [];
/** Different for each, and like a real one: what looks filled in is held for a person. */
const trxOf = (index: number): string => `L${(1_000_003 * (index + 97)).toString(36).padStart(9, "7").toUpperCase()}`;
const money = (minor: number): string => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const product = await startBenchProduct(async (owner, secrets) => {
  merchants = await seedMerchants(owner, 20, secrets);
  wallets = await seedWallets(owner, 60);
  const base = idAt(Date.now());
  const rows = Array.from({ length: count }, (_unused, index) => {
    const wallet = wallets[index % wallets.length] as SeededWallet;
    const amount = 10_000 + ((index * 7919) % 2_000_000);
    const payer = `018${String((index * 31) % 100_000_000).padStart(8, "0")}`;
    const key = `l-${index}`;
    wallet.balance += amount;
    texts.push({
      key,
      request: post("/device/sms", wallet.token, {
        sender: "bKash",
        text: `You have received Tk ${money(amount)} from ${payer}. Fee Tk 0.00. Balance Tk ${money(wallet.balance)}. TrxID ${trxOf(index)} at ${printedTime(Date.now())}`,
      }),
    });
    return [
      (base + BigInt(index)).toString(),
      (merchants[index % merchants.length] as SeededMerchant).id.toString(),
      key,
      wallet.id.toString(),
      amount,
      payer,
      target,
    ];
  });
  await owner.query(
    `with r as (select (x ->> 0)::bigint as id, (x ->> 1)::bigint as m, x ->> 2 as k, (x ->> 3)::bigint as w, (x ->> 4)::bigint as a, x ->> 5 as c, x ->> 6 as u from jsonb_array_elements($1::jsonb) x),
     p as (insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, customer, expires_at, request_hash, notify_url)
       select id, m, k, 'bkash', w, a, 150, 0, c, now() + interval '1 day', '\\x00', u from r),
     o as (insert into open_payments (payment_id, wallet_id, amount, payer, expires_at) select id, w, a, c, now() + interval '1 day' from r)
     insert into merchant_order_keys (merchant_id, direction, key, order_id) select m, 'payment', k, id from r`,
    [JSON.stringify(rows)],
  );
});
try {
  const free: Connection[] = [];
  for (let index = 0; index < 32; index += 1) {
    const connection = new Connection(product.port);
    await connection.open();
    free.push(connection);
  }
  const start = performance.now();
  let refused = 0;
  for (const [index, item] of texts.entries()) {
    const due = start + (index * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const connection = free.shift();
    if (!connection) {
      if (index >= WARM_UP) refused += 1;
      continue;
    }
    // By the clock: a late start counts against the product.
    if (index >= WARM_UP) sentAt.set(item.key, due);
    void connection.send(item.request).then(() => free.push(connection));
  }
  for (let tries = 0; sentAt.size > 0 && tries < 200; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  reportFigures(
    "latency",
    [
      { name: "message out to notification in, p50", unit: "ms", value: percentile(latencies, 0.5), mark: 50, better: "less" },
      { name: "the same, p99", unit: "ms", value: percentile(latencies, 0.99), mark: 250, aim: 100, better: "less" },
    ],
    {
      orders_per_second: PER_SECOND,
      seconds: SECONDS,
      received: latencies.length,
      missing: sentAt.size,
      refused,
      p50_ms: percentile(latencies, 0.5),
      p90_ms: percentile(latencies, 0.9),
      p99_ms: percentile(latencies, 0.99),
      max_ms: percentile(latencies, 1),
    },
  );
} finally {
  await product.stop();
  receiver.close();
}
