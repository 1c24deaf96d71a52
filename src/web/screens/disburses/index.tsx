/** Disburses (payouts): everything that merchants asked to be paid out, one by one or by file. */
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useState } from "react";
import { useHome } from "../../frame/waiting.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { useCan, useIsStaff } from "../../session.tsx";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { disbursesList, merchantDisbursesList } from "./spec.ts";

const BatchDialog = lazy(() => import("./batch-dialog.tsx"));
const Batches = lazy(() => import("./batches.tsx"));
const TABS = ["orders", "batches"] as const;

/** The screen at /disburses. */
export default function Disburses() {
  const tools = useCellTools();
  const { t } = tools;
  const maySend = useCan("disburses.batch");
  const [sending, setSending] = useState(false);
  const active = useTab(TABS);
  const tabs = useMemo(
    () => <ScreenTabs label={t("batches.tabs.label")} active={active} tabs={TABS.map((name) => ({ name, label: t(`batches.tabs.${name}`) }))} />,
    [t, active],
  );
  const upload = useMemo(
    () =>
      maySend ? (
        <button type="button" className={bar.button} data-primary="" onClick={() => setSending(true)}>
          {t("batches.action.upload")}
        </button>
      ) : null,
    [maySend, t],
  );
  return (
    <>
      {active === "batches" ? (
        <Suspense fallback={null}>
          <Batches tabs={tabs} extra={upload} />
        </Suspense>
      ) : (
        <Orders tabs={tabs} extra={upload} />
      )}
      {sending ? (
        <DialogPlace>
          <BatchDialog tools={tools} onClose={() => setSending(false)} />
        </DialogPlace>
      ) : null}
    </>
  );
}

function Orders({ tabs, extra }: { tabs: ReactNode; extra: ReactNode }): ReactElement {
  const isStaff = useIsStaff();
  const waiting = useHome().data?.waiting;
  const review = waiting?.disburses_review ?? 0;
  const unknown = waiting?.disburses_unknown ?? 0;
  const counts = useMemo(() => (isStaff ? { review, unknown } : { review }), [isStaff, review, unknown]);
  return <List spec={isStaff ? disbursesList : merchantDisbursesList} counts={counts} tabs={tabs} extra={extra} />;
}
