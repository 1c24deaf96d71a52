/** Forms of the messages' acts, and typing a message in. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { call } from "../../api.ts";
import { filled } from "../../forms/filled.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { whatOf } from "./what-of.ts";
import { MessageInShort } from "./message-in-short.tsx";
import { OrderPicker } from "./order-picker.tsx";

const NOTE_MAX = 1000;
const REASON_MAX = 500;
const SENDER_MAX = 64;
const TEXT_MAX = 4000;

async function reload(row: SmsRow): Promise<SmsRow | null> {
  const answer = await call("GET /api/sms/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}

const present: NonNullable<FormSpec<SmsRow>["present"]> = (row, { t }) => t(`sms.status.${row.match_status}`);

/** Completes an order with this message. */
export const matchForm: FormSpec<SmsRow> = {
  title: (row, tools) => tools.t("sms.ask.matchTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("sms.ask.matchIntro"),
  about: (row, tools) => <MessageInShort row={row} tools={tools} />,
  fields: [
    { name: "payment_id", kind: "custom", label: "words.field.order", required: true, component: OrderPicker },
    { name: "note", kind: "multiline", label: "words.field.note", maxLength: NOTE_MAX },
  ],
  initial: () => ({ payment_id: "", note: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/sms/:id/match", {
      params: { id: row.id },
      body: { version: row.version, payment_id: values.payment_id ?? "", ...filled(values, "note") },
      idempotencyKey,
    }),
  label: "sms.form.match",
  present,
  reload,
};

/** Has a message booked on a person's word, whatever its balance says. */
export const acceptForm: FormSpec<SmsRow> = {
  title: (row, tools) => tools.t("sms.ask.acceptTitle", whatOf(row, tools)),
  intro: ({ direction, balance }, { t }) =>
    [t(direction === "debit" ? "sms.ask.acceptOut" : "sms.ask.acceptIn"), ...(balance === null ? [] : [t("sms.ask.acceptContinues")])].join("\n"),
  about: (row, tools) => <MessageInShort row={row} tools={tools} />,
  fields: [{ name: "note", kind: "multiline", label: "words.field.note", maxLength: NOTE_MAX }],
  initial: () => ({ note: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/sms/:id/accept", {
      params: { id: row.id },
      body: { version: row.version, ...filled(values, "note") },
      idempotencyKey,
    }),
  label: "sms.form.accept",
  danger: true,
  present,
  reload,
};

/** Takes a message out of matching. */
export const ignoreForm: FormSpec<SmsRow> = {
  title: (row, tools) => tools.t("sms.ask.ignoreTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("sms.ask.ignoreIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/sms/:id/ignore", {
      params: { id: row.id },
      body: { version: row.version, ...filled(values, "reason") },
      idempotencyKey,
    }),
  label: "sms.form.ignore",
  danger: true,
  present,
  reload,
};

/** A message typed in by a person when the phone is dead. */
export const manualForm: FormSpec<null, SmsRow> = {
  title: (_none, { t }) => t("sms.ask.manualTitle"),
  intro: (_none, { t }) => t("sms.ask.manualIntro"),
  fields: [
    { name: "wallet_id", kind: "lookup", source: "wallets", label: "sms.form.wallet", required: true },
    { name: "sender", kind: "text", label: "words.field.sender", help: "sms.form.senderHelp", required: true, maxLength: SENDER_MAX },
    { name: "text", kind: "multiline", label: "sms.form.text", required: true, maxLength: TEXT_MAX },
  ],
  initial: () => ({ wallet_id: "", sender: "", text: "" }),
  submit: (values, _none, idempotencyKey) =>
    call("POST /api/sms", { body: { wallet_id: values.wallet_id ?? "", sender: (values.sender ?? "").trim(), text: values.text ?? "" }, idempotencyKey }),
  label: "sms.form.save",
};
