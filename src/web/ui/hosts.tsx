/** Places of the shared dialogs; the dialogs themselves arrive when first needed. */
import { lazy, Suspense, useEffect, useState } from "react";
import { plugIn } from "../api.ts";
import { useStore } from "../store.ts";
import { asked } from "./confirm.ts";
import { DialogPlace } from "./focus-back.tsx";
import { askRecheck, recheckAsked } from "./recheck.ts";

const Dialogs = lazy(() => import("./dialogs.tsx"));

/** Stands once inside the frame. */
export function DialogHosts() {
  const question = useStore(asked);
  const recheck = useStore(recheckAsked);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    plugIn({ recheck: () => askRecheck() });
    return () => plugIn({ recheck: async () => false });
  }, []);
  const needed = used || question !== null || recheck !== null;
  if (needed && !used) setUsed(true);
  return (
    <>
      {question === null ? null : <DialogPlace key="question" />}
      {recheck === null ? null : <DialogPlace key="recheck" />}
      <Suspense fallback={null}>{needed ? <Dialogs question={question} recheck={recheck} /> : null}</Suspense>
    </>
  );
}
