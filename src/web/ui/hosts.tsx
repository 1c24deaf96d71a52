/** Places of the shared dialogs; the dialogs themselves arrive when first needed. */
import { lazy, Suspense, useEffect, useState } from "react";
import { plugIn } from "../api.ts";
import { useStore } from "../store.ts";
import { asked } from "./confirm.ts";
import { DialogPlace } from "./focus-back.tsx";
import { keepFocus } from "./focus-kept.ts";
import { askRecheck, recheckAsked } from "./recheck.ts";

const Dialogs = lazy(() => import("./dialogs.tsx"));

/**
 * Escape answers the question that stands open, and nothing else: every dialog of the library hears the key, those under it too. Heard before
 * all of them, as the frame stands before any dialog opens.
 */
function answerOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  // As in the library: a list that is open inside the question closes first.
  if (event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true") return;
  const [question, recheck] = [asked.get(), recheckAsked.get()];
  if (question === null && recheck === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (question !== null) question.answer({ confirmed: false, input: "" });
  else recheck?.answer(false);
}

/** Stands once inside the frame. */
export function DialogHosts() {
  const question = useStore(asked);
  const recheck = useStore(recheckAsked);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    window.addEventListener("keydown", answerOnEscape, { capture: true });
    return () => window.removeEventListener("keydown", answerOnEscape, { capture: true });
  }, []);
  useEffect(() => keepFocus(), []);
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
