/** The rows behind a state: fetched by key, kept while the next page loads, brought up to date in place by live events. */
import { hashKey, keepPreviousData, type QueryKey, replaceEqualDeep, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Page } from "../../../contract/envelope.ts";
import type { LiveEvent } from "../../../contract/events.ts";
import type { CallError } from "../../api.ts";
import { useLiveEvents } from "../../events.ts";
import { nextTask } from "../../next-task.ts";
import { type ApiError, errorOf } from "../../query.ts";
import { apiQuery, type ListState, type PageSize } from "./address.ts";
import { askFigures, askRows, callAny } from "./ask.ts";
import { GATHER_MS, isLeftOut, mergeInPlace, PROBE_EVERY_MS, wanted, withoutRow, withRow } from "./live.ts";
import { versionOf } from "../../forms/meanwhile.ts";
import { useLateFigures } from "./use-late-figures.ts";
import { type Search, useSearch } from "./use-search.ts";
import { replaceRows, rowNow, rowsReplaced } from "./row-now.ts";
import type { HasId, ListSpec } from "../spec/index.ts";

export interface ListData<Row> {
  /** null until the first answer. As last drawn: what a row is now says `rowNow()`. */
  readonly page: Page<Row> | null;
  readonly error: CallError | null;
  readonly fetching: boolean;
  /** Rows that came in and are not shown; capped by the page size (`more`). */
  readonly fresh: { readonly count: number; readonly more: boolean };
  /** The search for rows that are not on the page yet. */
  readonly search: Search;
  /** Reads the page anew. @returns its rows; none when it could not be read */
  readonly reload: () => Promise<readonly Row[]>;
  /** Puts a changed row in its place at once. */
  readonly put: (row: Row) => void;
  /** Takes what came in while it was held. */
  readonly resume: () => void;
}
const NO_FRESH = { count: 0, more: false } as const;
const DRAWN_BY: ("error" | "isFetching" | "isPlaceholderData")[] = ["error", "isFetching", "isPlaceholderData"];
/** A hidden page that missed more events than this reads its page again instead. */
const GATHERED_MAX = 500;

const same = <Row>(a: Row, b: Row): boolean => replaceEqualDeep(a, b) === a;

/** Says of a changed row whether more than the row itself must be drawn: it is chosen, open, or needs more room. */
export type DrawsList<Row> = (row: Row) => boolean;

/**
 * Reads a list and keeps it up to date.
 * @param drawsList asked for each row that changes in its place; without an answer the row alone is drawn
 * @param held while true nothing that happens elsewhere changes a row: what a person has chosen is what that person saw
 */
export function useListData<Row extends HasId, Detail extends Row>(
  spec: ListSpec<Row, Detail>,
  state: ListState,
  size: PageSize,
  enabled: boolean,
  drawsList: RefObject<DrawsList<Row> | null>,
  held: RefObject<boolean>,
): ListData<Row> {
  const client = useQueryClient();
  const query = apiQuery(state, size, Date.now());
  const text = JSON.stringify(query);
  const key = useMemo(() => ["list", spec.name, text], [spec.name, text]);
  const deletedFilter = state.filters.deleted;
  const firstPage = state.cursor === null && state.sort === "-created_at";
  const [fresh, setFresh] = useState<{ count: number; more: boolean }>(NO_FRESH);
  const fetchPage = useCallback(
    (background: boolean, signal?: AbortSignal, cursor?: string) => askRows<Row>(spec.endpoint, text, background, signal, cursor),
    [spec.endpoint, text],
  );
  const read = useQuery<Page<Row>, ApiError>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // What asks has just been drawn: the question has a task of its own.
      await nextTask();
      return fetchPage(false, signal);
    },
    placeholderData: keepPreviousData,
    enabled,
    refetchOnWindowFocus: false,
    // Not `data`: what an answer of the server changes comes with `isFetching`, and what is put in place is for useRowsInPlace().
    notifyOnChangeProps: DRAWN_BY,
  });
  const page = read.data ?? null;
  useRowsInPlace(key, page, drawsList);
  const askMore = useCallback((cursor: string, signal: AbortSignal) => fetchPage(true, signal, cursor), [fetchPage]);
  const figuresOf = useCallback((signal: AbortSignal) => askFigures(spec.endpoint, text, signal), [spec.endpoint, text]);
  // Rows of another question stand there until this one's come.
  const own = enabled && !read.isPlaceholderData ? page : null;
  useLateFigures(key, own, figuresOf);
  const search = useSearch(key, own, state.cursor === null, askMore);
  useEffect(() => setFresh(NO_FRESH), [key]);

  const put = useCallback(
    (row: Row) => {
      const leaves = isLeftOut(row, deletedFilter);
      void client.setQueriesData<Page<Row>>({ queryKey: ["list", spec.name] }, (page) => page && (leaves ? withoutRow(page, row.id) : withRow(page, row)));
    },
    [client, spec.name, deletedFilter],
  );
  const merge = useCallback(
    (arrived: Page<Row>) => {
      const shown = client.getQueryData<Page<Row>>(key);
      if (!shown) return;
      const { page, unseen } = mergeInPlace(shown, arrived, same);
      client.setQueryData(key, page);
      // The same object where nothing differs: the list is not drawn to say what it says already.
      if (firstPage) setFresh((before) => replaceEqualDeep(before, { count: unseen, more: unseen >= arrived.items.length && unseen > 0 }));
    },
    [client, key, firstPage],
  );
  const resume = useLive(spec, { firstPage, page, put, merge, fetchPage }, held);

  const { refetch } = read;
  const reload = useCallback(async (): Promise<readonly Row[]> => {
    setFresh(NO_FRESH);
    const { data } = await refetch();
    return data?.items ?? [];
  }, [refetch]);
  return { page, error: read.error ? errorOf(read.error) : null, fetching: read.isFetching, fresh, search, reload, put, resume };
}

