/** A one-time password that was answered this once and stands open. */
import { onSessionEnd } from "../../session.tsx";
import { createStore } from "../../store.ts";

export interface ShownCredentials {
  readonly kind: "created" | "password";
  readonly account: string;
  readonly password: string;
}
export const shownCredentials = createStore<ShownCredentials | null>(null);
// What one person was shown is not for the next.
onSessionEnd(() => shownCredentials.set(null));

/** Opens the dialog when there is something to show. */
export function showCredentials(shown: Omit<ShownCredentials, "password"> & { readonly password: string | null }): void {
  const { password } = shown;
  if (password !== null) shownCredentials.set({ ...shown, password });
}
