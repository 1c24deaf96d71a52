/** The mobile-money operators as data: names, number rules, clock, default limits, sender ids. */

import { nationalPhone } from "./phones.ts";

export const OPERATORS = [
  "bkash",
  "nagad",
  "rocket",
  "upay",
  "mpesa_ke",
  "mpesa_mz",
  "mpesa_tz",
  "mtn_rw",
  "mtn_gh",
  "airtel_ke",
  "airtel_zm",
  "emola_mz",
  "mixx_tz",
] as const;
export type Operator = (typeof OPERATORS)[number];

export const WALLET_TYPES = ["personal", "agent", "merchant"] as const;
export type WalletType = (typeof WALLET_TYPES)[number];
export const API_TYPES = ["app", "official", "manual"] as const;
export type ApiType = (typeof API_TYPES)[number];

/** What is known of an operator. Amounts are minor units; `offsetMinutes` is its clock (no operator here has daylight saving). */
export interface OperatorInfo {
  readonly name: string;
  /** Offset of the operator's clock from UTC, in minutes: limit days follow it (rule 14). */
  readonly offsetMinutes: number;
  readonly timeZone: string;
  readonly currency: string;
  /** A wallet's account number and a payer's number in this operator's country. */
  readonly accountPattern: RegExp;
  readonly senderIds: readonly string[];
  /** Bounds of one order's amount, minor units; null = none. */
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint | null;
}

const BD = { offsetMinutes: 360, timeZone: "Asia/Dhaka", currency: "BDT", accountPattern: /^01[3-9]\d{8}$/ } as const;
const anyNumber = /^\+?\d{8,15}$/;
const africa = (offsetMinutes: number, timeZone: string, currency: string) => ({ offsetMinutes, timeZone, currency, accountPattern: anyNumber }) as const;

/** Registry; sender ids as seen in real texts, limits as in the central bank's circular of 2025. */
export const OPERATOR_INFO = {
  bkash: { name: "bKash", ...BD, senderIds: ["bKash", "16247"], minAmountMinor: 100n, maxAmountMinor: 50_000_00n },
  nagad: { name: "Nagad", ...BD, senderIds: ["NAGAD", "Nagad", "16167"], minAmountMinor: 100n, maxAmountMinor: 50_000_00n },
  rocket: { name: "Rocket", ...BD, accountPattern: /^01[3-9]\d{8,9}$/, senderIds: ["16216", "ROCKET"], minAmountMinor: 100n, maxAmountMinor: 50_000_00n },
  upay: { name: "Upay", ...BD, senderIds: ["upay", "16268"], minAmountMinor: 100n, maxAmountMinor: 50_000_00n },
  mpesa_ke: { name: "M-Pesa Kenya", ...africa(180, "Africa/Nairobi", "KES"), senderIds: ["MPESA", "M-PESA"], minAmountMinor: 100n, maxAmountMinor: null },
  mpesa_mz: {
    name: "M-Pesa Moçambique",
    ...africa(120, "Africa/Maputo", "MZN"),
    senderIds: ["M-Pesa", "MPESA", "M-PESA"],
    minAmountMinor: 100n,
    maxAmountMinor: null,
  },
  mpesa_tz: {
    name: "M-Pesa Tanzania",
    ...africa(180, "Africa/Dar_es_Salaam", "TZS"),
    senderIds: ["M-PESA", "MPESA"],
    minAmountMinor: 100n,
    maxAmountMinor: null,
  },
  mtn_rw: { name: "MTN Rwanda", ...africa(120, "Africa/Kigali", "RWF"), senderIds: ["M-Money"], minAmountMinor: 100n, maxAmountMinor: null },
  mtn_gh: { name: "MTN Ghana", ...africa(0, "Africa/Accra", "GHS"), senderIds: ["MobileMoney"], minAmountMinor: 100n, maxAmountMinor: null },
  airtel_ke: { name: "Airtel Kenya", ...africa(180, "Africa/Nairobi", "KES"), senderIds: ["AIRTELMONEY"], minAmountMinor: 100n, maxAmountMinor: null },
  airtel_zm: { name: "Airtel Zambia", ...africa(120, "Africa/Lusaka", "ZMW"), senderIds: ["AirtelMoney"], minAmountMinor: 100n, maxAmountMinor: null },
  emola_mz: { name: "e-Mola", ...africa(120, "Africa/Maputo", "MZN"), senderIds: ["eMola"], minAmountMinor: 100n, maxAmountMinor: null },
  mixx_tz: { name: "Mixx by Yas", ...africa(180, "Africa/Dar_es_Salaam", "TZS"), senderIds: ["MIXX BY YAS"], minAmountMinor: 100n, maxAmountMinor: null },
} as const satisfies Record<Operator, OperatorInfo>;

/** Looks an operator up under the common type. */
export function operatorInfo(operator: Operator): OperatorInfo {
  return OPERATOR_INFO[operator];
}

/**
 * Brings a phone number to the form it is stored in: digits only, the country code of Bangladesh folded to a
 * leading zero. Returns null when it cannot be one of the operator's numbers.
 */
export function normaliseAccount(operator: Operator, unchecked: string): string | null {
  const digits = OPERATOR_INFO[operator].currency === "BDT" ? nationalPhone(unchecked) : unchecked.replace(/[\s-]/g, "");
  return operatorInfo(operator).accountPattern.test(digits) ? digits : null;
}

/** What the payer has to do in the operator's app for each wallet type (rule 42, `pay_by`). */
export const PAYER_FUNCTION = { personal: "send_money", agent: "cash_out", merchant: "payment" } as const satisfies Record<WalletType, string>;
