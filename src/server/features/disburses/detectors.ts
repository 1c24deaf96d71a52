/** Where exceptions about payouts are found, and whether they still stand. */
import { at, is, orders, type Detectors, type Measure } from "../../core/alerts/detectors.ts";
import { sql, type Sql } from "../../platform/lists/sql.ts";

/** A payout without a wallet is no news before this, ms. */
const QUEUED_AFTER_MS = 60_000;

/** Counted from when it began to wait for a wallet: its acceptance, its approval or its reset. */
const queued = (m: Measure, fromMs: number, toMs: number | null): Sql => {
  const older = sql`x.status in ('pending', 'approved') and x.queued_at < ${at(m.nowMs - fromMs)}`;
  return toMs === null ? older : sql`${older} and x.queued_at >= ${at(m.nowMs - toMs)}`;
};

export const DISBURSE_DETECTORS: Detectors = {
  disburse_review: orders("disburse", is("x.status = 'review'")),
  disburse_unknown: orders("disburse", is("x.status = 'unknown'")),
  disburse_queued: { ...orders("disburse", (m) => queued(m, QUEUED_AFTER_MS, m.queuedAlertHours * 3_600_000)), since: "x.queued_at" },
  disburse_overdue: { ...orders("disburse", (m) => queued(m, m.queuedAlertHours * 3_600_000, null)), since: "x.queued_at" },
  disburse_by_hand: orders("disburse", is("x.status = 'processing' and exists (select 1 from wallets w where w.id = x.wallet_id and w.api_type = 'manual')")),
  disburse_attempt_failed: orders("disburse", is("x.status = 'attempt_failed'")),
};
