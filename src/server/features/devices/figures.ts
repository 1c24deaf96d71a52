/** Wallets whose phone is not heard of. */
import { healthSql } from "../../core/parties/health.ts";
import type { Figure } from "../../platform/http/figures.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { sql } from "../../platform/lists/sql.ts";

export const PHONES_FIGURE: Figure = {
  name: "phones",
  gauges: { floatdesk_phones_silent: { help: "Enabled wallets worked by an app whose phone is silent, or that have none" } },
  async read(app, tx) {
    const health = healthSql(app.config.current.silent_after_minutes, app.now());
    const [row] = await rowsOf<{ count: bigint }>(
      tx,
      sql`select count(*) as count from wallets t where t.deleted_at is null and t.enabled and t.api_type = 'app' and ${health} = 'offline'`,
    );
    return { floatdesk_phones_silent: [{ value: Number(row?.count ?? 0n) }] };
  },
};
