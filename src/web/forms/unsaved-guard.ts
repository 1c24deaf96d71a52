/** Leaving what is not saved asks first. The router heeds one blocker alone, so one stands in the frame for all that is on the page. */
import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { type MessageKey, text } from "../i18n/keys.ts";
import { createStore, useStore } from "../store.ts";
import { asked, confirm } from "../ui/confirm.ts";

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

/** How each dialog that is open closes, the newest last. */
const dialogs: (() => void)[] = [];

/** While this dialog is open the browser's Back (of a phone, too) closes it as Escape does, and leaves what stands behind it. */
export function useClosedByBack(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const own = (): void => latest.current();
    dialogs.push(own);
    return () => void dialogs.splice(dialogs.indexOf(own), 1);
  }, []);
}

/** What Back closes first: the question, which stands over all, or the newest dialog. */
function uppermost(): (() => void) | undefined {
  const question = asked.get();
  return question === null ? dialogs.at(-1) : () => question.answer({ confirmed: false, input: "" });
}

/** Asks for all that use {@link useUnsavedGuard}; stands once inside the frame. */
export function UnsavedGuard(): null {
  const dirty = useStore(unsaved) > 0;
  const isBack = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    isBack.current = historyAction === "POP" && uppermost() !== undefined;
    return isBack.current || (unsaved.get() > 0 && currentLocation.pathname !== nextLocation.pathname);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (isBack.current) {
      blocker.reset();
      uppermost()?.();
      return;
    }
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
