/** Leaving what is not saved asks first. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import type { text } from "../i18n/keys.ts";
import { confirm } from "../ui/confirm.ts";

/** Asks whether what is not saved may go. */
export function askDiscard(t: typeof text): Promise<boolean> {
  return confirm({ title: t("list.form.discard"), text: t("list.form.discardBody"), action: t("list.form.discardYes"), destructive: true });
}

/** Leaving the page or the screen with unsaved values asks first. */
export function useUnsavedGuard(dirty: boolean, t: typeof text): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void askDiscard(t).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, t]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
}
