/** One object of a list, as its drawer shows it: read, kept, and read again once it has changed. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "../../../contract/envelope.ts";
import type { CallError } from "../../api.ts";
import { useLiveEvents } from "../../events.ts";
import { versionOf } from "../../forms/meanwhile.ts";
import { ApiError, errorOf } from "../../query.ts";
import type { HasId, ListSpec } from "../spec/index.ts";
import { callAny } from "../state/index.ts";

/** Cache key of one object of a list. */
export function oneKey(list: string, id: string): readonly string[] {
  return ["one", list, id];
}

/** How one object of a list is read: by its own call, or, where there is none, the list asked for exactly this id. */
export function oneQuery<Row extends HasId, Detail extends Row>({ name, endpoint: list, drawer: { endpoint } }: ListSpec<Row, Detail>, id: string) {
  return queryOptions<Detail | Row | null, ApiError>({
    queryKey: oneKey(name, id),
    queryFn: async ({ signal }) => {
      const answer = endpoint
        ? await callAny<Detail>(endpoint, { params: { id }, signal })
        : await callAny<Page<Row>>(list, { query: { q: id, size: 10 }, signal });
      if (!answer.success) throw new ApiError(answer.error);
      return endpoint ? (answer.data as Detail) : ((answer.data as Page<Row>).items.find((one) => one.id === id) ?? null); // the two calls above
    },
  });
}

/**
 * The object behind the drawer.
 * @param options `staleMs`: how old an answer that is known already may be, to stand without being read again
 */
export function useOne<Row extends HasId, Detail extends Row>(
  spec: ListSpec<Row, Detail>,
  id: string,
  row: Row | null,
  options: { readonly staleMs?: number } = {},
): { row: Row | null; detail: Detail | null; error: CallError | null; loading: boolean; retry: () => void } {
  const client = useQueryClient();
  const endpoint = spec.drawer.endpoint;
  const read = useQuery({
    ...oneQuery(spec, id),
    enabled: endpoint !== undefined || row === null,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
  const stale = (): void => void client.invalidateQueries({ queryKey: oneKey(spec.name, id) });
  useLiveEvents([spec.live], (message) => {
    if (endpoint && (message.type === "reset" || message.event.id === id)) stale();
  });
  const detail = endpoint ? ((read.data ?? null) as Detail | null) : null; // what queryFn returned for an endpoint
  // Whichever is newer: the list may have been brought up to date before the detail, or the other way round.
  const listed = versionOf(row) ?? 0;
  const newest = detail && (versionOf(detail) ?? 0) >= listed ? detail : (row ?? read.data ?? null);
  const behind = detail !== null && listed > (versionOf(detail) ?? 0);
  useEffect(() => {
    if (behind) void client.invalidateQueries({ queryKey: oneKey(spec.name, id) });
  }, [behind, client, spec.name, id]);
  return { row: newest, detail, error: read.error ? errorOf(read.error) : null, loading: read.isFetching, retry: stale };
}
