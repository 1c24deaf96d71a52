/** Pausing, going on with and stopping a job that one looks at. */
import { useState } from "react";
import type { BulkAction } from "../../../contract/bulk.ts";
import type { BulkJobDetail, BulkJobRow } from "../../../contract/bulk.schema.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { confirm } from "../../ui/confirm.ts";
import { notifyError } from "../../ui/notices.tsx";

/** Items that are left: of a job that has ended, those that a new one may take up. */
const left = (row: BulkJobRow): number => (row.status === "done" || row.status === "cancelled" ? row.failed + row.skipped : row.waiting);

/** What is asked before an act on a job, wherever it is pressed. */
export function jobQuestion(action: Exclude<BulkAction, "start">, job: BulkJobRow, { t }: CellTools): { title: string; body: string; label: string } {
  return {
    title: t(`bulk.ask.${action}Title`, { id: job.id }),
    body: t(`bulk.ask.${action}Body`, { n: countText(left(job)) }),
    label: t(`bulk.action.${action}`),
  };
}

/** The acts of the dialog that follows a job. Pausing and going on undo each other and ask nothing; stopping is for good and asks. */
export function useJobAct(job: BulkJobDetail, tools: CellTools, onChanged: (job: BulkJobDetail) => void) {
  const [busy, setBusy] = useState(false);
  const run = async (action: "pause" | "resume" | "cancel"): Promise<void> => {
    if (action === "cancel") {
      const { title, body, label } = jobQuestion(action, job, tools);
      if (!(await confirm({ title, text: body, action: label, destructive: true }))) return;
    }
    setBusy(true);
    const answer = await call(`POST /api/bulk/:id/${action}`, { params: { id: job.id }, body: { version: job.version } });
    setBusy(false);
    if (answer.success) onChanged(answer.data);
    else notifyError(answer.error);
  };
  return { busy, run };
}
