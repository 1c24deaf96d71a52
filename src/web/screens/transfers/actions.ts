/** What can be done with a transfer; the server's `actions` say when. */
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import type { TransferAction } from "../../../contract/transfers.ts";
import { call } from "../../api.ts";
import type { ActionSpec } from "../../list/spec/index.ts";
import { whatOf } from "../../words/named.ts";

const ACTIONS = {
  approve: {
    id: "approve",
    label: "orders.approve",
    inline: () => true,
    form: async () => (await import("./forms.tsx")).approveForm,
    done: "transfers.done.approve",
  },
  complete: {
    id: "complete",
    label: "orders.complete",
    form: async () => (await import("./forms.tsx")).completeForm,
    done: "transfers.done.complete",
  },
  fail: { id: "fail", label: "orders.fail", danger: true, form: async () => (await import("./forms.tsx")).failForm, done: "orders.done.fail" },
  cancel: {
    id: "cancel",
    label: "transfers.action.cancel",
    danger: true,
    confirm: (row, tools) => ({
      title: tools.t("transfers.ask.cancelTitle", whatOf(row, tools)),
      body: tools.t("transfers.ask.cancelBody"),
      label: tools.t("transfers.action.cancel"),
    }),
    run: (row, idempotencyKey) => call("POST /api/transfers/:id/cancel", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "transfers.done.cancel",
  },
} as const satisfies Record<TransferAction, ActionSpec<TransferRow>>;

export const transferActions: readonly ActionSpec<TransferRow>[] = Object.values(ACTIONS);
