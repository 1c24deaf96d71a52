/** Wallets: the mobile-money accounts that collect and pay out, their phones and their limits. */
import { lazy, Suspense } from "react";
import { OPERATORS } from "../../../contract/operators.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import bar from "../../list/bar.module.css";
import { List } from "../../list/list.tsx";
import { useCellTools } from "../../list/use-list.ts";
import { fetchData, queryClient } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { useStore } from "../../store.ts";
import { shownBinding } from "./bound.ts";
import { walletsList } from "./spec.ts";

const BoundDialog = lazy(() => import("./bound-dialog.tsx"));

/** The form for a new wallet under the operators that config has switched on. */
async function loadCreateForm() {
  const [{ createForm }, config] = await Promise.all([import("./form.ts"), fetchData("GET /api/config")]);
  const on: unknown = config.values.operators;
  return createForm(OPERATORS.filter((operator) => !Array.isArray(on) || on.includes(operator)));
}

/** The screen at /wallets. */
export default function Wallets() {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("wallets.create");
  const form = useFormDialog(tools);
  const shown = useStore(shownBinding);
  const create = (): void =>
    void form.open(loadCreateForm, null, t("wallets.done.create"), () => void queryClient.invalidateQueries({ queryKey: ["list", "wallets"] }));
  return (
    <>
      <List
        spec={walletsList}
        extra={
          mayCreate ? (
            <button type="button" className={bar.button} onClick={create}>
              {t("wallets.action.create")}
            </button>
          ) : null
        }
      />
      {form.dialog}
      <Suspense fallback={null}>{shown ? <BoundDialog key={`${shown.wallet.id} ${shown.bound.version}`} shown={shown} tools={tools} /> : null}</Suspense>
    </>
  );
}
