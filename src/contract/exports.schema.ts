/** Files that are made in the background, and exports that repeat. */
import * as z from "zod";
import { ALERT_CHANNELS } from "./exceptions.ts";
import {
  EXPORT_FILE_STATUSES,
  EXPORT_LANGUAGES,
  EXPORT_LISTS,
  EXPORT_PAUSES,
  EXPORT_PROBLEMS,
  EXPORT_SCHEDULE_STATUSES,
  EXPORT_SOURCES,
  FILE_FORMATS,
  FREQUENCIES,
  readClock,
} from "./exports.ts";
import { flag, instant, instantOrNull, line, text, version } from "./schema.ts";
import { RELATIVE_DATES } from "./time.ts";

const NAME_MAX = 80;
const FILTERS_MAX = 40;
const COLUMNS_MAX = 60;
const CHOSEN_MAX = 200;

const list = z.enum(EXPORT_SOURCES).meta({ description: "what the file is of: a list, days of wallets, or a statement" });
const columns = z
  .array(z.string().regex(/^[a-z_]{1,40}$/))
  .min(1)
  .max(COLUMNS_MAX)
  .nullable()
  .meta({ description: "columns as the list names them, in this order; null: every column there is" });
const range = z.enum(RELATIVE_DATES).nullable().meta({ description: "days that move with the day of the run, in place of `from` and `to`" });
/** The list's own filters, search words and order, as its address has them. */
const filters = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), text(500))
  .refine((given) => Object.keys(given).length <= FILTERS_MAX, { params: { code: "too_large" } });
const filtersOut = z.record(z.string(), z.string());
const time = z
  .string()
  .refine((value) => readClock(value) !== null, { params: { code: "invalid" } })
  .meta({ description: "time of the day in Asia/Shanghai", examples: ["08:00"] });
const on = z.int().min(1).max(31).nullable().meta({ description: "weekday of a weekly export (Monday is 1), day of a monthly one; null: daily" });
const fields = {
  name: line(NAME_MAX),
  range,
  columns,
  totals: flag,
  format: z.enum(FILE_FORMATS),
  lang: z.enum(EXPORT_LANGUAGES),
  frequency: z.enum(FREQUENCIES),
  on,
  time,
  channel: z
    .enum(ALERT_CHANNELS)
    .nullable()
    .meta({ description: "is told that a file is ready, with a link to the dashboard; of the platform's people alone" }),
};

export const exportScheduleIn = z.strictObject({
  ...fields,
  list,
  filters,
  range: range.default(null),
  columns: columns.default(null),
  totals: flag.default(false),
  on: on.default(null),
  channel: fields.channel.default(null),
});
export type ExportScheduleIn = z.output<typeof exportScheduleIn>;
export const exportSchedulePatch = z.strictObject({
  version,
  name: fields.name.optional(),
  filters: filters.optional(),
  range: range.optional(),
  columns: columns.optional(),
  totals: flag.optional(),
  format: fields.format.optional(),
  lang: fields.lang.optional(),
  frequency: fields.frequency.optional(),
  on: on.optional(),
  time: time.optional(),
  channel: fields.channel.optional(),
});
export type ExportSchedulePatch = z.output<typeof exportSchedulePatch>;
export const exportScheduleDo = z.strictObject({ version });

export const exportFileIn = z.strictObject({
  list,
  filters,
  range: range.default(null),
  columns: columns.default(null),
  ids: z
    .array(
      z
        .string()
        .regex(/^[0-9A-Z]{2,40}$/)
        .meta({ examples: ["P261121XY12AB35"] }),
    )
    .min(1)
    .max(CHOSEN_MAX)
    .nullable()
    .default(null)
    .meta({ description: "only these rows of those that the filters match" }),
  totals: flag.default(false),
  format: fields.format,
  lang: fields.lang,
});
export type ExportFileIn = z.output<typeof exportFileIn>;

export const exportFile = z.object({
  id: z.int(),
  version: z.int(),
  list,
  /** Name of the schedule whose request it is; null: of none. */
  name: z.string().nullable(),
  /** The schedule whose run it is; null: of none, also where it is made again from its line. */
  schedule: z.int().nullable(),
  /** Somebody asked for it, also for a schedule's file at once or again; else its moment had come. */
  by_hand: z.boolean(),
  /** Known once it is begun. */
  file: z.string().nullable(),
  filters: filtersOut,
  range: z.enum(RELATIVE_DATES).nullable(),
  /** Days that the range came to, both included; null: open. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  chosen: z.int().nullable(),
  /** As the list names them; null: every column there is. */
  columns: z.array(z.string()).nullable(),
  format: z.enum(FILE_FORMATS),
  lang: z.enum(EXPORT_LANGUAGES),
  status: z.enum(EXPORT_FILE_STATUSES),
  problem: z.enum(EXPORT_PROBLEMS).nullable(),
  /** The same request may be made again from its line; once. */
  again: z.boolean(),
  /** How many rows there are of those that one file may hold, where they are too many. */
  too_many: z.object({ rows: z.int(), most: z.int() }).nullable(),
  rows: z.int().nullable(),
  bytes: z.int(),
  /** Runs before it that were missed, while the product was down or the one before took too long. */
  missed: z.int(),
  created_at: instant,
  ended_at: instantOrNull,
  expires_at: instantOrNull,
});
export type ExportFileOut = z.infer<typeof exportFile>;

export const exportSchedule = z.object({
  id: z.int(),
  version: z.int(),
  ...fields,
  name: z.string(),
  list,
  filters: filtersOut,
  status: z.enum(EXPORT_SCHEDULE_STATUSES),
  pause_reason: z.enum(EXPORT_PAUSES).nullable(),
  /** Null while it is paused. */
  next_at: instantOrNull,
  /** Its newest file. */
  last: z.object({ status: z.enum(EXPORT_FILE_STATUSES), at: instant }).nullable(),
  created_at: instant,
});
export type ExportScheduleOut = z.infer<typeof exportSchedule>;

export const exportsOut = z.object({
  files: z.array(exportFile),
  /** There are older files than these. */
  more: z.boolean(),
  schedules: z.array(exportSchedule),
  /** Channels that may be told; none for merchants' people. */
  channels: z.array(z.enum(ALERT_CHANNELS)),
  /** Of each list that the person may have: its columns that a file can hold. */
  held: z.partialRecord(z.enum(EXPORT_LISTS), z.array(z.string())),
});
export type ExportsOut = z.infer<typeof exportsOut>;
