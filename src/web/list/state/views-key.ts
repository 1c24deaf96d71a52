/** Saved views in the cache, and the one that a list opens with. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { fetchData } from "../../query.ts";
import { type ListState, readAddress } from "./address.ts";
import type { FilterSpec } from "../spec/index.ts";

/** Cache key of a list's views. */
export function viewsKey(list: string): readonly string[] {
  return ["views", list];
}

/**
 * Opens the person's default view when the list was entered with a bare address.
 * @returns false while that is not yet known: the list waits with its first call
 */
export function useDefaultView(list: string, filters: readonly FilterSpec[], bare: boolean, go: (state: ListState, replace: boolean) => void): boolean {
  const entered = useRef(bare);
  const read = useQuery({
    queryKey: viewsKey(list),
    queryFn: async () => (await fetchData("GET /api/views", { query: { list }, background: true })).items,
    enabled: entered.current,
    staleTime: 300_000,
  });
  const settled = !entered.current || read.isFetched;
  const standard = entered.current ? (read.data?.find((view) => view.default && view.own) ?? read.data?.find((view) => view.default)) : undefined;
  useEffect(() => {
    if (!entered.current || !read.isFetched) return;
    entered.current = false;
    if (standard && bare) go(readAddress(new URLSearchParams(standard.query), filters), true);
  }, [read.isFetched, standard, bare, filters, go]);
  return settled && !(entered.current && standard !== undefined);
}
