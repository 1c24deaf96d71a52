/** What a form of a scheduled export sends: what was changed in it, and nothing that it does not show. */
import { expect, it } from "vitest";
import type { ExportScheduleOut } from "../../../contract/exports.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { changesOf, scheduleForm, scheduleSubject, type ScheduleSubject } from "./schedule-form.ts";

const tools = { t: (key: string) => key, locale: "en" } as unknown as CellTools;
const schedule = {
  id: 1,
  version: 3,
  name: "Every morning",
  list: "payments",
  filters: { user_ref: "•••", from: "2026-01-01" },
  range: null,
  columns: ["id"],
  totals: true,
  format: "csv",
  lang: "en",
  frequency: "weekly",
  on: 2,
  time: "08:00",
  channel: null,
} as unknown as ExportScheduleOut;

it("offers of a statement whole months alone, each month as a PDF, and of days of wallets no time without days", () => {
  const offered = (list: ScheduleSubject["list"], filters: Record<string, string>, range: ScheduleSubject["range"]) => {
    const subject: ScheduleSubject = {
      list,
      filters,
      range,
      schedule: null,
      columns: null,
      leftOut: [],
      totals: false,
      chosen: false,
      channels: [],
      lang: "zh",
    };
    const { fields, initial } = scheduleForm(subject, tools);
    const valuesOf = (name: string) =>
      fields.flatMap((field) => (field.name === name && field.kind === "choice" ? field.options.map(({ value }) => value) : []));
    const { frequency, format, range: first, lang } = initial(subject);
    // As it was chosen beside the file, whatever the page speaks.
    expect(lang).toBe("zh");
    return { ranges: valuesOf("range"), formats: valuesOf("format"), first: [frequency, format, first] };
  };
  const months = { ranges: ["prev_month", "this_month"], formats: ["csv", "xlsx", "pdf"] };
  expect(offered("wallet_statement", { id: "W1" }, "prev_month")).toEqual({ ...months, first: ["monthly", "pdf", "prev_month"] });
  expect(offered("merchant_statement", { id: "M1", from: "2026-01-01", to: "2026-01-31" }, null)).toEqual({
    ranges: ["kept", ...months.ranges],
    formats: months.formats,
    first: ["monthly", "pdf", "kept"],
  });
  expect(offered("reconciliation", {}, "yesterday")).toMatchObject({ formats: ["csv", "xlsx"], first: ["daily", "xlsx", "yesterday"] });
  expect(offered("reconciliation", {}, "yesterday").ranges).not.toContain("kept");
  expect(offered("payments", {}, null).ranges[0]).toBe("kept");
});

it("names what the file of a list leaves out, once", () => {
  const named = (leftOut: readonly string[]) => {
    const subject = { ...scheduleSubject(schedule, [], leftOut), schedule: null };
    return scheduleForm(subject, tools).intro?.(subject, tools) ?? "";
  };
  expect(named([])).not.toContain("exports.form.leftOut");
  expect(named(["Health"])).toContain("exports.form.leftOut");
});

it("sends what was changed alone, and never filters or columns", () => {
  const subject = scheduleSubject(schedule, [], []);
  const values = scheduleForm(subject, tools).initial?.(subject) ?? {};
  expect(changesOf(values, subject, tools)).toEqual({});
  expect(changesOf({ ...values, time: "09:00", range: "yesterday" }, subject, tools)).toEqual({ time: "09:00", range: "yesterday" });
  expect(changesOf({ ...values, frequency: "daily" }, subject, tools)).toEqual({ frequency: "daily", on: null });
});
