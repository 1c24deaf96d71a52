/** Saved views of the queue: its filters under a name and an address, one's own and shared, with the machinery of the lists. */
import type { ReactElement } from "react";
import type { CellTools } from "../../cell-tools.ts";
import { ViewsButton } from "../../list/bar/index.ts";
import { type ListState, useListState } from "../../list/state/index.ts";
import { type ListViews, ViewStrip, useListViews } from "../../list/views/index.ts";
import { QUEUE_FILTERS } from "./query.ts";

export interface QueueViews {
  readonly views: ListViews;
  readonly state: ListState;
}

/** The view that is open over the queue, by its address or because the queue opens with it. */
export function useQueueViews(): QueueViews {
  const address = useListState(QUEUE_FILTERS);
  return { views: useListViews("queue", QUEUE_FILTERS, address), state: address.asked };
}

/** The button that opens their menu, and which one is open. */
export function QueueViewBar({ views, state, tools }: QueueViews & { tools: CellTools }): ReactElement {
  const menu = { list: "queue", endpoint: null, filters: QUEUE_FILTERS, state, views, tools } as const;
  return (
    <>
      <ViewsButton {...menu} />
      <ViewStrip {...menu} />
    </>
  );
}
