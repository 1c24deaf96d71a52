/** Merchant journals: every change of a merchant's balance, and the check that none is missing. */
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { barCss as bar } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { withMessages } from "../../i18n/index.ts";
import { SCREEN_TABS } from "../../screens.ts";
import { useMay, useProfile } from "../../session.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { StatementButton } from "../../statements/button.tsx";
import { ArchivedNote } from "../../list/parts/index.ts";
import { IntegrityLine } from "./integrity.tsx";
import { journalsList } from "./spec.tsx";

const BalancePanel = lazy(() => import("./balance.tsx"));
const SealsTab = lazy(() => withMessages("books", import("./seals/index.tsx")));
const TABS = SCREEN_TABS.journals;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as Tab[]; // keys of a literal: exactly its names

/** The screen at /journals. */
export default function Journals(): ReactElement {
  const { t } = useCellTools();
  const may = useMay();
  const offered = TAB_NAMES.filter((name) => may(TABS[name]));
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("journals.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`journals.tabs.${name}`) }))} />;
  if (active !== "seals") return <JournalList tabs={tabs} />;
  return (
    <Suspense fallback={null}>
      <SealsTab tabs={tabs} />
    </Suspense>
  );
}

function JournalList({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOwn = useProfile().merchant_id !== null;
  // Both are asked for by the merchant's name, which takes to see merchants; one's own needs no name.
  const picks = useMay()("merchants.see") || isOwn;
  return (
    <>
      <List
        spec={journalsList}
        tabs={tabs}
        above={
          <>
            <IntegrityLine />
            <ArchivedNote what="entries" tools={tools} />
          </>
        }
        extra={
          !picks ? null : (
            <>
              <button type="button" className={bar.button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
                {tools.t("journals.balance.open")}
              </button>
              <StatementButton of={{ type: "merchants", id: null }} tools={tools} className={bar.button} />
            </>
          )
        }
      />
      <Suspense fallback={null}>{anchor ? <BalancePanel anchor={anchor} tools={tools} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </>
  );
}
