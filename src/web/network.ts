/** Whether the browser has a network at all. */
import { useSyncExternalStore } from "react";

function watch(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** False while the browser knows that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}
