/** The form of a scheduled export: how often, as what, and who is told. What it holds is what the list shows, or what it held before. */
import type { ExportScheduleIn, ExportScheduleOut } from "../../../contract/exports.schema.ts";
import {
  EXPORT_LANGUAGES,
  type ExportLanguage,
  type FileFormat,
  formatsOf,
  FREQUENCIES,
  type FrequencyName,
  isExportList,
  isStatement,
  readClock,
  STATEMENT_MONTHS,
} from "../../../contract/exports.ts";
import type { AlertChannel } from "../../../contract/exceptions.ts";
import { type DatePreset, RELATIVE_DATES } from "../../../contract/time.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { FieldSpec, FormSpec, Values } from "../../forms/spec.ts";
import { columnWords, filterCount, rangeWords, sourceWords, type WantedRows } from "./wanted.ts";

const NAME_MAX = 80;
const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
const DAYS = Array.from({ length: 31 }, (_none, index) => String(index + 1));
/** In place of days that move: the days that were chosen, or all. */
const KEPT = "kept";
const NOBODY = "nobody";

/** What a schedule is made from: the list as it stands, or a schedule that is changed. */
export interface ScheduleSubject extends WantedRows {
  /** Null: a new one. */
  readonly schedule: ExportScheduleOut | null;
  readonly columns: readonly string[] | null;
  /** Those of them that a file cannot hold, in words. */
  readonly leftOut: readonly string[];
  readonly totals: boolean;
  /** Rows were chosen in the list, which a schedule cannot hold. */
  readonly chosen: boolean;
  /** Channels that may be told. */
  readonly channels: readonly AlertChannel[];
  /** The language that was chosen for the file. */
  readonly lang: ExportLanguage;
}

/** Which days, and how often. */
function whenFields(subject: ScheduleSubject, tools: CellTools): FieldSpec<ScheduleSubject>[] {
  const { t } = tools;
  const hasDays = "from" in subject.filters || "to" in subject.filters;
  const months = isStatement(subject.list);
  // A list without days is of all time; of the others each file is of some days.
  const canKeep = hasDays || isExportList(subject.list);
  const kept = hasDays ? t("exports.form.kept", { range: rangeWords({ ...subject, range: null }, tools) }) : t("exports.form.all");
  const frequencies = FREQUENCIES.map((value) => ({ value, label: `exports.form.${value}` as const }));
  const ranges = (months ? STATEMENT_MONTHS : RELATIVE_DATES).map((value) => ({ value, label: `list.dates.${value}` as const }));
  return [
    { name: "name", kind: "text", label: "exports.form.name", required: true, maxLength: NAME_MAX },
    {
      name: "range",
      kind: "choice",
      label: "exports.form.range",
      help: "exports.form.rangeHelp",
      required: true,
      options: [...(canKeep ? [{ value: KEPT, label: { text: kept } }] : []), ...ranges],
    },
    { name: "frequency", kind: "choice", label: "exports.form.frequency", required: true, half: true, options: frequencies },
    {
      name: "time",
      kind: "text",
      label: "exports.form.at",
      required: true,
      half: true,
      maxLength: 5,
      check: (value) => (readClock(value.trim()) === null ? "exports.form.atBad" : null),
    },
    {
      name: "weekday",
      kind: "choice",
      label: "exports.form.weekday",
      required: true,
      server: ["on"],
      shown: ({ frequency }) => frequency === "weekly",
      options: WEEKDAYS.map((value) => ({ value, label: `exports.weekday.d${value}` as const })),
    },
    {
      name: "day",
      kind: "choice",
      label: "exports.form.day",
      help: "exports.form.dayHelp",
      required: true,
      server: ["on"],
      shown: ({ frequency }) => frequency === "monthly",
      options: DAYS.map((value) => ({ value, label: { text: value } })),
    },
  ];
}

/** As what, and who is told. */
function whatFields({ list, columns, channels }: ScheduleSubject): FieldSpec<ScheduleSubject>[] {
  const formats = formatsOf(list).map((value) => ({ value, label: `list.export.${value}` as const }));
  const languages = EXPORT_LANGUAGES.map((value) => ({ value, label: `channels.language.${value}` as const }));
  const told = channels.map((value) => ({ value, label: `channels.name.${value}` as const }));
  return [
    { name: "format", kind: "choice", label: "exports.form.format", required: true, half: true, options: formats },
    { name: "lang", kind: "choice", label: "exports.form.language", required: true, half: true, options: languages },
    { name: "totals", kind: "switch", label: "exports.form.totals", shown: () => columns !== null },
    {
      name: "channel",
      kind: "choice",
      label: "exports.form.channel",
      help: "exports.form.channelHelp",
      required: true,
      shown: () => told.length > 0,
      options: [{ value: NOBODY, label: "exports.form.nobody" }, ...told],
    },
  ];
}

