/** Words of the operator that it took a payment's money back, of payments that two people have reversed before: nobody has to look at them. */
import { doneOf } from "../../platform/answer.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { reversedBefore } from "../../core/posting/reversals.ts";

/** The operator's word that it took money back, of which nobody knows yet what it is. */
const UNMATCHED = "s.kind = 'reversal' and s.direction = 'debit' and s.match_status = 'unmatched'";
const AMOUNT = "s.amount + coalesce(s.extra, 0)";
/** The word for a payment that a person has reversed before it came: it says nothing new. */
const SAID_BEFORE = `${UNMATCHED} and p.reversed_at is not null and ${AMOUNT} = p.received_amount`;
const ALERTED = "a.kind = 'payment_reversed' and a.object_type = 'sms' and a.status in ('open', 'claimed', 'muted')";

type Emit = (...events: OutgoingEvent[]) => void;

const idsOf = async (app: App, text: string): Promise<bigint[]> => (await app.db.rows<{ id: bigint }>(text)).map((row) => row.id);

/** Those that name their payment. */
export const knownReversals = (app: App, limit: number): Promise<bigint[]> =>
  idsOf(
    app,
    `select s.id from alerts a join sms s on s.id = a.object_id join payments p on p.id = s.payment_id where ${ALERTED} and ${SAID_BEFORE} order by s.id limit ${limit}`,
  );

/** Those with a TrxID of their own, of an amount that was reversed. */
export const unnamedReversals = (app: App, limit: number): Promise<bigint[]> =>
  idsOf(
    app,
    `select s.id from alerts a join sms s on s.id = a.object_id
     where ${ALERTED} and ${UNMATCHED} and s.payment_id is null
       and exists (select from manual_operations o where o.kind = 'payment_reversal' and o.status = 'applied' and o.amount = ${AMOUNT})
     order by s.id limit ${limit}`,
  );

async function closed(app: App, tx: Tx, id: bigint, version: number, emit: Emit): Promise<void> {
  await resolveAlerts(app, tx, { kinds: ["payment_reversed"], object: { type: "sms", id } }, null);
  emit({ kind: "sms", objectId: id, version: version + 1, change: "changed", merchantId: null });
}

/** A reversal that came after its payment was reversed is the payment's. */
export async function knownReversal(app: App, tx: Tx, id: bigint, emit: Emit): Promise<void> {
  const { version } = doneOf(await lockSms(tx, id));
  const done = await tx.run(
    `update sms s set match_status = 'matched', version = s.version + 1 from payments p where s.id = $1 and p.id = s.payment_id and ${SAID_BEFORE}
       and not exists (select from sms o where o.payment_id = p.id and o.kind = 'reversal' and o.match_status = 'matched')`,
    [id],
  );
  if (done > 0) await closed(app, tx, id, version, emit);
}

/** As {@link knownReversal}, where the operator's word has a TrxID of its own. */
export async function unnamedReversal(app: App, tx: Tx, id: bigint, emit: Emit): Promise<void> {
  const { version } = doneOf(await lockSms(tx, id));
  const payment = await reversedBefore(tx, id);
  if (payment === null) return;
  const done = await tx.run("update sms set match_status = 'matched', payment_id = $2, version = version + 1 where id = $1 and match_status = 'unmatched'", [
    id,
    payment,
  ]);
  if (done > 0) await closed(app, tx, id, version, emit);
}
