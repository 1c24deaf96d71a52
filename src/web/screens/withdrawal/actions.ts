/** What can be done with a withdrawal; the server's `actions` say when. */
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { WithdrawalAction } from "../../../contract/withdrawal.ts";
import { call } from "../../api.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";
import { whatOf } from "./what-of.ts";

const ACTIONS = {
  approve: {
    id: "approve",
    label: "withdrawal.action.approve",
    key: "a",
    inline: () => true,
    confirm: (row, tools) => ({
      title: tools.t("withdrawal.ask.approveTitle", whatOf(row, tools)),
      body: tools.t("withdrawal.ask.approveBody", whatOf(row, tools)),
      label: tools.t("withdrawal.action.approve"),
    }),
    run: (row, idempotencyKey) => call("POST /api/withdrawal/:id/approve", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "withdrawal.done.approve",
  },
  paid: {
    id: "paid",
    label: "withdrawal.action.paid",
    key: "a",
    inline: () => true,
    form: async () => (await import("./forms.tsx")).paidForm,
    done: "withdrawal.done.paid",
  },
  reject: {
    id: "reject",
    label: "withdrawal.action.reject",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.tsx")).rejectForm,
    done: "withdrawal.done.reject",
  },
} as const satisfies Record<WithdrawalAction, ActionSpec<WithdrawalRow>>;

export const withdrawalActions: readonly ActionSpec<WithdrawalRow>[] = Object.values(ACTIONS);

const bulk = (action: "approve" | "reject" | "export", more: Pick<BulkSpec<WithdrawalRow>, "danger" | "offered"> = {}): BulkSpec<WithdrawalRow> => ({
  id: action,
  label: `withdrawal.action.${action}`,
  permission: "withdrawal.decide",
  job: `withdrawal.${action}`,
  ...more,
});

export const withdrawalBulk: readonly BulkSpec<WithdrawalRow>[] = [
  bulk("approve"),
  bulk("export", { offered: (row) => row.status === "approved" && row.bank_file === null }),
  bulk("reject", { danger: true }),
];
