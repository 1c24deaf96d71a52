/** Re-authentication: when a call answers `recheck_required`, the password is asked for once, whoever needs it. */
import { call } from "../api.ts";
import { useClockText } from "../clock.ts";
import { noteRecheck, onSessionEnd, useProfile } from "../session.tsx";
import { createStore } from "../store.ts";
import { notifyError } from "./notices.tsx";

export interface RecheckAsked {
  readonly answer: (passed: boolean) => void;
  /** No act waits for it: the person asked for it himself. */
  readonly ahead: boolean;
}
/** The question that stands open; the host shows it. */
export const recheckAsked = createStore<RecheckAsked | null>(null);
let pending: Promise<boolean> | null = null;
// Whoever signs in next does not prove himself for the act of the one before.
onSessionEnd(() => recheckAsked.get()?.answer(false));

/** Asks for the password (and code); true when the server accepted it. Several calls at once share one question. */
export function askRecheck(ahead = false): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    const question: RecheckAsked = {
      ahead,
      answer: (passed) => {
        // The answer to a check that was given up may come while another question stands open.
        if (recheckAsked.get() !== question) return;
        recheckAsked.set(null);
        pending = null;
        resolve(passed);
      },
    };
    recheckAsked.set(question);
  });
  return pending;
}

/** Ends the re-authentication before its time. */
export async function endRecheck(): Promise<void> {
  const answer = await call("DELETE /api/user/check");
  if (answer.success) noteRecheck(null);
  else notifyError(answer.error);
}

/** It is never more than five minutes, as the clock of the page may lag. */
const MOST_MINUTES = 5;

/** Whole minutes, the begun one too, for which the re-authentication still holds; null: it does not. */
export function useRecheckMinutes(): number | null {
  const until = Date.parse(useProfile().rechecked_until ?? "");
  return useClockText((nowMs) => (until > nowMs ? Math.min(MOST_MINUTES, Math.ceil((until - nowMs) / 60_000)) : null));
}
