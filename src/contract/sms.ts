/** SMS reports: what phones forwarded and what became of it. */
import type { Permission } from "./permissions.ts";

export const MATCH_STATUSES = ["matched", "unmatched", "ignored", "duplicate", "unparsed", "suspicious", "other", "held", "review"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];
export const CONTINUITY_STATES = ["fits", "break", "unknown"] as const;
export type ContinuityState = (typeof CONTINUITY_STATES)[number];
export const SMS_DIRECTIONS = ["credit", "debit", "none"] as const;
export const SMS_KINDS = [
  "receive",
  "payment_received",
  "cash_in_received",
  "cash_in_sent",
  "cash_out_received",
  "cash_out_sent",
  "send_money",
  "payment_sent",
  "payment_reserved",
  "b2b_in",
  "b2b_out",
  "bank_out",
  "add_money",
  "remittance",
  "cashback",
  "recharge",
  "recharge_notice",
  "bill_pay",
  "bill_request",
  "refund",
  "returned_failed",
  "reversal",
  "loan",
  "balance",
  "otp",
  "promo",
  "notice",
  "failed",
  "spoof_suspect",
  "unknown",
] as const;
export type SmsKind = (typeof SMS_KINDS)[number];
export const SMS_ACTIONS = ["match", "accept", "ignore", "parse", "restore"] as const;
export type SmsAction = (typeof SMS_ACTIONS)[number];
export const SMS_ACTION_STATES = {
  // One that was put aside: only while its money still waits in suspense.
  match: ["unmatched", "review", "held", "ignored"],
  // What a person believes whatever its balance says: only while nothing of it is booked.
  accept: ["review", "held"],
  ignore: ["unmatched", "unparsed", "suspicious", "review", "held"],
  // One under review: only while nothing of it is booked.
  parse: ["unparsed", "suspicious", "review", "other", "ignored"],
  // One that a person put aside, to where it was.
  restore: ["ignored"],
} as const satisfies Record<SmsAction, readonly MatchStatus[]>;
export const SMS_ACTION_PERMISSIONS = {
  match: "sms.decide",
  accept: "sms.decide",
  ignore: "sms.decide",
  parse: "sms.decide",
  restore: "sms.decide",
} as const satisfies Record<SmsAction, Permission>;

/** Reason of a message that waits, or waited for a person, since it prints no balance where such messages of its wallet do (rule 15). */
export const UNPRINTED = "balance_not_printed";
