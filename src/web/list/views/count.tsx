/** How many rows a view has now, beside its name: where that is cheap. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { Page, Total } from "../../../contract/envelope.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { ApiError } from "../../query.ts";
import type { FilterSpec } from "../spec/index.ts";
import { apiQuery, callAny, type ListState } from "../state/index.ts";
import { stateOfView } from "./view.ts";
import css from "./views.module.css";

export type CountedBy = EndpointKey;

/** Counts run two at a time: they stand in no page's way. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** How many rows a state has. @throws ApiError */
export function fetchTotal(endpoint: EndpointKey, state: ListState, signal?: AbortSignal): Promise<Total> {
  return inTurn(async () => {
    const { size: _page, ...query } = apiQuery({ ...state, cursor: null }, 20, Date.now());
    const answer = await callAny<Page<never>>(endpoint, { query: { ...query, only: "total" }, background: true, ...(signal ? { signal } : {}) });
    if (!answer.success) throw new ApiError(answer.error);
    return answer.data.total;
  });
}

/** The count as it is shown; null where it is not known to its end. */
export function totalWord(total: Total): string | null {
  if (total.exact) return countText(total.value);
  return total.searched_back_to === undefined ? `${countText(total.value)}+` : null;
}

/** Exact to 10,000. */
export function ViewCount({
  endpoint,
  view,
  filters,
  tools,
}: {
  endpoint: CountedBy;
  view: SavedView;
  filters: readonly FilterSpec[];
  tools: CellTools;
}): ReactElement | null {
  const read = useQuery({
    queryKey: ["view-count", view.list, view.query],
    queryFn: ({ signal }) => fetchTotal(endpoint, stateOfView(view, filters, { open: null, size: null }), signal),
    staleTime: 30_000,
  });
  const word = read.data ? totalWord(read.data) : null;
  return word === null ? null : (
    <span className={css.count}>
      <span className="fd-sr">{tools.t("list.views.count", { n: word })}</span>
      <span aria-hidden="true">{word}</span>
    </span>
  );
}
