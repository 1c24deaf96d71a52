/**
 * Orders in review whose message turned out to be another order's. A claim that did not fit put them before a person; now there
 * is nothing left to decide. They were never paid, so they expire: their place in the limits is free again, their merchants
 * are told, and their own money, should it come, completes them as late money. They do not become pending again: their wallet
 * and amount may have been given to another order meanwhile.
 */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { endOrder } from "../../core/posting/payment-events.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockOrder, lockSms, openOnly } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { knownReversal, knownReversals, unnamedReversal, unnamedReversals } from "./known-reversals.ts";

const AT_ONCE = 200;
/** The message that an order in review waits with has paid something else. */
const ELSEWHERE = "s.match_status = 'matched' and s.payment_id is distinct from p.id";

interface Lost {
  readonly message_id: bigint;
  readonly trx_id: string | null;
  readonly amount: bigint | null;
  readonly next: bigint | null;
}

async function release(app: App, tx: Tx, id: bigint, emit: (...events: OutgoingEvent[]) => void): Promise<void> {
  const order = doneOf(await lockOrder(tx, id));
  const lost = await tx.one<Lost>(
    `select p.message_id, s.trx_id, s.amount, (select n.id from sms n where n.payment_id = p.id and n.match_status = 'review' order by n.id limit 1) as next
     from payments p join sms s on s.id = p.message_id where p.id = $1 and p.status = 'review' and ${ELSEWHERE}`,
    [id],
  );
  if (!lost) return;
  const poster = new Poster(app);
  poster.timeline(id, "claim_released", {
    trx_id: lost.trx_id,
    message_id: app.publicIds.encode("sms", lost.message_id),
    ordered: formatAmount(order.amountMinor),
    received: formatAmountOrNull(lost.amount),
  });
  if (lost.next !== null) {
    // Another message waits with it: that one is still to be decided.
    await tx.run("update payments set message_id = $2, version = version + 1 where id = $1", [id, lost.next]);
    poster.events.push({ kind: "payments", objectId: id, version: order.version + 1, change: "changed", merchantId: order.merchantId });
    await applyPosting(app, tx, poster, emit);
    return;
  }
  await endOrder(poster, doneOf(openOnly(order, ["review"])), "expire", "trx_elsewhere", null);
  await applyPosting(app, tx, poster, emit);
  // Among the expired ones again, where matching looks for late money.
  await tx.run(
    `insert into open_payments (payment_id, wallet_id, amount, payer, expires_at, expired_at)
     select id, wallet_id, amount, coalesce(customer, ''), expires_at, now() from payments where id = $1 on conflict do nothing`,
    [id],
  );
}

/**
 * A message that waited with an order which has ended otherwise (another message paid it, a person completed it by hand) belongs to
 * nobody again: its money stands in the queue, and can be matched, put aside or written off.
 */
async function free(app: App, tx: Tx, id: bigint, emit: (...events: OutgoingEvent[]) => void): Promise<void> {
  const { version } = doneOf(await lockSms(tx, id));
  const freed = await tx.run(
    `update sms s set match_status = case when s.booked_txn is null then 'review' else 'unmatched' end, payment_id = null, version = s.version + 1
     from payments p where s.id = $1 and s.match_status = 'review' and p.id = s.payment_id and p.status <> 'review'`,
    [id],
  );
  if (freed > 0) emit({ kind: "sms", objectId: id, version: version + 1, change: "changed", merchantId: null });
}

/** Each in a transaction of its own: one that cannot be let go of does not keep the others. */
async function each(app: App, ids: readonly bigint[], work: typeof release): Promise<void> {
  for (const id of ids) {
    let events: OutgoingEvent[] = [];
    try {
      await app.db.tx(async (tx) => {
        events = [];
        await work(app, tx, id, (...more) => events.push(...more));
      });
    } catch (error) {
      app.log.error({ err: error, id: id.toString() }, "an order or message in review could not be let go of");
      continue;
    }
    if (events.length > 0) app.events.publish(events);
  }
}

/** Lets such orders go, and messages whose orders have gone on without them. */
export async function releaseClaims(app: App): Promise<void> {
  const orders = await app.db.rows<{ id: bigint }>(
    `select p.id from payments p join sms s on s.id = p.message_id where p.aside = 'review' and ${ELSEWHERE} order by p.id limit ${AT_ONCE}`,
  );
  const messages = await app.db.rows<{ id: bigint }>(
    `select s.id from sms s join payments p on p.id = s.payment_id where s.match_status = 'review' and p.status <> 'review' order by s.id limit ${AT_ONCE}`,
  );
  await each(
    app,
    orders.map((row) => row.id),
    release,
  );
  await each(
    app,
    messages.map((row) => row.id),
    free,
  );
  await each(app, await knownReversals(app, AT_ONCE), knownReversal);
  await each(app, await unnamedReversals(app, AT_ONCE), unnamedReversal);
  if (orders.length > 0) app.wakeOutbox();
}
