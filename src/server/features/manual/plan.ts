/** What a manual operation would do now: its objects under their locks, checked, and its legs. */
import { feeOn } from "../../../contract/money.ts";
import { MANUAL_FIELDS, type ManualField, type ManualKind } from "../../../contract/manual.ts";
import { minor } from "../../../contract/schema.ts";
import { businessDay } from "../../../contract/time.ts";
import * as manual from "../../../domain/ledger/postings-manual.ts";
import { paymentCompleted, type Leg } from "../../../domain/ledger/postings.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import type { IdKind } from "../../../contract/ids.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { whenArchived } from "../../core/ledger/archived.ts";
import { BY_HAND, lockOrder, lockSms, openOnly, type LockedSms } from "../../core/posting/lock-order.ts";
import { checkUsable, sourceOf } from "../../core/posting/by-hand.ts";
import type { OpenOrder } from "../../core/posting/opened.ts";
import { movementOf, requireFree } from "../../core/unreported/store.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

/** What was asked for, with stored ids. */
export interface ManualTarget {
  readonly kind: ManualKind;
  readonly merchantId: bigint | null;
  readonly walletId: bigint | null;
  readonly smsId: bigint | null;
  readonly paymentId: bigint | null;
  readonly amountMinor: bigint | null;
}

/** A payment that is to be reversed. */
export interface ReversedPayment {
  readonly id: bigint;
  /** Its money was said and never reported. */
  readonly unproven: boolean;
  readonly version: number;
  readonly merchantId: bigint;
  readonly receivedMinor: bigint;
  readonly feeMinor: bigint;
}

/** The operation as it stands now: everything that it touches, under locks. */
export interface ManualPlan {
  readonly target: ManualTarget;
  readonly amountMinor: bigint;
  readonly legs: readonly Leg[];
  readonly order?: OpenOrder;
  readonly sms?: LockedSms;
  readonly reversed?: ReversedPayment;
}

type Input = { readonly kind: ManualKind } & { readonly [K in ManualField]?: string | undefined };
/** Reason of a message whose money was written off. */
export const WRITTEN_OFF = "written_off";
const ID_KINDS = { merchant_id: "merchant", wallet_id: "wallet", sms_id: "sms", payment_id: "payment" } as const satisfies Partial<Record<ManualField, IdKind>>;
const ID_FIELDS = ["merchant_id", "wallet_id", "sms_id", "payment_id"] as const satisfies readonly (keyof typeof ID_KINDS)[];
const FIELDS = ["merchant_id", "wallet_id", "sms_id", "payment_id", "amount"] as const satisfies readonly ManualField[];

/**
 * Reads the fields of a kind.
 * @returns what was asked for, or `validation_failed` naming each field that is missing, or that the kind does not take
 */
export function readTarget(app: Pick<App, "publicIds">, input: Input): ManualTarget | Refused {
  const wanted: readonly ManualField[] = MANUAL_FIELDS[input.kind];
  // An opening is of one account: a merchant's or a wallet's.
  const either = input.kind === "opening" ? (["merchant_id", "wallet_id"] as const) : [];
  const fields: Record<string, FieldErrors[string]> = {};
  for (const field of FIELDS) {
    const given = input[field] !== undefined;
    if (!given && wanted.includes(field)) fields[field] = "required";
    if (given && !wanted.includes(field) && !(either as readonly string[]).includes(field)) fields[field] = "not_allowed";
  }
  if (either.length > 0 && either.every((field) => input[field] === undefined)) fields["merchant_id"] = "required";
  if (either.length > 0 && either.every((field) => input[field] !== undefined)) fields["wallet_id"] = "not_allowed";
  if (Object.keys(fields).length > 0) return new Refused("validation_failed", { fields });
  const id = (field: keyof typeof ID_KINDS): bigint | null => {
    const text = input[field];
    return text === undefined ? null : app.publicIds.decode(ID_KINDS[field], text);
  };
  const unread = ID_FIELDS.find((field) => input[field] !== undefined && id(field) === null);
  if (unread !== undefined) return refusedField(unread);
  return {
    kind: input.kind,
    merchantId: id("merchant_id"),
    walletId: id("wallet_id"),
    smsId: id("sms_id"),
    paymentId: id("payment_id"),
    amountMinor: input.amount === undefined ? null : minor(input.amount),
  };
}