function initial({ schedule, range, totals, lang, ...rest }: ScheduleSubject, tools: CellTools): Values {
  const list = sourceWords(rest, tools);
  return {
    name: schedule?.name ?? tools.t("exports.form.nameOf", { list, range: rangeWords({ ...rest, range }, tools) }).slice(0, NAME_MAX),
    range: range ?? KEPT,
    frequency: schedule?.frequency ?? (isStatement(rest.list) ? "monthly" : "daily"),
    time: schedule?.time ?? "08:00",
    weekday: schedule?.frequency === "weekly" ? String(schedule.on) : "1",
    day: schedule?.frequency === "monthly" ? String(schedule.on) : "1",
    format: schedule?.format ?? (isStatement(rest.list) ? "pdf" : "xlsx"),
    lang,
    totals: totals ? "true" : "",
    channel: schedule?.channel ?? NOBODY,
  };
}

/** What a form says, as the server takes it. */
function bodyOf(values: Values, subject: ScheduleSubject): Omit<ExportScheduleIn, "list"> {
  const frequency = values.frequency as FrequencyName; // one of the choices, as the others
  const range = values.range === KEPT ? null : (values.range as DatePreset);
  const { from: _from, to: _to, ...others } = subject.filters;
  return {
    name: (values.name ?? "").trim(),
    filters: range === null ? subject.filters : others,
    range,
    columns: subject.columns === null ? null : [...subject.columns],
    totals: subject.columns !== null && values.totals === "true",
    format: values.format as FileFormat,
    lang: values.lang as ExportLanguage,
    frequency,
    on: frequency === "daily" ? null : Number(frequency === "weekly" ? values.weekday : values.day),
    time: (values.time ?? "").trim(),
    channel: values.channel === NOBODY ? null : (values.channel as AlertChannel),
  };
}

/**
 * What of a schedule was changed in the form. Filters and columns stand in no field of it: they stay as the server has them, which may
 * be more than is shown here.
 */
export function changesOf(values: Values, subject: ScheduleSubject, tools: CellTools): Partial<Omit<ExportScheduleIn, "list" | "filters" | "columns">> {
  const { filters: _filters, columns: _columns, ...now } = bodyOf(values, subject);
  const before: Record<string, unknown> = bodyOf(initial(subject, tools), subject);
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
}

/** The form for a list, or for a schedule that stands. */
export function scheduleForm(subject: ScheduleSubject, tools: CellTools): FormSpec<ScheduleSubject, ExportScheduleOut> {
  const { t } = tools;
  return {
    title: ({ schedule, list, filters }) =>
      schedule === null ? t("exports.form.title", { list: sourceWords({ list, filters }, tools) }) : t("exports.form.editTitle", { name: schedule.name }),
    intro: ({ list, columns, leftOut, filters, chosen }) =>
      [
        t(!isExportList(list) ? "exports.form.introFile" : columns === null ? "exports.form.introWhole" : "exports.form.intro", { n: filterCount(filters) }),
        ...(chosen ? [t("exports.form.rowsAll")] : []),
        ...(leftOut.length === 0 ? [] : [t("exports.form.leftOut", { columns: columnWords(leftOut, tools) })]),
      ].join(tools.locale === "zh" ? "" : " "),
    fields: [...whenFields(subject, tools), ...whatFields(subject)],
    initial: (of) => initial(of, tools),
    submit: (values, of, idempotencyKey) =>
      of.schedule === null
        ? call("POST /api/exports/schedules", { body: { ...bodyOf(values, of), list: of.list }, idempotencyKey })
        : call("PATCH /api/exports/schedules/:id", {
            params: { id: String(of.schedule.id) },
            body: { ...changesOf(values, of, tools), version: of.schedule.version },
            idempotencyKey,
          }),
    label: subject.schedule === null ? "exports.form.create" : "exports.form.save",
    reload: async (of) => {
      const id = of.schedule?.id;
      const answer = await call("GET /api/exports");
      const found = answer.success ? answer.data.schedules.find((one) => one.id === id) : undefined;
      return found === undefined ? null : scheduleSubject(found, of.channels, of.leftOut);
    },
  };
}

/** A schedule that stands, to be changed. */
export const scheduleSubject = (schedule: ExportScheduleOut, channels: readonly AlertChannel[], leftOut: readonly string[]): ScheduleSubject => ({
  schedule,
  list: schedule.list,
  filters: schedule.filters,
  range: schedule.range,
  columns: schedule.columns,
  leftOut,
  totals: schedule.totals,
  chosen: false,
  channels,
  lang: schedule.lang,
});
