/** Rows of schedules and of files, and how they are answered. */
import type { ExportFileOut, ExportScheduleOut } from "../../../contract/exports.schema.ts";
import {
  clockText,
  EXPORT_AGAIN,
  type ExportFileStatus,
  type FileFormat,
  type ExportLanguage,
  type ExportSourceName,
  type ExportPause,
  type ExportProblem,
  type ExportScheduleStatus,
  type Frequency,
  type FrequencyName,
} from "../../../contract/exports.ts";
import type { AlertChannel } from "../../../contract/exceptions.ts";
import { businessDay, type DatePreset, parseRangeEnd, presetRange, RELATIVE_DATES, spanAt } from "../../../contract/time.ts";
import type { OutgoingEvent } from "../../platform/context.ts";
import { type Queryable, toJson, type Tx } from "../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import type { Shown } from "../../platform/lists/export-shown.ts";

/** What a schedule and a file ask for. */
export interface Wanted {
  readonly list: ExportSourceName;
  readonly filters: Readonly<Record<string, string>>;
  readonly date_range: DatePreset | null;
  readonly columns: readonly string[] | null;
  readonly ids?: readonly string[] | null;
  readonly totals: boolean;
  readonly format: FileFormat;
  readonly language: ExportLanguage;
}

/** A schedule as it is stored. */
export interface ScheduleRow extends Wanted {
  readonly id: number;
  readonly user_id: bigint;
  readonly merchant_id: bigint | null;
  readonly user_type: string;
  readonly role_id: number | null;
  readonly name: string;
  readonly frequency: FrequencyName;
  readonly on_day: number | null;
  readonly at_minute: number;
  readonly channel: AlertChannel | null;
  readonly status: ExportScheduleStatus;
  readonly pause_reason: ExportPause | null;
  readonly next_at: Date;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly version: number;
}

/** What is written for a file that is to be made. */
export interface NewFile extends Wanted {
  readonly user_id: bigint;
  readonly merchant_id: bigint | null;
  readonly schedule_id: number | null;
  readonly due_at: Date | null;
  readonly missed: number;
  readonly counted_from: Date;
  readonly name: string | null;
}

/** A file as it is stored, without its pieces. */
export interface FileRow extends NewFile {
  readonly id: number;
  readonly ids: readonly string[] | null;
  readonly status: ExportFileStatus;
  readonly problem: ExportProblem | null;
  readonly problem_rows: bigint | null;
  readonly problem_most: bigint | null;
  readonly attempts: number;
  readonly failures: number;
  readonly file_name: string | null;
  readonly row_count: bigint | null;
  readonly byte_count: bigint;
  readonly masks: readonly string[];
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at: Date | null;
  readonly deleted_at: Date | null;
  readonly made_again: boolean;
  readonly version: number;
}

export const frequencyOf = ({ frequency, on_day, at_minute }: Pick<ScheduleRow, "frequency" | "on_day" | "at_minute">): Frequency => ({
  frequency,
  on: on_day,
  at: at_minute,
});

export const shownOf = ({ columns, ids, totals }: Wanted): Shown => ({ columns, ids: ids ?? null, totals });

/**
 * The list's query with its days as they are at a moment; null: these are days that this build does not know.
 * @param countedMs days that move are counted from here
 */
export function filtersAt({ filters, date_range: range }: Pick<Wanted, "filters" | "date_range">, countedMs: number): Record<string, string> | null {
  const { paid_at: paid } = filters;
  const still = paid === undefined ? filters : { ...filters, paid_at: spanAt(paid, countedMs) };
  if (range === null) return { ...still };
  return RELATIVE_DATES.includes(range) ? { ...still, ...presetRange(range, countedMs) } : null;
}

/** Business day of one end of the range; null: it is open. */
function dayOf(given: string | undefined, end: "from" | "to"): string | null {
  const ms = given === undefined ? null : parseRangeEnd(given, end);
  // The end of a day is the beginning of the next one.
  return ms === null ? null : businessDay(end === "to" ? ms - 1 : ms);
}

/** The same request may be made again: what it met may be over, and nobody has asked yet. */
export const mayBeAgain = ({ status, problem, made_again: isMade }: Pick<FileRow, "status" | "problem" | "made_again">): boolean =>
  !isMade && (status === "expired" || (EXPORT_AGAIN as readonly (ExportProblem | null)[]).includes(problem));

