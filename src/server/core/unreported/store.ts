/**
 * Movements of a wallet that somebody said (a person, a phone, an operator's answer) and that no message has reported yet:
 * money in transit. Whoever writes here holds the lock of the wallet's continuity row.
 */
import type { SaidMoney } from "../../../domain/ledger/postings.ts";
import { formatAmount } from "../../../contract/money.ts";
import { Refused } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** What a movement is of. */
export type SaidObject = "payment" | "disburse" | "transfer" | "withdrawal";
/** True for a type of object that movements can be of. */
export const isSaidObject = (type: string): type is SaidObject => type === "payment" || type === "disburse" || type === "transfer" || type === "withdrawal";

/** A movement as it is said. Amounts are minor units. */
export interface SaidMovement {
  readonly walletId: bigint;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  /** What the operator is expected to take beside the amount. */
  readonly expectedCostMinor: bigint;
  readonly object: { readonly type: SaidObject; readonly id: bigint };
  readonly source: "person" | "device" | "operator";
  /** Claimed; null: none was given. */
  readonly trx: { readonly id: string; readonly key: string } | null;
  /** Number of whoever stands across. */
  readonly counterparty: string | null;
}

/** A movement that waits for its message. */
export interface OpenMovement {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly operator: string;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  readonly objectType: SaidObject;
  readonly objectId: bigint;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  readonly counterparty: string | null;
}

/** True where the wallet's messages are forwarded, or ever were: what is said of it is in transit until its message comes. */
export async function awaitsReport(q: Queryable, walletId: bigint): Promise<boolean> {
  const row = await q.one<{ awaits: boolean }>(
    `select c.balance is not null or c.last_sms_id is not null
       or exists (select 1 from device_links l join devices d on d.id = l.device_id where l.wallet_id = c.wallet_id and l.ended_at is null and l.bound_at is not null and d.revoked_at is null) as awaits
     from wallet_continuity c where c.wallet_id = $1`,
    [walletId],
    "awaits_report",
  );
  return row?.awaits ?? false;
}

/**
 * Notes what was said, where a message will follow, and answers it as a source of postings. The caller books it in the
 * same transaction and has locked the wallet's continuity row.
 * @param feeMinor what the operator took, as far as it was said: booked at once only where no message will tell
 */
export async function sayMovement(app: App, tx: Tx, said: SaidMovement, feeMinor = 0n): Promise<SaidMoney> {
  const awaits = await awaitsReport(tx, said.walletId);
  if (awaits)
    await tx.run(
      `insert into unreported_movements (id, wallet_id, direction, amount, expected_cost, object_type, object_id, source, trx_id, trx_key, counterparty, said_at)
       values ($id, $wallet_id, $direction, $amount, $expected_cost, $object_type, $object_id, $source, $trx_id, $trx_key, $counterparty, to_timestamp($said_at / 1000.0))`,
      {
        id: app.ids.next(),
        wallet_id: said.walletId,
        direction: said.direction,
        amount: said.amountMinor,
        expected_cost: said.expectedCostMinor,
        object_type: said.object.type,
        object_id: said.object.id,
        source: said.source,
        trx_id: said.trx?.id ?? null,
        trx_key: said.trx?.key ?? null,
        counterparty: said.counterparty,
        said_at: app.now(),
      },
      "say_movement",
    );
  return { from: "said", walletId: said.walletId, direction: said.direction, amountMinor: said.amountMinor, awaitsReport: awaits, feeMinor };
}

const COLUMNS = `m.id, m.wallet_id as "walletId", w.operator, m.direction, m.amount as "amountMinor", m.object_type as "objectType", m.object_id as "objectId", m.trx_id as "trxId", m.trx_key as "trxKey", m.counterparty`;

/** What waits for its message on some wallets, oldest first. */
export function openMovements(q: Queryable, walletIds: readonly bigint[]): Promise<OpenMovement[]> {
  return q.rows<OpenMovement>(
    `select ${COLUMNS} from unreported_movements m join wallets w on w.id = m.wallet_id where m.wallet_id = any ($1::bigint[]) and m.ended_at is null order by m.id`,
    [walletIds],
    "open_movements",
  );
}

