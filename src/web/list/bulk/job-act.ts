/** Pausing, going on with and cancelling a job that one looks at. */
import { useState } from "react";
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { call } from "../../api.ts";
import { notifyError } from "../../ui/notices.tsx";

export function useJobAct(job: BulkJobDetail, onChanged: (job: BulkJobDetail) => void) {
  const [busy, setBusy] = useState(false);
  const run = async (action: "pause" | "resume" | "cancel"): Promise<void> => {
    setBusy(true);
    const answer = await call(`POST /api/bulk/:id/${action}`, { params: { id: job.id }, body: { version: job.version } });
    setBusy(false);
    if (answer.success) onChanged(answer.data);
    else notifyError(answer.error);
  };
  return { busy, run };
}
