/**
 * A TrxID that was said before proof is a claim, which a person with a reason can move: to the TrxID that a movement really
 * has, from whoever claims it so far. Where a booked message with it waits for an explanation, it proves the movement now.
 */
import type { EventKind } from "../../../contract/events.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { SmsKind } from "../../../contract/sms.ts";
import { effectOf, type MovementDirection } from "../../../domain/ledger/message-kinds.ts";
import type { WaitingMoney } from "../../../domain/ledger/postings.ts";
import { permitAct } from "../approvals/need.ts";
import type { Waiting } from "../../platform/answer.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { type Trx, type TrxUse, trxUse } from "../orders/trx-id.ts";
import { addEvent, eventActorOf } from "../timeline.ts";
import { cameBack, cameBackRefusal } from "../posting/came-back.ts";
import { refusedCredit } from "../posting/usable.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { isSaidObject, movementOf, unclaim, yieldClaim, type OpenMovement, type SaidObject } from "./store.ts";

/** A stored message with the TrxID. */
export interface NamedSms {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly kind: SmsKind;
  readonly direction: MovementDirection;
  readonly amountMinor: bigint | null;
  readonly feeMinor: bigint | null;
  readonly extraMinor: bigint | null;
  readonly counterparty: string | null;
  readonly trxId: string | null;
  readonly status: string;
  readonly booked: boolean;
  readonly inSuspense: boolean;
  readonly reasons: string[];
  readonly paymentId: bigint | null;
  readonly elsewhere: boolean;
  readonly writtenOff: boolean;
  readonly version: number;
}

/** What a correction is about, locked. */
export interface Correction {
  readonly movement: OpenMovement;
  readonly trx: Trx;
  /** Whose claim moves; null: nobody else's. */
  readonly from: OpenMovement | null;
  /** The booked message that proves the movement now; null: the claim alone moves. */
  readonly proof: NamedSms | null;
}

/** What this correction is about, before anything is locked for good. */
interface About {
  readonly type: "payment" | "disburse";
  readonly id: bigint;
  readonly trx: Trx;
}

const usedBy = (by: string | null): Refused => new Refused("trx_used", { fields: { trx_id: "taken" }, details: { used_by: by } });

const DIRECTION = { payment: "credit", disburse: "debit" } as const;
const TABLES = { payment: "payments", disburse: "disburses", transfer: "transfers", withdrawal: "withdrawals" } as const satisfies Record<SaidObject, string>;

const holderOf = (tx: Tx, { operator, direction }: OpenMovement, trx: Trx): Promise<TrxUse | null> => trxUse(tx, operator, trx.key, direction);

/** What {@link lockClaims} found: the order's movement and whoever held the TrxID before the locks were taken. */
export interface LockedClaims {
  readonly about: About;
  readonly holder: TrxUse | null;
}

/**
 * Locks what a correction touches, in the order that holds everywhere: continuity rows of the wallets, then orders, by id. Who
 * holds the TrxID can change until then: {@link planCorrection} looks again.
 */
export async function lockClaims(tx: Tx, about: About): Promise<LockedClaims> {
  const movement = await movementOf(tx, about.type, about.id, DIRECTION[about.type]);
  const holder = movement === null ? null : await holderOf(tx, movement, about.trx);
  const other = holder !== null && holder.smsId === null ? holder : null;
  if (movement === null || other === null) return { about, holder };
  await tx.run("select 1 from wallet_continuity where wallet_id = any ($1::bigint[]) order by wallet_id for no key update", [
    [movement.walletId, other.walletId],
  ]);
  if (other.type === about.type)
    await tx.run(`select 1 from ${TABLES[about.type]} where id = any ($1::bigint[]) order by id for no key update`, [[about.id, other.id]]);
  return { about, holder };
}

const sameHolder = (one: TrxUse | null, other: TrxUse | null): boolean =>
  one === null || other === null ? one === other : one.type === other.type && one.id === other.id && one.smsId === other.smsId;

/**
 * Decides what the correction does; writes nothing. The caller has locked the order, after {@link lockClaims}, and checked its version.
 * Refuses wrong_state (nothing is unreported), conflict (somebody else moved the TrxID meanwhile), trx_used, trx_mismatch, customer_is_wallet
 */
