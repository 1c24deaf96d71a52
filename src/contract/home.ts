/** The dashboard home: what its lines above the figures can warn of. */

/** `worker_silent`: nobody runs jobs. The rest is left open on purpose, and not to be forgotten; `no_ip_whitelist`: of the own merchant, or of some merchant. */
export const HOME_WARNINGS = ["worker_silent", "totp_not_required", "one_person", "no_ip_whitelist", "no_notify_url", "intake_closed"] as const;
export type HomeWarning = (typeof HOME_WARNINGS)[number];

/** How the search box came to what it found, best first. `amount`: the sum is the same; `part`: a name or a message holds the text somewhere. */
export const SEARCH_MATCHES = ["exact", "start", "tail", "amount", "part"] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

/**
 * The success rate, wherever there is one: of the orders created in some time, the share that has completed; those still open count as
 * created. In hundredths of a percent, rounded down; null where none was created.
 */
export function successBps(completed: number, created: number): number | null {
  return created === 0 ? null : Math.floor((completed * 10_000) / created);
}
