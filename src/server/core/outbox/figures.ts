/** How many notifications wait, and for how long already. */
import { UNDELIVERED_STATUSES } from "../../../contract/payments.ts";
import type { Figure } from "../../platform/http/figures.ts";
import { OWED } from "./queries.ts";

/** Counted up to here. */
const MOST = 100_000;

export const OUTBOX_FIGURE: Figure = {
  name: "outbox",
  gauges: {
    floatdesk_outbox_rows: {
      help: "Notifications that wait, failed or were stopped, counted up to 100000; the last two however long ago, and of enabled merchants alone",
      labels: ["status"],
    },
    floatdesk_outbox_overdue_seconds: { help: "How long the most overdue notification has been due" },
  },
  async read(app, tx) {
    const rows = await tx.rows<{ status: string; count: bigint; due: Date | null }>(
      `select 'waiting' as status, (select count(*) from (select 1 from outbox where status = 'waiting' limit ${MOST}) c) as count,
         (select min(next_at) from outbox where status = 'waiting') as due
       union all
       select s.status, (select count(*) from (select 1 from (${OWED}) g where g.status = s.status limit ${MOST}) c), null
       from (values ${UNDELIVERED_STATUSES.map((status) => `('${status}')`).join(", ")}) s (status)`,
    );
    const due = rows.find((row) => row.status === "waiting")?.due ?? null;
    return {
      floatdesk_outbox_rows: rows.map((row) => ({ labels: { status: row.status }, value: Number(row.count) })),
      floatdesk_outbox_overdue_seconds: [{ value: due === null ? 0 : Math.max(0, (app.now() - due.getTime()) / 1000) }],
    };
  },
};
