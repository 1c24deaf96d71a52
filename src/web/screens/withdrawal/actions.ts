/** What can be done with a withdrawal; the server's `actions` say when. */
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { WithdrawalAction } from "../../../contract/withdrawal.ts";
import { call } from "../../api.ts";
import { moneyText } from "../../i18n/format.ts";
import type { ActionSpec, CellTools } from "../../list/spec.ts";

/** What confirmations name a withdrawal by. */
export function whatOf(row: WithdrawalRow, { currency }: CellTools): Record<"id" | "amount" | "merchant" | "account", string> {
  return { id: row.id, amount: moneyText(row.amount, currency), merchant: row.merchant_name, account: row.receiving_account };
}

const ACTIONS = {
  approve: {
    id: "approve",
    label: "withdrawal.action.approve",
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
    inline: () => true,
    form: async () => (await import("./forms.tsx")).paidForm,
    done: "withdrawal.done.paid",
  },
  reject: {
    id: "reject",
    label: "withdrawal.action.reject",
    danger: true,
    form: async () => (await import("./forms.tsx")).rejectForm,
    done: "withdrawal.done.reject",
  },
} as const satisfies Record<WithdrawalAction, ActionSpec<WithdrawalRow>>;

export const withdrawalActions: readonly ActionSpec<WithdrawalRow>[] = Object.values(ACTIONS);
