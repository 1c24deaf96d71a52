/** Reads an operator's own statement (CSV): finds its columns, reads its lines, names row and column of what cannot be read. */
import { DAY_MS } from "../../contract/time.ts";
import { MAX_STATEMENT_LINES, type NamedColumns, STATEMENT_FIELDS, type StatementErrorCode, type StatementField } from "../../contract/reconciliation.ts";
import { readCsv, type CsvRow } from "../csv.ts";
import { trxKey } from "../messages/normalise.ts";
import { findColumns, lackingFields, missingFields, timePartner, unreadHeaders } from "./columns.ts";
import { withFees } from "./fees.ts";
import type { StatementLine } from "./line.ts";
import { readStatus } from "./status.ts";
import { isSummaryRow } from "./summary.ts";
import { readAmount, readDirection, readTime } from "./values.ts";

export interface StatementFault {
  readonly row: number;
  /** Header of the column, or "" where it is the whole row. */
  readonly column: string;
  readonly code: StatementErrorCode;
  readonly value: string;
}
export interface StatementFile {
  readonly headers: readonly string[];
  readonly columns: Partial<Record<StatementField, string>>;
  readonly missing: readonly StatementField[];
  /** Fields whose column was named by the caller, and is none of the file's. */
  readonly lacking: readonly StatementField[];
  /** Headers of columns that the caller said are none, and which would be read by themselves. */
  readonly unread: readonly string[];
  readonly lines: readonly StatementLine[];
  readonly faults: readonly StatementFault[];
  /** Rows that say again what a row above said. */
  readonly repeated: number;
  /** Rows of totals and of opening and closing balances, which are no movement. */
  readonly skipped: number;
  /** Rows whose status says that nothing moved, or not yet. */
  readonly notDone: number;
  /** Fees and commissions in rows of their own, put with their movements. */
  readonly feeRows: number;
}
export interface ReadOptions {
  readonly columns: NamedColumns;
  /** Clock of times that name no zone, minutes east of UTC. */
  readonly offsetMinutes: number;
  readonly nowMs: number;
}

/** Titles, account and period often stand above the header. */
const HEADER_ROWS = 20;
const MAX_TEXT = 100;
const MAX_TRX = 64;
const MAX_FAULT_TEXT = 60;
const CLOCK_ONLY = /^\d{1,2}:\d{2}/;

type Columns = Partial<Record<StatementField, number>>;

function findHeader(rows: readonly CsvRow[], options: ReadOptions): { index: number; columns: Columns } {
  const tried = rows.slice(0, HEADER_ROWS).map((row, index) => {
    const texts = row.cells.map((cell) => cell.text);
    const columns = findColumns(texts, options.columns);
    return { index, columns, missing: missingFields(columns).length + lackingFields(texts, options.columns).length };
  });
  return (
    tried.find((one) => one.missing === 0) ??
    tried.reduce((best, one) => (one.missing < best.missing ? one : best), tried[0] ?? { index: 0, columns: {}, missing: 0 })
  );
}

/** `partner`: the other column of the time, see {@link timePartner}. */
interface Reading extends ReadOptions {
  readonly partner: number;
}

/** Reads the cells of one row; every fault of the row is kept, not only the first. */
class RowReader {
  readonly faults: StatementFault[] = [];

  constructor(
    private readonly row: CsvRow,
    private readonly columns: Columns,
    private readonly headers: readonly string[],
    private readonly options: Reading,
  ) {}

  private cell(field: StatementField): CsvRow["cells"][number] | undefined {
    const index = this.columns[field];
    return index === undefined ? undefined : this.row.cells[index];
  }

  fault(field: StatementField | null, code: StatementErrorCode): null {
    const index = field === null ? undefined : this.columns[field];
    const value = (field === null ? this.row.cells.map((cell) => cell.text).join(" ") : (this.cell(field)?.text ?? "")).slice(0, MAX_FAULT_TEXT);
    this.faults.push({ row: this.row.line, column: index === undefined ? "" : (this.headers[index] ?? ""), code, value });
    return null;
  }

  text(field: StatementField): string | null {
    const text = (this.cell(field)?.text ?? "").trim();
    if (text.length > MAX_TEXT || text.includes("\u0000") || !text.isWellFormed()) return this.fault(field, "too_long");
    return text === "" ? null : text;
  }

