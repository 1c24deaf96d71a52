/** Forms of the manual operations: asking for one (the fields follow the kind), applying, rejecting. */
import type { ManualRow } from "../../../contract/manual.schema.ts";
import { MANUAL_KINDS } from "../../../contract/manual.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec } from "../../forms/spec.ts";
import { shortId } from "../../i18n/format.ts";
import { text } from "../../i18n/keys.ts";
import { bodyOf, isWholeId, takes } from "./fields.ts";
import { LivePreview, PresentPreview } from "./preview.tsx";

const NOTE_MAX = 500;
const ID_MAX = 40;
const oneLine = (value: string | undefined): string => (value ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ");

const FIELDS: readonly FieldSpec<null>[] = [
  {
    name: "kind",
    kind: "choice",
    label: "manual.form.kind",
    required: true,
    options: MANUAL_KINDS.map((value) => ({ value, label: `manual.kind.${value}` as const })),
  },
  {
    name: "owner",
    kind: "radio",
    label: "manual.form.owner",
    required: true,
    options: [
      { value: "merchant", label: "words.field.merchant_id" },
      { value: "wallet", label: "words.field.wallet_id" },
    ],
    shown: (values) => values.kind === "opening",
  },
  { name: "merchant_id", kind: "lookup", label: "words.field.merchant_id", source: "merchants", required: true, shown: takes("merchant_id") },
  { name: "wallet_id", kind: "lookup", label: "words.field.wallet_id", source: "wallets", required: true, shown: takes("wallet_id") },
  {
    name: "sms_id",
    kind: "text",
    label: "manual.form.sms_id",
    help: "manual.form.smsHelp",
    required: true,
    maxLength: ID_MAX,
    shown: takes("sms_id"),
    check: (value) => (isWholeId("S", value) ? null : "manual.form.idInvalid"),
  },
  {
    name: "payment_id",
    kind: "text",
    label: "words.field.order_number",
    required: true,
    maxLength: ID_MAX,
    shown: takes("payment_id"),
    check: (value) => (isWholeId("P", value) ? null : "manual.form.idInvalid"),
  },
  { name: "amount", kind: "amount", label: "words.field.amount", required: true, shown: takes("amount") },
  { name: "note", kind: "multiline", label: "words.field.note", help: "manual.form.noteHelp", required: true, maxLength: NOTE_MAX },
  { name: "preview", kind: "custom", label: "manual.form.preview", component: LivePreview, shown: (values) => (values.kind ?? "") !== "" },
];

/** Asks for an operation. Nothing is booked before a checker applies it. */
export const createForm: FormSpec<null, ManualRow> = {
  title: (_subject, { t }) => t("manual.ask.createTitle"),
  intro: (_subject, { t }) => t("manual.ask.createIntro"),
  fields: FIELDS,
  initial: () => ({ kind: "", owner: "merchant", merchant_id: "", wallet_id: "", sms_id: "", payment_id: "", amount: "", note: "", preview: "" }),
  submit: (values, _subject, idempotencyKey) =>
    // The form's own checks have seen that every field of the kind is there.
    call("POST /api/manual", { body: { ...(bodyOf(values) ?? { kind: "opening" }), note: oneLine(values.note) }, idempotencyKey }),
  label: "manual.form.submit",
};

async function reload(row: ManualRow): Promise<ManualRow | null> {
  const answer = await call("GET /api/manual/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}
const present: NonNullable<FormSpec<ManualRow>["present"]> = (row, { t }) => t(`manual.status.${row.status}`);
const named = (row: ManualRow): { kind: string; id: string } => ({ kind: text(`manual.kind.${row.kind}`), id: shortId(row.id) });

/** Applies it, after a look at what that would do now. */
export const applyForm: FormSpec<ManualRow> = {
  title: (row, { t }) => t("manual.ask.applyTitle", named(row)),
  intro: (row, { t }) => t("manual.ask.applyIntro", { maker: row.maker, note: row.note }),
  fields: [{ name: "preview", kind: "custom", label: "manual.preview.now", component: PresentPreview }],
  initial: () => ({ preview: "" }),
  submit: (_values, row, idempotencyKey) => call("POST /api/manual/:id/apply", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
  label: "manual.form.apply",
  present,
  reload,
};

/** The checker's no, or the maker's change of mind. */
export const rejectForm: FormSpec<ManualRow> = {
  title: (row, { t }) => t("manual.ask.rejectTitle", named(row)),
  intro: (row, { t }) => t(row.mine ? "manual.ask.takeBackIntro" : "manual.ask.rejectIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", required: true, maxLength: NOTE_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/manual/:id/reject", { params: { id: row.id }, body: { version: row.version, reason: oneLine(values.reason) }, idempotencyKey }),
  label: "manual.form.reject",
  danger: true,
  present,
  reload,
};
