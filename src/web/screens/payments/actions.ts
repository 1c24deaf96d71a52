/** What can be done with a payment; the server's `actions` say when. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { PAYMENT_ACTION_PERMISSIONS, type PaymentAction } from "../../../contract/payments.ts";
import { call } from "../../api.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";
import { whatOf } from "../../words/named.ts";

/** It came with another amount, or nothing that came is known: to approve it is then the risky act. */
const isOfAnotherAmount = ({ amount, message_amount }: PaymentRow): boolean => message_amount !== amount;

const ACTIONS = {
  approve: {
    id: "approve",
    label: "orders.approve",
    key: "a",
    inline: () => true,
    doubted: isOfAnotherAmount,
    form: async () => (await import("./forms.tsx")).approveForm,
    done: "orders.done.approve",
  },
  reject: {
    id: "reject",
    label: "payments.action.reject",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.tsx")).rejectForm,
    done: "orders.done.reject",
  },
  complete: { id: "complete", label: "orders.complete", form: async () => (await import("./forms.tsx")).completeForm, done: "orders.done.complete" },
  correct: { id: "correct", label: "orders.correct", form: async () => (await import("./forms.tsx")).correctForm, done: "orders.done.correct" },
  recheck: {
    id: "recheck",
    label: "payments.action.recheck",
    confirm: (row, tools) => ({
      title: tools.t("orders.ask.recheckTitle", whatOf(row, tools)),
      body: tools.t("payments.ask.recheckBody"),
      label: tools.t("payments.action.recheck"),
    }),
    run: (row, idempotencyKey) => call("POST /api/payments/:id/recheck", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "orders.done.recheck",
    outcome: (before, after, { t }) =>
      t(before.status === after.status ? "orders.done.recheckSame" : "orders.done.recheckNow", { status: t(`payments.status.${after.status}`) }),
  },
  notify: {
    id: "notify",
    label: "payments.action.notify",
    confirm: (row, tools) => ({
      title: tools.t("orders.ask.notifyTitle", whatOf(row, tools)),
      body: tools.t("orders.ask.notifyBody"),
      label: tools.t("payments.action.notify"),
    }),
    run: (row, idempotencyKey) => call("POST /api/payments/:id/notify", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "orders.done.notify",
  },
  note: { id: "note", label: "payments.action.note", form: async () => (await import("./forms.tsx")).noteForm, done: "orders.done.note" },
} as const satisfies Record<PaymentAction, ActionSpec<PaymentRow>>;

export const paymentActions: readonly ActionSpec<PaymentRow>[] = Object.values(ACTIONS);

const bulk = (action: "recheck" | "notify" | "reject", more: Pick<BulkSpec<PaymentRow>, "danger" | "intro"> = {}): BulkSpec<PaymentRow> => ({
  id: action,
  label: `payments.action.${action}`,
  permission: PAYMENT_ACTION_PERMISSIONS[action],
  job: `payments.${action}`,
  ...more,
});

export const paymentBulk: readonly BulkSpec<PaymentRow>[] = [
  bulk("recheck"),
  bulk("notify"),
  bulk("reject", { danger: true, intro: "payments.ask.rejectIntro" }),
];
