/** Merchant withdrawals: what merchants take out, with the most that they can. */
import { lazy, useCallback, useMemo, useState } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useHome } from "../../frame/waiting.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { invalidate, queryClient } from "../../query.ts";
import { doneWith } from "../../words/named.ts";
import { useCan, useIsStaff } from "../../session.tsx";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { AvailableLine } from "./available.tsx";
import { withdrawalList } from "./spec.ts";

const PasteDialog = lazy(() => import("./paste.tsx"));

/** The screen at /withdrawal. */
export default function Withdrawal() {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("withdrawal.create");
  const mayDecide = useCan("withdrawal.decide");
  const [pasting, setPasting] = useState(false);
  const staff = useIsStaff();
  const { open, dialog } = useFormDialog(tools);
  const waiting = useHome().data?.waiting;
  const [pending, approved] = [waiting?.withdrawals_pending ?? 0, waiting?.withdrawals_approved ?? 0];
  const counts = useMemo(() => ({ pending, approved }), [pending, approved]);
  const create = useCallback(
    (): void =>
      void open(
        async () => (await import("./forms.tsx")).createForm(staff),
        null,
        (made) => ({ kind: "done", text: tools.t("withdrawal.done.create"), detail: doneWith(made, tools) }),
        () => {
          invalidate("GET /api/withdrawal/available");
          void queryClient.invalidateQueries({ queryKey: ["list", "withdrawal"] });
        },
      ),
    [open, tools, staff],
  );
  useCreateIntent("withdrawal", mayCreate, create);
  const extra = useMemo(
    () => (
      <>
        {mayDecide ? (
          <button type="button" className={bar.button} aria-haspopup="dialog" onClick={() => setPasting(true)}>
            {t("withdrawal.bankFile.paste")}
          </button>
        ) : null}
        {mayCreate ? (
          <button type="button" className={bar.button} data-primary="" onClick={create}>
            {t("withdrawal.action.create")}
          </button>
        ) : null}
      </>
    ),
    [create, t, mayCreate, mayDecide],
  );
  const above = useMemo(() => (staff ? null : <AvailableLine />), [staff]);
  return (
    <>
      <List spec={withdrawalList} counts={counts} extra={extra} above={above} />
      {dialog}
      {pasting ? (
        <DialogPlace>
          <PasteDialog tools={tools} onClose={() => setPasting(false)} />
        </DialogPlace>
      ) : null}
    </>
  );
}
