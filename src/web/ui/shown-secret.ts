/** What is shown this once does not go by the browser's Back without a question. */
import { createContext, type RefObject, useContext, useEffect } from "react";
import { useAskedByBack } from "../forms/unsaved-guard.ts";
import { text } from "../i18n/keys.ts";
import { confirm } from "./confirm.ts";

/** How many secrets the dialog around shows; null: none is around. */
export const SecretHolder = createContext<RefObject<number> | null>(null);

/** Asks whether what nobody can see again may go. */
export function askSecretGoes(): Promise<boolean> {
  return confirm({ title: text("common.secretGoes"), text: text("common.secretGoesBody"), action: text("common.secretGoesYes"), destructive: true });
}

/** While this stands on the page, Back asks: the dialog around it where there is one, else this itself. */
export function useSecretShown(): void {
  const holder = useContext(SecretHolder);
  useEffect(() => {
    if (holder === null) return;
    holder.current += 1;
    return () => void (holder.current -= 1);
  }, [holder]);
  useAskedByBack(askSecretGoes, holder === null);
}
