/** Saved views of the tabs of days: days, wallet and how they are shown, under a name and an address, with the machinery of the lists. */
import { useMemo } from "react";
import { DAY_SHOWS } from "../../../../contract/wallet-days.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { choiceOf, type FilterSpec } from "../../../list/spec/index.ts";
import { readAddress, useListState } from "../../../list/state/index.ts";
import { useListViews, type ViewMenu } from "../../../list/views/index.ts";
import { DAYS_SHOWN_BY, writeDays } from "./address.ts";
import type { DaysState } from "./use-days.ts";

const wallet = { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets" } as const satisfies FilterSpec;
/** What a tab's address holds beside its days, as lists describe their filters: what a saved view may hold. */
export const DAY_FILTERS = {
  statistics: [wallet, choiceOf("by", "reconciliation.range.view", DAYS_SHOWN_BY, (by) => `reconciliation.range.views.${by}`)],
  reconciliation: [wallet, choiceOf("show", "reconciliation.show.label", DAY_SHOWS, (show) => `reconciliation.show.${show}`)],
} as const satisfies Readonly<Record<string, readonly FilterSpec[]>>;

/** The view that is open over a tab, by its address or because the tab opens with it. */
export function useDayViews(tab: keyof typeof DAY_FILTERS, { address }: DaysState, tools: CellTools): ViewMenu {
  const filters = DAY_FILTERS[tab];
  const views = useListViews(tab, filters, useListState(filters));
  // What a view keeps names its days also where the address leaves them to the tab: they may not be the same for ever.
  const state = useMemo(() => readAddress(new URLSearchParams(writeDays(tab, address)), filters), [tab, address, filters]);
  return { list: tab, endpoint: null, filters, state, views, tools };
}