async function merchantOf(tx: Tx, id: bigint | null): Promise<bigint | Refused> {
  const row = await tx.one<{ deleted: boolean }>("select deleted_at is not null as deleted from merchants where id = $1", [id]);
  if (!row || id === null) return refusedField("merchant_id");
  return row.deleted ? new Refused("wrong_state", { fields: { merchant_id: "not_allowed" } }) : id;
}

/** Locks the wallet against other promises, then its continuity row, as messages do. */
async function walletOf(tx: Tx, id: bigint | null): Promise<bigint | Refused> {
  const row = await tx.one<{ deleted: boolean; operator: string }>("select deleted_at is not null as deleted, operator from wallets where id = $1", [id]);
  if (!row || id === null) return refusedField("wallet_id");
  if (row.deleted) return new Refused("wrong_state", { fields: { wallet_id: "not_allowed" } });
  await lockRouting(tx, row.operator);
  await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [id]);
  return id;
}

/** As {@link walletOf}, of a wallet that gives money: only what it has promised to nobody. */
async function payingWalletOf(tx: Tx, id: bigint | null, amountMinor: bigint): Promise<bigint | Refused> {
  const wallet = await walletOf(tx, id);
  if (wallet instanceof Refused) return wallet;
  return (await requireFree(tx, wallet, amountMinor, "amount")) ?? wallet;
}

/** A missing object of a field is that field's fault here, not the address's. */
const within = <T>(field: string, found: T | Refused): T | Refused => (found instanceof Refused && found.code === "not_found" ? refusedField(field) : found);

async function planAssign(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const order = openOnly(within("payment_id", await lockOrder(tx, target.paymentId)), BY_HAND);
  if (order instanceof Refused) return order;
  const sms = within("sms_id", await lockSms(tx, target.smsId));
  if (sms instanceof Refused) return sms;
  const unfit = await checkUsable(tx, order, sms);
  if (unfit) return unfit;
  const amount = sms.amount;
  if (amount === null) return refusedField("sms_id");
  const rule = feeOn(order.fee, amount);
  const fee = rule > amount ? amount : rule;
  const legs = paymentCompleted(sourceOf(sms), order.merchantId, amount, fee);
  return { target: { ...target, merchantId: order.merchantId, walletId: sms.wallet_id }, amountMinor: amount, legs, order, sms };
}

async function planWriteOff(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const sms = within("sms_id", await lockSms(tx, target.smsId));
  if (sms instanceof Refused) return sms;
  const at = { ...target, walletId: sms.wallet_id };
  // What a payout, a transfer or an order has explained is nobody's loss any more, although its first entries stand.
  if (sms.match_status === "matched" || sms.reasons.includes(WRITTEN_OFF))
    return new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } });
  if (sms.in_suspense) {
    // An order in review counts on this money: it is decided first.
    if (sms.payment_id !== null) return new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } });
    const amount = (sms.amount ?? 0n) + (sms.extra ?? 0n);
    return { target: at, amountMinor: amount, legs: manual.suspenseWrittenOff(sms.operator, amount), sms };
  }
  const booked = await tx.one<{ total: bigint | null }>(
    "select sum(e.amount)::bigint as total from entries e join accounts a on a.id = e.account_id where e.ref_id = $1 and e.ref_type = 'sms' and a.kind = 'unexplained'",
    [sms.id],
  );
  // What the operator took back was booked away already where the payment was reversed.
  const reversed =
    sms.kind === "reversal" && sms.trx_key !== null
      ? await tx.one(
          "select 1 from trx_used u join payments p on p.id = u.object_id where u.trx_key = $1 and u.operator = $2 and u.direction = 'credit' and u.object_type = 'payment' and p.reversed_at is not null",
          [sms.trx_key, sms.operator],
        )
      : null;
  const amount = reversed ? 0n : (booked?.total ?? 0n);
  if (amount <= 0n)
    return (
      (reversed ? null : await whenArchived(tx, businessDay(idTime(sms.id)))) ??
      new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } })
    );
  return { target: at, amountMinor: amount, legs: manual.unexplainedWrittenOff(sms.operator, amount), sms };
}

