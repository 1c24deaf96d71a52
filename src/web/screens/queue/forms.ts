/** Saying that an exception is over, putting one aside for a while, giving it to somebody. */
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { addDays, businessDay, businessDayStart, presetRange } from "../../../contract/time.ts";
import { call } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { ApiError } from "../../query.ts";

const NOTE_MAX = 500;
const HOUR_MS = 3_600_000;
/** When people begin their day, in the business's zone. */
const MORNING_MS = 9 * HOUR_MS;
/** When a mute ends, by the name of the choice. */
const MUTES = {
  hour: (nowMs: number) => nowMs + HOUR_MS,
  hours4: (nowMs: number) => nowMs + 4 * HOUR_MS,
  tomorrow: (nowMs: number) => businessDayStart(addDays(businessDay(nowMs), 1)) + MORNING_MS,
  monday: (nowMs: number) => businessDayStart(addDays(presetRange("this_week", nowMs).from, 7)) + MORNING_MS,
  week: (nowMs: number) => nowMs + 168 * HOUR_MS,
} as const;
type Mute = keyof typeof MUTES;
const names = Object.keys(MUTES) as Mute[]; // keys of a literal: exactly its names

/** The end of a mute, ms; what is no choice of ours lasts an hour. */
export function muteEnd(choice: string, nowMs: number): number {
  return MUTES[names.find((name) => name === choice) ?? "hour"](nowMs);
}

async function reload(row: ExceptionRow): Promise<ExceptionRow | null> {
  const answer = await call("GET /api/exceptions/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}
const present: NonNullable<FormSpec<ExceptionRow>["present"]> = (row, { t }) =>
  row.assignee === null ? t(`exceptions.status.${row.status}`) : t("exceptions.claimedBy", { account: row.assignee.account });

/** Only for what a person alone says to be over, with the reason. */
export const resolveForm: FormSpec<ExceptionRow, ExceptionRow> = {
  title: (row, { t }) => t("exceptions.resolve.title", { kind: t(`exceptions.kind.${row.kind}`) }),
  intro: (_row, { t }) => t("exceptions.resolve.intro"),
  fields: [{ name: "note", kind: "multiline", label: "exceptions.resolve.note", required: true, maxLength: NOTE_MAX }],
  initial: () => ({ note: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/exceptions/:id/resolve", {
      params: { id: row.id },
      body: { version: row.version, ...(values.note?.trim() ? { note: values.note.trim() } : {}) },
      idempotencyKey,
    }),
  label: "exceptions.act.resolve",
  present,
  reload,
};

export const muteForm: FormSpec<ExceptionRow, ExceptionRow> = {
  title: (row, { t }) => t("exceptions.mute.title", { kind: t(`exceptions.kind.${row.kind}`) }),
  intro: (_row, { t }) => t("exceptions.mute.intro"),
  fields: [
    {
      name: "for",
      kind: "radio",
      label: "exceptions.mute.until",
      required: true,
      options: names.map((value) => ({ value, label: `exceptions.mute.for.${value}` as const })),
      server: ["until"],
    },
    { name: "reason", kind: "multiline", label: "exceptions.mute.reason", maxLength: NOTE_MAX },
  ],
  initial: () => ({ for: "hour", reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/exceptions/:id/mute", {
      params: { id: row.id },
      body: {
        version: row.version,
        ...(values.reason?.trim() ? { reason: values.reason.trim() } : {}),
        until: new Date(muteEnd(values.for ?? "", Date.now())).toISOString(),
      },
      idempotencyKey,
    }),
  label: "exceptions.act.mute",
  present,
  reload,
};

/** Who of the staff gets it: those who may see and decide it. @throws ApiError when they cannot be read */
export async function assignForm({ id }: ExceptionRow): Promise<FormSpec<ExceptionRow, ExceptionRow>> {
  const answer = await call("GET /api/exceptions/:id/people", { params: { id } });
  if (!answer.success) throw new ApiError(answer.error);
  return {
    title: (row, { t }) => t("exceptions.assign.title", { kind: t(`exceptions.kind.${row.kind}`) }),
    fields: [
      {
        name: "user_id",
        kind: "choice",
        label: "exceptions.assign.to",
        required: true,
        options: answer.data.items.filter((one) => one.decides).map((one) => ({ value: one.id, label: { text: one.account } })),
      },
    ],
    initial: (row) => ({ user_id: row.assignee?.id ?? "" }),
    submit: (values, row, idempotencyKey) =>
      call("POST /api/exceptions/:id/assign", { params: { id: row.id }, body: { version: row.version, user_id: values.user_id ?? "" }, idempotencyKey }),
    label: "exceptions.act.assign",
    present,
    reload,
  };
}
