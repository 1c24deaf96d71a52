/** The wallets screen's tabs for finance, one chunk of their own. */
import type { ReactElement, ReactNode } from "react";
import ReconciliationTab from "./reconciliation.tsx";
import Statistics from "./statistics.tsx";

/** The tab that the address names. */
export default function WalletDays({ tab, tabs }: { tab: "statistics" | "reconciliation"; tabs: ReactNode }): ReactElement {
  return tab === "statistics" ? <Statistics tabs={tabs} /> : <ReconciliationTab tabs={tabs} />;
}
