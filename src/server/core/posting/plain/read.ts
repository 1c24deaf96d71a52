/** What messages may be about, read one question after another. What is meant is locked: the wallet first, then the orders by id. */
import type { App } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { lateSince } from "../../acceptance/limits.ts";
import type { Facts, Incoming } from "../facts.ts";
import { factsOfHeld, type HeldRow } from "../held.ts";
import { lockOpenOrders } from "../lock-order.ts";
import { ownNumbers } from "../own-accounts.ts";
import type { Booked, Opened, OpenWallet, Used } from "../opened.ts";

/** A message to read for, and what it would be known again by. */
type Asked = Pick<Incoming, "facts" | "keys">;

/** Reads for one wallet. @param item a message of it that has come; null: only what waits is taken up */
export async function readPlainly(app: App, tx: Tx, walletId: bigint, item: Asked | null): Promise<Opened> {
  const wallets = await tx.rows<OpenWallet>(
    `select wallet_id as "walletId", balance, last_sms_id as "lastSmsId", (extract(epoch from last_operator_time) * 1000)::float8 as "lastPrintedMs", prints,
       exists (select 1 from unreported_movements m where m.wallet_id = c.wallet_id and m.ended_at is null) as awaits
     from wallet_continuity c where wallet_id = $1 for no key update of c`,
    [walletId],
    "plain_wallet",
  );
  const discrepancies = await tx.rows<Opened["discrepancies"][number]>(
    `select id, wallet_id as "walletId", from_balance as "fromMinor", to_balance as "toMinor", skipped from wallet_discrepancies where wallet_id = $1 and closed_at is null`,
    [walletId],
    "plain_discrepancies",
  );
  const waiting = await tx.rows<HeldRow>(
    `select s.*, w.wallet_type from (
       select * from sms where wallet_id = $1 and (match_status = 'held' or (match_status = 'review' and booked_txn is null))
       order by match_status, case match_status when 'held' then id else -id end limit 500) s
     join wallets w on w.id = s.wallet_id order by s.id`,
    [walletId],
    "plain_held",
  );
  const isOwn = await ownNumbers(app);
  const held = waiting.map((row) => factsOfHeld(row, isOwn));
  const asked = item === null ? held : [item.facts, ...held];
  const orderIds = new Set<bigint>();
  const used: Used[] = [];
  const booked: Booked[] = [];
  for (const facts of asked) {
    for (const id of await meantBy(app, tx, facts)) orderIds.add(id);
    used.push(...(await usesOf(tx, facts)));
    booked.push(...(await bookingsOf(tx, facts)));
  }
  const orders = await lockOpenOrders(tx, [...orderIds]);
  return { known: await knownBy(tx, item), wallets, discrepancies, orders, used, booked, held };
}

/** A stored message as a run works with it. @throws Error for one that is not there */
export async function factsOfStored(app: App, tx: Tx, id: bigint): Promise<Facts> {
  const row = await tx.one<HeldRow>("select s.*, w.wallet_type from sms s join wallets w on w.id = s.wallet_id where s.id = $1", [id]);
  if (row === null) throw new Error(`there is no message ${id}`);
  return factsOfHeld(row, await ownNumbers(app));
}

/** Orders that a message could mean: of its wallet and amount; by its TrxID; by the number that the payer wrote. */
async function meantBy(app: App, tx: Tx, { walletId, operator, amount, trxKey, reference }: Facts): Promise<bigint[]> {
  const ids = async (name: string, text: string, values: readonly unknown[]): Promise<bigint[]> =>
    (await tx.rows<{ id: bigint }>(text, values, name)).map((row) => row.id);
  const written = reference?.trim() ?? null;
  const publicId = reference ? app.publicIds.decode("payment", reference) : null;
  return [
    ...(await ids(
      "plain_by_amount",
      "select payment_id as id from open_payments where wallet_id = $1 and amount = $2 and (expired_at is null or expired_at > $3)",
      [walletId, amount, lateSince(app)],
    )),
    ...(await ids(
      "plain_by_trx_here",
      `select q.payment_id as id from order_trx q join payments p on p.id = q.payment_id
       where q.operator = $1 and q.trx_key = $2 and q.open and p.wallet_id = $3 and p.amount = $4`,
      [operator, trxKey, walletId, amount],
    )),
    ...(await ids("plain_by_trx", "select payment_id as id from order_trx where operator = $1 and trx_key = $2 and open order by payment_id limit 10", [
      operator,
      trxKey,
    ])),
    ...(await ids("plain_by_number", "select order_id as id from merchant_order_keys where key = $1 and direction = 'payment' limit 20", [written])),
    ...(publicId === null ? [] : [publicId]),
  ];
}

/** What the message's TrxID was used for. */
function usesOf(tx: Tx, { operator, trxKey }: Facts): Promise<Used[]> {
  return tx.rows<Used>(
    `select operator, trx_key as "trxKey", direction, object_type as "objectType", object_id as "objectId", sms_id as "messageId", amount, wallet_id as "walletId"
     from trx_used where operator = $1 and trx_key = $2`,
    [operator, trxKey],
    "plain_uses",
  );
}

/** Messages of the wallet that are booked with the message's TrxID. */
function bookingsOf(tx: Tx, { walletId, trxKey }: Facts): Promise<Booked[]> {
  return tx.rows<Booked>(
    `select b.wallet_id as "walletId", b.kind, b.trx_key as "trxKey", b.sms_id as "messageId", s.amount, s.balance, s.direction
     from sms_bookings b join sms s on s.id = b.sms_id where b.wallet_id = $1 and b.trx_key = $2`,
    [walletId, trxKey],
    "plain_bookings",
  );
}

/** What a message may repeat: stored ones by their keys, booked ones by its TrxID. */
export async function readKnown(tx: Tx, item: Incoming): Promise<Pick<Opened, "known" | "booked">> {
  return { known: await knownBy(tx, item), booked: await bookingsOf(tx, item.facts) };
}

/** Stored messages that this one may repeat. */
async function knownBy(tx: Tx, item: Asked | null): Promise<Opened["known"]> {
  if (item === null) return [];
  return tx.rows<Opened["known"][number]>(
    `select encode(key, 'hex') as key, sms_id as "messageId", (extract(epoch from at) * 1000)::float8 as "atMs" from sms_keys where key = any ($1)`,
    [item.keys.map((key) => Buffer.from(key.key, "hex"))],
    "plain_known",
  );
}
