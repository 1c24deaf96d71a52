/** The end of what was kept long enough: files lose their content, lines go, what was deleted is gone for good. */
import { EXPORT_LINE_DAYS } from "../../../contract/exports.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import { exportsEvent, type FileRow } from "./store.ts";

const DAY_MS = 86_400_000;
/** A deleted file can be taken back for so long, a deleted schedule for so long, ms. */
const FILE_BACK_MS = 3_600_000;
const SCHEDULE_BACK_MS = 30 * DAY_MS;
const AT_ONCE = 100;

/** Takes their content from files whose days are over. */
async function expire(app: App): Promise<boolean> {
  const now = new Date(app.now());
  const gone = await app.db.tx(async (tx) => {
    const files = await tx.rows<FileRow>(
      "select * from export_files where status = 'ready' and expires_at <= $1 order by expires_at limit $2 for update skip locked",
      [now, AT_ONCE],
    );
    const ids = files.map(({ id }) => id);
    await tx.run("delete from export_pieces where file_id = any ($1)", [ids]);
    await tx.run("update export_files set status = $2, version = version + 1 where id = any ($1)", [ids, transition("export_files", "ready", "expire")]);
    return files;
  });
  if (gone.length > 0) app.events.publish([...new Set(gone.map((file) => file.merchant_id))].map((merchantId) => exportsEvent(merchantId, 1)));
  return gone.length === AT_ONCE;
}

/** Sweeps once. @returns whether there may be more */
export async function sweepFiles(app: App): Promise<boolean> {
  const nowMs = app.now();
  const more = await expire(app);
  await app.db.run("delete from export_files where deleted_at < $1 and status <> 'running'", [new Date(nowMs - FILE_BACK_MS)]);
  await app.db.run("delete from export_files where created_at < $1 and status in ('failed', 'expired')", [new Date(nowMs - EXPORT_LINE_DAYS * DAY_MS)]);
  await app.db.run("delete from export_schedules where deleted_at < $1", [new Date(nowMs - SCHEDULE_BACK_MS)]);
  return more;
}
