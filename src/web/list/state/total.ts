/** How many rows a state has, asked for without the rows: for a number beside a name. */
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { Page, Total } from "../../../contract/envelope.ts";
import { countText } from "../../i18n/format.ts";
import { ApiError } from "../../query.ts";
import { apiQuery, type ListState } from "./address.ts";
import { callAny } from "./ask.ts";

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
