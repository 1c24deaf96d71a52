/** Import of the operator's own statement: tried first, then taken as a whole or not at all; the same file again changes nothing, but times where that is asked for. */
import { MAX_STATEMENT_ERRORS, type StatementClock } from "../../../contract/reconciliation.ts";
import type { StatementImportIn, StatementImportOut } from "../../../contract/reconciliation.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { operatorInfo, type Operator } from "../../../contract/operators.ts";
import { addDays, BUSINESS_OFFSET_MS, businessDay, dayAtOffset } from "../../../contract/time.ts";
import { readStatement, type StatementFault, type StatementFile } from "../../../domain/statements/file.ts";
import type { StatementLine } from "../../../domain/statements/line.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";

const SAMPLE_LINES = 20;
/** Imports of one wallet go one after the other. */
const IMPORT_LOCK = 4137;

interface Wallet {
  readonly id: bigint;
  readonly operator: Operator;
}

function offsetOf(clock: StatementClock, operator: Operator): number {
  if (clock === "operator") return operatorInfo(operator).offsetMinutes;
  return clock === "business" ? BUSINESS_OFFSET_MS / 60_000 : 0;
}

/** Lines that are another wallet's of the same operator, where nothing of the file is known of this wallet: the wrong file. */
async function foreignLines(q: Queryable, wallet: Wallet, file: StatementFile): Promise<StatementLine[]> {
  const rows = await q.rows<{ direction: string; trx_key: string; own: boolean }>(
    `select direction, trx_key, bool_or(wallet_id = $1) as own from (
       select s.direction, s.trx_key, s.wallet_id from sms s where s.trx_key = any ($2) and s.operator = $3
       union all select u.direction, u.trx_key, u.wallet_id from trx_used u where u.trx_key = any ($2) and u.operator = $3
       union all select l.direction, l.trx_key, l.wallet_id from wallets w join statement_lines l on l.wallet_id = w.id and l.trx_key = any ($2) where w.operator = $3
     ) known group by direction, trx_key`,
    [wallet.id, file.lines.map((line) => line.trxKey), wallet.operator],
  );
  const known = new Map(rows.map((row) => [`${row.direction}/${row.trx_key}`, row.own]));
  const ownOf = (line: StatementLine): boolean | undefined => known.get(`${line.direction}/${line.trxKey}`);
  return file.lines.some((line) => ownOf(line) === true) ? [] : file.lines.filter((line) => ownOf(line) === false);
}

interface Compared {
  /** Lines that were not imported before. */
  readonly fresh: StatementLine[];
  /** Lines that were, at another time. */
  readonly retimed: StatementLine[];
  readonly faults: StatementFault[];
}

/** Which lines are new; a line that says something else than the one imported before is a fault. */
async function compare(q: Queryable, wallet: Wallet, file: StatementFile): Promise<Compared> {
  const rows = await q.rows<{ direction: string; trx_key: string; amount: bigint; at: Date }>(
    "select direction, trx_key, amount, at from statement_lines where wallet_id = $1 and trx_key = any ($2)",
    [wallet.id, file.lines.map((line) => line.trxKey)],
  );
  const known = new Map(rows.map((row) => [`${row.direction}/${row.trx_key}`, row]));
  const knownOf = (line: StatementLine): (typeof rows)[number] | undefined => known.get(`${line.direction}/${line.trxKey}`);
  const other = file.lines.filter((line) => (knownOf(line)?.amount ?? line.amountMinor) !== line.amountMinor);
  const faultsOf = (lines: readonly StatementLine[], code: StatementFault["code"]): StatementFault[] =>
    lines.map((line) => ({ row: line.row, column: file.columns.trx_id ?? "", code, value: line.trxId }));
  return {
    fresh: file.lines.filter((line) => knownOf(line) === undefined),
    retimed: file.lines.filter((line) => (knownOf(line)?.at.getTime() ?? line.atMs) !== line.atMs),
    faults: [...file.faults, ...faultsOf(other, "conflict"), ...faultsOf(await foreignLines(q, wallet, file), "other_wallet")],
  };
}

