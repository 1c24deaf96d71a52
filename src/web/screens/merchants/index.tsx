/** Merchants: who collects and pays out through the platform; beside them what they were told. Merchant users see their own notifications alone. */
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { fetchData, queryClient } from "../../query.ts";
import { SCREEN_TABS } from "../../screens.ts";
import { mayNow, useCan, useMay } from "../../session.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { feeOf } from "./defaults.ts";
import { merchantsList } from "./spec.ts";

const Deliveries = lazy(() => import("./deliveries.tsx"));
const TABS = SCREEN_TABS.merchants;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as Tab[]; // keys of a literal: exactly its names

/** The form for a new merchant, filled with config's default fees for whoever sees those. */
async function loadCreateForm() {
  const [{ createForm }, config] = await Promise.all([import("./form.ts"), mayNow("config.see") ? fetchData("GET /api/config") : null]);
  return createForm({ payment_fee: feeOf(config?.values.default_payment_fee), disburse_fee: feeOf(config?.values.default_disburse_fee) });
}

/** The screen at /merchants. */
export default function Merchants() {
  const { t } = useCellTools();
  const may = useMay();
  const offered = TAB_NAMES.filter((name) => may(TABS[name]));
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("merchants.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`merchants.tabs.${name}`) }))} />;
  if (active !== "deliveries") return <MerchantList tabs={tabs} />;
  return (
    <Suspense fallback={null}>
      <Deliveries tabs={tabs} />
    </Suspense>
  );
}

function MerchantList({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("merchants.create");
  const form = useFormDialog(tools);
  const create = (): void =>
    void form.open(loadCreateForm, null, t("merchants.done.create"), () => void queryClient.invalidateQueries({ queryKey: ["list", "merchants"] }));
  useCreateIntent("merchants", mayCreate, create);
  return (
    <>
      <List
        spec={merchantsList}
        tabs={tabs}
        extra={
          mayCreate ? (
            <button type="button" className={bar.button} data-primary="" onClick={create}>
              {t("merchants.action.create")}
            </button>
          ) : null
        }
      />
      {form.dialog}
    </>
  );
}
