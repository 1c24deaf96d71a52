/** The tab "batch payouts". */
import type { ReactElement, ReactNode } from "react";
import { List } from "../../list/index.ts";
import { batchesList } from "./batches-spec.tsx";

export default function Batches({ tabs, extra }: { tabs: ReactNode; extra: ReactNode }): ReactElement {
  return <List spec={batchesList} tabs={tabs} extra={extra} />;
}