  trx(): string | null {
    const text = (this.cell("trx_id")?.text ?? "").trim();
    if (text === "" || trxKey(text) === "") return this.fault("trx_id", "required");
    return text.length > MAX_TRX || text.includes("\u0000") || !text.isWellFormed() ? this.fault("trx_id", "too_long") : text;
  }

  /** The cell of the time, with the date or the clock that another column has for it. */
  private timeText(): string {
    const own = (this.cell("time")?.text ?? "").trim();
    const other = (this.row.cells[this.options.partner]?.text ?? "").trim();
    if (own === "" || other === "" || CLOCK_ONLY.test(own) === CLOCK_ONLY.test(other)) return own;
    if (CLOCK_ONLY.test(own)) return `${other} ${own}`;
    return own.includes(":") ? own : `${own} ${other}`;
  }

  time(): number | null {
    const text = this.timeText();
    if (text === "") return this.fault("time", "required");
    const ms = readTime(text, this.options.offsetMinutes);
    if (ms === null || ms < Date.UTC(2020, 0, 2)) return this.fault("time", "invalid_time");
    return ms > this.options.nowMs + DAY_MS ? this.fault("time", "in_future") : ms;
  }

  /** A status that is there says that the money moved: rows of the others are gone by now. */
  status(): void {
    const word = this.cell("status")?.text;
    if (word === undefined && this.columns.status === undefined) return;
    if ((word ?? "").trim() === "") this.fault("status", "required");
    else if (readStatus(word ?? "") !== "done") this.fault("status", "unknown_status");
  }

  /** An amount that may be missing. */
  optional(field: StatementField): bigint | null {
    const amount = readAmount(this.cell(field));
    if (amount === "empty") return null;
    return amount === null || (field === "fee" && amount < 0n) ? this.fault(field, "invalid_amount") : amount;
  }

  /** Amount and direction, from two columns, or from one with a sign or a word. */
  movement(): { direction: "credit" | "debit"; amountMinor: bigint } | null {
    const { amount, direction, credit, debit } = this.columns;
    // Where all three stand, the two columns say which way it went.
    const two = amount === undefined || (direction === undefined && credit !== undefined && debit !== undefined);
    return two ? this.twoColumns() : this.oneColumn();
  }

  private twoColumns(): { direction: "credit" | "debit"; amountMinor: bigint } | null {
    const before = this.faults.length;
    const [credit, debit] = [this.optional("credit") ?? 0n, this.optional("debit") ?? 0n];
    if (this.faults.length > before) return null;
    if (credit !== 0n && debit !== 0n) return this.fault("debit", "both_sides");
    if (credit === 0n && debit === 0n) return this.fault(this.columns.credit === undefined ? "debit" : "credit", "required");
    // Some files write what goes out with a minus even in its own column.
    const amount = credit === 0n ? (debit < 0n ? -debit : debit) : credit;
    return amount < 0n ? this.fault("credit", "invalid_amount") : { direction: credit === 0n ? "debit" : "credit", amountMinor: amount };
  }

  private oneColumn(): { direction: "credit" | "debit"; amountMinor: bigint } | null {
    const amount = readAmount(this.cell("amount"));
    if (amount === "empty") return this.fault("amount", "required");
    if (amount === null || amount === 0n) return this.fault("amount", "invalid_amount");
    const size = amount < 0n ? -amount : amount;
    const word = this.cell("direction")?.text;
    if (word === undefined) return { direction: amount < 0n ? "debit" : "credit", amountMinor: size };
    const direction = readDirection(word);
    if (direction === null || (direction === "credit" && amount < 0n)) return this.fault("direction", "invalid_direction");
    return { direction, amountMinor: size };
  }
}

