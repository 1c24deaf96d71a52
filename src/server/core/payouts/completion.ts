/** A completion, decided and locked: what it writes and books. */
import type { DisburseStatus } from "../../../contract/disburses.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import type { MoneySource, ReportedMoney } from "../../../domain/ledger/postings.ts";
import { payoutCompleted } from "../../../domain/ledger/postings-payouts.ts";
import { orRefuse } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../alerts/raise.ts";
import { requireFree, sayMovement } from "../unreported/store.ts";
import { explainedSms, type BookedDebit } from "./debits.ts";
import { contradict, done, learn, type OutcomeResult, type Paid } from "./report.ts";
import type { Attempt, Disburse } from "./store.ts";
import { bookPayout, change, changedEvent, freeze, notifyMerchant, timeline, useLimits, type Collect, type Emit } from "./writing.ts";
import { SYSTEM } from "../timeline.ts";

const IN_FLIGHT: readonly DisburseStatus[] = ["processing", "unknown"];

/** True while the order's last attempt may turn out to have paid: under way, unknown, or believed to have failed and not followed by another. */
export function mayComplete(order: Disburse, attempt: Attempt): boolean {
  if (attempt.no !== order.attemptCount) return false;
  return attempt.status === "failed" ? order.status === "attempt_failed" || order.status === "pending" : IN_FLIGHT.includes(order.status);
}

/** Everything that a completion is made of, decided and locked. */
export interface Completion {
  readonly order: Disburse;
  readonly attempt: Attempt;
  readonly paid: Paid;
  /** The message whose debit stands in the books already as unexplained. */
  readonly debit: BookedDebit | null;
  /** The message that pays it now, and what it does to the wallet. */
  readonly report: { readonly smsId: bigint; readonly money: ReportedMoney } | null;
}

/** Where the money comes from: the message, a debit that stood unexplained, or somebody's word, which its message replaces when it comes. */
async function sourceOf(app: App, tx: Tx, { order, attempt, paid, debit, report }: Completion): Promise<MoneySource> {
  if (report) return report.money;
  if (debit) return { from: "unexplained", operator: order.operator, amountMinor: order.amountMinor, writtenOff: debit.writtenOff };
  const expectedCostMinor = attempt.frozenMinor > order.amountMinor ? attempt.frozenMinor - order.amountMinor : 0n;
  // What a person says has left, beyond what is frozen for it, must not be promised to anything else. A failed attempt has nothing frozen.
  const frozenMinor = IN_FLIGHT.includes(order.status) ? attempt.frozenMinor : 0n;
  const beyondMinor = order.amountMinor + (paid.costMinor ?? expectedCostMinor) - frozenMinor;
  if (paid.source === "person" && beyondMinor > 0n) orRefuse(await requireFree(tx, attempt.walletId, beyondMinor, frozenMinor === 0n ? "amount" : "cost"));
  return sayMovement(
    app,
    tx,
    {
      walletId: attempt.walletId,
      direction: "debit",
      amountMinor: order.amountMinor,
      expectedCostMinor: paid.costMinor ?? expectedCostMinor,
      object: { type: "disburse", id: order.id },
      source: paid.source === "person" ? "person" : paid.source === "device" || attempt.rail === "app" ? "device" : "operator",
      trx: { id: paid.trxId.trim(), key: trxKey(paid.trxId) },
      counterparty: order.customer,
    },
    paid.costMinor ?? 0n,
  );
}

/** Books and writes a completion; `booked` of the answer is the ledger transaction. The caller holds the locks and has checked. */
export async function complete(app: App, tx: Tx, of: Completion, emit: Emit, collect?: Collect): Promise<OutcomeResult & { readonly booked: bigint | null }> {
  const { order, attempt, paid, debit } = of;
  const smsId = of.report?.smsId ?? debit?.id ?? null;
  const nowMs = app.now();
  const cost = debit ? debit.feeMinor : paid.costMinor;
  const key = trxKey(paid.trxId);
  const taken = await tx.run(
    "insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id) values ($1, $2, 'debit', 'disburse', $3, $4, $5, $6) on conflict do nothing",
    [order.operator, key, order.id, smsId, order.amountMinor, attempt.walletId],
  );
  // Another order, on another wallet's lock, was faster with the same TrxID.
  if (taken === 0) return { ...(await contradict(app, tx, { order, attempt }, paid, "trx_used", { trx_id: paid.trxId })), booked: null };
  await learn(app, tx, attempt, paid, "completed", null);
  await tx.run(
    "update disburse_attempts set status = $6, trx_id = $3, cost = $4, ended_at = $5, lease_until = null, lease_token = null, query_after = null where disburse_id = $1 and no = $2",
    [order.id, attempt.no, paid.trxId.trim(), cost, new Date(nowMs), transition("disburse_attempts", attempt.status, "complete")],
  );
  const completed: Disburse = {
    ...(await change(tx, order, {
      status: transition("disburses", order.status, "complete"),
      reason: paid.source === "person" ? "completed_by_hand" : null,
      account: paid.by?.type === "user" ? paid.by.account : null,
      columns: {
        trx_id: paid.trxId.trim(),
        trx_key: key,
        cost,
        paid_at: new Date(nowMs),
        wallet_id: attempt.walletId,
        queued_at: null,
        // The operator's own message ends whatever was in doubt.
        ...(of.report ? { disputed_at: null } : {}),
      },
    })),
    trxId: paid.trxId.trim(),
    costMinor: cost,
    paidAt: new Date(nowMs),
  };
  if (of.report) await resolveAlerts(app, tx, { kinds: ["disburse_differs"], object: { type: "disburse", id: order.id } }, null);
  const sums = { merchantId: order.merchantId, amountMinor: order.amountMinor, feeMinor: order.feeMinor };
  const source = await sourceOf(app, tx, of);
  const booked = await bookPayout(app, tx, order.id, payoutCompleted(source, sums), emit, collect);
  if (debit) await explainedSms(app, tx, debit, { disburseId: order.id, by: paid.by ?? SYSTEM }, emit);
  if (IN_FLIGHT.includes(order.status)) {
    await freeze(tx, attempt.walletId, -attempt.frozenMinor);
    await useLimits(tx, order, attempt.walletId, attempt.startedAt.getTime(), "released");
  }
  await useLimits(tx, order, attempt.walletId, nowMs, "completed");
  await tx.run("insert into stats_delta (hour, merchant_id, operator, disbursed_count, disbursed_amount, disburse_fees) values ($1, $2, $3, 1, $4, $5)", [
    new Date(nowMs - (nowMs % 3_600_000)),
    order.merchantId,
    order.operator,
    order.amountMinor,
    order.feeMinor,
  ]);
  await notifyMerchant(app, tx, completed, "disburse.completed");
  const line = {
    attempt: attempt.no,
    trx_id: paid.trxId,
    cost: formatAmountOrNull(cost),
    source: paid.source,
    message: smsId !== null,
    awaits_report: source.from === "said" && source.awaitsReport,
  };
  await timeline(app, tx, order.id, paid.source === "person" ? "completed_by_hand" : "completed", line, paid.by);
  emit(changedEvent(completed));
  return { ...done("changed", completed), booked };
}
