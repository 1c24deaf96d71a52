/** Forms of the withdrawals: submitting one, and the acts on it. */
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec } from "../../forms/spec.ts";
import { whatOf } from "./what-of.ts";
import { availableField, exceeds } from "./available.tsx";
import { createBody, paidBody } from "./values.ts";

const REASON_MAX = 500;
const NOTE_MAX = 1000;
const LINE_MAX = 100;

async function reload(row: WithdrawalRow): Promise<WithdrawalRow | null> {
  const answer = await call("GET /api/withdrawal/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}
const present: NonNullable<FormSpec<WithdrawalRow>["present"]> = (row, { t }) => t(`withdrawal.status.${row.status}`);

/** Submits a withdrawal. `staff`: for a merchant that is chosen; else for the own one. */
export function createForm(staff: boolean): FormSpec<null, WithdrawalRow> {
  const merchant: FieldSpec<null> = { name: "merchant_id", kind: "lookup", source: "merchants", label: "words.field.merchant_id", required: true };
  return {
    title: (_none, { t }) => t("withdrawal.ask.createTitle"),
    intro: (_none, { t }) => t("withdrawal.ask.createIntro"),
    fields: [
      ...(staff ? [merchant] : []),
      { name: "available", kind: "custom", label: "withdrawal.form.available", component: availableField(staff), unsent: true },
      {
        name: "amount",
        kind: "amount",
        label: "words.field.amount",
        required: true,
        check: (value, { available }) => (available && exceeds(value, { max_available: available }) ? "withdrawal.available.tooMuch" : null),
      },
      {
        name: "receiving_account",
        kind: "text",
        label: "withdrawal.form.receiving",
        help: "withdrawal.form.receivingHelp",
        required: true,
        maxLength: LINE_MAX,
      },
      { name: "note", kind: "multiline", label: "words.field.note", maxLength: NOTE_MAX },
    ],
    initial: () => ({ merchant_id: "", available: "", amount: "", receiving_account: "", note: "" }),
    submit: (values, _none, idempotencyKey) => call("POST /api/withdrawal", { body: createBody(values, staff), idempotencyKey }),
    label: "withdrawal.form.create",
  };
}

/** Says how it was paid, with the proof. */
export const paidForm: FormSpec<WithdrawalRow> = {
  title: (row, tools) => tools.t("withdrawal.ask.paidTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("withdrawal.ask.paidIntro"),
  fields: [
    {
      name: "way",
      kind: "radio",
      label: "withdrawal.form.way",
      required: true,
      options: [
        { value: "outside", label: "withdrawal.form.fromOutside" },
        { value: "wallet", label: "withdrawal.form.fromWallet" },
      ],
    },
    { name: "wallet_id", kind: "lookup", source: "wallets", label: "withdrawal.form.wallet", required: true, shown: (values) => values.way === "wallet" },
    { name: "reference", kind: "text", label: "withdrawal.form.reference", help: "withdrawal.form.referenceHelp", required: true, maxLength: LINE_MAX },
    {
      name: "cost",
      kind: "amount",
      zero: true,
      label: "words.field.operator_cost",
      help: "withdrawal.form.costHelp",
      shown: (values) => values.way === "wallet",
    },
  ],
  initial: () => ({ way: "outside", wallet_id: "", reference: "", cost: "" }),
  submit: (values, row, idempotencyKey) => call("POST /api/withdrawal/:id/paid", { params: { id: row.id }, body: paidBody(row, values), idempotencyKey }),
  label: "withdrawal.form.paid",
  present,
  reload,
};

/** Refuses it, with the reason that the merchant reads. */
export const rejectForm: FormSpec<WithdrawalRow> = {
  title: (row, tools) => tools.t("withdrawal.ask.rejectTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("withdrawal.ask.rejectIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "withdrawal.form.reason", help: "withdrawal.form.reasonHelp", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/withdrawal/:id/reject", {
      params: { id: row.id },
      body: { version: row.version, reason: (values.reason ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ") },
      idempotencyKey,
    }),
  label: "withdrawal.form.reject",
  danger: true,
  present,
  reload,
};
