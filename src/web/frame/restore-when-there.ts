/** A page that could not ask who is here asks again by itself. */
import { type CallError, isLost } from "../api.ts";
import { pauseMs } from "../events.ts";
import { restore } from "../session.tsx";
import { untilThere } from "../there.ts";

/**
 * Asks again who is here as soon as the server can be reached. The answer ends the waiting.
 * @param error why it could not be asked: what the server has refused is not asked again
 * @param failures how often it could not be asked, from 1
 */
export function restoreWhenThere(error: Pick<CallError, "status">, failures: number): (() => void) | undefined {
  if (!isLost(error)) return undefined;
  const leaving = new AbortController();
  // A server may answer for the page and not for what it knows: one question at a time, and before each a pause that grows.
  const timer = setTimeout(() => void untilThere(leaving.signal).then((there) => (there ? restore(true) : undefined)), pauseMs(failures));
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
}
