/** The one shared read of home's figures: the screen itself, the menu's badges and the bar on phones use the same answer. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import type { Home } from "../../contract/home.schema.ts";
import { useLiveEvents } from "../events.ts";
import { type ApiError, invalidate, useRead } from "../query.ts";
import { useCan, useLimited } from "../session.tsx";

const REFRESH_MS = 60_000;
/** Live events come in crowds; home is read again at most this often. */
const CALM_MS = 4000;

/** Home's figures, refreshed by events (calmly) and each minute. */
export function useHome(): UseQueryResult<Home, ApiError> {
  const may = useCan("home.see");
  const limited = useLimited();
  return useRead("GET /api/statistics/home", {}, { enabled: may && !limited, everyMs: REFRESH_MS, staleMs: CALM_MS });
}

/** Comments in the exception queue that call this person and that he has not seen; 0 for who has no queue. */
export function useMentions(): number {
  return useHome().data?.queue?.mentions ?? 0;
}

/** Reads home, and a merchant's balance with it, again soon after something changed; mounted once, in the frame. */
export function useHomeEvents(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvents(["home", "payments", "disburses", "transfers", "withdrawal", "journals", "sms", "wallets", "approvals", "deliveries", "config"], () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      invalidate("GET /api/statistics/home", "GET /api/withdrawal/available");
    }, CALM_MS);
  });
}
