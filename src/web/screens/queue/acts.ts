/** What a person does with a row: at once, or through a form. */
import { useState } from "react";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { call } from "../../api.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import type { CellTools } from "../../cell-tools.ts";
import { invalidate } from "../../query.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { notify, notifyError } from "../../ui/notices.tsx";
import { offerUndo } from "../../ui/undo.ts";

/** What a person can do with a row: one that ends by its cause is refused as long as it stands here, so ending it is not offered. */
export function actsOf(row: Pick<ExceptionRow, "actions" | "ends">): readonly ExceptionAction[] {
  return row.actions.filter((action) => action !== "resolve" || row.ends === "person");
}

/** @param onDecided hears of an exception that was ended or put aside */
export function useQueueActs(tools: CellTools, onDecided: (id: string) => void) {
  const { t } = tools;
  const [busy, setBusy] = useState<string | null>(null);
  const { open, dialog } = useFormDialog(tools);
  const renew = (): void => invalidate("GET /api/exceptions/lines", "GET /api/exceptions", "GET /api/exceptions/:id", "GET /api/statistics/home");
  const claim = async (row: ExceptionRow, release: boolean): Promise<void> => {
    setBusy(row.id);
    const answer = await call("POST /api/exceptions/:id/claim", { params: { id: row.id }, body: { version: row.version, ...(release ? { release } : {}) } });
    setBusy(null);
    renew();
    if (answer.success) {
      const { id, version } = answer.data;
      return offerUndo({
        done: t(release ? "exceptions.done.release" : "exceptions.done.claim"),
        back: (idempotencyKey) =>
          call("POST /api/exceptions/:id/claim", { params: { id }, body: { version, ...(release ? {} : { release: true }) }, idempotencyKey }),
        onBack: renew,
      });
    }
    const by: unknown = answer.error.details?.claimed_by;
    if (typeof by === "string") notify({ kind: "ask", text: t("exceptions.claimedBy", { account: by }) });
    else notifyError(answer.error);
  };
  const unmute = async (id: string, version: number): Promise<void> => {
    const answer = await call("POST /api/exceptions/:id/unmute", { params: { id }, body: { version } });
    renew();
    if (answer.success) notify({ kind: "done", text: t("exceptions.done.unmute") });
    else notifyError(answer.error);
  };
  /** A mute that can be taken back: whoever had it has it again. */
  const muted = (before: ExceptionRow, { id, version, muted_until }: ExceptionRow): void =>
    offerUndo({
      done: t("exceptions.done.muteUntil", { time: formatDateTime(muted_until ?? "") }),
      back: (idempotencyKey) =>
        before.assignee === null
          ? call("POST /api/exceptions/:id/unmute", { params: { id }, body: { version }, idempotencyKey })
          : call("POST /api/exceptions/:id/assign", { params: { id }, body: { version, user_id: before.assignee.id }, idempotencyKey }),
      undone: t("exceptions.done.unmute"),
      onBack: renew,
    });
  const decided = (row: ExceptionRow) => (): void => onDecided(row.id);
  const act = (row: ExceptionRow, action: ExceptionAction): void => {
    if (action === "claim" || action === "release") return void claim(row, action === "release");
    if (action === "resolve") return void open(async () => (await import("./forms.ts")).resolveForm, row, t("exceptions.done.resolve"), decided(row));
    if (action === "unmute") return void unmute(row.id, row.version);
    if (action === "assign") return void open(async () => (await import("./forms.ts")).assignForm(row), row, t("exceptions.done.assign"), renew);
    void open(
      async () => (await import("./forms.ts")).muteForm,
      row,
      () => null,
      (after, status) => {
        if (status !== 202) muted(row, after);
        decided(row)();
      },
    );
  };
  return { busy, act, dialog };
}
