/**
 * The one table of message kinds: what each does to its wallet, by the direction that its operator printed. Everything
 * that books, routes or reconciles asks here, by the message's own direction; a kind with a direction that this table
 * does not have is refused and booked nowhere.
 */
import type { SmsKind } from "../../contract/sms.ts";

/** What a movement of money means for the books. */
export type Effect =
  /** Money came in and may pay an order; else suspense. */
  | "collects"
  /** Money came in, but never pays an order by itself: a transfer, a returned payout, else suspense. */
  | "receives"
  /** Money went out, as a payout goes out: a payout, a transfer, else unexplained. */
  | "pays"
  /** Money went out, and not to a customer: a transfer, a withdrawal, else unexplained. */
  | "spends"
  /** The operator took a posted receipt back. */
  | "takes_back";

/** Which way the money went, as printed. */
export type MovementDirection = "credit" | "debit" | "none";

interface KindInfo {
  readonly credit?: Extract<Effect, "collects" | "receives">;
  readonly debit?: Extract<Effect, "pays" | "spends" | "takes_back">;
}

/** Kinds that name no direction move nothing. */
export const MESSAGE_KIND_INFO = {
  receive: { credit: "collects" },
  payment_received: { credit: "collects" },
  cash_in_received: { credit: "collects" },
  cash_in_sent: { debit: "pays" },
  cash_out_received: { credit: "collects" },
  cash_out_sent: { debit: "spends" },
  send_money: { debit: "pays" },
  payment_sent: { debit: "pays" },
  payment_reserved: { debit: "spends" },
  b2b_in: { credit: "receives" },
  b2b_out: { debit: "spends" },
  bank_out: { debit: "spends" },
  add_money: { credit: "receives" },
  remittance: { credit: "receives" },
  cashback: { credit: "receives" },
  recharge: { debit: "spends" },
  recharge_notice: {},
  bill_pay: { debit: "spends" },
  bill_request: {},
  refund: { credit: "receives", debit: "spends" },
  returned_failed: { credit: "receives" },
  reversal: { credit: "receives", debit: "takes_back" },
  loan: { credit: "receives", debit: "spends" },
  balance: {},
  otp: {},
  promo: {},
  notice: {},
  failed: {},
  spoof_suspect: {},
  unknown: {},
} as const satisfies Record<SmsKind, KindInfo>;

const infoOf = (kind: SmsKind): KindInfo => MESSAGE_KIND_INFO[kind];

/** True for a kind that moves money at all. */
export function moves(kind: SmsKind): boolean {
  const info = infoOf(kind);
  return info.credit !== undefined || info.debit !== undefined;
}

/** What a message of this kind and direction does; null: nothing moved, or kind and direction contradict each other. */
export function effectOf(kind: SmsKind, direction: MovementDirection): Effect | null {
  return direction === "none" ? null : (infoOf(kind)[direction] ?? null);
}

/** True for a kind whose money, coming in, may pay an order. */
export function mayCollect(kind: SmsKind): boolean {
  return infoOf(kind).credit === "collects";
}

/** True when a kind that moves money comes with a direction that it cannot have: nobody may book it. */
export function contradicts(kind: SmsKind, direction: MovementDirection): boolean {
  return moves(kind) && effectOf(kind, direction) === null;
}

/** The direction of a kind whose text does not say otherwise; a kind that can go both ways comes in. */
export function usualDirection(kind: SmsKind): MovementDirection {
  const { credit, debit } = infoOf(kind);
  return credit !== undefined ? "credit" : debit !== undefined ? "debit" : "none";
}

/** Kinds by which an operator gives back, as a credit, what went out under the same TrxID. */
export const GIVING_BACK: readonly SmsKind[] = ["returned_failed", "reversal"];

/** Kinds that have one of these effects. */
export function kindsWith(...effects: readonly Effect[]): SmsKind[] {
  const kinds = Object.keys(MESSAGE_KIND_INFO) as SmsKind[]; // keys of the table above
  return kinds.filter((kind) => [infoOf(kind).credit, infoOf(kind).debit].some((effect) => effect !== undefined && effects.includes(effect)));
}
