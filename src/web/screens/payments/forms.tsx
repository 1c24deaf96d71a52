/** Forms of the payments' acts. */
import { formatAmountOrNull, parseAmount } from "../../../contract/money.ts";
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { call } from "../../api.ts";
import { filled } from "../../forms/filled.ts";
import type { FormSpec, Values } from "../../forms/spec.ts";
import { whatOf } from "../../words/named.ts";
import { MessagePicker } from "./message-picker.tsx";

const REASON_MAX = 500;
const NOTE_MAX = 1000;
const TRX_MAX = 64;

async function reload(row: PaymentRow): Promise<PaymentRow | null> {
  const answer = await call("GET /api/payments/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}

const present: NonNullable<FormSpec<PaymentRow>["present"]> = (row, { t }) => t(`payments.status.${row.status}`);

/** What approving would book: of the chosen message what was received or ordered; before one is chosen, that of the message that waits with the order. */
function approvedAmount(row: PaymentRow, values: Values): string {
  if (!values.message_id) return row.message_amount ?? row.amount;
  return values.amount === "received" && values.paid ? values.paid : row.amount;
}

/** What completing would book: the amount that was typed, else what was ordered. */
const completedAmount = (row: PaymentRow, { amount }: Values): string => formatAmountOrNull(parseAmount(amount?.trim())) ?? row.amount;

/** Completes an order in review with one of the wallet's messages. */
export const approveForm: FormSpec<PaymentRow> = {
  title: (row, tools, values) => tools.t("orders.ask.approveTitle", whatOf({ id: row.id, amount: approvedAmount(row, values) }, tools)),
  intro: (_row, { t }) => t("payments.ask.approveIntro"),
  fields: [
    { name: "message_id", kind: "custom", label: "words.field.sms_id", required: true, component: MessagePicker },
    {
      name: "amount",
      kind: "radio",
      label: "payments.form.basis",
      required: true,
      options: [
        { value: "ordered", label: "payments.form.ordered" },
        { value: "received", label: "payments.form.received" },
      ],
      shown: (values) => values.message_id !== "",
      // As the server: what was ordered is booked only when exactly that was received.
      off: (option, values) => (option === "ordered" && values.differs === "true" ? "payments.form.orderedOnly" : null),
      amountOf: (option, values, row) => (option === "ordered" ? row.amount : values.paid || null),
    },
    { name: "note", kind: "multiline", label: "words.field.note", maxLength: NOTE_MAX },
  ],
  initial: () => ({ message_id: "", amount: "", note: "", differs: "", paid: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/payments/:id/approve", {
      params: { id: row.id },
      body: {
        version: row.version,
        message_id: values.message_id ?? "",
        amount: values.amount === "received" ? "received" : "ordered",
        ...filled(values, "note"),
      },
      idempotencyKey,
    }),
  label: "payments.form.approve",
  present,
  reload,
};

/** Refuses an order in review. */
export const rejectForm: FormSpec<PaymentRow> = {
  title: (row, tools) => tools.t("payments.ask.rejectTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("payments.ask.rejectIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "payments.form.reason", help: "orders.form.reasonHelp", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/payments/:id/reject", { params: { id: row.id }, body: { version: row.version, reason: oneLine(values.reason) }, idempotencyKey }),
  label: "payments.form.reject",
  danger: true,
  present,
  reload,
};

/** Completes an order whose money a person has seen. */
export const completeForm: FormSpec<PaymentRow> = {
  title: (row, tools, values) => tools.t("orders.ask.completeTitle", whatOf({ id: row.id, amount: completedAmount(row, values) }, tools)),
  intro: (_row, { t }) => t("payments.ask.completeIntro"),
  fields: [
    { name: "trx_id", kind: "text", label: "words.field.trx_id", required: true, maxLength: TRX_MAX },
    { name: "amount", kind: "amount", label: "payments.form.amount", help: "payments.form.amountHelp" },
    { name: "note", kind: "multiline", label: "words.field.note", required: true, maxLength: NOTE_MAX },
  ],
  // What is known of its money is filled in: of a message that waits with it, else what was submitted.
  initial: (row) => ({
    trx_id: row.trx_id ?? row.claimed_trx ?? "",
    amount: row.message_amount && row.message_amount !== row.amount ? row.message_amount : "",
    note: "",
  }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/payments/:id/complete", {
      params: { id: row.id },
      body: {
        version: row.version,
        trx_id: (values.trx_id ?? "").trim(),
        note: oneLine(values.note),
        ...filled(values, "amount"),
      },
      idempotencyKey,
    }),
  label: "orders.form.complete",
  present,
  reload,
};

/** Puts the TrxID right that was said of an order, as long as no message has proven it. */
export const correctForm: FormSpec<PaymentRow> = {
  title: (row, tools) => tools.t("payments.ask.correctTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("payments.ask.correctIntro"),
  fields: [
    { name: "trx_id", kind: "text", label: "words.field.trx_id", required: true, maxLength: TRX_MAX },
    { name: "reason", kind: "multiline", label: "orders.form.correctReason", required: true, maxLength: REASON_MAX },
  ],
  initial: (row) => ({ trx_id: row.trx_id ?? "", reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/payments/:id/correct", {
      params: { id: row.id },
      body: { version: row.version, trx_id: (values.trx_id ?? "").trim(), reason: oneLine(values.reason) },
      idempotencyKey,
    }),
  label: "orders.correct",
  present,
  reload,
};

/** Writes a note beside an order; it changes nothing else. */
export const noteForm: FormSpec<PaymentRow> = {
  title: (row, { t }) => t("orders.ask.noteTitle", { id: row.id }),
  fields: [{ name: "text", kind: "multiline", label: "words.field.note_text", required: true, maxLength: NOTE_MAX }],
  initial: () => ({ text: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/payments/:id/note", { params: { id: row.id }, body: { version: row.version, text: oneLine(values.text) }, idempotencyKey }),
  label: "orders.form.saveNote",
  present,
  reload,
};

/** The contract's lines hold no line breaks. */
function oneLine(text: string | undefined): string {
  return (text ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ");
}
