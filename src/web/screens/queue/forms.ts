/** Saying that an exception is over, and putting one aside for a while. */
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { call } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";

const NOTE_MAX = 500;
const HOUR_MS = 3_600_000;
/** How long a mute lasts, by the name of the choice. */
const MUTES = { hour: HOUR_MS, hours4: 4 * HOUR_MS, day: 24 * HOUR_MS, days3: 72 * HOUR_MS, week: 168 * HOUR_MS } as const;
type Mute = keyof typeof MUTES;
const names = Object.keys(MUTES) as Mute[]; // keys of a literal: exactly its names

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
    { name: "reason", kind: "multiline", label: "exceptions.mute.reason", required: true, maxLength: NOTE_MAX },
  ],
  initial: () => ({ for: "hours4", reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/exceptions/:id/mute", {
      params: { id: row.id },
      body: {
        version: row.version,
        reason: (values.reason ?? "").trim(),
        until: new Date(Date.now() + (MUTES[values.for as Mute] ?? MUTES.hours4)).toISOString(), // one of the radio's values
      },
      idempotencyKey,
    }),
  label: "exceptions.act.mute",
  present,
  reload,
};
