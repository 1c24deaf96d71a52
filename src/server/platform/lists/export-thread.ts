/**
 * One export, in a thread and on a connection of its own: the thread that takes orders passes finished bytes and does
 * nothing else. Whoever ends the thread closes the connection, which ends the statement.
 */
import { pipeline, Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { PublicIds } from "../db/ids.ts";
import type { ExportJob, ExportNews } from "./export-job.ts";
import { BLOCK_BYTES, cellsOf, RawRows, rowEnd } from "./export-rows.ts";
import { csvCell } from "./sheet.ts";
import { xlsxRow, xlsxStream } from "./xlsx.ts";

// Names are joined by nested loops, which keep the order of the rows: a hash join would have to sort a million wide ones. An export takes one core.
const PLANNER = "set local enable_hashjoin = off; set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0; set local jit = off";
/** From so many bytes on a block goes on: another read of the connection would make it wider. */
const FULL = BLOCK_BYTES - 64 * 1024;
/** Blocks that go out before they are asked for, so that neither thread waits for the other's turn. */
const AHEAD = 3;
/** XML of rows that is put together at once, characters. */
const PIECE = 64 * 1024;
/** Quick, and nearly as small as the best. */
const GZIP = { level: 1, chunkSize: BLOCK_BYTES } as const;

type Blocks = AsyncGenerator<Buffer, undefined>;

/** The finished CSV rows of the COPY, a block at a time. */
async function* rowsOf(client: pg.Client, job: ExportJob): Blocks {
  const rows = new RawRows(
    job.columns.map((column) => column.raw),
    new PublicIds(job.idRounds),
  );
  for await (const chunk of client.query(copyTo(job.copy, { highWaterMark: BLOCK_BYTES }))) {
    rows.take(chunk as Buffer);
    if (rows.ready >= FULL) yield rows.release();
  }
  if (rows.inRow) throw new Error("the last row of the export has no end");
  if (rows.ready > 0) yield rows.release();
  return undefined;
}

/** The same rows, once the first block of them is there: what fails before is no file yet. */
async function begun(rows: Blocks): Promise<Blocks> {
  const first = await rows.next();
  return (async function* (): Blocks {
    if (first.value !== undefined) yield first.value;
    yield* rows;
    return undefined;
  })();
}

/** The byte order mark tells Excel that it is UTF-8. Each piece is memory of its own. */
async function* csvOf(rows: Blocks, job: ExportJob): AsyncGenerator<Buffer> {
  const heading = `\uFEFF${job.columns.map((column) => csvCell(column.title, "text")).join(",")}\n`;
  const own = Buffer.alloc(Buffer.byteLength(heading));
  own.write(heading);
  yield own;
  yield* rows;
}

/** Rows of a sheet; their texts are UTF-8 bytes seen as latin1. */
async function* sheetOf(rows: Blocks, job: ExportJob): AsyncGenerator<Buffer> {
  const kinds = job.columns.map((column) => column.xlsx);
  const titles = job.columns.map((column) => Buffer.from(column.title).toString("latin1"));
  yield Buffer.from(xlsxRow(titles, kinds, true), "latin1");
  for await (const block of rows) {
    const text = block.toString("latin1");
    let written = "";
    for (let start = 0; start < text.length; ) {
      const end = rowEnd(text, start);
      written += xlsxRow(cellsOf(text.slice(start, end)), kinds, false);
      start = end + 1;
      if (written.length < PIECE && start < text.length) continue;
      yield Buffer.from(written, "latin1");
      written = "";
    }
  }
}

function packed(rows: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gzip = createGzip(GZIP);
  pipeline(Readable.from(rows, { highWaterMark: 1 }), gzip, (error) => {
    if (error) gzip.destroy(error);
  });
  return gzip as AsyncIterable<Buffer>;
}

function bytesOf(rows: Blocks, job: ExportJob): AsyncIterable<Buffer> {
  if (job.as.format === "xlsx") return xlsxStream(job.as.sheet, job.columns.length, sheetOf(rows, job)) as AsyncIterable<Buffer>;
  return job.as.gzip ? packed(csvOf(rows, job)) : csvOf(rows, job);
}

/** How many rows there are, where that is more than the format holds; else null. */
async function tooMany(client: pg.Client, job: ExportJob): Promise<number | null> {
  if (job.bound === null) return null;
  const { rows } = await client.query<{ rows: string }>(job.bound.count);
  const count = Number(rows[0]?.rows);
  return count > job.bound.most ? count : null;
}

/** Hands bytes to the reader, one piece for each time that he asked, and a few ahead. */
class Out {
  private asked = AHEAD;
  private wake: (() => void) | null = null;

  constructor(private readonly port: NonNullable<typeof parentPort>) {
    port.on("message", () => {
      this.asked += 1;
      this.wake?.();
    });
  }

  say(news: ExportNews): void {
    this.port.postMessage(news);
  }

  /** @param own nobody else uses this memory: it is moved instead of copied. What zlib hands out it writes to again. */
  async send(made: Buffer, own: boolean): Promise<void> {
    while (this.asked === 0) await new Promise<void>((done) => (this.wake = done));
    this.asked -= 1;
    const bytes = own ? new Uint8Array(made.buffer as ArrayBuffer, made.byteOffset, made.byteLength) : new Uint8Array(made);
    this.port.postMessage({ type: "bytes", bytes } satisfies ExportNews, [bytes.buffer]);
  }
}

async function run(job: ExportJob, out: Out): Promise<void> {
  const client = new pg.Client({ connectionString: job.url, application_name: "floatdesk-export", connectionTimeoutMillis: 10_000, keepAlive: true });
  let lost: Error | null = null;
  // A connection that ends in between is an event, which would end the process if nobody heard it.
  client.on("error", (error) => (lost = error));
  await client.connect();
  // A statement whose client has gone ends within a second, also while it sends nothing; a database that cannot look says so, and goes on.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
  // One snapshot, so that the rows are those that were counted.
  await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${job.longestMs}; ${PLANNER}`);
  const rows = await tooMany(client, job);
  if (rows !== null) out.say({ type: "too_many", rows });
  else {
    const own = job.as.format === "csv" && !job.as.gzip;
    for await (const bytes of bytesOf(await begun(rowsOf(client, job)), job)) await out.send(bytes, own);
    if (lost !== null) throw lost as Error;
    out.say({ type: "end" });
  }
  await client.end();
}

if (parentPort) {
  const out = new Out(parentPort);
  run(workerData as ExportJob, out).catch((error: Error & { code?: unknown }) =>
    out.say({ type: "failed", message: error.message, code: typeof error.code === "string" ? error.code : null }),
  );
}
