/** The tab "approvals" of /manual. */
import { lazy, type ReactElement, type ReactNode, useMemo } from "react";
import { useHome } from "../../frame/waiting.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { useStore } from "../../store.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { shownSecret } from "../merchants/shown.ts";
import { approvalsList } from "./spec.ts";

const SecretDialog = lazy(async () => ({ default: (await import("../merchants/shown-dialogs.tsx")).SecretDialog }));

/** The list, and the secret that was just taken. */
export default function Inbox({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const secret = useStore(shownSecret);
  const waiting = useHome().data?.waiting.approvals ?? 0;
  const counts = useMemo(() => ({ waiting }), [waiting]);
  return (
    <>
      <List spec={approvalsList} tabs={tabs} counts={counts} />
      {secret ? (
        <DialogPlace>
          <SecretDialog shown={secret} tools={tools} />
        </DialogPlace>
      ) : null}
    </>
  );
}
