/** POST /api/disburses/batch: a dry run, or the batch itself. Orders are made afterwards, row by row, by the worker. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import type { batchIn, BatchOut } from "../../../contract/disburse-batches.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { parseAmount } from "../../../contract/money.ts";
import type { Answer } from "../../platform/answer.ts";
import { nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { checkFile, type CheckedRow, checkRowOf, totalsOf } from "./check.ts";
import { batchById } from "./queries.ts";

type Input = z.output<typeof batchIn>;

/** Hash of what the rows say: saved again by another program, the same payouts are still the same batch. */
function rowsHash(rows: readonly Pick<CheckedRow, "values">[]): Buffer {
  return createHash("sha256")
    .update(toJson(rows.map(({ values }) => [values.merchant_order_id, values.operator, values.amount, values.customer, values.user_id])))
    .digest();
}

/** How a verdict of the check is kept with its row. */
function storedRow(row: CheckedRow): Record<string, unknown> {
  const status = row.result === "ok" ? "waiting" : transition("disburse_batch_rows", "waiting", row.result === "existing" ? "find" : "fail");
  return {
    line: row.line,
    m: row.values.merchant_order_id,
    o: row.values.operator,
    a: row.values.amount,
    c: row.values.customer,
    u: row.values.user_id,
    n: row.amountMinor === null ? null : String(row.amountMinor),
    s: status,
    e: row.code,
    f: row.field,
    d: status === "existing" ? String(row.orderId) : null,
  };
}

async function insertRows(tx: Tx, batchId: bigint, rows: readonly CheckedRow[]): Promise<void> {
  await tx.run(
    `insert into disburse_batch_rows (batch_id, line, merchant_order_id, operator, amount_text, customer, user_ref, amount, status, code, field, order_id)
     select $1, r.line, r.m, r.o, r.a, r.c, r.u, r.n, r.s, r.e, r.f, r.d
     from jsonb_to_recordset($2::jsonb) as r (line int, m text, o text, a text, c text, u text, n bigint, s text, e text, f text, d bigint)`,
    [batchId, toJson(rows.map(storedRow))],
  );
}

interface Made {
  readonly id: bigint;
  readonly again: boolean;
}

const madeBefore = (tx: Tx, merchantId: bigint, hash: Buffer): Promise<{ id: bigint } | null> =>
  tx.one("select id from disburse_batches where merchant_id = $1 and hash = $2", [merchantId, hash]);

/** Writes the batch, or finds the one that these very rows made before. */
async function insertBatch(ctx: UserCtx, tx: Tx, merchantId: bigint, input: Input, rows: readonly CheckedRow[], hash: Buffer): Promise<Made> {
  const count = (status: string): number => rows.filter((row) => storedRow(row)["s"] === status).length;
  const good = rows.filter((row) => row.result === "ok");
  const id = ctx.app.ids.next();
  const inserted = await tx.run(
    `insert into disburse_batches (id, merchant_id, user_id, account, maker, session_id, remote_ip, started_at, file_name, hash, row_count, waiting, existing, failed, amount, fee)
     values ($id, $merchant_id, $user_id, $account, $user_id, $session_id, $remote_ip, $started_at, $file_name, $hash, $row_count, $waiting, $existing, $failed, $amount, $fee) on conflict (merchant_id, hash) do nothing`,
    {
      id,
      merchant_id: merchantId,
      user_id: ctx.actor.id,
      account: ctx.actor.account,
      session_id: ctx.actor.sessionId,
      remote_ip: ctx.ip,
      started_at: new Date(ctx.app.now()),
      file_name: input.file_name ?? "payouts.csv",
      hash,
      row_count: rows.length,
      waiting: count("waiting"),
      existing: count("existing"),
      failed: count("failed"),
      amount: good.reduce((sum, row) => sum + (row.amountMinor ?? 0n), 0n),
      fee: good.reduce((sum, row) => sum + (row.feeMinor ?? 0n), 0n),
    },
  );
  if (inserted === 0) {
    const known = await madeBefore(tx, merchantId, hash);
    if (!known) throw new Error("a batch that is there was not found");
    return { id: known.id, again: true };
  }
  await insertRows(tx, id, rows);
  ctx.emit({ kind: "batches", objectId: id, version: 1, change: "created", merchantId });
  return { id, again: false };
}

/** As conflict that the file would now do something else than what was agreed to; null: it would not. */
function unexpected(expect: Input["expect"], rows: readonly CheckedRow[]): Refused | null {
  if (!expect) return refusedField("expect", "required");
  const good = rows.filter((row) => row.result === "ok");
  const amount = good.reduce((sum, row) => sum + (row.amountMinor ?? 0n), 0n);
  const agreed = good.length === expect.count && amount === parseAmount(expect.amount);
  return agreed ? null : new Refused("conflict", { details: { count: good.length } });
}

/**
 * Checks a file of the actor's own merchant and, unless it is a dry run, takes it.
 * Refuses validation_failed on `csv`, merchant_disabled, recheck_required, conflict
 */
export async function submitBatch(ctx: UserCtx, input: Input): Promise<Answer<BatchOut>> {
  const { app } = ctx;
  const { merchantId } = ctx.actor;
  if (merchantId === null) return new Refused("forbidden");
  const merchant = await loadMerchant(app, merchantId);
  if (!merchant || merchant.deleted) return new Refused("not_found");
  if (!merchant.enabled) return new Refused("merchant_disabled");
  const rows = await checkFile(app, merchantId, input.csv, ctx.ip);
  if (rows instanceof Refused) return rows;
  const totals = await totalsOf(app, merchantId, rows);
  if (input.dry_run) return { rows: rows.map((row) => checkRowOf(app, row)), totals, batch: null, again: false };
  await requireRecheck(ctx);
  const hash = rowsHash(rows);
  return ctx.tx(async (tx) => {
    const known = await madeBefore(tx, merchantId, hash);
    const against = known ? null : unexpected(input.expect, rows);
    if (against) return against;
    const made = known ? { id: known.id, again: true } : await insertBatch(ctx, tx, merchantId, input, rows, hash);
    if (made.again) nothingChanged(tx);
    else await auditAct(ctx, tx, "batches.submit", made.id);
    // Its rows stand in the batch; an answer that is kept for its key stays small.
    const batch = await batchById(app, tx, made.id, ctx.actor);
    return batch instanceof Refused ? batch : { rows: [], totals, batch, again: made.again };
  });
}
