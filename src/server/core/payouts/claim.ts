/**
 * The first half of sending: an order that waits gets a wallet and an attempt, in one transaction. The attempt is
 * `created` and belongs to the process that holds its lease; nothing is sent yet.
 */
import { transition } from "../../../contract/life-cycles.ts";
import type { ApiType } from "../../../contract/operators.ts";
import { routePayout, type PayoutRouting } from "../../../domain/payouts/routing.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { isOverdrawn } from "../ledger/overdrawn.ts";
import { closedFor } from "../switches/closed.ts";
import { payingWallets } from "./paying-wallets.ts";
import { lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { change, changedEvent, freeze, timeline, useLimits, type Emit } from "./writing.ts";

/** How long one process has an attempt to itself, ms. Longer than any submission may last. */
export const LEASE_MS = 120_000;
/** Pause before an order that found no wallet is looked at again, ms. */
const ROUTE_AGAIN_MS = 10_000;
/** How many wallets' answers are kept with an order. */
const ROUTING_KEPT = 12;

/** An attempt that this process may send. */
export interface Claimed {
  readonly order: Disburse;
  readonly attempt: Attempt;
  readonly token: bigint;
}

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
  const kept = result.wallets.filter((wallet, index) => index < ROUTING_KEPT || wallet.walletId === result.chosen);
  return {
    at: new Date(atMs).toISOString(),
    chosen: result.chosen,
    wallets: kept.map((wallet) => ({ wallet_id: wallet.walletId, result: wallet.result, share_bps: wallet.shareBps })),
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
     values ($1, $2, $3, $4, 'created', $5, $6, $7, $8, $9, $10)`,
    [
      order.id,
      no,
      at.walletId,
      at.rail,
      `${app.publicIds.encode("disburse", order.id)}A${no}`,
      order.amountMinor,
      frozen,
      now,
      new Date(at.nowMs + LEASE_MS),
      token,
    ],
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

/** Attempts whose process went away before it said that it would send them: certainly not sent. */
export function abandoned(app: App, limit: number): Promise<AttemptKey[]> {
  return app.db.rows<AttemptKey>(
    `select disburse_id as "disburseId", no from disburse_attempts where status = 'created' and lease_until <= $1 order by lease_until limit $2`,
    [new Date(app.now()), limit],
    "attempt_abandoned",
  );
}

/** True when what was allowed as the attempt began is not any more: a switch or a person has closed its way since. */
async function closedSince(app: App, tx: Tx, order: Disburse, walletId: bigint): Promise<boolean> {
  if (await closedFor(app, { direction: "out", operator: order.operator, merchantId: order.merchantId, walletId })) return true;
  const wallet = await tx.one<{ pays: boolean }>(
    `select w.enabled and w.payout and w.disburses_open and w.deleted_at is null and not coalesce(c.payouts_frozen, false) as pays
     from wallets w left join wallet_continuity c on c.wallet_id = w.id where w.id = $1`,
    [walletId],
  );
  return wallet?.pays !== true;
}

/**
 * Takes over an attempt that was never sent. One whose way is closed by now waits with its money frozen, as it is; it is
 * looked at again later.
 * @returns null when another process was faster, or when it waits
 */
export async function takeOver(app: App, key: AttemptKey): Promise<Claimed | null> {
  return app.db.tx(async (tx) => {
    const order = doneOf(await lockDisburse(tx, key.disburseId));
    const found = await readAttempt(tx, key);
    const waits = found === null || (await closedSince(app, tx, order, found.walletId));
    const token = app.ids.next();
    const nowMs = app.now();
    const mine = await tx.run(
      "update disburse_attempts set lease_token = $3, lease_until = $4 where disburse_id = $1 and no = $2 and status = 'created' and lease_until <= $5",
      [key.disburseId, key.no, token, new Date(nowMs + (waits ? ROUTE_AGAIN_MS : LEASE_MS)), new Date(nowMs)],
    );
    const attempt = mine === 1 && !waits && order.status === "processing" ? await readAttempt(tx, key) : null;
    return attempt && { order, attempt, token };
  });
}

/**
 * The intent: from here on the attempt may have been sent, whatever happens. Only the holder of the lease gets through,
 * and only once.
 */
export async function intend(app: App, claimed: Claimed): Promise<boolean> {
  const { order, attempt, token } = claimed;
  return app.db.tx(async (tx) => {
    await tx.run("select 1 from disburses where id = $1 for no key update", [order.id]);
    const nowMs = app.now();
    const mine = await tx.run(
      `update disburse_attempts set status = $6, lease_until = $4 where disburse_id = $1 and no = $2 and status = 'created' and lease_token = $3 and lease_until > $5`,
      [order.id, attempt.no, token, new Date(nowMs + LEASE_MS), new Date(nowMs), transition("disburse_attempts", "created", "send")],
      "attempt_intend",
    );
    return mine === 1;
  });
}
