/** What can be done with a payout; the server's `actions` say when. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { DISBURSE_ACTION_PERMISSIONS, type DisburseAction, type DisburseBulkAction } from "../../../contract/disburses.ts";
import { call } from "../../api.ts";
import { whatOf } from "../../words/named.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";

const ACTIONS = {
  approve: {
    id: "approve",
    label: "disburses.action.approve",
    key: "a",
    inline: () => true,
    confirm: (row, tools) => ({
      title: tools.t("disburses.ask.approveTitle", whatOf(row, tools)),
      body: tools.t("disburses.ask.approveBody", { customer: row.customer ?? "–" }),
      label: tools.t("disburses.action.approve"),
    }),
    run: (row, idempotencyKey) => call("POST /api/disburses/:id/approve", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "orders.done.approve",
  },
  recheck: {
    id: "recheck",
    label: "disburses.action.recheck",
    inline: (row) => row.status === "unknown",
    confirm: (row, tools) => ({
      title: tools.t("orders.ask.recheckTitle", whatOf(row, tools)),
      body: tools.t("disburses.ask.recheckBody"),
      label: tools.t("disburses.action.recheck"),
    }),
    run: (row, idempotencyKey) => call("POST /api/disburses/:id/recheck", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "orders.done.recheck",
    outcome: (before, after, { t }) =>
      t(before.status === after.status ? "orders.done.recheckSame" : "orders.done.recheckNow", { status: t(`disburses.status.${after.status}`) }),
  },
  reset: {
    id: "reset",
    label: "disburses.action.reset",
    danger: true,
    inline: (row) => row.status === "attempt_failed",
    form: async () => (await import("./forms.tsx")).resetForm,
    done: "disburses.done.reset",
  },
  complete: {
    id: "complete",
    label: "disburses.action.complete",
    key: "a",
    form: async () => (await import("./forms.tsx")).completeForm,
    done: "orders.done.complete",
  },
  correct: {
    id: "correct",
    label: "disburses.action.correct",
    form: async () => (await import("./forms.tsx")).correctForm,
    done: "orders.done.correct",
  },
  fail: {
    id: "fail",
    label: "disburses.action.fail",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.tsx")).failForm,
    done: "orders.done.fail",
  },
  reject: {
    id: "reject",
    label: "disburses.action.reject",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.tsx")).rejectForm,
    done: "orders.done.reject",
  },
  notify: {
    id: "notify",
    label: "disburses.action.notify",
    confirm: (row, tools) => ({
      title: tools.t("orders.ask.notifyTitle", whatOf(row, tools)),
      body: tools.t("orders.ask.notifyBody"),
      label: tools.t("disburses.action.notify"),
    }),
    run: (row, idempotencyKey) => call("POST /api/disburses/:id/notify", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "orders.done.notify",
  },
  note: { id: "note", label: "disburses.action.note", form: async () => (await import("./forms.tsx")).noteForm, done: "orders.done.note" },
} as const satisfies Record<DisburseAction, ActionSpec<DisburseRow>>;

export const disburseActions: readonly ActionSpec<DisburseRow>[] = Object.values(ACTIONS);

const bulk = (action: DisburseBulkAction, more: Pick<BulkSpec<DisburseRow>, "danger"> = {}): BulkSpec<DisburseRow> => ({
  id: action,
  label: `disburses.action.${action}`,
  permission: DISBURSE_ACTION_PERMISSIONS[action],
  job: `disburses.${action}`,
  ...more,
});

export const disburseBulk: readonly BulkSpec<DisburseRow>[] = [bulk("approve"), bulk("recheck"), bulk("notify"), bulk("reject", { danger: true })];
