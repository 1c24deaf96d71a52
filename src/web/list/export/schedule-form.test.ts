/** What a form of a scheduled export sends: what was changed in it, and nothing that it does not show. */
import { expect, it } from "vitest";
import type { ExportScheduleOut } from "../../../contract/exports.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { changesOf, scheduleForm, scheduleSubject } from "./schedule-form.ts";

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

it("sends what was changed alone, and never filters or columns", () => {
  const subject = scheduleSubject(schedule, [], []);
  const values = scheduleForm(subject, tools).initial?.(subject) ?? {};
  expect(changesOf(values, subject, tools)).toEqual({});
  expect(changesOf({ ...values, time: "09:00", range: "yesterday" }, subject, tools)).toEqual({ time: "09:00", range: "yesterday" });
  expect(changesOf({ ...values, frequency: "daily" }, subject, tools)).toEqual({ frequency: "daily", on: null });
});
