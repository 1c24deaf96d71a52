/** Files that are made in the background, and exports that repeat: what both sides agree on beside the schemas. */
import type { ListName } from "./lists.ts";
import type { Permission } from "./permissions.ts";
import { addDays, businessDay, businessDayStart, type DatePreset, type Day, MINUTE_MS } from "./time.ts";
import type { Transition } from "./transition.ts";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Of files in the background: statements are drawn, too. */
export const FILE_FORMATS = [...EXPORT_FORMATS, "pdf"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const EXPORT_LANGUAGES = ["zh", "en"] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** Lists that have an export, by the word of their address. */
export const EXPORT_LISTS = [
  "payments",
  "disburses",
  "sms",
  "wallets",
  "merchants",
  "deliveries",
  "transfers",
  "withdrawal",
  "journals",
  "manual",
  "users",
  "audit",
] as const satisfies readonly ListName[];
export type ExportList = (typeof EXPORT_LISTS)[number];

/** Statements of a month: whose, its filter `id` says; its days are a whole month. */
export const EXPORT_STATEMENTS = ["wallet_statement", "merchant_statement"] as const;
/** All that a file in the background is of: a list, days of wallets, or a statement. */
export const EXPORT_SOURCES = [...EXPORT_LISTS, "reconciliation", "wallet_statistics", ...EXPORT_STATEMENTS] as const;
export type ExportSourceName = (typeof EXPORT_SOURCES)[number];
/** Days that move, of a statement. */
export const STATEMENT_MONTHS = ["prev_month", "this_month"] as const satisfies readonly DatePreset[];

export const isExportList = (of: ExportSourceName): of is ExportList => (EXPORT_LISTS as readonly string[]).includes(of);
export const isStatement = (of: ExportSourceName): boolean => (EXPORT_STATEMENTS as readonly string[]).includes(of);
/** As what a file of it can be had, as a type. */
export type FormatOf<Of extends ExportSourceName> = Of extends (typeof EXPORT_STATEMENTS)[number] ? FileFormat : ExportFormat;
/** As what a file of it can be had. */
export const formatsOf = (of: ExportSourceName): readonly FileFormat[] => (isStatement(of) ? FILE_FORMATS : EXPORT_FORMATS);

/** How often an export repeats. */
export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type FrequencyName = (typeof FREQUENCIES)[number];
/** When an export is due, in the business time zone. */
export interface Frequency {
  readonly frequency: FrequencyName;
  /** Weekly: the weekday, Monday is 1; monthly: the day, in a shorter month its last; null: every day. */
  readonly on: number | null;
  /** Minutes after midnight. */
  readonly at: number;
}

/** No two days that are due lie further apart. */
const FURTHEST_DAYS = 62;

function isDueOn({ frequency, on }: Frequency, day: Day): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7 === (on ?? 1) - 1;
  const date = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith("-01");
  return date === on || (isLast && (on ?? 1) > date);
}

/** The first moment after an instant at which it is due, ms. */
export function nextDue(frequency: Frequency, afterMs: number): number {
  for (let day = businessDay(afterMs), tried = 0; tried < FURTHEST_DAYS; day = addDays(day, 1), tried += 1) {
    const dueMs = businessDayStart(day) + frequency.at * MINUTE_MS;
    if (dueMs > afterMs && isDueOn(frequency, day)) return dueMs;
  }
  throw new RangeError("an export that is never due");
}

/** The last moment up to an instant at which it was due, ms. */
export function lastDue(frequency: Frequency, uptoMs: number): number {
  for (let day = businessDay(uptoMs), tried = 0; tried < FURTHEST_DAYS; day = addDays(day, -1), tried += 1) {
    const dueMs = businessDayStart(day) + frequency.at * MINUTE_MS;
    if (dueMs <= uptoMs && isDueOn(frequency, day)) return dueMs;
  }
  throw new RangeError("an export that was never due");
}

/** `08:05` of minutes after midnight. */
export const clockText = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
/** Minutes after midnight of `08:05`; null: it is no time of the day. */
export function readClock(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

export const EXPORT_FILE_STATUSES = ["waiting", "running", "ready", "failed", "expired"] as const;
export type ExportFileStatus = (typeof EXPORT_FILE_STATUSES)[number];
/** Every edge of a file's life; `again`: whoever made it has gone before its end. The database refuses all others. */
export const EXPORT_FILE_TRANSITIONS = [
  { from: "waiting", event: "begin", to: "running", by: "job" },
  { from: "waiting", event: "fail", to: "failed", by: "job" },
  { from: "running", event: "again", to: "waiting", by: "job" },
  { from: "running", event: "finish", to: "ready", by: "job" },
  { from: "running", event: "fail", to: "failed", by: "job" },
  { from: "ready", event: "expire", to: "expired", by: "job" },
] as const satisfies readonly Transition<ExportFileStatus, "begin" | "fail" | "again" | "finish" | "expire">[];

export const EXPORT_SCHEDULE_STATUSES = ["active", "paused"] as const;
export type ExportScheduleStatus = (typeof EXPORT_SCHEDULE_STATUSES)[number];
/** Every edge of a schedule's life. The database refuses all others. */
export const EXPORT_SCHEDULE_TRANSITIONS = [
  { from: "active", event: "pause", to: "paused", by: "staff" },
  { from: "paused", event: "resume", to: "active", by: "staff" },
] as const satisfies readonly Transition<ExportScheduleStatus, "pause" | "resume">[];

/** What stands against the owner of a file while it is to be made; a schedule pauses with it. */
export const EXPORT_OWNER_PROBLEMS = ["owner_inactive", "merchant_changed", "role_changed", "permission_lost"] as const;
export type ExportOwnerProblem = (typeof EXPORT_OWNER_PROBLEMS)[number];
/** Why a file was not made. `invalid`: the list does not take these filters or columns any more. */
export const EXPORT_PROBLEMS = [...EXPORT_OWNER_PROBLEMS, "invalid", "too_many_rows", "too_large", "too_slow", "no_room", "internal"] as const;
export type ExportProblem = (typeof EXPORT_PROBLEMS)[number];
/** Problems that may be over by now: the same request may come to a file. With the others it would end as before. */
export const EXPORT_AGAIN = [
  "owner_inactive",
  "role_changed",
  "permission_lost",
  "too_slow",
  "no_room",
  "internal",
] as const satisfies readonly ExportProblem[];
/** Why a schedule stands still: its owner paused it, or its run met this. */
export const EXPORT_PAUSES = ["by_person", ...EXPORT_OWNER_PROBLEMS, "invalid"] as const;
export type ExportPause = (typeof EXPORT_PAUSES)[number];

/** A file is kept for so many days, and its line for so many. */
export const EXPORT_FILE_DAYS = 14;
export const EXPORT_LINE_DAYS = 60;
/** Most rows of a file in CSV; a workbook ends before. */
export const EXPORT_FILE_ROWS = 3_000_000;
/** Most bytes of one file, and of all files that a person keeps. */
export const EXPORT_FILE_BYTES = 256 * 1024 * 1024;
export const EXPORT_OWNER_BYTES = 1024 * 1024 * 1024;
/** Most bytes of all files of all people: they stand in the database, and in its backups. */
export const EXPORT_ALL_BYTES = 32 * EXPORT_OWNER_BYTES;
/** Who may have a channel of the platform told: whoever may write to the people who read it, as a comment on an exception does. */
export const EXPORT_TELL_PERMISSION = "exceptions.decide" satisfies Permission;
/** Most schedules of a person, and most of his files that wait at once. */
export const EXPORT_SCHEDULES_MAX = 50;
export const EXPORT_WAITING_MAX = 10;
