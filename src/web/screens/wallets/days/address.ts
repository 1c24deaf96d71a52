/** What the statistics and reconciliation tabs carry in the address: days, wallet, how they are shown, the saved view, the open day. */
import { isPageSize, type PageSize } from "../../../list/state/index.ts";
import { type DatePreset, isDay } from "../../../../contract/time.ts";
import { DAY_SHOWS, DAYS_BY, type DayShow } from "../../../../contract/wallet-days.ts";
import { readRange, type ShownRange, writeRange } from "../../../statistics/days.ts";

export const DAYS_SHOWN_BY = [...DAYS_BY, "plots"] as const;
export type DaysShownBy = (typeof DAYS_SHOWN_BY)[number];

export interface DaysAddress extends ShownRange {
  readonly walletId: string | null;
  /** Statistics: one row per wallet and day, one per wallet, or plots. */
  readonly by: DaysShownBy;
  /** The day whose drawer is open. */
  readonly open: { readonly walletId: string; readonly date: string } | null;
  /** Reconciliation: which of the days; null: all. */
  readonly show: DayShow | null;
  /** Which page of the rows, from 1. */
  readonly page: number;
  /** Rows a page where the address says so; else what the person keeps. */
  readonly size: PageSize | null;
  /** Id of the saved view that it began with; what the address asks for beside it counts. */
  readonly view: string | null;
}

const isId = (text: string | null): text is string => text !== null && /^[A-Z0-9]{1,40}$/.test(text);

/** Reads the address; what makes no sense there is not believed. */
export function readDays(params: URLSearchParams, fallback: DatePreset, nowMs: number): DaysAddress {
  const wallet = params.get("wallet_id");
  const size = Number(params.get("size"));
  const [openWallet = null, openDate = ""] = (params.get("open") ?? "").split("/");
  return {
    ...readRange(params, fallback, nowMs),
    walletId: isId(wallet) ? wallet : null,
    by: DAYS_SHOWN_BY.find((one) => one === params.get("by")) ?? "day",
    show: DAY_SHOWS.find((one) => one === params.get("show")) ?? null,
    open: isId(openWallet) && isDay(openDate) ? { walletId: openWallet, date: openDate } : null,
    page: /^[1-9]\d{0,5}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1,
    size: isPageSize(size) ? size : null,
    view: isId(params.get("view")) ? params.get("view") : null,
  };
}

/** Writes it, with the tab that it belongs to. */
export function writeDays(tab: string, address: DaysAddress): string {
  const params = new URLSearchParams({ tab });
  if (address.view !== null) params.set("view", address.view);
  writeRange(params, address);
  if (address.walletId !== null) params.set("wallet_id", address.walletId);
  if (address.by !== "day") params.set("by", address.by);
  if (address.show !== null) params.set("show", address.show);
  if (address.size !== null) params.set("size", String(address.size));
  if (address.page > 1) params.set("page", String(address.page));
  if (address.open !== null) params.set("open", `${address.open.walletId}/${address.open.date}`);
  return `?${params}`;
}
