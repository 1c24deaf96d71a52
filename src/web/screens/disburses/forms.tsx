/** Forms of the payouts' acts. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { call } from "../../api.ts";
import { filled } from "../../forms/filled.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { whatOf } from "../../words/named.ts";
import { TrxPicker } from "./trx-picker.tsx";

const REASON_MAX = 500;
const NOTE_MAX = 1000;
const TRX_MAX = 64;

async function reload(row: DisburseRow): Promise<DisburseRow | null> {
  const answer = await call("GET /api/disburses/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}

const present: NonNullable<FormSpec<DisburseRow>["present"]> = (row, { t }) => t(`disburses.status.${row.status}`);
const shared = { present, reload } as const;

/** The contract's lines hold no line breaks. */
function oneLine(text: string | undefined): string {
  return (text ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ");
}
const lastNo = (row: DisburseRow): number => row.attempts.at(-1)?.no ?? 1;

/** Refuses a payout before anything was sent. */
export const rejectForm: FormSpec<DisburseRow> = {
  title: (row, tools) => tools.t("disburses.ask.rejectTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("disburses.ask.rejectIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", help: "orders.form.reasonHelp", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/reject", { params: { id: row.id }, body: { version: row.version, reason: oneLine(values.reason) }, idempotencyKey }),
  label: "disburses.form.reject",
  danger: true,
  ...shared,
};

/** Sends the money again, as a new attempt. */
export const resetForm: FormSpec<DisburseRow> = {
  title: (row, tools) => tools.t("disburses.ask.resetTitle", whatOf(row, tools)),
  intro: (row, { t }) => t("disburses.ask.resetIntro", { n: lastNo(row) + 1, last: lastNo(row), customer: row.customer ?? "–" }),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/reset", { params: { id: row.id }, body: { version: row.version, reason: oneLine(values.reason) }, idempotencyKey }),
  label: "disburses.form.reset",
  danger: true,
  ...shared,
};

/** Says that the money arrived, with the TrxID that proves it. */
export const completeForm: FormSpec<DisburseRow> = {
  title: (row, tools) => tools.t("disburses.ask.completeTitle", whatOf(row, tools)),
  intro: (row, { t }) => t("disburses.ask.completeIntro", { customer: row.customer ?? "–" }),
  fields: [
    { name: "picked", kind: "custom", label: "disburses.form.message", component: TrxPicker },
    { name: "trx_id", kind: "text", label: "words.field.trx_id", required: true, maxLength: TRX_MAX },
    { name: "cost", kind: "amount", zero: true, label: "words.field.operator_cost", help: "disburses.form.costHelp" },
    { name: "note", kind: "multiline", label: "words.field.note", required: true, maxLength: NOTE_MAX },
  ],
  initial: (row) => ({ picked: "", trx_id: row.trx_id ?? "", cost: "", note: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/complete", {
      params: { id: row.id },
      body: {
        version: row.version,
        trx_id: (values.trx_id ?? "").trim(),
        note: oneLine(values.note),
        ...filled(values, "cost"),
      },
      idempotencyKey,
    }),
  label: "orders.form.complete",
  ...shared,
};

/** Puts the TrxID right that was said of an order, as long as no message has proven it. */
export const correctForm: FormSpec<DisburseRow> = {
  title: (row, tools) => tools.t("disburses.ask.correctTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("disburses.ask.correctIntro"),
  fields: [
    { name: "trx_id", kind: "text", label: "words.field.trx_id", required: true, maxLength: TRX_MAX },
    { name: "reason", kind: "multiline", label: "orders.form.correctReason", required: true, maxLength: REASON_MAX },
  ],
  initial: (row) => ({ trx_id: row.trx_id ?? "", reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/correct", {
      params: { id: row.id },
      body: { version: row.version, trx_id: (values.trx_id ?? "").trim(), reason: oneLine(values.reason) },
      idempotencyKey,
    }),
  label: "orders.correct",
  ...shared,
};

/** From a failed attempt the order fails for good; else the attempt does. */
export const failForm: FormSpec<DisburseRow> = {
  title: (row, tools) => tools.t("disburses.ask.failTitle", whatOf(row, tools)),
  intro: (row, { t }) => (row.status === "attempt_failed" ? t("disburses.ask.failFinal") : t("disburses.ask.failAttempt", { n: lastNo(row) })),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/fail", { params: { id: row.id }, body: { version: row.version, reason: oneLine(values.reason) }, idempotencyKey }),
  label: "orders.fail",
  danger: true,
  ...shared,
};

/** Writes a note beside an order; it changes nothing else. */
export const noteForm: FormSpec<DisburseRow> = {
  title: (row, { t }) => t("orders.ask.noteTitle", { id: row.id }),
  fields: [{ name: "text", kind: "multiline", label: "words.field.note_text", required: true, maxLength: NOTE_MAX }],
  initial: () => ({ text: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/disburses/:id/note", { params: { id: row.id }, body: { version: row.version, text: oneLine(values.text) }, idempotencyKey }),
  label: "orders.form.saveNote",
  ...shared,
};