/** What waits for its message of one object; a transfer has two directions. */
export function movementOf(q: Queryable, type: SaidObject, id: bigint, direction: "credit" | "debit"): Promise<OpenMovement | null> {
  return q.one<OpenMovement>(
    `select ${COLUMNS} from unreported_movements m join wallets w on w.id = m.wallet_id where m.object_type = $1 and m.object_id = $2 and m.direction = $3 and m.ended_at is null`,
    [type, id, direction],
    "movement_of",
  );
}

/** The message of a movement came: it is in transit no longer. */
export async function endReported(tx: Tx, movement: OpenMovement, smsId: bigint): Promise<void> {
  const done = await tx.run("update unreported_movements set ended_at = now(), ended_by = 'message', sms_id = $2 where id = $1 and ended_at is null", [
    movement.id,
    smsId,
  ]);
  if (done !== 1) throw new Error(`movement ${movement.id} ended under its wallet's lock`);
}

/** What was said is taken back: nothing waits for a message any more, and its claimed TrxID is free. Answers what it was. */
export async function takeBack(tx: Tx, type: SaidObject, id: bigint, direction: "credit" | "debit"): Promise<OpenMovement | null> {
  const movement = await movementOf(tx, type, id, direction);
  if (!movement) return null;
  await tx.run("update unreported_movements set ended_at = now(), ended_by = 'taken_back' where id = $1 and ended_at is null", [movement.id]);
  await unclaim(tx, movement);
  return movement;
}

/** Gives the TrxID that a movement claims back. */
export async function unclaim(tx: Tx, of: Pick<OpenMovement, "operator" | "trxKey" | "direction" | "objectType" | "objectId">): Promise<void> {
  if (of.trxKey === null) return;
  await tx.run("select trx_unclaim($1, $2, $3, $4, $5)", [of.operator, of.trxKey, of.direction, of.objectType, of.objectId], "trx_unclaim");
}

const KEYS = {
  payment: "update payments set trx_key = null where id = $1",
  disburse: "update disburses set trx_key = null where id = $1",
  // The reference under which a withdrawal was paid is a part of it, whatever it turns out to be.
  withdrawal: null,
  transfer: { debit: "update transfers set out_trx_key = null where id = $1", credit: "update transfers set in_trx_key = null where id = $1" },
} as const;

/**
 * A movement loses its claim and goes on waiting for its message: the TrxID is free, and its object is found by it no more; what
 * was typed stays to be read. Answers false where it waits no longer. It takes no lock but those of the rows, so that a
 * batch may end a claim on another wallet.
 */
async function loseClaim(tx: Tx, movement: OpenMovement, contradictedBy: bigint | null): Promise<boolean> {
  const done = await tx.run(
    "update unreported_movements set trx_key = null, contradicted_by = coalesce($2, contradicted_by) where id = $1 and ended_at is null",
    [movement.id, contradictedBy],
    "lose_claim",
  );
  if (done !== 1) return false;
  await unclaim(tx, movement);
  const key = KEYS[movement.objectType];
  const forget = key === null || typeof key === "string" ? key : key[movement.direction];
  if (forget !== null) await tx.run(forget, [movement.objectId]);
  return true;
}

/** A message carries the claimed TrxID and tells of something else. Answers false where the movement waits no longer. */
export const refuteClaim = (tx: Tx, movement: OpenMovement, smsId: bigint): Promise<boolean> => loseClaim(tx, movement, smsId);

/** A person gives the TrxID to another movement. Answers false where this one waits no longer. */
export const yieldClaim = (tx: Tx, movement: OpenMovement): Promise<boolean> => loseClaim(tx, movement, null);

/**
 * What a wallet can still promise, minor units: its books less what is frozen, less what was said to have left, less what
 * that is expected to cost. Payouts, transfers, withdrawals and acts by hand all ask here. The caller holds the routing
 * lock of the wallet's operator: nobody else promises meanwhile.
 */
async function freeOf(q: Queryable, walletId: bigint): Promise<bigint> {
  const row = await q.one<{ free: bigint }>("select wallet_free($1) as free", [walletId], "wallet_free");
  return row?.free ?? 0n;
}

/** What speaks against a wallet's giving this much: insufficient_balance naming the field; null: it is free. */
export async function requireFree(q: Queryable, walletId: bigint, neededMinor: bigint, field: string): Promise<Refused | null> {
  const free = await freeOf(q, walletId);
  if (free >= neededMinor) return null;
  return new Refused("insufficient_balance", {
    fields: { [field]: "too_large" },
    details: { available: formatAmount(free), needed: formatAmount(neededMinor) },
  });
}
