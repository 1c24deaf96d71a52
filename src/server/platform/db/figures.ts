/** How far copies of the database are behind, and whether what was acknowledged is on two of them. */
import type { Figure } from "../http/figures.ts";
import { readRisks } from "./hosts/index.ts";

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

/** Who answered home, lists, searches, files, statistics and statements of this process: shows a copy that is away or cannot keep up. */
export const READS_FIGURE: Figure = {
  name: "replica_reads",
  gauges: {
    floatdesk_replica_reads: {
      help: "Reads that a copy of the database may answer, since this process started: by a copy (replica), by the primary as all connections to copies were taken (busy), as none had caught up (behind) or as none answered (away); with DATABASE_REPLICA_URL only",
      labels: ["served_by"],
    },
  },
  async read(app) {
    const served = app.db.servedReads;
    if (served === null) return {};
    return { floatdesk_replica_reads: Object.entries(served).map(([by, value]) => ({ labels: { served_by: by }, value })) };
  },
};

/** A start looks at the settings, too; this also sees those of a server that was promoted since. */
export const RISK_FIGURE: Figure = {
  name: "commit_risks",
  gauges: { floatdesk_commit_risks: { help: "Settings of the primary with which an acknowledged commit could be lost; with several database servers only" } },
  async read(app, tx) {
    if (!app.db.hasSeveral) return {};
    const risks = await readRisks((text, values) => tx.rows<{ name: string; value: string }>(text, values));
    return { floatdesk_commit_risks: [{ value: risks.length }] };
  },
};
