/** How many notifications wait, and for how long already. */
import { UNDELIVERED_STATUSES } from "../../../contract/payments.ts";
import type { Figure } from "../../platform/http/figures.ts";

/** Counted up to here. */
const MOST = 100_000;

export const OUTBOX_FIGURE: Figure = {
  name: "outbox",
  gauges: {
    floatdesk_outbox_rows: { help: "Notifications that wait, failed or were stopped, these however long ago, counted up to 100000", labels: ["status"] },
    floatdesk_outbox_overdue_seconds: { help: "How long the most overdue notification has been due" },
  },
  async read(app, tx) {
    // What was given up goes to the history after a month, seen to or not.
    const counted = `select 1 from outbox o where o.status = s.status union all select 1 from deliveries d where d.status = s.status and d.status <> 'delivered'`;
    const rows = await tx.rows<{ status: string; count: bigint; due: Date | null }>(
      `select s.status, (select count(*) from (${counted} limit ${MOST}) c) as count, case when s.status = 'waiting' then (select min(next_at) from outbox o where o.status = 'waiting') end as due
       from (values ('waiting'), ${UNDELIVERED_STATUSES.map((status) => `('${status}')`).join(", ")}) s (status)`,
    );
    const due = rows.find((row) => row.status === "waiting")?.due ?? null;
    return {
      floatdesk_outbox_rows: rows.map((row) => ({ labels: { status: row.status }, value: Number(row.count) })),
      floatdesk_outbox_overdue_seconds: [{ value: due === null ? 0 : Math.max(0, (app.now() - due.getTime()) / 1000) }],
    };
  },
};
