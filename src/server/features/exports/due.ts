/** Schedules whose moment has come: each gets one file, also when several moments have passed while nobody worked. */
import { lastDue, nextDue } from "../../../contract/exports.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { exportsEvent, frequencyOf, queueFile, type ScheduleRow } from "./store.ts";

const AT_ONCE = 50;
/** So many missed runs are counted. */
const MISSED_MOST = 1000;

/** How many moments lie before the one that is made. */
function missedBefore(schedule: ScheduleRow, dueMs: number): number {
  const frequency = frequencyOf(schedule);
  let missed = 0;
  for (let at = schedule.next_at.getTime(); at < dueMs && missed < MISSED_MOST; at = nextDue(frequency, at)) missed += 1;
  return missed;
}

async function queueOne(tx: Tx, schedule: ScheduleRow, nowMs: number): Promise<void> {
  const frequency = frequencyOf(schedule);
  const dueMs = Math.max(lastDue(frequency, nowMs), schedule.next_at.getTime());
  // Null: the run before is still under way. Its moment stays due, and is made once that has ended.
  const made = await queueFile(
    tx,
    { ...schedule, schedule_id: schedule.id, due_at: new Date(dueMs), missed: missedBefore(schedule, dueMs), counted_from: new Date(dueMs) },
    new Date(nowMs),
  );
  if (made === null && (await isUnderWay(tx, schedule.id))) return;
  await tx.run("update export_schedules set next_at = $2 where id = $1", [schedule.id, new Date(nextDue(frequency, Math.max(nowMs, dueMs)))]);
}

async function isUnderWay(tx: Tx, scheduleId: number): Promise<boolean> {
  const open = await tx.one("select 1 from export_files where schedule_id = $1 and status in ('waiting', 'running') and deleted_at is null", [scheduleId]);
  return open !== null;
}

/** Queues what is due. @returns whether there may be more */
export async function queueDue(app: App): Promise<boolean> {
  const nowMs = app.now();
  const due = await app.db.tx(async (tx) => {
    const found = await tx.rows<ScheduleRow>(
      `select * from export_schedules s where status = 'active' and deleted_at is null and next_at <= $1
         and not exists (select 1 from export_files f where f.schedule_id = s.id and f.status in ('waiting', 'running') and f.deleted_at is null)
       order by next_at, id limit $2 for update of s skip locked`,
      [new Date(nowMs), AT_ONCE],
      "export_schedules_due",
    );
    for (const schedule of found) await queueOne(tx, schedule, nowMs);
    return found;
  });
  if (due.length > 0) app.events.publish(due.map((schedule) => exportsEvent(schedule.merchant_id, schedule.version)));
  return due.length === AT_ONCE;
}
