/** Leaving what is not saved asks first. The router heeds one blocker alone, so one stands in the frame for all that is on the page. */
import { type RefObject, useEffect, useRef } from "react";
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

/** What Back meets on the page before the page itself: a dialog, which it closes, or what asks whether it may go. */
type Layer = { readonly close: () => void } | { readonly mayGo: () => Promise<boolean> };
/** All that stands there, the newest last, each as it was drawn last. */
const layers: RefObject<Layer>[] = [];

function useLayer(layer: Layer, on: boolean): void {
  const latest = useRef(layer);
  useEffect(() => {
    latest.current = layer;
  });
  useEffect(() => {
    if (!on) return;
    layers.push(latest);
    return () => void layers.splice(layers.indexOf(latest), 1);
  }, [on]);
}

/** While this dialog is open the browser's Back (of a phone, too) closes it as its own buttons do, and leaves what stands behind it. */
export function useClosedByBack(close: () => void, isOpen: boolean): void {
  useLayer({ close }, isOpen);
}

/** While this stands on the page, Back and what else leads away from the screen ask whether it may go. */
export function useAskedByBack(mayGo: () => Promise<boolean>, on: boolean): void {
  useLayer({ mayGo }, on);
}

/** What Back meets first: the question, which stands over all, or the newest of the others. */
function uppermost(): Layer | undefined {
  const question = asked.get();
  return question === null ? layers.at(-1)?.current : { close: () => question.answer({ confirmed: false, input: "" }) };
}

/** Asks for all that use {@link useUnsavedGuard}; stands once inside the frame. */
export function UnsavedGuard(): null {
  const dirty = useStore(unsaved) > 0;
  const met = useRef<Layer | undefined>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const leaves = currentLocation.pathname !== nextLocation.pathname;
    const top = uppermost();
    met.current = historyAction === "POP" || (leaves && top !== undefined && "mayGo" in top) ? top : undefined;
    return met.current !== undefined || (leaves && unsaved.get() > 0);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (met.current !== undefined && "close" in met.current) {
      blocker.reset();
      met.current.close();
      return;
    }
    void (met.current?.mayGo() ?? askDiscard(text)).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
  return null;
}
