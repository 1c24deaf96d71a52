/** Total and sums that rows did not wait for: asked for by themselves, and put under the rows when they come. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "../../../contract/envelope.ts";

/**
 * The page without its note that figures are to come, with those that came; what was counted to its end meanwhile stays.
 * @param came null: they could not be read. At least so many rows are there, and nothing is said of their sums
 */
export function withFigures<Row>(shown: Page<Row>, came: Page<never> | null): Page<Row> {
  const { figures_late: _late, ...page } = shown;
  if (came === null) return { ...page, sums: undefined };
  const { sums, partial_sums } = came;
  return {
    ...page,
    total: page.total.exact ? page.total : came.total,
    ...(sums === undefined ? {} : { sums }),
    ...(partial_sums === undefined ? {} : { partial_sums }),
  };
}

/**
 * Completes the page under a key.
 * @param page as it is shown; null while another question's page is
 * @param ask reads the figures; null: they could not be read
 */
export function useLateFigures<Row>(key: QueryKey, page: Page<Row> | null, ask: (signal: AbortSignal) => Promise<Page<never> | null>): void {
  const client = useQueryClient();
  const late = page?.figures_late === true;
  useEffect(() => {
    if (!late) return;
    const ended = new AbortController();
    void ask(ended.signal).then((came) => {
      if (!ended.signal.aborted) client.setQueryData<Page<Row>>(key, (shown) => shown && withFigures(shown, came));
    });
    return () => ended.abort();
  }, [client, key, late, ask]);
}
