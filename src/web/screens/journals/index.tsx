/** Merchant journals: every change of a merchant's balance, and the check that none is missing. */
import { lazy, Suspense, useState } from "react";
import { barCss as bar } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { StatementButton } from "../../statements/button.tsx";
import { IntegrityLine } from "./integrity.tsx";
import { journalsList } from "./spec.tsx";

const BalancePanel = lazy(() => import("./balance.tsx"));

/** The screen at /journals. */
export default function Journals() {
  const tools = useCellTools();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <List
        spec={journalsList}
        above={<IntegrityLine />}
        extra={
          <>
            <button type="button" className={bar.button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
              {tools.t("journals.balance.open")}
            </button>
            <StatementButton of={{ type: "merchants", id: null }} tools={tools} className={bar.button} />
          </>
        }
      />
      <Suspense fallback={null}>{anchor ? <BalancePanel anchor={anchor} tools={tools} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </>
  );
}
