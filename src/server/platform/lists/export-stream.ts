/** Runs an export: COPY on a connection of its own, with back-pressure to the database and an end when the client goes. */
import { pipeline, type Readable } from "node:stream";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { App } from "../context.ts";
import { refuse } from "../refusal.ts";
import { CellRows, CsvRows, IdCells, type Rows } from "./export-rows.ts";
import type { ExportColumn, ExportFormat } from "./export.ts";
import { xlsxRow, xlsxStream, type XlsxCell } from "./xlsx.ts";

const LONGEST_MS = 15 * 60_000;
/** A client that takes nothing for so long is gone. */
const STALLED_MS = 60_000;
/** Each holds a connection of the pool while it runs. */
const AT_ONCE = 3;
const RETRY_SECONDS = 10;
const CHUNK_BYTES = 256 * 1024;

// Names are joined by nested loops, which keep the order of the cut: a hash join would have to sort a million wide rows. An export takes one core.
const PLANNER = "set local enable_hashjoin = off; set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0; set local jit = off";

let running = 0;

/** Exports under way in this process. */
export function exportsRunning(): number {
  return running;
}

function xlsxKind(column: ExportColumn): XlsxCell {
  if (column.kind === "amount") return "amount";
  return column.kind === "number" || column.kind === "boolean" ? "number" : "text";
}

// A lost connection fails the statement too, where it is dealt with; unheard, the event would end the process.
const ignore = (): void => undefined;

/** Ends an export whose client has stopped reading, or that takes too long; the database cannot tell while it waits for the client. */
function watch(into: Rows): () => void {
  let seen = -1;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const stalled = into.readableLength > 0 && into.chunks === seen;
    seen = into.chunks;
    if (stalled || performance.now() - startedAt > LONGEST_MS) into.destroy(new Error("the export was not read in time"));
  }, STALLED_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Starts the COPY and feeds `into`; the connection goes back when all is read, and is closed when anything fails. */
async function feed(app: App, statement: string, into: Rows): Promise<void> {
  if (running >= AT_ONCE) refuse("rate_limited", { retryAfterSeconds: RETRY_SECONDS });
  running += 1;
  const unwatch = watch(into);
  let client: PoolClient | null = null;
  const giveBack = (error?: Error): void => {
    running -= 1;
    unwatch();
    client?.off("error", ignore);
    // An error closes the connection, which ends a statement that still runs.
    client?.release(error);
  };
  try {
    const held = await app.db.pool.connect();
    client = held;
    held.on("error", ignore);
    await held.query(`begin read only; set local statement_timeout = ${LONGEST_MS}; ${PLANNER}`);
    pipeline(held.query(copyTo(statement, { highWaterMark: CHUNK_BYTES })), into, (error) => {
      if (error) giveBack(error);
      else held.query("commit").then(() => giveBack(), giveBack);
    });
  } catch (error) {
    giveBack(error as Error);
    throw error;
  }
}

/**
 * The export as a stream. Destroying it (the client went away) closes the connection, which ends the statement.
 * @throws Refusal rate_limited when too many run
 */
export async function exportStream(app: App, statement: string, columns: readonly ExportColumn[], format: ExportFormat, sheet: string): Promise<Readable> {
  const ids = new IdCells(app.publicIds);
  const idColumns = columns.findIndex((column) => column.kind !== "id");
  if (format === "csv") {
    const rows = new CsvRows(ids, idColumns);
    await feed(app, statement, rows);
    return rows;
  }
  const kinds = columns.map(xlsxKind);
  const rows = new CellRows((cells, row) =>
    xlsxRow(
      cells.map((cell, index) => (cell !== null && index < idColumns ? ids.write(cell, index > 0) : cell)),
      kinds,
      row === 0,
    ),
  );
  await feed(app, statement, rows);
  const book = xlsxStream(sheet, columns.length, rows as AsyncIterable<Buffer>);
  book.on("close", () => rows.destroy());
  return book;
}