function daysOf(lines: readonly StatementLine[]): StatementImportOut["days"] {
  const days = new Map<string, { credit: bigint; debit: bigint; count: number }>();
  for (const line of lines) {
    const day = businessDay(line.atMs);
    const sum = days.get(day) ?? { credit: 0n, debit: 0n, count: 0 };
    sum[line.direction] += line.amountMinor;
    sum.count += 1;
    days.set(day, sum);
  }
  const sorted = [...days].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([date, sum]) => ({ date, credit: formatAmount(sum.credit), debit: formatAmount(sum.debit), count: sum.count }));
}

const sampleOf = (line: StatementLine): StatementImportOut["sample"][number] => ({
  row: line.row,
  trx_id: line.trxId,
  at: new Date(line.atMs).toISOString(),
  direction: line.direction,
  amount: formatAmount(line.amountMinor),
  fee: formatAmountOrNull(line.feeMinor),
  balance: formatAmountOrNull(line.balanceMinor),
  counterparty: line.counterparty,
  kind: line.kind,
});

function report(file: StatementFile, compared: Compared, dryRun: boolean): StatementImportOut {
  const days = daysOf(file.lines);
  return {
    dry_run: dryRun,
    headers: [...file.headers],
    columns: file.columns,
    missing: [...file.missing],
    unread: [...file.unread],
    lines: file.lines.length,
    fresh: compared.fresh.length,
    known: file.lines.length - compared.fresh.length,
    retimed: compared.retimed.length,
    repeated: file.repeated,
    skipped: file.skipped,
    not_done: file.notDone,
    fee_rows: file.feeRows,
    errors: [...compared.faults].sort((one, other) => one.row - other.row).slice(0, MAX_STATEMENT_ERRORS),
    error_count: compared.faults.length,
    from: days[0]?.date ?? null,
    to: days.at(-1)?.date ?? null,
    days,
    sample: file.lines.slice(0, SAMPLE_LINES).map(sampleOf),
    imported: false,
  };
}

/** The operator's days that the lines lie in: what stands on them should stand on the statement. */
function covered(lines: readonly StatementLine[], operator: Operator): { from: Date; to: Date } {
  const offsetMs = operatorInfo(operator).offsetMinutes * 60_000;
  const days = lines.map((line) => dayAtOffset(line.atMs, offsetMs)).sort();
  const startOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs);
  return { from: startOf(days[0] as string), to: startOf(addDays(days.at(-1) as string, 1)) }; // the caller has lines
}

/** What an import writes. */
interface Taken {
  readonly file: StatementFile;
  readonly fresh: readonly StatementLine[];
  readonly retimed: readonly StatementLine[];
}

const rowsOf = (lines: readonly StatementLine[]): string =>
  toJson(
    lines.map((line) => ({
      direction: line.direction,
      trx_key: line.trxKey,
      trx_id: line.trxId,
      amount: line.amountMinor,
      fee: line.feeMinor,
      balance: line.balanceMinor,
      at: new Date(line.atMs).toISOString(),
      day: businessDay(line.atMs),
      counterparty: line.counterparty,
      kind: line.kind,
      line: line.row,
    })),
  );

/**
 * Lines imported before get the times of this file, and are this import's from now on. One that has no line left covers no day; where it covered
 * more days than this file, it goes on to say that nothing stands on the others. Clocks differ by less than a day.
 */
async function retime(tx: Tx, wallet: Wallet, id: bigint, lines: readonly StatementLine[]): Promise<void> {
  const before = await tx.rows<{ id: bigint }>(
    `with moved as (select l.wallet_id, l.direction, l.trx_key, l.import_id, x.at, x.day, x.line
       from jsonb_to_recordset($3) as x (direction text, trx_key text, at timestamptz, day date, line int)
       join statement_lines l on l.wallet_id = $1 and l.direction = x.direction and l.trx_key = x.trx_key),
     done as (update statement_lines l set at = m.at, day = m.day, import_id = $2, line = m.line from moved m
       where l.wallet_id = m.wallet_id and l.direction = m.direction and l.trx_key = m.trx_key)
     select distinct import_id as id from moved`,
    [wallet.id, id, rowsOf(lines)],
  );
  await tx.run(
    `update statement_imports i set replaced_by = n.id from statement_imports n where n.id = $3 and i.id = any ($2) and i.wallet_id = $1
       and i.from_day >= n.from_day - 1 and i.to_day <= n.to_day + 1
       and not exists (select from statement_lines l where l.wallet_id = $1 and l.import_id = i.id)`,
    [wallet.id, before.map((one) => one.id), id],
  );
}

