/** Transfers: float that moves between wallets, and in and out of the platform. */
import { useCallback, useMemo } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useHome } from "../../frame/waiting.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
import { doneWith } from "../../words/named.ts";
import { useCan } from "../../session.tsx";
import { transfersList } from "./spec.ts";

/** The screen at /transfers. */
export default function Transfers() {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("transfers.create");
  const { open, dialog } = useFormDialog(tools);
  const pending = useHome().data?.waiting.transfers_pending ?? 0;
  const counts = useMemo(() => ({ pending }), [pending]);
  const create = useCallback(
    (): void =>
      void open(
        async () => (await import("./forms.tsx")).createForm,
        null,
        (made) => ({ kind: "done", text: tools.t("transfers.done.create"), detail: doneWith(made, tools) }),
        () => void queryClient.invalidateQueries({ queryKey: ["list", "transfers"] }),
      ),
    [open, tools],
  );
  useCreateIntent("transfers", mayCreate, create);
  const extra = useMemo(() => {
    return mayCreate ? (
      <button type="button" className={bar.button} data-primary="" onClick={create}>
        {t("transfers.action.create")}
      </button>
    ) : null;
  }, [create, t, mayCreate]);
  return (
    <>
      <List spec={transfersList} counts={counts} extra={extra} />
      {dialog}
    </>
  );
}
