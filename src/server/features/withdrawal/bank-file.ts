/**
 * Files for the bank: approved withdrawals that are to be paid together from outside. A file is the job that wrote it
 * (docs/decisions/0049). A withdrawal stands in one open file only; the database holds that.
 */
import { formatAmount } from "../../../contract/money.ts";
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { csvCell } from "../../../domain/payouts/batch-file.ts";
import { requireActiveChecker } from "../../core/approvals/maker.ts";
import { bulkById } from "../../core/bulk/queries.ts";
import { whenOverdrawn } from "../../core/ledger/overdrawn.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { HANDLED } from "../../platform/http/route.ts";
import type { ExportLanguage } from "../../platform/lists/export-columns.ts";
import { masksPhones } from "../../platform/lists/mask.ts";
import { Refused } from "../../platform/refusal.ts";
import { lockWithdrawal, requireChecker } from "./locked.ts";
import { loadWithdrawalRow } from "./queries.ts";

/** Refuses what must not happen while the bank may be paying a withdrawal: in_bank_file, with the file. Under the withdrawal's lock. Null: in none. */
export async function whileInBankFile(ctx: UserCtx, tx: Tx, withdrawalId: bigint): Promise<Refused | null> {
  const open = await tx.one<{ job_id: bigint }>("select job_id from bank_file_rows where withdrawal_id = $1 and ended_at is null", [withdrawalId]);
  return open ? new Refused("in_bank_file", { details: { file: ctx.app.publicIds.encode("bulk", open.job_id) } }) : null;
}

/** A withdrawal that is paid from outside is done with its file. */
export async function leaveBankFile(tx: Tx, withdrawalId: bigint, at: Date): Promise<void> {
  await tx.run("update bank_file_rows set ended_at = $2, ended = 'paid' where withdrawal_id = $1 and ended_at is null", [withdrawalId, at]);
}

/**
 * Writes an approved withdrawal into the file of a job. Its version moves: who looks at it sees that it is on its way.
 * Refuses account_numbers_masked, recheck_required, not_found, conflict, wrong_state, same_person, merchant_below_zero, in_bank_file
 */
export async function exportWithdrawal(ctx: UserCtx, publicId: string, input: { version: number; jobId: bigint }): Promise<Answer<WithdrawalRow>> {
  if (masksPhones(ctx.actor)) return new Refused("account_numbers_masked");
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const row = await lockWithdrawal(ctx, tx, publicId, input.version, ["approved"]);
    if (row instanceof Refused) return row;
    const against = (await whenOverdrawn(tx, row.merchant_id)) ?? (await whileInBankFile(ctx, tx, row.id));
    if (against) return against;
    // Who submitted it does not pay it, nor has it paid by the bank.
    const alone = requireChecker(ctx, row);
    if (alone instanceof Refused) return alone;
    const lost = await requireActiveChecker(tx, ctx.actor.id, "withdrawal.decide");
    if (lost) return lost;
    await tx.run("insert into bank_file_rows (job_id, withdrawal_id) values ($1, $2)", [input.jobId, row.id]);
    await tx.run("update withdrawals set version = version + 1 where id = $1", [row.id]);
    await auditAct(ctx, tx, "withdrawal.export", row.id);
    ctx.emit({ kind: "withdrawal", objectId: row.id, version: row.version + 1, change: "changed", merchantId: row.merchant_id });
    return loadWithdrawalRow(ctx.app, tx, row.id, ctx.actor);
  });
}

const HEADS = {
  zh: ["收款账号", "商户", "金额", "我方编号"],
  en: ["Receiving account", "Merchant", "Amount", "Our reference"],
} as const satisfies Record<ExportLanguage, readonly string[]>;

/** A number with the country's code in front and nothing else: a spreadsheet makes a number of it and runs nothing, and a bank wants it as it is. */
const INTERNATIONAL = /^\+\d{5,20}$/;
const accountCell = (account: string): string => (INTERNATIONAL.test(account) ? account : csvCell(account));

