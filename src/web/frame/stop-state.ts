/** The emergency stop: whether its panel stands open, and the ways to it. */
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { createStore, useStore } from "../store.ts";
import { onSessionEnd, useCan, useLimited } from "../session.tsx";
import type { Scope } from "./stop-targets.ts";

/** What the panel opens with. */
export interface StopDraft {
  readonly scope: Scope;
  /** The merchant or the wallet. */
  readonly objectId: string | null;
  /** Cells of its matrix: `bkash in`. */
  readonly chosen: readonly string[];
  /** Until it opens again; null: until somebody opens it. */
  readonly minutes: number | null;
  readonly reason: string;
}
const opened = createStore(false);
const drafted: { now: StopDraft | null } = { now: null };
/** Ends of addresses that lead to the panel. */
const ANCHORS: readonly string[] = ["#stop", "#switches", "#acceptance"];

/** Opens or closes the panel. @param draft what it opens with */
export function showStop(open: boolean, draft: StopDraft | null = null): void {
  drafted.now = draft;
  opened.set(open);
}

// Whoever signs in next has not opened it.
onSessionEnd(() => showStop(false));

/** What the panel that opens now begins with, once. */
export function takeStopDraft(): StopDraft | null {
  const { now } = drafted;
  drafted.now = null;
  return now;
}

/** Who may close anything has the panel. */
export function useMayStop(): boolean {
  const may = useCan("intake.close");
  return !useLimited() && may;
}

/** Whether the panel stands open; an address that ends in one of its anchors opens it. Used once, in the frame. */
export function useStopOpen(): boolean {
  const may = useMayStop();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!may || !ANCHORS.includes(hash)) return;
    opened.set(true);
    // The anchor has done its work: after a reload the panel does not come again by itself.
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [may, hash, pathname, search, navigate]);
  return useStore(opened) && may;
}
