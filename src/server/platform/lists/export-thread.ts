/**
 * Exports one after the other, in a thread and each on a connection of its own: the thread that takes orders passes finished bytes
 * and does nothing else. Whoever ends the thread closes the connection, which ends the statement.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { connectTo } from "../db/hosts/index.ts";
import { PublicIds } from "../db/ids.ts";
import { SNAPSHOT } from "../db/snapshot.ts";
import { endWhenTold } from "../threads/end-when-told.ts";
import { CopyOut } from "./copy-out.ts";
import { BLOCK_BYTES, RowBlocks } from "./export-blocks.ts";
import type { ExportJob, ExportNews, ExportOrder } from "./export-job.ts";
import { CsvRows } from "./export-rows.ts";
import { SheetRows } from "./export-sheet.ts";
import { csvCell } from "./sheet.ts";
import { xlsxRow, xlsxStream } from "./xlsx.ts";

// Names are joined by nested loops, which keep the order of the rows: a hash join would have to sort a million wide ones. An export takes one core.
const PLANNER = "set local enable_hashjoin = off; set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0; set local jit = off";
/** XML that goes to the archive at once, bytes. It keeps some pieces at a time, and small ones leave little to sweep away. */
const PIECE = 32 * 1024;
/** Quick, and nearly as small as the best. */
const GZIP = { level: 1, chunkSize: 64 * 1024 } as const;

/** The blocks that both threads see. */
class Out {
  private readonly blocks: readonly Uint8Array[];
  private readonly free: number[];
  private wake: (() => void) | null = null;

  constructor(
    private readonly port: MessagePort,
    shared: readonly SharedArrayBuffer[],
  ) {
    this.blocks = shared.map((one) => new Uint8Array(one));
    this.free = shared.map((_unused, number) => number);
  }

  /** A block that has been read. */
  giveBack(number: number): void {
    this.free.push(number);
    this.wake?.();
  }

  say(news: ExportNews): void {
    this.port.postMessage(news);
  }

  /** A block that nobody reads; waits until there is one. */
  async block(): Promise<{ readonly number: number; readonly bytes: Uint8Array }> {
    for (;;) {
      const number = this.free.pop();
      const bytes = number === undefined ? undefined : this.blocks[number];
      if (number !== undefined && bytes !== undefined) return { number, bytes };
      await new Promise<void>((done) => (this.wake = done));
    }
  }

  /** Hands on bytes that were made elsewhere. */
  async copy(made: Uint8Array): Promise<void> {
    for (let at = 0; at < made.length; at += BLOCK_BYTES) {
      const part = made.subarray(at, at + BLOCK_BYTES);
      const { number, bytes } = await this.block();
      bytes.set(part);
      this.say({ type: "block", number, length: part.length });
    }
  }
}

/** The byte order mark tells Excel that it is UTF-8. */
const csvHeading = (job: ExportJob): Uint8Array => Buffer.from(`\uFEFF${job.columns.map((column) => csvCell(column.title, "text")).join(",")}\n`);
const csvRows = (copy: CopyOut, job: ExportJob): RowBlocks =>
  new RowBlocks(
    copy,
    new CsvRows(
      job.columns.map(({ raw }) => raw),
      new PublicIds(job.idRounds),
    ),
  );

/** CSV, written into the blocks. As the other two: answers how many rows. */
async function plain(copy: CopyOut, job: ExportJob, out: Out): Promise<number> {
  const rows = csvRows(copy, job);
  const heading = csvHeading(job);
  for (let from = heading.length, isFirst = true; ; from = 0, isFirst = false) {
    const { number, bytes } = await out.block();
    if (isFirst) bytes.set(heading);
    const length = await rows.readInto(bytes, from);
    if (length > 0) out.say({ type: "block", number, length });
    if (length === from) return rows.rows;
  }
}