/** A file as its owner sees it. */
export function fileOut(row: FileRow): ExportFileOut {
  const filters = filtersAt(row, row.counted_from.getTime()) ?? {};
  return {
    id: row.id,
    version: row.version,
    list: row.list,
    name: row.name,
    schedule: row.schedule_id,
    by_hand: row.due_at === null,
    file: row.file_name,
    filters: { ...row.filters },
    range: row.date_range,
    from: dayOf(filters["from"], "from"),
    to: dayOf(filters["to"], "to"),
    chosen: row.ids?.length ?? null,
    columns: row.columns === null ? null : [...row.columns],
    format: row.format,
    lang: row.language,
    status: row.status,
    problem: row.problem,
    again: mayBeAgain(row),
    too_many: row.problem_rows === null || row.problem_most === null ? null : { rows: Number(row.problem_rows), most: Number(row.problem_most) },
    rows: row.row_count === null ? null : Number(row.row_count),
    bytes: Number(row.byte_count),
    missed: row.missed,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** A schedule with its newest file. */
export interface ScheduleWithLast extends ScheduleRow {
  readonly last_status: ExportFileStatus | null;
  readonly last_at: Date | null;
}

/** A schedule as its owner sees it. */
export function scheduleOut(row: ScheduleWithLast): ExportScheduleOut {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    list: row.list,
    filters: { ...row.filters },
    range: row.date_range,
    columns: row.columns === null ? null : [...row.columns],
    totals: row.totals,
    format: row.format,
    lang: row.language,
    frequency: row.frequency,
    on: row.on_day,
    time: clockText(row.at_minute),
    channel: row.channel,
    status: row.status,
    pause_reason: row.pause_reason,
    next_at: row.status === "active" ? row.next_at.toISOString() : null,
    last: row.last_status === null || row.last_at === null ? null : { status: row.last_status, at: row.last_at.toISOString() },
    created_at: row.created_at.toISOString(),
  };
}

const WITH_LAST = `select s.*, l.status as last_status, coalesce(l.ended_at, l.created_at) as last_at from export_schedules s
  left join lateral (select f.status, f.ended_at, f.created_at from export_files f where f.schedule_id = s.id and f.deleted_at is null order by f.id desc limit 1) l on true`;

/** Schedules of a person, the newest first. */
export const schedulesOf = (q: Queryable, userId: bigint): Promise<ScheduleWithLast[]> =>
  q.rows<ScheduleWithLast>(`${WITH_LAST} where s.user_id = $1 and s.deleted_at is null order by s.id desc`, [userId], "export_schedules_of");

/** One schedule with its newest file. */
export const scheduleById = (q: Queryable, id: number): Promise<ScheduleWithLast | null> => q.one<ScheduleWithLast>(`${WITH_LAST} where s.id = $1`, [id]);

/** Files of a person: those that can be had or are to come, then the others, the newest first. */
export const filesOf = (q: Queryable, userId: bigint, most: number): Promise<FileRow[]> =>
  q.rows<FileRow>("select * from export_files where user_id = $1 and deleted_at is null order by status in ('failed', 'expired'), id desc limit $2", [
    userId,
    most,
  ]);

/** A person's own schedule under its lock; null for somebody else's as for none. Deleted ones are there. */
export const lockSchedule = (tx: Tx, id: number, userId: bigint): Promise<ScheduleRow | null> =>
  tx.one<ScheduleRow>("select * from export_schedules where id = $1 and user_id = $2 for update", [id, userId]);

/** A person's own file; null for somebody else's as for none. Deleted ones are there. */
export const ownFile = (q: Queryable, id: number, userId: bigint, lock = false): Promise<FileRow | null> =>
  q.one<FileRow>(`select * from export_files where id = $1 and user_id = $2${lock ? " for update" : ""}`, [id, userId]);

/** Tells whoever looks at files and schedules that something of his may have changed. */
export const exportsEvent = (merchantId: bigint | null, version: number): OutgoingEvent => ({
  kind: "exports",
  objectId: ANY_OBJECT,
  version,
  change: "changed",
  merchantId,
});

/** Queues a file. @returns null: its moment has one already, or its schedule has one under way */
export function queueFile(q: Queryable, file: NewFile, at: Date): Promise<FileRow | null> {
  return q.one<FileRow>(
    `insert into export_files (user_id, merchant_id, schedule_id, due_at, missed, counted_from, name, list, filters, date_range, columns, ids, totals, format, language,
       lease_at, created_at)
     values ($user_id, $merchant_id, $schedule_id, $due_at, $missed, $counted_from, $name, $list, $filters, $date_range, $columns, $ids, $totals, $format, $language, $at, $at) on conflict do nothing returning *`,
    {
      user_id: file.user_id,
      merchant_id: file.merchant_id,
      schedule_id: file.schedule_id,
      due_at: file.due_at,
      missed: file.missed,
      counted_from: file.counted_from,
      name: file.name,
      list: file.list,
      filters: toJson(file.filters),
      date_range: file.date_range,
      columns: file.columns,
      ids: file.ids ?? null,
      totals: file.totals,
      format: file.format,
      language: file.language,
      at,
    },
  );
}
