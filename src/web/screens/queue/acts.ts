/** What a person does with a row: at once, or through a form. */
import { useState } from "react";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { call } from "../../api.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import type { CellTools } from "../../cell-tools.ts";
import { invalidate } from "../../query.ts";
import { notify, notifyError } from "../../ui/index.ts";

/** What a person can do with a row: one that ends by its cause is refused as long as it stands here, so ending it is not offered. */
export function actsOf(row: Pick<ExceptionRow, "actions" | "ends">): readonly ExceptionAction[] {
  return row.actions.filter((action) => action !== "resolve" || row.ends === "person");
}

export function useQueueActs(tools: CellTools) {
  const { t } = tools;
  const [busy, setBusy] = useState<string | null>(null);
  const { open, dialog } = useFormDialog(tools);
  const renew = (): void => invalidate("GET /api/exceptions", "GET /api/statistics/home");
  const claim = async (row: ExceptionRow, release: boolean): Promise<void> => {
    setBusy(row.id);
    const answer = await call("POST /api/exceptions/:id/claim", { params: { id: row.id }, body: { version: row.version, ...(release ? { release } : {}) } });
    setBusy(null);
    renew();
    if (answer.success) return notify({ kind: "done", text: t(release ? "exceptions.done.release" : "exceptions.done.claim") });
    const by: unknown = answer.error.details?.claimed_by;
    if (typeof by === "string") notify({ kind: "ask", text: t("exceptions.claimedBy", { account: by }) });
    else notifyError(answer.error);
  };
  const act = (row: ExceptionRow, action: ExceptionAction): void => {
    if (action === "claim" || action === "release") return void claim(row, action === "release");
    if (action === "resolve") return void open(async () => (await import("./forms.ts")).resolveForm, row, t("exceptions.done.resolve"), renew);
    void open(async () => (await import("./forms.ts")).muteForm, row, t("exceptions.done.mute"), renew);
  };
  return { busy, act, dialog };
}
