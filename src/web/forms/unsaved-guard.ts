/** Leaving what is not saved asks first. The router heeds one blocker alone, so one stands in the frame for all that is on the page. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { type MessageKey, text } from "../i18n/keys.ts";
import { createStore, useStore } from "../store.ts";
import { confirm } from "../ui/confirm.ts";

/** How many parts of the page hold what is not saved. */
const unsaved = createStore(0);

/** Asks whether what is not saved may go. @param why what there is to know of it */
export function askDiscard(t: typeof text, why: MessageKey = "list.form.discardBody"): Promise<boolean> {
  return confirm({ title: t("list.form.discard"), text: t(why), action: t("list.form.discardYes"), destructive: true });
}

/** Leaving the page or the screen asks first while this is dirty. */
export function useUnsavedGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    unsaved.set(unsaved.get() + 1);
    return () => unsaved.set(unsaved.get() - 1);
  }, [dirty]);
}

/** Asks for all that use {@link useUnsavedGuard}; stands once inside the frame. */
export function UnsavedGuard(): null {
  const dirty = useStore(unsaved) > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved.get() > 0 && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void askDiscard(text).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
  return null;
}