/** Draws what was put in the place of rows: those rows alone where nothing else differs, else the list. */
function useRowsInPlace<Row extends HasId>(key: QueryKey, page: Page<Row> | null, drawsList: RefObject<DrawsList<Row> | null>): void {
  const client = useQueryClient();
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const drawn = useRef(page);
  useLayoutEffect(() => {
    drawn.current = page;
  }, [page]);
  useEffect(() => {
    const hash = hashKey(key);
    const follow = (): void => {
      const now = client.getQueryData<Page<Row>>(key);
      const before = drawn.current;
      if (now === undefined || now === before) return;
      const pairs = before && rowsReplaced(before, now);
      drawn.current = now;
      if (!pairs || pairs.some(([, row]) => drawsList.current?.(row))) draw();
      else replaceRows(pairs);
    };
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success" && event.action.manual === true && event.query.queryHash === hash) follow();
    });
  }, [client, key, drawsList]);
}

interface LiveParts<Row> {
  readonly firstPage: boolean;
  readonly page: Page<Row> | null;
  readonly put: (row: Row) => void;
  readonly merge: (page: Page<Row>) => void;
  readonly fetchPage: (background: boolean) => Promise<Page<Row>>;
}

/** @returns takes what was gathered while it was held */
function useLive<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>, parts: LiveParts<Row>, held: RefObject<boolean>): () => void {
  const latest = useRef(parts);
  latest.current = parts;
  const gathered = useRef<LiveEvent[]>([]);
  const resetAsked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const probedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const settle = async (): Promise<void> => {
    timer.current = null;
    const { page, firstPage, put, fetchPage } = latest.current;
    if (page === null || document.visibilityState === "hidden" || held.current) return;
    const events = gathered.current;
    const shown = new Map(page.items.map(rowNow).map((row) => [row.id, spec.versionOf?.(row) ?? versionOf(row)]));
    const asked = wanted(events, shown, firstPage);
    const one = spec.drawer.endpoint;
    const wantsPage = resetAsked.current || asked.page || (asked.rows.length > 0 && one === undefined);
    if (wantsPage && Date.now() - probedAt.current < PROBE_EVERY_MS) {
      timer.current = setTimeout(() => void settle(), PROBE_EVERY_MS - (Date.now() - probedAt.current));
      return;
    }
    gathered.current = [];
    resetAsked.current = false;
    if (wantsPage) {
      probedAt.current = Date.now();
      const arrived = await fetchPage(true).catch(() => null);
      if (arrived !== null && !held.current) return latest.current.merge(arrived);
      // Not read, or chosen from meanwhile: it is taken when there is time for it.
      resetAsked.current = true;
      if (!held.current) soon();
      return;
    }
    if (one === undefined) return;
    const answers = await Promise.all(asked.rows.map((id) => callAny<Detail>(one, { params: { id }, background: true })));
    if (held.current) gathered.current.unshift(...events);
    else for (const answer of answers) if (answer.success) put(answer.data);
  };
  const soon = (): void => {
    timer.current ??= setTimeout(() => void settle(), GATHER_MS);
  };
  useLiveEvents([spec.live], (message) => {
    if (message.type === "reset" || gathered.current.length >= GATHERED_MAX) {
      gathered.current = [];
      resetAsked.current = true;
    } else gathered.current.push(message.event);
    soon();
  });
  const resume = (): void => {
    if (gathered.current.length > 0 || resetAsked.current) soon();
  };
  useEffect(() => {
    const seen = (): void => {
      if (document.visibilityState === "visible") resume();
    };
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  });
  return resume;
}
