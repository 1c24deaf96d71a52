/**
 * Orders in review whose message turned out to be another order's. A claim that did not fit put them before a person; now there
 * is nothing left to decide. They were never paid, so they expire: their place in the limits is free again, their merchants
 * are told, and their own money, should it come, completes them as late money. They do not become pending again: their wallet
 * and amount may have been given to another order meanwhile.
 */
import { formatAmount, formatAmountOrNull } from "../../contract/money.ts";
import type { App, OutgoingEvent } from "../context.ts";
import type { Tx } from "../db/pool.ts";
import { Booker } from "../intake/booker.ts";
import { lockOrder, openOnly } from "../intake/lock-order.ts";
import { applyBooker } from "../intake/settle-by-hand.ts";

const AT_ONCE = 200;
/** The message that an order in review waits with settled something else. */
const ELSEWHERE = "s.match_status = 'matched' and s.payment_id is distinct from p.id";

interface Lost {
  readonly message_id: bigint;
  readonly trx_id: string | null;
  readonly amount: bigint | null;
  readonly next: bigint | null;
}

async function release(app: App, tx: Tx, id: bigint, emit: (...events: OutgoingEvent[]) => void): Promise<void> {
  const order = await lockOrder(tx, id);
  const lost = await tx.one<Lost>(
    `select p.message_id, s.trx_id, s.amount, (select n.id from sms n where n.payment_id = p.id and n.match_status = 'review' order by n.id limit 1) as next
     from payments p join sms s on s.id = p.message_id where p.id = $1 and p.status = 'review' and ${ELSEWHERE}`,
    [id],
  );
  if (!lost) return;
  const booker = new Booker(app);
  booker.timeline(id, "claim_released", {
    trx_id: lost.trx_id,
    message_id: app.publicIds.encode("sms", lost.message_id),
    ordered: formatAmount(order.amountMinor),
    received: formatAmountOrNull(lost.amount),
  });
  if (lost.next !== null) {
    // Another message waits with it: that one is still to be decided.
    await tx.run("update payments set message_id = $2, version = version + 1 where id = $1", [id, lost.next]);
    booker.events.push({ kind: "payments", objectId: id, version: order.version + 1, change: "changed", merchantId: order.merchantId });
    await applyBooker(app, tx, booker, emit);
    return;
  }
  await booker.end(openOnly(order, ["review"]), "expired", "trx_elsewhere", null);
  await applyBooker(app, tx, booker, emit);
  // Among the expired ones again, where matching looks for late money.
  await tx.run(
    `insert into open_payments (payment_id, wallet_id, amount, payer, expires_at, expired_at)
     select id, wallet_id, amount, coalesce(customer, ''), expires_at, now() from payments where id = $1 on conflict do nothing`,
    [id],
  );
}

/** Lets such orders go. Answers how many were looked at. */
export async function releaseClaims(app: App): Promise<number> {
  const rows = await app.db.rows<{ id: bigint }>(
    `select p.id from payments p join sms s on s.id = p.message_id where p.aside = 'review' and ${ELSEWHERE} order by p.id limit ${AT_ONCE}`,
  );
  for (const { id } of rows) {
    let events: OutgoingEvent[] = [];
    try {
      await app.db.tx(async (tx) => {
        events = [];
        await release(app, tx, id, (...more) => events.push(...more));
      });
    } catch (error) {
      // One that cannot be let go of does not keep the others.
      app.log.error({ err: error, payment: id.toString() }, "an order in review could not let go of its message");
      continue;
    }
    if (events.length > 0) app.events.publish(events);
  }
  if (rows.length > 0) app.wakeOutbox();
  return rows.length;
}