export async function planCorrection(
  app: App,
  tx: Tx,
  { about, holder }: LockedClaims,
  order: { readonly version: number; readonly status: string },
): Promise<Correction | Refused> {
  const { type, id, trx } = about;
  const movement = await movementOf(tx, type, id, DIRECTION[type]);
  if (movement === null) return new Refused("wrong_state", { details: { status: order.status } });
  const now = await holderOf(tx, movement, trx);
  if (!sameHolder(holder, now)) return new Refused("conflict", { details: { version: order.version, status: order.status } });
  const own = now !== null && now.type === type && now.id === id;
  const from = now === null || own || now.smsId !== null || !isSaidObject(now.type) ? null : await movementOf(tx, now.type, now.id, movement.direction);
  // Proven by its message, or booked on its wallet for good when it was said: no claim any more.
  if (now !== null && !own && from === null) return usedBy(app.publicIds.encode(now.type, now.id));
  const proof = await proofOf(app, tx, movement, trx);
  if (proof instanceof Refused) return proof;
  // The claim stands as it is already, and no message can prove it.
  if (own && proof === null) return refusedField("trx_id", "taken");
  return { movement, trx, from, proof };
}

const SMS = `select id, wallet_id as "walletId", kind, direction, amount as "amountMinor", fee as "feeMinor", extra as "extraMinor", counterparty, trx_id as "trxId", match_status as status,
  booked_txn is not null as booked, in_suspense as "inSuspense", reasons, payment_id as "paymentId", disburse_id is not null or transfer_id is not null or withdrawal_id is not null as elsewhere,
  'written_off' = any (reasons) as "writtenOff", version from sms`;

/** Booked, and explained by nothing: in suspense, or unexplained. One that was put aside counts while the books hold its money. */
function waits(sms: NamedSms): boolean {
  if (!sms.booked || sms.elsewhere || !["unmatched", "review", "ignored"].includes(sms.status)) return false;
  return sms.direction === "credit" ? sms.inSuspense : sms.reasons.includes("debit_unexplained");
}

/** Not booked yet: it waits for its wallet's continuity, and is tried by the claim when it is taken up. */
const comes = (sms: NamedSms): boolean => !sms.booked && (sms.status === "held" || sms.status === "review");

/**
 * The message that proves the movement with this TrxID now. One that is held proves it by itself once its wallet's continuity
 * reaches it, so the claim alone moves: a person says here what belongs to what, and does not vouch for the continuity.
 * Refuses trx_used, trx_mismatch, customer_is_wallet
 */
async function proofOf(app: App, tx: Tx, movement: OpenMovement, trx: Trx): Promise<NamedSms | Refused | null> {
  const found = await tx.rows<NamedSms>(
    `${SMS} where trx_key = $1 and operator = $2 and direction = $3 and match_status not in ('duplicate', 'unparsed', 'other') and not (match_status = 'ignored' and booked_txn is null)
     order by (wallet_id = $4) desc, id`,
    [trx.key, movement.operator, movement.direction, movement.walletId],
  );
  const sms = found.find(waits) ?? found.find(comes) ?? found[0];
  const credit = { walletId: sms?.walletId ?? movement.walletId, trxKey: trx.key, counterparty: sms?.counterparty ?? null };
  const refused = async (): Promise<Refused | null> => {
    if (movement.objectType === "payment") return refusedCredit(app, tx, credit, "trx_id");
    const back = movement.objectType === "disburse" && (await cameBack(tx, movement.walletId, trx.key, movement.amountMinor));
    return back ? cameBackRefusal("trx_id") : null;
  };
  if (sms === undefined) return refused();
  // It explains something else already, or waits for a person who decides about another order.
  const other = sms.paymentId !== null && sms.paymentId !== movement.objectId ? app.publicIds.encode("payment", sms.paymentId) : null;
  if (sms.status === "matched" || other !== null) return usedBy(other ?? app.publicIds.encode("sms", sms.id));
  // Nobody may believe a suspicious one before it is parsed again or put aside; written off, its money is gone.
  if (!waits(sms) && !comes(sms)) return new Refused("trx_mismatch", { fields: { trx_id: "not_allowed" }, details: { match_status: sms.status } });
  return (await difference(tx, movement, sms)) ?? (await refused()) ?? (waits(sms) ? sms : null);
}

