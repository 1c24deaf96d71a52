/** One wallet's day opened: its flows, and each difference as the messages, orders and statement lines behind it. */
import { MAX_PAIRS, RECONCILIATION_GROUPS, WALLET_FLOWS, type WalletFlow } from "../../../contract/reconciliation.ts";
import type { ReconciliationDay, ReconciliationPair, WalletFlowRow } from "../../../contract/reconciliation.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { differenceOf, pairDay, statementDifferenceOf } from "../../../domain/statements/reconcile.ts";
import { flowOf, type DayFlow } from "../../../domain/statements/wallet-days.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { idIso, idTime } from "../../platform/db/ids.ts";
import { whenArchived } from "../../core/ledger/archived.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { type DayPair, readImports, readMessages, readOrders, readStatement, type MessageOfDay, type OrderOfDay } from "./read-detail.ts";
import { daysInRange, dayOf, snapshot } from "./range.ts";
import { elsewhereOf } from "./other-day.ts";
import { besideOf } from "./beside.ts";
import { reconciliationRowOf } from "./rows.ts";

/** Flows of the wallet itself, by what moved it; they add up to the day's change. */
export function flowRows(flows: readonly DayFlow[]): WalletFlowRow[] {
  const sums = new Map<WalletFlow, { credit: bigint; debit: bigint; count: number }>();
  for (const flow of flows.filter((one) => one.side === "wallet")) {
    const name = flowOf(flow.refType, flow.kind);
    const sum = sums.get(name) ?? { credit: 0n, debit: 0n, count: 0 };
    sums.set(name, { credit: sum.credit + flow.creditMinor, debit: sum.debit + flow.debitMinor, count: sum.count + flow.count });
  }
  return WALLET_FLOWS.flatMap((flow) => {
    const sum = sums.get(flow);
    return sum ? [{ flow, credit: formatAmount(sum.credit), debit: formatAmount(sum.debit), count: sum.count }] : [];
  });
}

function pairOut(app: Pick<App, "publicIds">, pair: DayPair, elsewhere: ReconciliationPair["elsewhere"]): ReconciliationPair {
  const { message, order, statement } = pair;
  return {
    direction: pair.direction,
    trx_id: order?.trxId ?? message?.trxId ?? statement?.trxId ?? null,
    message: message && {
      id: app.publicIds.encode("sms", message.id),
      amount: formatAmount(message.amountMinor),
      at: message.at.toISOString(),
      match_status: message.matchStatus,
    },
    order: order && {
      type: order.type,
      id: app.publicIds.encode(order.type, order.id),
      amount: formatAmount(order.amountMinor),
      at: idIso(order.entryId),
      answered: order.answered,
    },
    statement: statement && { line: statement.line, amount: formatAmount(statement.amountMinor), at: statement.at.toISOString() },
    elsewhere,
  };
}

const momentOf = (pair: DayPair): number =>
  pair.message ? idTime(pair.message.id) : pair.order ? idTime(pair.order.entryId) : (pair.statement?.at.getTime() ?? 0);

/**
 * Every group with its count and what it adds to the day's differences; of its pairs the newest.
 * @param listed whether the operator's own statement is there for the day
 */
function groupsOf(
  app: Pick<App, "publicIds">,
  pairs: readonly DayPair[],
  listed: boolean,
  elsewhere: (pair: DayPair) => ReconciliationPair["elsewhere"],
): ReconciliationDay["groups"] {
  return RECONCILIATION_GROUPS.map((group) => {
    const own = pairs.filter((pair) => pair.group === group).sort((one, other) => momentOf(other) - momentOf(one));
    const sum = (direction: string, of = differenceOf): string =>
      formatAmount(own.reduce((total, pair) => (pair.direction === direction ? total + of(pair) : total), 0n));
    return {
      group,
      count: own.length,
      payment_difference: sum("credit"),
      disburse_difference: sum("debit"),
      statement_payment_difference: listed ? sum("credit", statementDifferenceOf) : null,
      statement_disburse_difference: listed ? sum("debit", statementDifferenceOf) : null,
      items: own.slice(0, MAX_PAIRS).map((pair) => pairOut(app, pair, elsewhere(pair))),
      truncated: own.length > MAX_PAIRS,
    };
  });
}

/** Refuses not_found, validation_failed, not_ready, archived */
export async function reconciliationDay(ctx: UserCtx, unchecked: { id: string; date: string }): Promise<ReconciliationDay | Refused> {
  const { app } = ctx;
  const walletId = readId(app, "wallet", unchecked.id);
  if (walletId instanceof Refused) return walletId;
  const date = dayOf("date", unchecked.date);
  if (date instanceof Refused) return date;
  const days = await daysInRange(app, { from: date, to: date, walletId });
  if (days instanceof Refused) return days;
  const [day] = days;
  // Without its entries every message and line would seem to be without its order.
  const archived = await whenArchived(app.db, date);
  if (archived) return archived;
  if (!day) return new Refused("not_found");
  const beside = (await besideOf(app.db, [day]))(day);
  return snapshot(app, async (tx) => {
    const messages = await readMessages(tx, walletId, date);
    const orders = await readOrders(tx, walletId, date);
    const lines = await readStatement(tx, walletId, date);
    const imports = await readImports(app, tx, walletId, date);
    const covered = (message: MessageOfDay | null, order: OrderOfDay): boolean => {
      const at = message?.at.getTime() ?? idTime(order.entryId);
      return imports.some(({ span }) => span.from <= at && at < span.to);
    };
    const pairs = pairDay(messages, orders, lines, covered);
    return {
      day: reconciliationRowOf(app, day, beside, ctx.actor),
      // What was booked on a closed day later shows as late on the next open one.
      flows: day.closed && day.close ? [...day.close.flows] : flowRows(day.flows),
      groups: groupsOf(app, pairs, beside.statement !== null, await elsewhereOf(tx, pairs, date)),
      imports: imports.map((one) => one.row),
    };
  });
}
