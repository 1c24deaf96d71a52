/** The checker's no. */
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import { call } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { whatOf } from "./what-of.ts";

const REASON_MAX = 500;

export const rejectForm: FormSpec<ApprovalRow> = {
  title: (row, tools) => tools.t("approvals.ask.rejectTitle", whatOf(row, tools)),
  intro: (row, tools) => tools.t("approvals.ask.rejectIntro", whatOf(row, tools)),
  fields: [{ name: "reason", kind: "multiline", label: "words.field.reason", help: "approvals.form.reasonHelp", required: true, maxLength: REASON_MAX }],
  initial: () => ({ reason: "" }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/approvals/:id/reject", {
      params: { id: row.id },
      body: { version: row.version, reason: (values.reason ?? "").trim().replace(/\s*[\r\n]+\s*/g, " ") },
      idempotencyKey,
    }),
  label: "approvals.form.reject",
  danger: true,
  present: (row, { t }) => t(`approvals.status.${row.status}`),
  reload: async (row) => {
    const answer = await call("GET /api/approvals/:id", { params: { id: row.id } });
    return answer.success ? answer.data : null;
  },
};