async function planReversal(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const order = within("payment_id", await lockOrder(tx, target.paymentId));
  if (order instanceof Refused) return order;
  const done = await tx.one<{ received_amount: bigint | null; fee: bigint | null; reversed: boolean }>(
    "select received_amount, fee, reversed_at is not null as reversed from payments where id = $1",
    [order.id],
  );
  if (order.status !== "completed" || !done || done.received_amount === null || done.fee === null || done.reversed)
    return new Refused("wrong_state", { fields: { payment_id: "not_allowed" }, details: { status: done?.reversed ? "reversed" : order.status } });
  const written = await tx.one(
    "select 1 from sms s join payments p on p.trx_key = s.trx_key and p.operator = s.operator where p.id = $1 and s.kind = 'reversal' and $2 = any (s.reasons) limit 1",
    [order.id, WRITTEN_OFF],
  );
  if (written) return new Refused("wrong_state", { fields: { payment_id: "not_allowed" }, details: { status: WRITTEN_OFF } });
  // What was merely said and no message has reported never came: what stands in transit for it is taken back.
  const unproven = await movementOf(tx, "payment", order.id, "credit");
  const reversed = {
    id: order.id,
    unproven: unproven !== null,
    version: order.version,
    merchantId: order.merchantId,
    receivedMinor: done.received_amount,
    feeMinor: done.fee,
  };
  return {
    target: { ...target, merchantId: order.merchantId, walletId: order.walletId },
    amountMinor: done.received_amount,
    legs: manual.paymentReversed(
      unproven ? { of: "unreported", id: unproven.walletId } : { of: "unexplained", operator: order.operator },
      order.merchantId,
      done.received_amount,
      done.fee,
    ),
    reversed,
  };
}

/** Whose money an operation changes, before its legs: a merchant, or a wallet that takes or gives. */
function ownerOf(tx: Tx, target: ManualTarget, amount: bigint): Promise<bigint | Refused> {
  switch (target.kind) {
    case "merchant_credit":
    case "merchant_debit":
      return merchantOf(tx, target.merchantId);
    case "wallet_debit":
    case "b2b_debit":
      return payingWalletOf(tx, target.walletId, amount);
    case "opening":
      return target.merchantId === null ? walletOf(tx, target.walletId) : merchantOf(tx, target.merchantId);
    default:
      return walletOf(tx, target.walletId);
  }
}

function legsOf(target: ManualTarget, id: bigint, amount: bigint): Leg[] {
  switch (target.kind) {
    case "merchant_credit":
      return manual.merchantCredit(id, amount);
    case "merchant_debit":
      return manual.merchantDebit(id, amount);
    case "wallet_credit":
      return manual.walletAdjusted(id, "credit", amount);
    case "wallet_debit":
      return manual.walletAdjusted(id, "debit", amount);
    case "b2b_credit":
      return manual.b2bAdjusted(id, "credit", amount);
    case "b2b_debit":
      return manual.b2bAdjusted(id, "debit", amount);
    default:
      return manual.opened({ of: target.merchantId === null ? "wallet" : "merchant", id }, amount);
  }
}

/**
 * Works out an operation under the locks that applying it needs (the wallet's continuity row, order, message; the accounts follow in
 * `balancesOf` of balances.ts).
 * @returns the plan, or the field or state that stands against it
 */
export async function planManual(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  switch (target.kind) {
    case "assign_message":
      return planAssign(tx, target);
    case "write_off":
      return planWriteOff(tx, target);
    case "payment_reversal":
      return planReversal(tx, target);
    default: {
      const amount = target.amountMinor;
      if (amount === null) return refusedField("amount", "required");
      const owner = await ownerOf(tx, target, amount);
      return owner instanceof Refused ? owner : { target, amountMinor: amount, legs: legsOf(target, owner, amount) };
    }
  }
}
