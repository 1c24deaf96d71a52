/** The end of a file that could not be made, and of its schedule's turn; and word to the channel that asked for it. */
import { EXPORT_OWNER_PROBLEMS, EXPORT_PAUSES, type ExportPause, type ExportProblem } from "../../../contract/exports.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { queueNote } from "../../core/alerts/sender.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { mayTell } from "./owner.ts";
import { exportsEvent, type FileRow, type ScheduleRow } from "./store.ts";

/** Why a file is not made; with how many rows there are and may be, where they are too many. */
export interface Failure {
  readonly problem: ExportProblem;
  readonly rows?: number;
  readonly most?: number;
}

/** Why its schedule stands still from now on; null: its next moment may do better. */
const pauseOf = (problem: ExportProblem): ExportPause | null =>
  problem === "invalid" || (EXPORT_OWNER_PROBLEMS as readonly ExportProblem[]).includes(problem)
    ? (EXPORT_PAUSES.find((pause) => pause === problem) ?? null)
    : null;

/** Ends a file that is not made, and pauses its schedule where the next run would end so as well. Under the file's lock. */
export async function failFile(ctx: Ctx, tx: Tx, file: FileRow, { problem, rows, most }: Failure): Promise<void> {
  const from = file.status;
  if (from !== "waiting" && from !== "running") throw new Error("a file that has ended does not fail");
  const pause = pauseOf(problem);
  // The schedule's lock comes before the file's change, as for whoever runs it at once.
  const schedule = await scheduleOf(tx, file, pause !== null);
  await tx.run("delete from export_pieces where file_id = $1", [file.id]);
  await tx.run(
    "update export_files set status = $2, problem = $3, problem_rows = $4, problem_most = $5, byte_count = 0, ended_at = $6, version = version + 1 where id = $1",
    [file.id, transition("export_files", from, "fail"), problem, rows ?? null, most ?? null, new Date(ctx.app.now())],
  );
  ctx.emit(exportsEvent(file.merchant_id, file.version + 1));
  if (schedule === null) return;
  if (pause !== null && schedule.status === "active") {
    await tx.run("update export_schedules set status = $2, pause_reason = $3, version = version + 1 where id = $1", [
      schedule.id,
      transition("export_schedules", "active", "pause"),
      pause,
    ]);
    await audit(ctx, tx, {
      action: "exports.pause",
      objectType: "export-schedule",
      objectId: String(schedule.id),
      merchantId: schedule.merchant_id,
      before: { status: "active" },
      after: { status: "paused", name: schedule.name, reason: pause },
    });
  }
  await tell(ctx, tx, file, schedule, "failed");
}

const scheduleOf = async (tx: Tx, file: FileRow, lock: boolean): Promise<ScheduleRow | null> =>
  file.schedule_id === null
    ? null
    : tx.one<ScheduleRow>(`select * from export_schedules where id = $1 and deleted_at is null${lock ? " for update" : ""}`, [file.schedule_id]);

/**
 * Word outside: that there is something in the dashboard, never the file itself, nor anything of its rows. Of moments alone: whoever
 * runs it by hand sees it; and only while its owner may have a channel told.
 */
async function tell(ctx: Ctx, tx: Tx, file: FileRow, { channel, name, merchant_id: merchantId }: ScheduleRow, outcome: "ready" | "failed"): Promise<void> {
  if (channel === null || merchantId !== null || file.due_at === null || file.deleted_at !== null) return;
  if (!(await mayTell(tx, file.user_id))) return;
  await queueNote(ctx.app, tx, channel, { type: `export.${outcome}`, name, path: "/exports" });
}

/** A scheduled file can be had: its channel hears of it. */
export async function tellReady(ctx: Ctx, tx: Tx, file: FileRow): Promise<void> {
  const schedule = await scheduleOf(tx, file, false);
  if (schedule !== null) await tell(ctx, tx, file, schedule, "ready");
}
