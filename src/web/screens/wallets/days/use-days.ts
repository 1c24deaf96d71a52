/** The tab's address as state: reading it, changing it. */
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { businessDayStart, type DatePreset } from "../../../../contract/time.ts";
import { useBusinessDay } from "../../../clock.ts";
import { type DaysAddress, readDays, writeDays } from "./address.ts";

export interface DaysState {
  readonly address: DaysAddress;
  readonly change: (part: Partial<DaysAddress>) => void;
  /** What the calls take. */
  readonly query: { readonly from: string; readonly to: string; readonly wallet_id?: string };
}

/** @param fallback range where the address names none */
export function useDays(tab: string, fallback: DatePreset): DaysState {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const today = useBusinessDay();
  const address = useMemo(() => readDays(new URLSearchParams(search), fallback, businessDayStart(today)), [search, fallback, today]);
  const change = useCallback(
    (part: Partial<DaysAddress>) => {
      // Other rows begin with their first page; opening one of them changes none.
      const page = Object.keys(part).every((key) => key === "open") ? address.page : 1;
      void navigate(pathname + writeDays(tab, { ...address, page, ...part }), { replace: part.open !== undefined });
    },
    [navigate, pathname, tab, address],
  );
  const query = useMemo(() => ({ from: address.from, to: address.to, ...(address.walletId === null ? {} : { wallet_id: address.walletId }) }), [address]);
  return { address, change, query };
}
