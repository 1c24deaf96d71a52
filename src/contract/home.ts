/** The dashboard home: what its lines above the figures can warn of. */

/** Left open on purpose, and not to be forgotten. `no_ip_whitelist`: of the own merchant, or of some merchant. */
export const HOME_WARNINGS = ["totp_not_required", "one_person", "no_ip_whitelist", "no_notify_url", "intake_closed"] as const;
export type HomeWarning = (typeof HOME_WARNINGS)[number];

/** What raised an alert: something that a person has to look at, one open alert per kind and object. */
export const ALERT_KINDS = [
  "no_wallet",
  "wallet_gap",
  "debit_unexplained",
  "payment_reversed",
  "manual_completion_differs",
  "sms_suspicious",
  "trx_repeated",
  "delivery_failed",
  "device_silent",
  "device_new_network",
  "device_sim_unknown",
  "device_sims_swapped",
  "device_encrypted",
  "proof_broken",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
