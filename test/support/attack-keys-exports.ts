/** Keys of files and of scheduled exports: each act leaves one row in the trail, so that is what is counted. */
import type { Arena } from "./attack-arena.ts";
import type { Case } from "./attack-keys-out.ts";
import { next } from "./app.ts";

const ASKED = { list: "merchants", filters: {}, format: "csv", lang: "en" } as const;
interface Made {
  readonly id: number;
  readonly version: number;
}

/** One case for each route that takes a key. */
export function exportCases(arena: () => Arena): Readonly<Record<string, () => Promise<Case>>> {
  const good = <T>(path: string, body: object): Promise<T> => arena().product.good<T>("POST", `/api/exports/${path}`, arena().product.admin, body);
  const rows = (action: string, id?: number): (() => Promise<number>) => {
    const of = id === undefined ? null : String(id);
    return async () => {
      const sql = "select count(*)::int as count from audit where action = $1 and ($2::text is null or object_id = $2)";
      return (await arena().product.product.app.db.one<{ count: number }>(sql, [action, of]))?.count ?? 0;
    };
  };
  /** Rows that come from now on. */
  const more = async (counted: () => Promise<number>): Promise<() => Promise<number>> => {
    const before = await counted();
    return async () => (await counted()) - before;
  };
  const schedule = (): Promise<Made> => good("schedules", { ...ASKED, name: `once ${next()}`, frequency: "daily", time: "03:00" });
  /** An act on a schedule that others have been done to before. */
  const acting =
    (act: string, before: readonly string[] = []) =>
    async (): Promise<Case> => {
      const { id, version: first } = await schedule();
      let version = first;
      for (const one of before) version = (await good<Made>(`schedules/${id}/${one}`, { version })).version;
      return { url: `/api/exports/schedules/${id}/${act}`, body: { version }, effects: rows(`exports.${act}`, id) };
    };
  return {
    "POST /api/exports/files": async () => ({ url: "/api/exports/files", body: ASKED, effects: await more(rows("exports.request")) }),
    "POST /api/exports/files/:id/again": async () => {
      const { id } = await good<Made>("files", ASKED);
      const failed = "update export_files set status = 'failed', problem = 'internal', ended_at = now() where id = $1";
      await arena().product.product.app.db.run(failed, [id]);
      return { url: `/api/exports/files/${id}/again`, body: {}, effects: await more(rows("exports.again")) };
    },
    "POST /api/exports/files/:id/delete": async () => {
      const { id } = await good<Made>("files", ASKED);
      return { url: `/api/exports/files/${id}/delete`, body: {}, effects: rows("exports.file-delete", id) };
    },
    "POST /api/exports/files/:id/restore": async () => {
      const { id } = await good<Made>("files", ASKED);
      await good(`files/${id}/delete`, {});
      return { url: `/api/exports/files/${id}/restore`, body: {}, effects: rows("exports.file-restore", id) };
    },
    "POST /api/exports/schedules": async () => ({
      url: "/api/exports/schedules",
      body: { ...ASKED, name: `once ${next()}`, frequency: "daily", time: "03:00" },
      effects: await more(rows("exports.schedule")),
    }),
    "POST /api/exports/schedules/:id/pause": acting("pause"),
    "POST /api/exports/schedules/:id/resume": acting("resume", ["pause"]),
    "POST /api/exports/schedules/:id/run": acting("run"),
    "POST /api/exports/schedules/:id/delete": acting("delete"),
    "POST /api/exports/schedules/:id/restore": acting("restore", ["delete"]),
  };
}
