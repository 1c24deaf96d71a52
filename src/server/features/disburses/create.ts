/** POST /v1/disburses: a merchant asks to pay money out. The order and its hold are one transaction. */
import { createHash } from "node:crypto";
import type { DisburseCreate, MerchantDisburse } from "../../../contract/disburses.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { parseAmount } from "../../../contract/money.ts";
import { payoutHeld } from "../../../domain/ledger/postings-payouts.ts";
import { Undone } from "../../platform/db/undone.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import { Refused } from "../../platform/refusal.ts";
import type { App, MerchantCtx, OutgoingEvent } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { countOrders } from "../../core/orders/observe.ts";
import { claim, storeAnswer, type IdempotencyClaim } from "../../platform/http/call.ts";
import { orderByNumber } from "../../core/orders/merchant-number.ts";
import { loadMerchantDisburse } from "./orders.ts";
import { bookPayout, changedEvent, timeline } from "../../core/payouts/writing.ts";
import type { EventActor } from "../../core/timeline.ts";
import { type PayoutOrder, readPayout, checkPayout } from "./asked.ts";

/** Same content gives the same hash; another content under one merchant order id is a conflict. */
function contentHash(order: PayoutOrder): Buffer {
  return createHash("sha256")
    .update(toJson([order.amountMinor, order.operator, order.customer, order.userRef, order.notifyUrl, order.metadata]))
    .digest();
}

/** The order under this merchant order id, if it has the same content; with another one duplicate_order_mismatch. */
async function existing(app: App, tx: Tx, order: PayoutOrder, hash: Buffer): Promise<MerchantDisburse | Refused | null> {
  const id = await orderByNumber(tx, order.merchantId, "disburse", order.merchantOrderId);
  if (id === null) return null;
  const row = await tx.one<{ same: boolean }>("select request_hash = $2 as same from disburses where id = $1", [id, hash]);
  if (!row?.same) return new Refused("duplicate_order_mismatch", { fields: { merchant_order_id: "taken" } });
  return loadMerchantDisburse(app, tx, order.merchantId, id);
}

/** Takes the merchant's accounts under lock and looks whether they can bear it; a merchant below zero pays nothing out. */
async function balanceShort(tx: Tx, merchantId: bigint, neededMinor: bigint): Promise<Refused | null> {
  const funds = await tx.one<{ available: bigint | null }>("select merchant_funds($1) as available", [merchantId], "disburse_funds");
  const available = funds?.available ?? 0n;
  return available < neededMinor ? new Refused("insufficient_balance", { fields: { amount: "too_large" } }) : null;
}

async function insert(
  app: App,
  tx: Tx,
  id: bigint,
  order: PayoutOrder,
  feeMinor: bigint,
  hash: Buffer,
  status: "review" | "approved",
): Promise<boolean | Refused> {
  const fresh = await tx.run(
    "insert into merchant_order_keys (merchant_id, direction, key, order_id) values ($1, 'disburse', $2, $3) on conflict do nothing",
    [order.merchantId, order.merchantOrderId, id],
    "disburse_key",
  );
  if (fresh === 0) return false;
  const short = await balanceShort(tx, order.merchantId, order.amountMinor + feeMinor);
  if (short) return short;
  await tx.run(
    `insert into disburses (id, merchant_id, merchant_order_id, operator, amount, fee, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref, status, remote_ip,
       notify_url, metadata, request_hash, queued_at, reason) values ($id, $merchant_id, $merchant_order_id, $operator, $amount, $fee, $fee_rate_bps, $fee_fixed, $fee_min, $fee_max, $customer, $user_ref, $status, $remote_ip, $notify_url, $metadata, $request_hash, $queued_at, $reason)`,
    {
      id,
      merchant_id: order.merchantId,
      merchant_order_id: order.merchantOrderId,
      operator: order.operator,
      amount: order.amountMinor,
      fee: feeMinor,
      fee_rate_bps: order.feeRule.rateBps,
      fee_fixed: order.feeRule.fixedMinor,
      fee_min: order.feeRule.minMinor,
      fee_max: order.feeRule.maxMinor,
      customer: order.customer,
      user_ref: order.userRef,
      status,
      remote_ip: order.remoteIp,
      notify_url: order.notifyUrl,
      metadata: order.metadata === null ? null : toJson(order.metadata),
      request_hash: hash,
      queued_at: status === "approved" ? new Date(app.now()) : null,
      reason: status === "review" ? "above_threshold" : null,
    },
    "disburse_insert",
  );
  return true;
}

/**
 * Writes the payout with its hold, or answers the one that exists; within the caller's transaction.
 * @returns the merchant's object and whether it is new, or what is refused: nothing of the caller's transaction may stay then
 */
export async function takePayout(
  app: App,
  tx: Tx,
  order: PayoutOrder,
  by: EventActor,
  emit: (...events: OutgoingEvent[]) => void,
): Promise<{ order: MerchantDisburse; created: boolean } | Refused> {
  const hash = contentHash(order);
  // What would refuse a new order does not hide one that is there: its merchant may only have missed the answer.
  const known = await existing(app, tx, order, hash);
  if (known instanceof Refused) return known;
  if (known) return { order: known, created: false };
  const feeMinor = await checkPayout(app, order);
  if (feeMinor instanceof Refused) return feeMinor;
  const threshold = parseAmount(app.config.current.disburse_approval_threshold) ?? 0n;
  const status = order.amountMinor > threshold ? transition("disburses", "pending", "suspect") : transition("disburses", "pending", "accept");
  const id = app.ids.next();
  const isNew = await insert(app, tx, id, order, feeMinor, hash, status);
  if (isNew instanceof Refused) return isNew;
  if (!isNew) {
    const other = (await existing(app, tx, order, hash)) ?? new Refused("conflict");
    return other instanceof Refused ? other : { order: other, created: false };
  }
  await bookPayout(app, tx, id, payoutHeld({ merchantId: order.merchantId, amountMinor: order.amountMinor, feeMinor }), emit);
  await timeline(app, tx, id, status === "review" ? "review" : "accept", status === "review" ? { reason: "above_threshold" } : {}, by);
  emit(changedEvent({ id, version: 1, merchantId: order.merchantId }, "created"));
  tx.onCommit(() => countOrders("disburse", "accepted", 1));
  return { order: doneOf(await loadMerchantDisburse(app, tx, order.merchantId, id)), created: true };
}

/** Creates the payout or answers the one that exists under this merchant order id. */
export async function createDisburse(
  ctx: MerchantCtx,
  input: DisburseCreate,
  idempotency: IdempotencyClaim | null,
): Promise<Answer<{ order: MerchantDisburse; created: boolean }>> {
  const { app, actor } = ctx;
  const order = await readPayout(app, actor.merchantId, input, ctx.ip);
  if (order instanceof Refused) return order;
  let events: OutgoingEvent[] = [];
  const answer = await app.db.tx(async (tx) => {
    events = [];
    const stored = idempotency ? await claim(tx, idempotency) : null;
    if (stored) return stored;
    const taken = await takePayout(app, tx, order, { type: "merchant", id: actor.merchantId, account: actor.appId }, (...more) => events.push(...more));
    if (taken instanceof Refused) return taken;
    if (idempotency) await storeAnswer(tx, { ...idempotency, status: taken.created ? 201 : 200 }, taken.order);
    return taken;
  });
  if (!(answer instanceof Undone) && events.length > 0) app.events.publish(events);
  return answer;
}
