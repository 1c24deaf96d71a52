/** Wallets that are worked through their operator's own interface: which operators, which credentials, which hosts. */
import type { Operator } from "./operators.ts";

/** Operators with an adapter. */
export const OFFICIAL_OPERATORS = ["bkash", "nagad"] as const satisfies readonly Operator[];
export type OfficialOperator = (typeof OFFICIAL_OPERATORS)[number];

/** True for an operator whose wallets can be `official`. */
export function isOfficialOperator(operator: string): operator is OfficialOperator {
  return (OFFICIAL_OPERATORS as readonly string[]).includes(operator);
}

/**
 * One credential. `collect` and `payout` say what cannot be done without it; a credential for neither stands in for
 * another one where the operator gives payouts a contract of their own.
 */
export interface CredentialField {
  readonly name: CredentialName;
  readonly collect: boolean;
  readonly payout: boolean;
  /** A key in PEM or in the operator's bare base64: several lines long, shown by its fingerprint. */
  readonly key?: "private" | "public";
}

export const CREDENTIAL_NAMES = [
  "username",
  "password",
  "app_key",
  "app_secret",
  "payout_username",
  "payout_password",
  "payout_app_key",
  "payout_app_secret",
  "merchant_id",
  "private_key",
  "operator_key",
  "aggregator_id",
  "payout_private_key",
  "payout_operator_key",
] as const;
export type CredentialName = (typeof CREDENTIAL_NAMES)[number];

const both = { collect: true, payout: true } as const;
const instead = { collect: false, payout: false } as const;

/** The credentials of each operator, in the order of the form. */
export const CREDENTIAL_FIELDS = {
  bkash: [
    { name: "username", ...both },
    { name: "password", ...both },
    { name: "app_key", ...both },
    { name: "app_secret", ...both },
    { name: "payout_username", ...instead },
    { name: "payout_password", ...instead },
    { name: "payout_app_key", ...instead },
    { name: "payout_app_secret", ...instead },
  ],
  nagad: [
    { name: "merchant_id", ...both },
    { name: "private_key", ...both, key: "private" },
    { name: "operator_key", ...both, key: "public" },
    { name: "aggregator_id", collect: false, payout: true },
    { name: "payout_private_key", ...instead, key: "private" },
    { name: "payout_operator_key", ...instead, key: "public" },
  ],
} as const satisfies Record<OfficialOperator, readonly CredentialField[]>;

/** The credentials of an operator under their common type. */
export function credentialFields(operator: OfficialOperator): readonly CredentialField[] {
  return CREDENTIAL_FIELDS[operator];
}

/** Base addresses that the operators publish; `payout` where payouts have an address of their own. */
export const OFFICIAL_HOSTS = {
  bkash: {
    live: { base: "https://tokenized.pay.bka.sh/v1.2.0-beta", payout: "https://checkout.pay.bka.sh/v1.2.0-beta" },
    sandbox: { base: "https://tokenized.sandbox.bka.sh/v1.2.0-beta", payout: "https://checkout.sandbox.bka.sh/v1.2.0-beta" },
  },
  nagad: {
    live: { base: "https://api.mynagad.com", payout: "https://api.mynagad.com" },
    sandbox: { base: "https://sandbox-ssl.mynagad.com", payout: "https://sandbox-ssl.mynagad.com" },
  },
} as const satisfies Record<OfficialOperator, Record<"live" | "sandbox", { base: string; payout: string }>>;

/** Domains that an operator's addresses lie in; nothing else is ever called with its credentials. */
export const OFFICIAL_DOMAINS = { bkash: "bka.sh", nagad: "mynagad.com" } as const satisfies Record<OfficialOperator, string>;

/** How a stored credential is shown: nothing of a short one, the end of a long one. */
export const MASK = "••••";