function readLine(row: CsvRow, columns: Columns, headers: readonly string[], options: Reading): StatementLine | StatementFault[] {
  const reader = new RowReader(row, columns, headers, options);
  if (row.cells.length > headers.length && row.cells.slice(headers.length).some((cell) => cell.text.trim() !== "")) {
    reader.fault(null, "cell_count");
    return reader.faults;
  }
  const [trxId, atMs, movement] = [reader.trx(), reader.time(), reader.movement()];
  reader.status();
  const [feeMinor, balanceMinor] = [reader.optional("fee"), reader.optional("balance")];
  const [counterparty, kind] = [reader.text("counterparty"), reader.text("kind")];
  if (reader.faults.length > 0 || trxId === null || atMs === null || movement === null) return reader.faults;
  return { row: row.line, trxId, trxKey: trxKey(trxId), atMs, ...movement, feeMinor, balanceMinor, counterparty, kind };
}

/** A column of kinds that says nothing but in and out tells the direction, where no other does and nobody said that none does. */
function withDirection(columns: Columns, rows: readonly CsvRow[], named: NamedColumns): Columns {
  const { amount, direction, kind } = columns;
  if (named.direction === null || amount === undefined || direction !== undefined || kind === undefined) return columns;
  const words = rows.map((row) => row.cells[kind]?.text ?? "").filter((word) => word.trim() !== "");
  if (words.length === 0 || words.some((word) => readDirection(word) === null)) return columns;
  const { kind: _same, ...others } = columns;
  return { ...others, direction: kind };
}

/** A column of statuses without a single word says nothing of any row. */
function withoutEmptyStatus(columns: Columns, rows: readonly CsvRow[]): Columns {
  const { status, ...others } = columns;
  return status === undefined || rows.some((row) => (row.cells[status]?.text ?? "").trim() !== "") ? columns : others;
}

/** True for a row that its status says has moved nothing, for good or until now. */
function isNotDone(row: CsvRow, column: number | undefined): boolean {
  const status = readStatus(row.cells[column ?? -1]?.text ?? "");
  return status === "failed" || status === "pending";
}

/** Reads the file. Without the columns it needs there are no lines and no faults, only what is missing. */
export function readStatement(text: string, options: ReadOptions): StatementFile {
  const csv = readCsv(text);
  const found = findHeader(csv.rows, options);
  const below = csv.rows.slice(found.index + 1);
  const movements = below.filter((row) => !isSummaryRow(row, found.columns.trx_id ?? -1));
  const rows = movements.filter((row) => !isNotDone(row, found.columns.status));
  const header = { index: found.index, columns: withDirection(withoutEmptyStatus(found.columns, movements), rows, options.columns) };
  const headers = (csv.rows[header.index]?.cells ?? []).map((cell) => cell.text.trim());
  const missing = missingFields(header.columns);
  const columns = Object.fromEntries(
    STATEMENT_FIELDS.flatMap((field) => (header.columns[field] === undefined ? [] : [[field, headers[header.columns[field]] ?? ""]])),
  );
  const lacking = headers.length === 0 ? [] : lackingFields(headers, options.columns);
  const unread = unreadHeaders(headers, options.columns, header.columns);
  const base = { headers, columns, missing, lacking, unread, skipped: below.length - movements.length, notDone: movements.length - rows.length };
  if (missing.length > 0) return { ...base, lines: [], faults: [], repeated: 0, feeRows: 0 };
  const reading = { ...options, partner: timePartner(headers, header.columns) };
  const read = rows.slice(0, MAX_STATEMENT_LINES).map((row) => readLine(row, header.columns, headers, reading));
  const faults = read.flatMap((line) => ("trxKey" in line ? [] : line));
  const own = withFees(read.filter((line) => "trxKey" in line));
  const lines = new Map<string, StatementLine>();
  let repeated = 0;
  for (const line of own.lines) {
    const key = `${line.direction}/${line.trxKey}`;
    const known = lines.get(key);
    if (!known) lines.set(key, line);
    else if (known.amountMinor === line.amountMinor) repeated += 1;
    else faults.push({ row: line.row, column: columns["trx_id"] ?? "", code: "conflict", value: line.trxId });
  }
  if (csv.openQuote !== null) faults.push({ row: csv.openQuote, column: "", code: "open_quote", value: "" });
  if (rows.length > MAX_STATEMENT_LINES) faults.push({ row: rows[MAX_STATEMENT_LINES]?.line ?? 0, column: "", code: "too_long", value: "" });
  return { ...base, lines: [...lines.values()], faults, repeated, feeRows: own.feeRows };
}
