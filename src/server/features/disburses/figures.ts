/** Payouts that have not ended: how many in each state, and since when the oldest. */
import { idTime } from "../../platform/db/ids.ts";
import type { Figure } from "../../platform/http/figures.ts";

/** States in which a payout may still move, or waits for somebody to end it. */
const OPEN = ["pending", "review", "approved", "processing", "attempt_failed", "unknown"] as const;
/** Counted up to here. */
const MOST = 100_000;

export const PAYOUTS_FIGURE: Figure = {
  name: "payouts",
  gauges: {
    floatdesk_payouts_open: { help: "Payouts that have not ended, by status, counted up to 100000", labels: ["status"] },
    floatdesk_payouts_oldest_seconds: { help: "Age of the oldest payout that has not ended, by status; 0 without one", labels: ["status"] },
  },
  async read(app, tx) {
    const rows = await tx.rows<{ status: string; count: bigint; oldest: bigint | null }>(
      `select s.status, (select count(*) from (select 1 from disburses d where d.status = s.status and d.status <> 'completed' limit ${MOST}) c) as count,
         (select min(d.id) from disburses d where d.status = s.status and d.status <> 'completed') as oldest from unnest($1::text[]) s (status)`,
      [OPEN],
    );
    return {
      floatdesk_payouts_open: rows.map((row) => ({ labels: { status: row.status }, value: Number(row.count) })),
      floatdesk_payouts_oldest_seconds: rows.map((row) => ({
        labels: { status: row.status },
        value: row.oldest === null ? 0 : Math.max(0, (app.now() - idTime(row.oldest)) / 1000),
      })),
    };
  },
};
