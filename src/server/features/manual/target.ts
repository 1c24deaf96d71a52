/** What a manual operation was asked to do, read from its fields, and what it comes to once its objects are locked. */
import { MANUAL_FIELDS, type ManualField, type ManualKind } from "../../../contract/manual.ts";
import { minor } from "../../../contract/schema.ts";
import type { Leg } from "../../../domain/ledger/postings.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import type { IdKind } from "../../../contract/ids.ts";
import type { App } from "../../platform/context.ts";
import type { LockedSms } from "../../core/posting/lock-order.ts";
import type { OpenOrder } from "../../core/posting/opened.ts";
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
