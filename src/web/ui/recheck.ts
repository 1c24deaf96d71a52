/** Re-authentication: when a call answers `recheck_required`, the password is asked for once, whoever needs it. */
import { createStore } from "../store.ts";

export interface RecheckAsked {
  readonly answer: (passed: boolean) => void;
}
/** The question that stands open; the host shows it. */
export const recheckAsked = createStore<RecheckAsked | null>(null);
let pending: Promise<boolean> | null = null;

/** Asks for the password (and code); true when the server accepted it. Several calls at once share one question. */
export function askRecheck(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    recheckAsked.set({
      answer: (passed) => {
        recheckAsked.set(null);
        pending = null;
        resolve(passed);
      },
    });
  });
  return pending;
}
