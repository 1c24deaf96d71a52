/** Who else looks: one's own look is told while the evidence is open and in view, the others' are asked for. */
import { useEffect } from "react";
import { PRESENCE_EVERY_MS } from "../../../contract/exceptions.ts";
import type { ExceptionMarks } from "../../../contract/exceptions.schema.ts";
import { call } from "../../api.ts";
import { useLiveEvents } from "../../events.ts";
import { invalidate, useRead } from "../../query.ts";

const NOBODY: ExceptionMarks = { viewers: [], mentions: [] };

/** Tells that one looks at an exception, every few seconds, and when one leaves or hides the page. */
export function useLooking(id: string): void {
  useEffect(() => {
    const tell = (here: boolean): void => void call("POST /api/exceptions/:id/presence", { params: { id }, body: { here }, background: true });
    const look = (): void => {
      if (document.visibilityState === "visible") tell(true);
    };
    const turned = (): void => tell(document.visibilityState === "visible");
    look();
    const timer = setInterval(look, PRESENCE_EVERY_MS);
    document.addEventListener("visibilitychange", turned);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", turned);
      tell(false);
    };
  }, [id]);
}

/** Who looks at what, and where one is called. */
export function useMarks(): ExceptionMarks {
  useLiveEvents(["exceptions"], (message) => {
    invalidate("GET /api/exceptions/marks");
    if (message.type === "event") invalidate("GET /api/exceptions/:id");
  });
  return useRead("GET /api/exceptions/marks", {}, { everyMs: PRESENCE_EVERY_MS, staleMs: 0 }).data ?? NOBODY;
}

/** The accounts that look at one exception, or at any of a line. */
export function viewersOf(marks: ExceptionMarks, of: { readonly id?: string; readonly key?: string }): string[] {
  return [...new Set(marks.viewers.filter((one) => (of.id === undefined ? one.key === of.key : one.id === of.id)).map((one) => one.account))];
}
