/** Wallets: the mobile-money accounts that collect and pay out, their phones and their limits. */
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { withMessages } from "../../i18n/index.ts";
import { operatorsOn } from "../../operators.ts";
import { queryClient } from "../../query.ts";
import { SCREEN_TABS } from "../../screens.ts";
import { useCan, useMay } from "../../session.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { walletsList } from "./spec.ts";

const loadCreateForm = async () => (await import("./form.ts")).createForm(operatorsOn());

const WalletDays = lazy(() => withMessages("books", import("./days/index.tsx")));
const TABS = SCREEN_TABS.wallets;
const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[]; // keys of a literal: exactly its names

/** The screen at /wallets. */
export default function Wallets() {
  const { t } = useCellTools();
  const may = useMay();
  const offered = TAB_NAMES.filter((name) => may(TABS[name]));
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("wallets.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`wallets.tabs.${name}`) }))} />;
  if (active !== "statistics" && active !== "reconciliation") return <WalletList tabs={tabs} />;
  return (
    <Suspense fallback={null}>
      <WalletDays tab={active} tabs={tabs} />
    </Suspense>
  );
}

function WalletList({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("wallets.create");
  const form = useFormDialog(tools);
  const create = (): void =>
    void form.open(loadCreateForm, null, t("wallets.done.create"), () => void queryClient.invalidateQueries({ queryKey: ["list", "wallets"] }));
  useCreateIntent("wallets", mayCreate, create);
  return (
    <>
      <List
        spec={walletsList}
        tabs={tabs}
        extra={
          mayCreate ? (
            <button type="button" className={bar.button} data-primary="" onClick={create}>
              {t("wallets.action.create")}
            </button>
          ) : null
        }
      />
      {form.dialog}
    </>
  );
}
