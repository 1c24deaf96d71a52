/** The tab "approvals" of /manual. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import { useHome } from "../../frame/waiting.ts";
import { List } from "../../list/index.ts";
import { approvalsList } from "./spec.ts";

/** The list, with how many wait. */
export default function Inbox({ tabs }: { tabs: ReactNode }): ReactElement {
  const waiting = useHome().data?.waiting.approvals ?? 0;
  const counts = useMemo(() => ({ waiting }), [waiting]);
  return <List spec={approvalsList} tabs={tabs} counts={counts} />;
}
