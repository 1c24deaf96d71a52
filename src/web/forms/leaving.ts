/** How dialogs are left. Apart from the guard, which the frame holds: no dialog is part of the first picture. */
import { type MessageKey, useText } from "../i18n/keys.ts";
import { askDiscard, useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * How a dialog is left: what is not saved does not go without a question, and nothing goes while it is sent. To be spread into its `Modal`.
 * @param why what the question says, where there is more to know than that it is lost
 */
export function useLeaving(
  isDirty: boolean,
  busy: boolean,
  onClose: () => void,
  why?: MessageKey,
): { readonly onClose: () => void; readonly closeOnClickOutside: boolean } {
  const t = useText();
  useUnsavedGuard(isDirty);
  const leave = async (): Promise<void> => {
    if (!busy && (!isDirty || (await askDiscard(t, why)))) onClose();
  };
  return { onClose: () => void leave(), closeOnClickOutside: !isDirty };
}
