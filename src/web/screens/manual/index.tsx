/** Manual operations, and beside them the inbox of everything that waits for a second approval. */
import { lazy, type ReactElement, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
import { SCREEN_TABS } from "../../screens.ts";
import { doneWith } from "../../words/named.ts";
import { useCan, useMay } from "../../session.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { manualList } from "./spec.ts";

const Inbox = lazy(() => import("../approvals/inbox.tsx"));
const TABS = SCREEN_TABS.manual;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as Tab[]; // keys of a literal: exactly its names

/** The screen at /manual. */
export default function Manual() {
  const { t } = useCellTools();
  const may = useMay();
  const offered = TAB_NAMES.filter((name) => may(TABS[name]));
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("manual.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`manual.tabs.${name}`) }))} />;
  if (active !== "approvals") return <Operations tabs={tabs} />;
  return (
    <Suspense fallback={null}>
      <Inbox tabs={tabs} />
    </Suspense>
  );
}

function Operations({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayCreate = useCan("manual.create");
  const { open, dialog } = useFormDialog(tools);
  const create = useCallback(
    (): void =>
      void open(
        async () => (await import("./forms.ts")).createForm,
        null,
        (made) => ({ kind: "done", text: tools.t("manual.done.create"), detail: doneWith(made, tools) }),
        () => void queryClient.invalidateQueries({ queryKey: ["list", "manual"] }),
      ),
    [open, tools],
  );
  useCreateIntent("manual", mayCreate, create);
  const extra = useMemo(() => {
    return mayCreate ? (
      <button type="button" className={bar.button} data-primary="" onClick={create}>
        {t("manual.action.create")}
      </button>
    ) : null;
  }, [create, t, mayCreate]);
  return (
    <>
      <List spec={manualList} tabs={tabs} extra={extra} />
      {dialog}
    </>
  );
}
