/** Credentials that were answered this once and stand open. */
import { onSessionEnd } from "../../session.tsx";
import { createStore } from "../../store.ts";

export interface ShownCredentials {
  readonly kind: "created" | "password" | "totp";
  readonly userId: string;
  readonly account: string;
  readonly password: string | null;
  /** otpauth address, to be verified with a first code. */
  readonly totp: string | null;
}
export const shownCredentials = createStore<ShownCredentials | null>(null);
// What one person was shown is not for the next.
onSessionEnd(() => shownCredentials.set(null));

/** Opens the dialog when there is something to show. */
export function showCredentials(shown: ShownCredentials): void {
  if (shown.password !== null || shown.totp !== null) shownCredentials.set(shown);
}
