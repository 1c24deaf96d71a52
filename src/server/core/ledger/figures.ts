/** The state of the books: the last check, and money that nothing explains. */
import type { Figure } from "../../platform/http/figures.ts";

/** Messages are counted up to here. */
const MOST = 10_000;

export const LEDGER_FIGURES: readonly Figure[] = [
  {
    name: "integrity",
    gauges: {
      floatdesk_integrity_ok: { help: "1 when the last ledger integrity check found nothing, 0 when it did" },
      floatdesk_integrity_age_seconds: { help: "Since the last ledger integrity check" },
    },
    async read(app, tx) {
      const last = await tx.one<{ ok: boolean; checked_at: Date }>("select ok, checked_at from integrity_checks order by id desc limit 1");
      if (!last) return {};
      return {
        floatdesk_integrity_ok: [{ value: last.ok ? 1 : 0 }],
        floatdesk_integrity_age_seconds: [{ value: Math.max(0, (app.now() - last.checked_at.getTime()) / 1000) }],
      };
    },
  },
  {
    name: "unmatched",
    gauges: {
      floatdesk_suspense_minor_units: { help: "Money received that no order explains yet, in hundredths" },
      floatdesk_unexplained_minor_units: { help: "Money that left wallets without an order of ours, in hundredths" },
      floatdesk_messages_unmatched: { help: "Messages of money that match no order, counted up to 10000" },
    },
    async read(_app, tx) {
      const money = await tx.one<{ suspense: bigint; unexplained: bigint }>(
        `select coalesce(sum(balance) filter (where kind = 'suspense'), 0)::bigint as suspense, coalesce(sum(balance) filter (where kind = 'unexplained'), 0)::bigint as unexplained
         from accounts where kind in ('suspense', 'unexplained')`,
      );
      const messages = await tx.one<{ count: bigint }>(`select count(*) as count from (select 1 from sms where match_status = 'unmatched' limit ${MOST}) open`);
      return {
        floatdesk_suspense_minor_units: [{ value: Number(money?.suspense ?? 0n) }],
        floatdesk_unexplained_minor_units: [{ value: Number(money?.unexplained ?? 0n) }],
        floatdesk_messages_unmatched: [{ value: Number(messages?.count ?? 0n) }],
      };
    },
  },
];
