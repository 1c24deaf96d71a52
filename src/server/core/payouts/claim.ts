/**
 * The first half of sending: an order that waits gets a wallet and an attempt, in one transaction. The attempt is
 * `created` and belongs to the process that holds its lease; nothing is sent yet.
 */
import { transition } from "../../../contract/life-cycles.ts";
import type { ApiType } from "../../../contract/operators.ts";
import { payoutOutlook, routePayout, type PayoutRouting } from "../../../domain/payouts/routing.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { isOverdrawn } from "../ledger/overdrawn.ts";
import { closedFor } from "../switches/closed.ts";
import { payingWallets } from "./paying-wallets.ts";
import { lockDisburse, readAttempt, type Disburse } from "./store.ts";
import { change, changedEvent, freeze, timeline, useLimits, type Emit } from "./writing.ts";
import { LEASE_MS, ROUTE_AGAIN_MS, type Claimed } from "./attempt-lease.ts";

/** How many wallets' answers are kept with an order. */
const ROUTING_KEPT = 12;

/** Orders that wait for a wallet and are due, longest waiting first. */
export async function dueOrders(app: App, limit: number): Promise<bigint[]> {
  const rows = await app.db.rows<{ id: bigint }>(
    "select id from disburses where status in ('pending', 'approved') and (route_after is null or route_after <= $1) order by route_after nulls first, id limit $2",
    [new Date(app.now()), limit],
    "disburse_due",
  );
  return rows.map((row) => row.id);
}

/** Keeps, without moving the version on, why an order waits; a screen that shows it is told when that is new. */
async function keepWaiting(app: App, tx: Tx, order: Disburse, routing: unknown, emit: Emit): Promise<void> {
  const row = await tx.one<{ fresh: boolean }>(
    `update disburses d set routing = $2, route_after = $3, queued_at = coalesce(d.queued_at, $4)
     from (select id, routing from disburses where id = $1) o where d.id = o.id returning o.routing is null as fresh`,
    [order.id, toJson(routing), new Date(app.now() + ROUTE_AGAIN_MS), new Date(app.now())],
    "disburse_wait",
  );
  if (row?.fresh) emit(changedEvent(order));
}

function routingOf(atMs: number, result: PayoutRouting): unknown {
  const { listed, rest } = payoutOutlook(result, ROUTING_KEPT);
  return {
    at: new Date(atMs).toISOString(),
    chosen: result.chosen,
    wallets: listed.map((wallet) => ({ wallet_id: wallet.walletId, result: wallet.result, share_bps: wallet.shareBps })),
    rest,
  };
}

async function begin(
  app: App,
  tx: Tx,
  order: Disburse,
  at: { walletId: bigint; rail: ApiType; costMinor: bigint; routing: unknown; nowMs: number },
  emit: Emit,
): Promise<Claimed> {
  const no = order.attemptCount + 1;
  const token = app.ids.next();
  // The operator takes its cost beside the amount: nothing else may be promised with it.
  const frozen = order.amountMinor + at.costMinor;
  const now = new Date(at.nowMs);
  await tx.run(
    `insert into disburse_attempts (disburse_id, no, wallet_id, rail, status, reference, amount, frozen, started_at, lease_until, lease_token)
     values ($disburse_id, $no, $wallet_id, $rail, 'created', $reference, $amount, $frozen, $started_at, $lease_until, $lease_token)`,
    {
      disburse_id: order.id,
      no,
      wallet_id: at.walletId,
      rail: at.rail,
      reference: `${app.publicIds.encode("disburse", order.id)}A${no}`,
      amount: order.amountMinor,
      frozen,
      started_at: now,
      lease_until: new Date(at.nowMs + LEASE_MS),
      lease_token: token,
    },
    "attempt_insert",
  );
  const columns = { wallet_id: at.walletId, attempt_count: no, routing: toJson(at.routing), queued_at: null, route_after: null };
  const changed = await change(tx, order, { status: transition("disburses", order.status, "dispatch"), reason: null, columns });
  const started: Disburse = { ...changed, walletId: at.walletId, attemptCount: no };
  await freeze(tx, at.walletId, frozen);
  await useLimits(tx, order, at.walletId, at.nowMs, "reserved");
  await timeline(app, tx, order.id, "dispatched", { attempt: no, way: at.rail, wallet_id: app.publicIds.encode("wallet", at.walletId) });
  emit(changedEvent(started), { kind: "wallets", objectId: at.walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  const attempt = await readAttempt(tx, { disburseId: order.id, no });
  if (!attempt) throw new Error("an attempt was not written");
  return { order: started, attempt, token };
}

/**
 * Gives an order its wallet and its next attempt.
 * @returns null when it waits on: no wallet fits, its way is closed, or it has changed meanwhile
 */
export async function claimOrder(app: App, id: bigint, emit: Emit): Promise<Claimed | null> {
  return app.db.tx(async (tx) => {
    const place = await tx.one<{ operator: Disburse["operator"] }>("select operator from disburses where id = $1", [id], "disburse_place");
    if (!place) return null;
    await lockRouting(tx, place.operator);
    const order = doneOf(await lockDisburse(tx, id));
    if (order.status !== "pending" && order.status !== "approved") return null;
    const nowMs = Math.floor(app.now());
    // A merchant that a reversal took below zero pays nothing out until it is level again (rule 8).
    const stopped =
      (await closedFor(app, { direction: "out", operator: order.operator, merchantId: order.merchantId })) || (await isOverdrawn(tx, order.merchantId));
    if (stopped) {
      await keepWaiting(app, tx, order, { at: new Date(nowMs).toISOString(), chosen: null, wallets: [] }, emit);
      return null;
    }
    const { wallets, rails } = await payingWallets(app, tx, order.operator, order.amountMinor, nowMs);
    const result = routePayout(wallets, order.amountMinor, nowMs);
    const routing = routingOf(nowMs, result);
    const rail = result.chosen === null ? undefined : rails.get(result.chosen);
    if (result.chosen === null || rail === undefined) {
      await keepWaiting(app, tx, order, routing, emit);
      return null;
    }
    const costMinor = wallets.find((wallet) => wallet.id === result.chosen)?.costMinor ?? 0n;
    return begin(app, tx, order, { walletId: result.chosen, rail, costMinor, routing, nowMs }, emit);
  });
}
