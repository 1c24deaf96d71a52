/** A wallet's day as a row of the reconciliation, with the operator's own statement beside it. */
import type { Reconciliation, ReconciliationRow, WalletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import type { DayAction } from "../../../contract/reconciliation.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { businessDay, type Day } from "../../../contract/time.ts";
import { sumsOfDays } from "../../../contract/wallet-days.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import type { DayFigures, WalletDay } from "./days.ts";
import { Refused } from "../../platform/refusal.ts";
import { daysAsked } from "./range.ts";
import { besideOf, type Beside, type Side } from "./beside.ts";

const apiSide = (day: DayFigures): Side => ({
  payment: day.apiPayment,
  paymentCount: Number(day.apiPaymentCount),
  disburse: day.apiDisburse,
  disburseCount: Number(day.apiDisburseCount),
});
const systemSide = (day: DayFigures): Side => ({
  payment: day.systemPayment,
  paymentCount: Number(day.systemPaymentCount),
  disburse: day.systemDisburse,
  disburseCount: Number(day.systemDisburseCount),
});

const sideOut = (side: Side): ReconciliationRow["api"] => ({
  payment: formatAmount(side.payment),
  disburse: formatAmount(side.disburse),
  payment_count: side.paymentCount,
  disburse_count: side.disburseCount,
});

function actionsOf(app: Pick<App, "now">, day: WalletDay, viewer: Viewer): DayAction[] {
  const actions: DayAction[] = [];
  if (!day.closed && day.day < businessDay(app.now()) && holds(viewer, "reconciliation.close")) actions.push("close");
  if (day.closed && holds(viewer, "reconciliation.reopen")) actions.push("reopen");
  return actions;
}

const closeOf = (day: WalletDay): ReconciliationRow["close"] =>
  day.close && {
    closed_by: day.close.account,
    closed_at: day.close.closed_at.toISOString(),
    reason: day.close.reason,
    reopened_by: [...day.close.reopened_by],
    reopened_at: day.close.reopened_at?.toISOString() ?? null,
  };

/** A row of the contract. */
export function reconciliationRowOf(app: Pick<App, "publicIds" | "now">, day: WalletDay, { statement, messages }: Beside, viewer: Viewer): ReconciliationRow {
  const { figures } = day;
  return {
    wallet_id: app.publicIds.encode("wallet", day.walletId),
    wallet_name: day.walletName,
    operator: day.operator,
    date: day.day,
    api: sideOut(apiSide(figures)),
    system: sideOut(systemSide(figures)),
    statement: statement && sideOut(statement),
    payment_difference: formatAmount(figures.apiPayment - figures.systemPayment),
    disburse_difference: formatAmount(figures.apiDisburse - figures.systemDisburse),
    statement_payment_difference: formatAmountOrNull(statement && statement.payment - figures.systemPayment),
    statement_disburse_difference: formatAmountOrNull(statement && statement.disburse - figures.systemDisburse),
    opening_balance: formatAmount(figures.opening),
    estimated_balance: formatAmount(figures.estimated),
    real_balance: formatAmountOrNull(figures.real),
    real_balance_at: figures.realAt,
    difference: formatAmountOrNull(figures.real === null ? null : figures.real - figures.estimated),
    unmatched: messages.unmatched,
    in_review: messages.inReview,
    late: formatAmount(figures.late),
    closed: day.closed,
    close: closeOf(day),
    version: day.close?.version ?? 0,
    actions: actionsOf(app, day, viewer),
  };
}

/** Rows and sums of days that are read already. */
export async function reconciled(app: App, viewer: Viewer, range: { from: Day; to: Day }, days: readonly WalletDay[]): Promise<Reconciliation> {
  const beside = await besideOf(app.db, days);
  const items = days.map((day) => reconciliationRowOf(app, day, beside(day), viewer));
  return { from: range.from, to: range.to, items, sums: sumsOfDays(items) };
}

/** Refuses validation_failed, not_found, not_ready */
export async function reconciliation(ctx: Pick<UserCtx, "app" | "actor">, query: WalletDaysQuery): Promise<Reconciliation | Refused> {
  const asked = await daysAsked(ctx.app, query);
  return asked instanceof Refused ? asked : reconciled(ctx.app, ctx.actor, asked.range, asked.days);
}
