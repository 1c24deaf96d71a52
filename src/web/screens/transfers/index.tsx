/** Transfers: float that moves between wallets, and in and out of the platform. */
import { useMemo } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useHome } from "../../frame/waiting.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
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
  const extra = useMemo(() => {
    const create = (): void =>
      void open(
        async () => (await import("./forms.tsx")).createForm,
        null,
        t("transfers.done.create"),
        () => void queryClient.invalidateQueries({ queryKey: ["list", "transfers"] }),
      );
    return mayCreate ? (
      <button type="button" className={bar.button} data-primary="" onClick={create}>
        {t("transfers.action.create")}
      </button>
    ) : null;
  }, [open, t, mayCreate]);
  return (
    <>
      <List spec={transfersList} counts={counts} extra={extra} />
      {dialog}
    </>
  );
}
