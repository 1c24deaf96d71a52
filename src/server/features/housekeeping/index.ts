/** What the database needs as time goes on: months ahead, and an end of what is kept for a while only. */
import type { Feature } from "../../core/feature.ts";
import type { Job } from "../../platform/jobs/runner.ts";

/** Months ahead; an alert when the coming month has none (rule 23). */
const makePartitions: Job = {
  name: "make-partitions",
  everyMs: 3_600_000,
  lock: 3,
  async run(app) {
    await app.db.run("select make_partitions(3)");
  },
};

/** What is kept for a while only: idempotency keys 48 h, slots of expired orders, windows of repeated messages, deleted views and ended links 30 days. */
const tidy: Job = {
  name: "tidy",
  everyMs: 60_000,
  lock: 6,
  async run(app) {
    await app.db.run("delete from idempotency_keys where at < now() - interval '48 hours'");
    await app.db.run("delete from open_payments where expired_at < now() - make_interval(hours => $1 + 1)", [app.config.current.late_match_hours]);
    await app.db.run("delete from bind_codes where expires_at < now() - interval '1 day'");
    await app.db.run("delete from views where deleted_at < now() - interval '30 days'");
    await app.db.run("delete from shared_links where expires_at < now() - interval '30 days'");
    await app.db.run("delete from signin_failures where at < now() - interval '1 day'");
  },
};

export const housekeeping: Feature = {
  name: "housekeeping",
  jobs: [makePartitions, tidy],
};
