/** What can be done with a request; the server's `actions` say when. */
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import { approvalAct, type ApprovalAction } from "../../../contract/approvals.ts";
import { call, type DataOf } from "../../api.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";
import { shownSecret } from "../merchants/shown.ts";
import { objectWord } from "./columns.tsx";
import { whatOf } from "./what-of.ts";

/** Shows what was taken, this once. */
function showTaken({ approval, result }: DataOf<"POST /api/approvals/:id/collect">): void {
  const text = (key: string): string | null => (typeof result[key] === "string" ? result[key] : null);
  const values = ["app_id", "app_secret", "webhook_secret"].flatMap((label) => {
    const value = text(label);
    return value === null ? [] : [{ label, value }];
  });
  shownSecret.set({
    kind: text("webhook_secret") === null ? "secret" : "webhook",
    name: objectWord(approval),
    appId: text("app_id") ?? approval.object.id ?? approval.id,
    values,
    previousUntil: text("previous_until"),
  });
}

const ACTIONS = {
  approve: {
    id: "approve",
    label: "approvals.action.approve",
    key: "a",
    inline: () => true,
    confirm: (row, tools) => ({
      title: tools.t("approvals.ask.approveTitle", whatOf(row, tools)),
      body: tools.t(approvalAct(row.kind).collect ? "approvals.ask.collectApproveBody" : "approvals.ask.approveBody", whatOf(row, tools)),
      label: tools.t("approvals.action.approve"),
    }),
    run: (row, idempotencyKey) => call("POST /api/approvals/:id/approve", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "approvals.done.approve",
  },
  reject: {
    id: "reject",
    label: "approvals.action.reject",
    key: "r",
    danger: true,
    form: async () => (await import("./forms.ts")).rejectForm,
    done: "approvals.done.reject",
  },
  cancel: {
    id: "cancel",
    label: "approvals.action.cancel",
    confirm: (row, tools) => ({
      title: tools.t("approvals.ask.cancelTitle", whatOf(row, tools)),
      body: tools.t("approvals.ask.cancelBody", whatOf(row, tools)),
      label: tools.t("approvals.action.cancel"),
    }),
    run: (row, idempotencyKey) => call("POST /api/approvals/:id/cancel", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "approvals.done.cancel",
  },
  collect: {
    id: "collect",
    label: "approvals.action.collect",
    inline: () => true,
    confirm: (row, tools) => ({
      title: tools.t("approvals.ask.collectTitle", whatOf(row, tools)),
      body: tools.t("approvals.ask.collectBody", whatOf(row, tools)),
      label: tools.t("approvals.action.collect"),
    }),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/approvals/:id/collect", { params: { id: row.id }, body: { version: row.version }, idempotencyKey });
      if (!answer.success) return answer;
      showTaken(answer.data);
      // The list takes the changed row.
      return { ...answer, data: answer.data.approval };
    },
    done: "approvals.done.collect",
  },
} as const satisfies Record<ApprovalAction, ActionSpec<ApprovalRow>>;

export const approvalActions: readonly ActionSpec<ApprovalRow>[] = Object.values(ACTIONS);

const bulk = (action: "approve" | "reject", more: Pick<BulkSpec<ApprovalRow>, "danger"> = {}): BulkSpec<ApprovalRow> => ({
  id: action,
  label: `approvals.action.${action}`,
  permission: "approvals.decide",
  job: `approvals.${action}`,
  ...more,
});

export const approvalBulk: readonly BulkSpec<ApprovalRow>[] = [bulk("approve"), bulk("reject", { danger: true })];
