/** The tab "activity": the audit trail. */
import type { ReactElement, ReactNode } from "react";
import { useCellTools } from "../../cell-tools.ts";
import { ArchivedNote } from "../../list/parts/index.ts";
import { List } from "../../list/index.ts";
import { auditList } from "./audit-spec.tsx";

/** Who changed what, searchable; each record opens with its difference and its hash. */
export default function Audit({ tabs }: { tabs: ReactNode }): ReactElement {
  return <List spec={auditList} tabs={tabs} above={<ArchivedNote what="acts" tools={useCellTools()} />} />;
}
