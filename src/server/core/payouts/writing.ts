/** What every change of a payout leaves behind: its row, its timeline, the merchant's notification, alerts, live events. */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { DisburseStatus } from "../../../contract/disburses.ts";
import type { Decided } from "../../../contract/life-cycles.ts";
import type { WebhookOf } from "../../../contract/webhooks.ts";
import type { Leg } from "../../../domain/ledger/postings.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { insertNotifications, notificationRow } from "../outbox/queue.ts";
import { raiseAlert } from "../alerts/raise.ts";
import { limitDay } from "../acceptance/limits.ts";
import { post, type LedgerTransaction } from "../ledger/post.ts";
import { loadMerchant } from "../parties/merchants.ts";
import { merchantDisburseOf } from "../orders/disburse-view.ts";
import { addEvent, type EventActor, SYSTEM } from "../timeline.ts";
import type { Disburse } from "./store.ts";

/** Takes live events; they go out after the commit. */
export type Emit = (...events: OutgoingEvent[]) => void;

/** Adds a line to a payout's timeline. */
export async function timeline(app: App, tx: Tx, id: bigint, kind: string, data: Readonly<Record<string, unknown>>, by: EventActor = SYSTEM): Promise<void> {
  await addEvent(app, tx, { type: "disburse", id, kind, actor: by, data });
}

/** Columns that a change sets; the version moves on, the person who acted is noted. */
export interface Change {
  readonly status?: Decided<DisburseStatus>;
  readonly reason?: string | null;
  readonly account?: string | null;
  readonly columns?: Readonly<Record<string, unknown>>;
}

/**
 * Changes a locked payout and answers it as it is now.
 * @throws Error when it is not what was locked: that is a bug, its lock is held
 */
export async function change(tx: Tx, order: Disburse, to: Change): Promise<Disburse> {
  const columns = { ...to.columns, ...(to.status ? { status: to.status } : {}), ...(to.reason === undefined ? {} : { reason: to.reason }) };
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 5}`);
  const changed = await tx.run(
    `update disburses set ${[...sets, "version = version + 1"].join(", ")}, staff = case when $4::text is null or $4 = any (staff) then staff else staff || $4 end
     where id = $1 and version = $2 and status = $3`,
    [order.id, order.version, order.status, to.account ?? null, ...Object.values(columns)],
  );
  if (changed !== 1) throw new Error(`disburse ${order.id} changed under its lock`);
  return {
    ...order,
    status: to.status ?? order.status,
    reason: to.reason === undefined ? order.reason : to.reason,
    version: order.version + 1,
  };
}

/** Tells the screens. */
export function changedEvent(order: Pick<Disburse, "id" | "version" | "merchantId">, kind: "created" | "changed" = "changed"): OutgoingEvent {
  return { kind: "disburses", objectId: order.id, version: order.version, change: kind, merchantId: order.merchantId };
}

/** Queues the merchant's notification of what the order is now. */
export async function notifyMerchant(app: App, tx: Tx, order: Disburse, type: WebhookOf<"disburse">): Promise<void> {
  const merchant = await loadMerchant(app, order.merchantId);
  const url = order.notifyUrl ?? merchant?.notifyUrl ?? null;
  const row = notificationRow(app, {
    merchantId: order.merchantId,
    objectId: order.id,
    type,
    url,
    data: merchantDisburseOf(app, order),
  });
  await insertNotifications(tx, [row]);
  await tx.run("update disburses set notify_status = $2, notify_attempts = 0, notify_last_code = null, notify_next_at = $3 where id = $1", [
    order.id,
    row.status,
    row.next_at,
  ]);
}

/** Collects ledger transactions for a caller that posts them with its own. */
export type Collect = (transaction: LedgerTransaction) => void;

/** Books one event of a payout, or hands it to the caller; answers the ledger transaction's id. */
export async function bookPayout(app: App, tx: Tx, disburseId: bigint, legs: readonly Leg[], emit: Emit, collect?: Collect): Promise<bigint> {
  const transaction: LedgerTransaction = { id: app.ids.next(), reference: { type: "disburse", id: disburseId }, legs };
  if (collect) collect(transaction);
  else await post(tx, app.accounts, app.ids, [transaction]);
  for (const leg of legs) {
    if (leg.account.of === "wallet") emit({ kind: "wallets", objectId: leg.account.id, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    if (leg.account.of === "merchant")
      emit({ kind: "journals", objectId: leg.account.id, version: UNVERSIONED_CHANGE, change: "created", merchantId: leg.account.id });
  }
  return transaction.id;
}

/** Freezes (or, negative, gives free) money of a wallet for what is in flight. */
export async function freeze(tx: Tx, walletId: bigint, amountMinor: bigint): Promise<void> {
  await tx.run("update wallets set frozen_balance = frozen_balance + $2 where id = $1", [walletId, amountMinor], "disburse_freeze");
}

/**
 * A payout's place in the limits of its wallet's paying side, counted on the operator's day of `atMs` (rule 14): taken when the
 * attempt begins, given back when it is over, and taken again by what was completed.
 */
export async function useLimits(
  tx: Tx,
  order: Pick<Disburse, "operator" | "amountMinor">,
  walletId: bigint,
  atMs: number,
  how: "reserved" | "released" | "completed",
): Promise<void> {
  const { day, month } = limitDay(order.operator, atMs);
  const sign = how === "released" ? -1 : 1;
  await tx.run(
    "select usage_out($1, $2, $3, $4, $5, $6)",
    [walletId, day, month, BigInt(sign) * order.amountMinor, sign, how === "reserved" ? new Date(atMs) : null],
    "disburse_usage",
  );
}

/** Raises an alert about a payout, or renews the open one of the same kind. */
export async function alertAbout(
  app: App,
  tx: Tx,
  kind: "disburse_differs" | "disburse_returned",
  order: Disburse,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await raiseAlert(app, tx, {
    kind,
    object: { type: "disburse", id: order.id },
    merchantId: order.merchantId,
    walletId: order.walletId,
    amountMinor: order.amountMinor,
    data,
  });
}
