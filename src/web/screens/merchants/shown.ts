/** What was answered this once and stands open: secrets, or what came of a test. */
import type { DataOf } from "../../api.ts";
import { onSessionEnd } from "../../session.tsx";
import { createStore } from "../../store.ts";

export interface ShownSecret {
  readonly kind: "created" | "secret" | "webhook";
  readonly name: string;
  readonly appId: string;
  readonly values: readonly { readonly label: string; readonly value: string }[];
  /** Until when the webhook secret before still signs along. */
  readonly previousUntil: string | null;
}
export const shownSecret = createStore<ShownSecret | null>(null);

export interface ShownTest {
  readonly name: string;
  readonly result: DataOf<"POST /api/merchants/:id/webhook-test">;
}
export const shownTest = createStore<ShownTest | null>(null);
// What one person was shown is not for the next.
onSessionEnd(() => {
  shownSecret.set(null);
  shownTest.set(null);
});
