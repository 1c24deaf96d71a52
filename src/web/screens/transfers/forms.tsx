/** Forms of the transfers: a request, and the acts on it, each with what it will do. */
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import { TRANSFER_KINDS } from "../../../contract/transfers.ts";
import { call } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { whatOf } from "../../words/named.ts";
import { alikeQuestion } from "./alike.ts";
import { ApproveEffect, CompleteEffect, RequestEffect } from "./effect.tsx";
import { completeBody, createBody, hasFrom, hasTo, ownTrxEach } from "./values.ts";

const REASON_MAX = 500;
const NOTE_MAX = 1000;
const TRX_MAX = 64;

async function reload(row: TransferRow): Promise<TransferRow | null> {
  const answer = await call("GET /api/transfers/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}
const present: NonNullable<FormSpec<TransferRow>["present"]> = (row, { t }) => t(`transfers.status.${row.status}`);

/** Asks for a transfer; another person approves it. */
export const createForm: FormSpec<null, TransferRow> = {
  title: (_none, { t }) => t("transfers.ask.createTitle"),
  intro: (_none, { t }) => t("transfers.ask.createIntro"),
  fields: [
    {
      name: "kind",
      kind: "radio",
      label: "transfers.column.kind",
      required: true,
      options: TRANSFER_KINDS.map((value) => ({ value, label: `transfers.kind.${value}` as const })),
    },
    {
      name: "from_wallet_id",
      kind: "lookup",
      source: "wallets",
      label: "words.field.from_wallet_id",
      required: true,
      half: true,
      shown: (values) => hasFrom(values.kind),
    },
    {
      name: "to_wallet_id",
      kind: "lookup",
      source: "wallets",
      label: "words.field.to_wallet_id",
      required: true,
      half: true,
      shown: (values) => hasTo(values.kind),
      check: (value, values) => (hasFrom(values.kind) && value === values.from_wallet_id ? "transfers.form.same" : null),
    },
    { name: "amount", kind: "amount", label: "words.field.amount", required: true, half: true },
    {
      name: "expected_cost",
      kind: "amount",
      zero: true,
      label: "words.field.expected_cost",
      help: "transfers.form.expectedHelp",
      half: true,
      shown: (values) => hasFrom(values.kind),
    },
    { name: "effect", kind: "custom", label: "transfers.form.effect", component: RequestEffect, unsent: true },
    { name: "short_known", kind: "switch", label: "transfers.form.shortKnown", required: true, shown: (values) => Boolean(values.effect), unsent: true },
    { name: "note", kind: "multiline", label: "words.field.note", maxLength: NOTE_MAX },
  ],
  initial: () => ({ kind: "wallet", from_wallet_id: "", to_wallet_id: "", amount: "", expected_cost: "", effect: "", short_known: "", note: "" }),
  ask: (values) => alikeQuestion(createBody(values)),
  submit: (values, _none, idempotencyKey) => call("POST /api/transfers", { body: createBody(values), idempotencyKey }),
  label: "transfers.form.create",
};

/** Lets it go: the amount is frozen. */
export const approveForm: FormSpec<TransferRow> = {
  title: (row, tools) => tools.t("orders.ask.approveTitle", whatOf(row, tools)),
  intro: (row, { t }) => (row.from_wallet_id === null ? null : t("transfers.ask.approveIntro")),
  fields: [{ name: "effect", kind: "custom", label: "transfers.form.effect", component: ApproveEffect }],
  initial: () => ({ effect: "" }),
  submit: (_values, row, idempotencyKey) => call("POST /api/transfers/:id/approve", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
  label: "transfers.form.approve",
  present,
  reload,
};

/** Books what no message has booked. */
export const completeForm: FormSpec<TransferRow> = {
  title: (row, tools) => tools.t("orders.ask.completeTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("transfers.ask.completeIntro"),
  fields: [
    { name: "trx_id", kind: "text", label: "words.field.trx_id", help: "transfers.form.trxHelp", maxLength: TRX_MAX },
    {
      name: "received_trx_id",
      kind: "text",
      label: "transfers.column.received_trx_id",
      help: "transfers.form.receivedHelp",
      maxLength: TRX_MAX,
      shown: (_values, row) => ownTrxEach(row),
    },
    { name: "cost", kind: "amount", zero: true, label: "transfers.form.cost", help: "transfers.form.costHelp" },
    { name: "effect", kind: "custom", label: "transfers.form.effect", component: CompleteEffect },
  ],
  initial: () => ({ trx_id: "", received_trx_id: "", cost: "", effect: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/transfers/:id/complete", { params: { id: row.id }, body: completeBody(row, values), idempotencyKey }),
  label: "orders.form.complete",
  present,
  reload,
};

/** Ends a transfer that did not come about. */
export const failForm: FormSpec<TransferRow> = {
  title: (row, tools) => tools.t("transfers.ask.failTitle", whatOf(row, tools)),
  intro: (_row, { t }) => t("transfers.ask.failIntro"),
  fields: [{ name: "reason", kind: "multiline", label: "transfers.form.reason", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/transfers/:id/fail", {
      params: { id: row.id },
      body: { version: row.version, reason: (values.reason ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ") },
      idempotencyKey,
    }),
  label: "orders.fail",
  danger: true,
  present,
  reload,
};