/** What the message says otherwise than the movement, as trx_mismatch; null: it tells of this one. */
async function difference(tx: Tx, movement: OpenMovement, sms: NamedSms): Promise<Refused | null> {
  const effect = effectOf(sms.kind, sms.direction);
  const suits = movement.objectType === "payment" ? effect === "collects" : effect === "pays" || effect === "spends";
  const same = sms.amountMinor === movement.amountMinor && (sms.extraMinor ?? 0n) === 0n;
  if (suits && same && sms.walletId === movement.walletId) return null;
  const names = await tx.rows<{ id: bigint; name: string }>("select id, name from wallets where id = any ($1::bigint[])", [[sms.walletId, movement.walletId]]);
  const nameOf = (id: bigint): string | null => names.find((one) => one.id === id)?.name ?? null;
  return new Refused("trx_mismatch", {
    fields: { trx_id: "mismatch" },
    details: {
      message_amount: formatAmountOrNull(sms.amountMinor),
      amount: formatAmount(movement.amountMinor),
      message_wallet: nameOf(sms.walletId),
      wallet: nameOf(movement.walletId),
      message_kind: sms.kind,
      other_wallet: sms.walletId !== movement.walletId,
    },
  });
}

/**
 * Whether this person may move the claim: by its amount, and with a second approval where one is needed.
 * @returns forbidden, or that it waits for one; null: he may
 */
export async function permitCorrection(
  ctx: UserCtx,
  tx: Tx,
  order: Pick<About, "type" | "id"> & { readonly version: number },
  { movement, trx }: Correction,
  input: { readonly reason: string },
): Promise<Waiting | Refused | null> {
  const amount = formatAmount(movement.amountMinor);
  return permitAct(ctx, tx, {
    kind: `${order.type}s.correct`,
    objectType: order.type,
    objectId: order.id,
    action: "correct",
    objectVersion: order.version,
    payload: input,
    amountMinor: movement.amountMinor,
    before: { trx_id: movement.trxId, amount },
    after: { trx_id: trx.id, amount, note: input.reason },
  });
}

/** Where the money of the message that proves it stands. */
export function waitingMoney(movement: OpenMovement, proof: NamedSms): WaitingMoney {
  const { operator, amountMinor } = movement;
  return proof.direction === "credit"
    ? { from: "suspense", operator, amountMinor }
    : { from: "unexplained", operator, amountMinor, writtenOff: proof.writtenOff };
}

/**
 * Moves the claim: the old TrxID is free, whoever claimed the new one loses it, and it stands for this movement, proven where
 * a message proves it. The order's own row is the caller's. Refuses trx_used when somebody was faster.
 */
export async function moveClaim(tx: Tx, { movement, trx, from, proof }: Correction): Promise<Refused | null> {
  await unclaim(tx, movement);
  if (from !== null && !(await yieldClaim(tx, { ...from, trxKey: trx.key }))) return usedBy(null);
  const taken = await tx.run(
    "insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing",
    [movement.operator, trx.key, movement.direction, movement.objectType, movement.objectId, proof?.id ?? null, movement.amountMinor, movement.walletId],
  );
  // Somebody on another wallet's lock was faster with the same TrxID.
  if (taken === 0) return usedBy(null);
  // What contradicted the old claim says nothing of the new one.
  await tx.run("update unreported_movements set trx_id = $2, trx_key = $3, contradicted_by = null where id = $1", [movement.id, trx.id, trx.key]);
  return null;
}

const SCREENS = { payment: "payments", disburse: "disburses", transfer: "transfers", withdrawal: "withdrawal" } as const satisfies Record<
  SaidObject,
  EventKind
>;

/** Whoever lost its claim gets a new version, so that nobody acts on what was known before, and a line of its timeline. */
export async function noteLost(ctx: UserCtx, tx: Tx, from: OpenMovement, data: Readonly<Record<string, unknown>>): Promise<void> {
  const merchant = from.objectType === "transfer" ? "null::bigint" : "merchant_id";
  const row = await tx.one<{ version: number; merchant: bigint | null }>(
    `update ${TABLES[from.objectType]} set version = version + 1 where id = $1 returning version, ${merchant} as merchant`,
    [from.objectId],
  );
  if (!row) throw new Error(`${from.objectType} ${from.objectId} is gone`);
  await addEvent(ctx.app, tx, { type: from.objectType, id: from.objectId, kind: "claim_moved", actor: eventActorOf(ctx), data });
  ctx.emit({ kind: SCREENS[from.objectType], objectId: from.objectId, version: row.version, change: "changed", merchantId: row.merchant });
}

/** What both orders' timelines and the audit trail say of a correction. */
export function saidOf(ctx: UserCtx, { movement, trx, from, proof }: Correction, reason: string) {
  const { publicIds } = ctx.app;
  return {
    trx_id: trx.id,
    was: movement.trxId,
    reason,
    sms_id: proof === null ? null : publicIds.encode("sms", proof.id),
    from: from === null ? null : publicIds.encode(from.objectType, from.objectId),
  };
}
