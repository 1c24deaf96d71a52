/** A place in the list that the server does not know (a cut bookmark, another list's, an older build's) is the first page. */
import { useEffect } from "react";
import type { CallError } from "../../api.ts";
import type { ListAddress } from "./use-list-state.ts";

/** True for an answer that refuses the cursor. */
export function refusesCursor(error: CallError | null): boolean {
  return error?.status === 422 && error.fields?.["cursor"] !== undefined;
}

/**
 * Drops a refused cursor from the address, which loads the first page; filters and the drawer stay, Back does not lead to it.
 * @returns what is still wrong
 */
export function useKnownCursor(error: CallError | null, { state, change }: Pick<ListAddress, "state" | "change">): CallError | null {
  const isRefused = state.cursor !== null && refusesCursor(error);
  useEffect(() => {
    if (isRefused) change({ cursor: null }, true);
  }, [isRefused, change]);
  return isRefused ? null : error;
}
