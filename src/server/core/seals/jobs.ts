/** Work that time brings to the seals of days. */
import { addDays, businessDayStart, type Day } from "../../../contract/time.ts";
import { raiseAlert } from "../alerts/raise.ts";
import type { App } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { dueDay, sealNext } from "./seal.ts";

/** A day that is not sealed so long after its end needs a person, ms. */
export const LATE_MS = 2 * 3_600_000;

async function tellLate(app: App, day: Day): Promise<void> {
  if (app.now() < businessDayStart(addDays(day, 1)) + LATE_MS) return;
  if (await app.db.one("select 1 from alerts where kind = 'seal_late' and status in ('open', 'claimed', 'muted')")) return;
  await raiseAlert(app, app.db, { kind: "seal_late", object: { type: "books", id: null }, data: { day } });
}

/** Seals what has ended, one day after the other; where it cannot, somebody is told in time. */
const sealDays: Job = {
  name: "seal-days",
  everyMs: 60_000,
  lock: 43,
  async run(app) {
    const failed = await sealNext(app).then(
      (sealed) => (sealed ? null : { error: null }),
      (error: unknown) => ({ error }),
    );
    // One after the other is sealed after a time in which nothing ran: nobody has to do anything.
    if (failed === null) return true;
    const waiting = await dueDay(app);
    if (waiting !== null) await tellLate(app, waiting);
    if (failed.error !== null) throw failed.error;
    return false;
  },
};

export const sealJobs: Job[] = [sealDays];