/** The same, packed. A block is written again when the packer has taken it. */
async function packed(copy: CopyOut, job: ExportJob, out: Out): Promise<number> {
  const rows = csvRows(copy, job);
  const gzip = createGzip(GZIP);
  const made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  const handOn = async (): Promise<void> => {
    for (let bytes = made.shift(); bytes; bytes = made.shift()) await out.copy(bytes);
  };
  const take = (bytes: Uint8Array): Promise<void> => new Promise((done, fail) => gzip.write(bytes, (error) => (error ? fail(error) : done())));
  const block = new Uint8Array(BLOCK_BYTES);
  const heading = csvHeading(job);
  block.set(heading);
  let from = heading.length;
  for (;;) {
    const length = await rows.readInto(block, from);
    if (length > 0) await take(block.subarray(0, length));
    await handOn();
    if (length === from) break;
    from = 0;
  }
  const ended = new Promise((done) => gzip.once("end", done));
  gzip.end();
  await ended;
  await handOn();
  return rows.rows;
}

/** The rows of a sheet, each piece in memory of its own, which the archive keeps for a while. */
async function* sheetOf(rows: RowBlocks, first: Buffer, job: ExportJob): AsyncGenerator<Buffer> {
  const titles = job.columns.map((column) => Buffer.from(column.title).toString("latin1"));
  const kinds = job.columns.map((column) => column.xlsx);
  yield Buffer.from(xlsxRow(titles, kinds, true), "latin1");
  for (let piece = first; piece.length > 0; piece = await pieceOf(rows)) yield piece;
}

async function pieceOf(rows: RowBlocks): Promise<Buffer> {
  const piece = Buffer.allocUnsafeSlow(PIECE);
  return piece.subarray(0, await rows.readInto(piece));
}

async function workbook(copy: CopyOut, job: ExportJob, sheet: string, out: Out): Promise<number> {
  const rows = new RowBlocks(copy, new SheetRows(job.columns, new PublicIds(job.idRounds)));
  // What fails before the first rows is no file yet.
  const first = await pieceOf(rows);
  for await (const bytes of xlsxStream(sheet, job.columns.length, sheetOf(rows, first, job))) await out.copy(bytes as Buffer);
  return rows.rows;
}

/** How many rows there are, where that is more than the format holds; else null. */
async function tooMany(client: pg.Client, job: ExportJob): Promise<number | null> {
  if (job.bound === null) return null;
  const { rows } = await client.query<{ rows: string }>(job.bound.count);
  const count = Number(rows[0]?.rows);
  return count > job.bound.most ? count : null;
}

function write(client: pg.Client, job: ExportJob, out: Out): Promise<number> {
  const copy = client.query(new CopyOut(job.copy));
  if (job.as.format === "xlsx") return workbook(copy, job, job.as.sheet, out);
  return (job.as.gzip ? packed : plain)(copy, job, out);
}

async function run(job: ExportJob, out: Out): Promise<void> {
  const client = await connectTo(job.url, { application_name: "floatdesk-export", keepAlive: true });
  let lost: Error | null = null;
  client.on("error", (error) => (lost = error));
  // A statement whose client has gone ends within a second, also while it sends nothing; a database that cannot look says so, and goes on.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
  // One snapshot, so that the rows are those that were counted.
  await client.query(`begin; ${SNAPSHOT}; set local statement_timeout = ${job.longestMs}; ${PLANNER}`);
  const tooManyRows = await tooMany(client, job);
  const rows = tooManyRows ?? (await write(client, job, out));
  if (lost !== null) throw lost as Error;
  // The thread may be another's from the next line on, its connection not.
  await client.end();
  out.say({ type: tooManyRows === null ? "end" : "too_many", rows });
}

const port = parentPort;
if (port) {
  endWhenTold(port);
  let out: Out | null = null;
  port.on("message", (order: ExportOrder) => {
    if (order.type === "read") return out?.giveBack(order.number);
    // All blocks of the one before have come back: its thread is handed on only then.
    const now = new Out(port, order.blocks);
    out = now;
    run(order.job, now).catch((error: Error & { code?: unknown }) =>
      now.say({ type: "failed", message: error.message, code: typeof error.code === "string" ? error.code : null }),
    );
  });
}
