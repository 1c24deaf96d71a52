/** The end of what was kept long enough: files lose their content, lines go, what was deleted is gone for good. */
import { DAY_MS } from "../../../contract/time.ts";
import { EXPORT_LINE_DAYS } from "../../../contract/exports.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import { exportsEvent, type FileRow } from "./store.ts";

/** A deleted file can be taken back for so long, a deleted schedule for so long, ms. */
const FILE_BACK_MS = 3_600_000;
const SCHEDULE_BACK_MS = 30 * DAY_MS;
/** A file has up to 256 pieces of 1 MiB: one in a transaction, so that none takes longer than a statement may. Lines have none. */
const LINES_AT_ONCE = 500;

/** Takes its content from the file whose days are over. @returns whether there may be more */
async function expire(app: App): Promise<boolean> {
  const now = new Date(app.now());
  const gone = await app.db.tx(async (tx) => {
    const file = await tx.one<FileRow>(
      "select * from export_files where status = 'ready' and expires_at <= $1 order by expires_at limit 1 for update skip locked",
      [now],
    );
    if (file === null) return null;
    await tx.run("delete from export_pieces where file_id = $1", [file.id]);
    await tx.run("update export_files set status = $2, version = version + 1 where id = $1", [file.id, transition("export_files", "ready", "expire")]);
    return file;
  });
  if (gone !== null) app.events.publish([exportsEvent(gone.merchant_id, gone.version + 1)]);
  return gone !== null;
}

/** Takes away a file that was deleted, content and line. @returns whether there may be more */
async function forget(app: App): Promise<boolean> {
  return app.db.tx(async (tx) => {
    const file = await tx.one<{ id: number }>(
      "select id from export_files where deleted_at < $1 and status <> 'running' order by deleted_at limit 1 for update skip locked",
      [new Date(app.now() - FILE_BACK_MS)],
    );
    if (file === null) return false;
    await tx.run("delete from export_pieces where file_id = $1", [file.id]);
    await tx.run("delete from export_files where id = $1", [file.id]);
    return true;
  });
}

/** Sweeps one file of each kind, and lines. @returns whether there may be more */
export async function sweepFiles(app: App): Promise<boolean> {
  const nowMs = app.now();
  const expired = await expire(app);
  const forgotten = await forget(app);
  const lines = await app.db.run(
    "delete from export_files where id in (select id from export_files where created_at < $1 and status in ('failed', 'expired') order by id limit $2)",
    [new Date(nowMs - EXPORT_LINE_DAYS * DAY_MS), LINES_AT_ONCE],
  );
  await app.db.run("delete from export_schedules where deleted_at < $1", [new Date(nowMs - SCHEDULE_BACK_MS)]);
  return expired || forgotten || lines === LINES_AT_ONCE;
}
