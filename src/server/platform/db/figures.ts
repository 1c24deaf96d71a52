/** How far copies of the database are behind. */
import type { Figure } from "../http/figures.ts";

export const REPLICA_FIGURE: Figure = {
  name: "replicas",
  gauges: { floatdesk_replica_lag_seconds: { help: "How far a streaming replica is behind, by its application_name", labels: ["replica"] } },
  async read(_app, tx) {
    // PostgreSQL shows the figures to members of pg_read_all_stats alone; to others, as without a replica, there is nothing to tell.
    const rows = await tx.rows<{ replica: string; lag: number }>(
      `select application_name as replica, case when replay_lsn = pg_current_wal_lsn() then 0 else extract(epoch from coalesce(replay_lag, '0'))::float8 end as lag
       from pg_stat_replication where replay_lsn is not null and not pg_is_in_recovery()`,
    );
    return { floatdesk_replica_lag_seconds: rows.map((row) => ({ labels: { replica: row.replica }, value: row.lag })) };
  },
};
