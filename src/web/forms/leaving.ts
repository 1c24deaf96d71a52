/** How dialogs are left. Apart from the guard, which the frame holds: no dialog is part of the first picture. */
import { useText } from "../i18n/keys.ts";
import { askDiscard, useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * How a dialog is left: what is not saved does not go without a question, and nothing goes while it is sent. To be spread into its `Dialog`.
 * @param act what the dialog sends: where no answer came to it, the question says so. Here it would be the same one again, begun anew it is
 * another
 */
export function useLeaving(
  isDirty: boolean,
  busy: boolean,
  onClose: () => void,
  act?: { readonly isUnsure: () => boolean },
): { readonly onClose: () => void; readonly closeOnClickOutside: boolean } {
  const t = useText();
  const isUnsure = act?.isUnsure() === true;
  const asks = isDirty || isUnsure;
  useUnsavedGuard(asks);
  const leave = async (): Promise<void> => {
    if (!busy && (!asks || (await askDiscard(t, isUnsure ? "errors.code.no_answer" : undefined)))) onClose();
  };
  return { onClose: () => void leave(), closeOnClickOutside: !asks };
}