interface FileRow {
  readonly id: bigint;
  readonly receiving_account: string;
  readonly name: string;
  readonly amount: bigint;
}

/** The job that wrote a file, if this person may see it, and it writes no more. Refuses not_found, wrong_state while it is under way */
async function fileOf(ctx: UserCtx, jobId: bigint): Promise<{ readonly id: string } | Refused> {
  const job = await bulkById(ctx.app, ctx.app.db, jobId, ctx.actor);
  if (job instanceof Refused) return job;
  if (job.act !== "withdrawal.export" || job.started_at === null) return new Refused("not_found");
  return job.ended_at !== null && job.done > 0 ? job : new Refused("wrong_state", { details: { status: job.status } });
}

/**
 * Answers the file: what is in it and not cancelled, for a bank or a spreadsheet, with nothing in it that runs. Its account numbers are whole,
 * for whoever reads them whole anyway (docs/decisions/0107). Refuses account_numbers_masked, not_found, wrong_state while it is being written
 */
export async function bankFile(
  ctx: UserCtx,
  jobId: bigint,
  lang: ExportLanguage,
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<typeof HANDLED | Refused> {
  const { app, actor } = ctx;
  if (masksPhones(actor)) return new Refused("account_numbers_masked");
  const file = await fileOf(ctx, jobId);
  if (file instanceof Refused) return file;
  const rows = await app.db.rows<FileRow>(
    `select w.id, w.receiving_account, m.name, w.amount from bank_file_rows f join withdrawals w on w.id = f.withdrawal_id join merchants m on m.id = w.merchant_id
     where f.job_id = $1 and f.ended is distinct from 'cancelled' order by w.id`,
    [jobId],
  );
  const noted = await ctx.tx((tx) => audit(ctx, tx, { action: "export", objectType: "bulk", objectId: file.id, after: { format: "csv", count: rows.length } }));
  doneOf(noted);
  const lines = rows.map((row) => [
    accountCell(row.receiving_account),
    ...[row.name, formatAmount(row.amount), app.publicIds.encode("withdrawal", row.id)].map(csvCell),
  ]);
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${file.id}-bank.csv"`);
  reply.send(`\uFEFF${[HEADS[lang].map(csvCell), ...lines].map((line) => line.join(",")).join("\r\n")}\r\n`);
  return HANDLED;
}

/**
 * Cancels a file that the bank will not pay: what is not paid may go into another one. Nobody can take it out of the bank's hands;
 * who cancels says that it is not there. Refuses not_found, recheck_required, wrong_state when nothing of it is open
 */
export async function cancelBankFile(ctx: UserCtx, jobId: bigint): Promise<Answer<{ id: string; count: number }>> {
  const file = await fileOf(ctx, jobId);
  if (file instanceof Refused) return file;
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const open = await tx.rows<{ id: bigint; merchant_id: bigint }>(
      `select w.id, w.merchant_id from bank_file_rows f join withdrawals w on w.id = f.withdrawal_id where f.job_id = $1 and f.ended_at is null
       order by w.id for no key update of w`,
      [jobId],
    );
    const ids = open.map((row) => row.id);
    const count = await tx.run(
      "update bank_file_rows set ended_at = $2, ended = 'cancelled' where job_id = $1 and withdrawal_id = any ($3) and ended_at is null",
      [jobId, new Date(ctx.app.now()), ids],
    );
    if (count === 0) return new Refused("wrong_state");
    const moved = await tx.rows<{ id: bigint; merchant_id: bigint; version: number }>(
      "update withdrawals set version = version + 1 where id = any ($1) returning id, merchant_id, version",
      [ids],
    );
    await audit(ctx, tx, { action: "bank-file.cancel", objectType: "bulk", objectId: file.id, after: { count } });
    for (const row of moved) ctx.emit({ kind: "withdrawal", objectId: row.id, version: row.version, change: "changed", merchantId: row.merchant_id });
    return { id: file.id, count };
  });
}
