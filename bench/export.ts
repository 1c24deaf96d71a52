/**
 * A file of payments: CSV of a million rows against a raw COPY of the same columns, the rows of a workbook, what the server's
 * memory grows by, and what a light call takes while a workbook is written.
 */
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { finished } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { CpuTimes } from "./lib/cpu.ts";
import { loadedToDisk, startBenchProduct, type BenchProduct } from "./lib/product.ts";
import { inTurn, median, percentile, reportRounds, type Round } from "./lib/report.ts";
import { seedHistory, seedMerchants, seedWallets } from "./lib/seed.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** A workbook holds 1,048,575 at most. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const LIGHT_CALLS = 200;
const LIGHT_EVERY_MS = 50;
const BACKEND_ENDS_MS = 300;
const MB = 1024 * 1024;

/** What the columns of the export are made of, as it is stored: ids, minor units and moments unformatted; a moment of creation is its id. */
const RAW = `copy (select t.id, t.merchant_id, t.wallet_id, m.name, t.merchant_order_id, t.operator, w.name as wallet, w.account, t.amount, t.received_amount, t.fee, t.trx_id,
  t.customer, t.status, t.reason, t.id as created, t.expires_at, t.paid_at, t.remote_ip, t.user_ref, t.staff, t.notify_status, t.notify_attempts, t.notes
  from payments t left join merchants m on m.id = t.merchant_id left join wallets w on w.id = t.wallet_id order by t.id desc) to stdout (format csv, header true)`;
/** As an export has it, so that both are the same plan. */
const PLANNER = "set enable_hashjoin = off; set enable_mergejoin = off; set max_parallel_workers_per_gather = 0; set jit = off";

const product = await startBenchProduct(async (owner, secrets) => {
  const merchants = await seedMerchants(owner, 200, secrets);
  const wallets = await seedWallets(owner, 300);
  await seedHistory(owner, merchants, wallets, ROWS);
});

/** Memory of the server now. */
function megabytes({ server }: BenchProduct): number {
  const text = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

async function signIn(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: "admin", password: product.adminPassword }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}
const token = await signIn();

/** Reads a file to its end and answers how many bytes and line feeds it had; the memory of the server is looked at meanwhile. */
function fetchFile(query: string, encoding: string): Promise<{ bytes: number; lines: number; ms: number; peakMb: number }> {
  return new Promise((done, fail) => {
    const started = performance.now();
    let [bytes, lines, peakMb] = [0, 0, 0];
    const watch = setInterval(() => (peakMb = Math.max(peakMb, megabytes(product))), 50);
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": encoding };
    get({ port: product.port, path: `/api/payments/export?${query}`, headers }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`the export was answered ${answer.statusCode}`));
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
        if (encoding === "identity") for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
      });
      answer.on("error", fail);
      answer.on("end", () => {
        clearInterval(watch);
        done({ bytes, lines, ms: performance.now() - started, peakMb });
      });
    }).on("error", fail);
  });
}

async function rawCopy(client: pg.Client): Promise<number> {
  const started = performance.now();
  const stream = client.query(copyTo(RAW, { highWaterMark: 256 * 1024 }));
  await finished(stream.resume());
  return ROWS / ((performance.now() - started) / 1000);
}

/** How long a page of a small list takes by the clock, ms, while `going` holds. */
async function lightCalls(going: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  for (let index = 0; going(); index += 1) {
    const due = start + index * LIGHT_EVERY_MS;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await fetch(`http://127.0.0.1:${product.port}/api/wallets?size=10`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status === 200) await answer.arrayBuffer();
    else throw new Error(`a light call was answered ${answer.status}`);
    times.push(performance.now() - due);
  }
  return times;
}

try {
  await loadedToDisk(product.engine);
  const yardstick = new pg.Client({ connectionString: product.engine.ownerUrl });
  await yardstick.connect();
  await yardstick.query(PLANNER);
  await fetchFile("format=csv&lang=en&size=10&q=nothing", "identity");
  let calls = 0;
  const warmUp = await lightCalls(() => (calls += 1) <= LIGHT_CALLS);
  const restMb = megabytes(product);

  const rounds: Round[] = [];
  const processor: { server: number; database: number; raw: number }[] = [];
  const each = (after: CpuTimes | null, before: CpuTimes | null, part: "server" | "database"): number => ((after?.[part] ?? 0) - (before?.[part] ?? 0)) / ROWS;
  const growths: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = { server: 0, database: 0, raw: 0 };
    const { done, measure } = await inTurn(
      round,
      async () => {
        const at = product.cpu();
        const file = await fetchFile("format=csv&lang=en", "identity");
        // What the backend of a file took is its postmaster's once it has ended.
        await new Promise((resolve) => setTimeout(resolve, BACKEND_ENDS_MS));
        const after = product.cpu();
        cost.server = each(after, at, "server");
        cost.database = each(after, at, "database");
        return file;
      },
      async () => {
        const at = product.cpu();
        const rate = await rawCopy(yardstick);
        cost.raw = each(product.cpu(), at, "database");
        return rate;
      },
    );
    if (done.lines !== ROWS + 1) throw new Error(`${done.lines} lines instead of ${ROWS + 1}`);
    // The first one warms both sides up.
    if (round === 0) continue;
    rounds.push({ value: ROWS / (done.ms / 1000), yardstick: measure });
    growths.push(done.peakMb - restMb);
    processor.push(cost);
  }
  const packed = await fetchFile("format=csv&lang=en", "gzip");

  calls = 0;
  const before = await lightCalls(() => (calls += 1) <= LIGHT_CALLS);
  const beforeBook = megabytes(product);
  let writing = true;
  const book = fetchFile("format=xlsx&lang=en", "identity").finally(() => (writing = false));
  const during = await lightCalls(() => writing);
  const written = await book;
  await yardstick.end();
  const whole = (value: number): number => Math.round(value);
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const hundredth = (part: keyof (typeof processor)[number]): number => Math.round(median(processor.map((one) => one[part])) * 100) / 100;
  const extra = {
    rows: ROWS,
    processor_us_a_row: { server: hundredth("server"), database: hundredth("database"), database_of_the_raw_copy: hundredth("raw") },
    memory_growth_mb: whole(median(growths)),
    memory_growth_most_mb: whole(Math.max(...growths)),
    gzip: { rows_a_second: whole(ROWS / (packed.ms / 1000)), mb: whole(packed.bytes / MB) },
    xlsx: { rows_a_second: whole(ROWS / (written.ms / 1000)), mb: whole(written.bytes / MB), memory_growth_mb: whole(written.peakMb - beforeBook) },
    light_call_p50_ms: { before: tenth(percentile(before, 0.5)), during: tenth(percentile(during, 0.5)) },
    light_call_p99_ms: { first: tenth(percentile(warmUp, 0.99)), before: tenth(percentile(before, 0.99)), during: tenth(percentile(during, 0.99)) },
  };
  reportRounds("export", "rows a second as CSV over HTTP", "rows a second of a raw COPY of the same columns", rounds, 0.5, 0.8, extra);
  console.log(extra);
} finally {
  await product.stop();
}
