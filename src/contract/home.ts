/** The dashboard home: what its lines above the figures can warn of. */

/** `worker_silent`: nobody runs jobs. The rest is left open on purpose, and not to be forgotten; `no_ip_whitelist`: of the own merchant, or of some merchant. */
export const HOME_WARNINGS = ["worker_silent", "totp_not_required", "one_person", "no_ip_whitelist", "no_notify_url", "intake_closed"] as const;
export type HomeWarning = (typeof HOME_WARNINGS)[number];
