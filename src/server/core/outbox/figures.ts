/** How many notifications wait, and for how long already. */
import type { Figure } from "../../platform/http/figures.ts";

/** Counted up to here. */
const MOST = 100_000;

export const OUTBOX_FIGURE: Figure = {
  name: "outbox",
  gauges: {
    floatdesk_outbox_rows: { help: "Notifications by state, counted up to 100000", labels: ["status"] },
    floatdesk_outbox_overdue_seconds: { help: "How long the most overdue notification has been due" },
  },
  async read(app, tx) {
    const rows = await tx.rows<{ status: string; count: bigint; due: Date | null }>(
      `select s.status, (select count(*) from (select 1 from outbox o where o.status = s.status limit ${MOST}) c) as count, case when s.status = 'waiting' then (select min(next_at) from outbox o where o.status = 'waiting') end as due
       from (values ('waiting'), ('failed'), ('stopped')) s (status)`,
    );
    const due = rows.find((row) => row.status === "waiting")?.due ?? null;
    return {
      floatdesk_outbox_rows: rows.map((row) => ({ labels: { status: row.status }, value: Number(row.count) })),
      floatdesk_outbox_overdue_seconds: [{ value: due === null ? 0 : Math.max(0, (app.now() - due.getTime()) / 1000) }],
    };
  },
};
