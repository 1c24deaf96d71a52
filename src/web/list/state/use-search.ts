/** Goes on with a search by itself until its page is full or everything was searched; the person may stop it and go on again. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Page } from "../../../contract/envelope.ts";
import type { HasId } from "../spec/index.ts";
import { isSearched, withMore } from "./search.ts";

/** Between two answers of a search the database belongs to others. */
const PAUSE_MS = 50;

export interface Search {
  /** "none": there is nothing to search for; "over": a search ended by itself. */
  readonly state: "none" | "running" | "stopped" | "over";
  readonly stop: () => void;
  readonly goOn: () => void;
}

/**
 * Fills the page under a key.
 * @param page as it is shown; null while another question's page is
 * @param ask reads the answer behind a cursor
 */
export function useSearch<Row extends HasId>(
  key: QueryKey,
  page: Page<Row> | null,
  first: boolean,
  ask: (cursor: string, signal: AbortSignal) => Promise<Page<Row>>,
): Search {
  const client = useQueryClient();
  const [stopped, setStopped] = useState<QueryKey | null>(null);
  const [searched, setSearched] = useState<QueryKey | null>(null);
  const cursor = isSearched(page) ? page.search_cursor : null;
  const isStopped = stopped === key;
  useEffect(() => {
    if (cursor === null) return;
    setSearched(key);
    if (isStopped) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      ask(cursor, ended.signal).then(
        (more) => {
          if (ended.signal.aborted) return;
          // Only into the page that asked: a reload may have brought another one.
          client.setQueryData<Page<Row>>(key, (shown) => (shown && isSearched(shown) && shown.search_cursor === cursor ? withMore(shown, more, first) : shown));
        },
        () => {
          if (!ended.signal.aborted) setStopped(key); // whoever sees it stand still may go on
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [client, key, cursor, isStopped, first, ask]);
  const stop = useCallback(() => setStopped(key), [key]);
  const goOn = useCallback(() => setStopped(null), []);
  const state = cursor !== null ? (isStopped ? "stopped" : "running") : searched === key && page !== null ? "over" : "none";
  return { state, stop, goOn };
}