async function store(ctx: UserCtx, tx: Tx, wallet: Wallet, input: StatementImportIn, { file, fresh, retimed }: Taken): Promise<void> {
  const { app } = ctx;
  const id = app.ids.next();
  const days = file.lines.map((line) => businessDay(line.atMs)).sort();
  const span = covered(file.lines, wallet.operator);
  const lines = fresh.length + retimed.length;
  await tx.run(
    "insert into statement_imports (id, wallet_id, file_name, lines, from_day, to_day, from_at, to_at, user_id, account) values ($id, $wallet_id, $file_name, $lines, $from_day, $to_day, $from_at, $to_at, $user_id, $account)",
    {
      id,
      wallet_id: wallet.id,
      file_name: input.file_name,
      lines,
      from_day: days[0],
      to_day: days.at(-1),
      from_at: span.from,
      to_at: span.to,
      user_id: ctx.actor.id,
      account: ctx.actor.account,
    },
  );
  await tx.run(
    `insert into statement_lines (wallet_id, direction, trx_key, trx_id, amount, fee, balance, at, day, counterparty, kind, import_id, line)
     select $1, direction, trx_key, trx_id, amount, fee, balance, at, day, counterparty, kind, $2, line
     from jsonb_to_recordset($3) as x (direction text, trx_key text, trx_id text, amount bigint, fee bigint, balance bigint, at timestamptz, day date, counterparty text, kind text, line int)`,
    [wallet.id, id, rowsOf(fresh)],
  );
  if (retimed.length > 0) await retime(tx, wallet, id, retimed);
  await audit(ctx, tx, {
    action: "reconciliation.import",
    objectType: "wallet",
    objectId: app.publicIds.encode("wallet", wallet.id),
    after: {
      file_name: input.file_name,
      statement: app.publicIds.encode("statement", id),
      lines,
      from: days[0],
      to: days.at(-1),
      ...(retimed.length > 0 ? { retimed: retimed.length } : {}),
      ...(file.unread.length > 0 ? { unread: file.unread } : {}),
    },
  });
}

/**
 * Reads a statement for one wallet. With `dry_run` only the report is answered; else the new lines are stored, all or none.
 * Refuses not_found, validation_failed for a named column that the file lacks, statement_refused (details: the report) when a column is missing or any line cannot be taken
 */
export async function importStatement(ctx: UserCtx, uncheckedId: string, input: StatementImportIn): Promise<Answer<StatementImportOut>> {
  const { app } = ctx;
  const walletId = readId(app, "wallet", uncheckedId);
  if (walletId instanceof Refused) return walletId;
  const wallet = await app.db.one<Wallet>("select id, operator from wallets where id = $1", [walletId]);
  if (!wallet) return new Refused("not_found");
  const options = { columns: input.columns ?? {}, offsetMinutes: offsetOf(input.clock, wallet.operator), nowMs: app.now() };
  const file = readStatement(input.text, options);
  if (file.lacking.length > 0)
    return new Refused("validation_failed", { fields: Object.fromEntries(file.lacking.map((field) => [`columns.${field}`, "invalid"])) });
  if (input.dry_run) return report(file, await compare(app.db, wallet, file), true);
  return ctx.tx(async (tx) => {
    await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [IMPORT_LOCK, wallet.id.toString()]);
    const compared = await compare(tx, wallet, file);
    const done = report(file, compared, false);
    if (done.error_count > 0 || done.missing.length > 0 || done.lines === 0)
      return new Refused("statement_refused", { details: { report: { ...done, sample: [], days: [] } } });
    const retimed = input.retime ? compared.retimed : [];
    if (compared.fresh.length + retimed.length > 0) await store(ctx, tx, wallet, input, { file, fresh: compared.fresh, retimed });
    else nothingChanged(tx);
    return { ...done, imported: true };
  });
}
