/** Reading through TanStack Query and acting through calls: what screens use. */
import { QueryClient, type QueryKey, type UseQueryResult, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EndpointKey } from "../contract/endpoints.ts";
import { type CallArgs, type CallError, type CallInit, call, type DataOf, isLost, type Result } from "./api.ts";
import { ActKey } from "./forms/act-key.ts";
import { nextTask } from "./next-task.ts";
import { onSessionEnd } from "./session.tsx";
import { notifyError } from "./ui/notices.tsx";

/** A failed call as the error of a query. */
export class ApiError extends Error {
  readonly error: CallError;
  constructor(error: CallError) {
    super(error.code);
    this.error = error;
  }
}

/** One cache for the page; emptied when the session ends. ofetch has retried already, so the cache does not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, gcTime: 600_000, refetchOnWindowFocus: true, refetchOnReconnect: true } },
});
onSessionEnd(() => queryClient.clear());

/** Key of a call in the cache: `["GET /api/payments", params, query]`. The first part alone addresses all its variants. */
export function keyOf<K extends EndpointKey>(key: K, init?: CallInit<K>): QueryKey {
  const part: { params?: unknown; query?: unknown } = init ?? {};
  return [key, part.params ?? null, part.query ?? null];
}

/** A call whose failure is thrown as {@link ApiError}: for queries. */
export async function fetchData<K extends EndpointKey>(key: K, ...args: CallArgs<K>): Promise<DataOf<K>> {
  // A screen that opens asks for half a dozen things at once: each in a task of its own.
  await nextTask();
  const answer = await call(key, ...args);
  if (!answer.success) throw new ApiError(answer.error);
  return answer.data;
}

export interface ReadOptions {
  readonly enabled?: boolean;
  /** Keeps the old rows while a new page or filter loads. */
  readonly keepOld?: boolean;
  readonly staleMs?: number;
  /** Polls in the background; such calls keep no session awake. */
  readonly everyMs?: number | false;
}

/** Reads a GET endpoint. Refetches after the first answer are marked as background. */
export function useRead<K extends EndpointKey & `GET ${string}`>(key: K, init: CallInit<K>, options: ReadOptions = {}): UseQueryResult<DataOf<K>, ApiError> {
  return useQuery<DataOf<K>, ApiError>({
    queryKey: keyOf(key, init),
    queryFn: ({ signal, client, queryKey }) => {
      const seen = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
      return fetchData<K>(key, ...([{ ...init, signal, background: init.background ?? seen > 0 }] as unknown as CallArgs<K>)); // CallArgs<K> of a generic K cannot be built by the compiler
    },
    enabled: options.enabled ?? true,
    ...(options.keepOld === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/** The error of a query as a call's error. */
export function errorOf(problem: unknown): CallError {
  return problem instanceof ApiError ? problem.error : { code: "bad_answer", message: String(problem), status: 0 };
}

/**
 * What is on the screen and could not be read for want of a server is read again, now that it can be reached: nobody has to ask for it.
 * What the server has refused stays refused.
 */
export function readAgain(): void {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" && isLost(errorOf(state.error)) });
}

/** Everything that a change may have made stale: by endpoint key. */
export function invalidate(...keys: readonly (EndpointKey & `GET ${string}`)[]): void {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
}

/**
 * A call as an act: `busy` while it runs, its failure shown once as a notice unless `quiet` (then the caller shows it, as in a form).
 * `refresh` names the reads that it made stale. Whoever presses again because no answer came sends the same act.
 */
export function useAct<K extends EndpointKey>(
  key: K,
  options: { quiet?: boolean; refresh?: readonly (EndpointKey & `GET ${string}`)[] } = {},
): { busy: boolean; act: Pick<ActKey<string>, "isUnsure">; run: (...args: CallArgs<K>) => Promise<Result<DataOf<K>>> } {
  const [busy, setBusy] = useState(false);
  const [act] = useState(() => new ActKey<string>());
  const run = async (...[init]: CallArgs<K>): Promise<Result<DataOf<K>>> => {
    setBusy(true);
    const what: { params?: unknown; body?: unknown } = init ?? {};
    const keyed = { ...init, idempotencyKey: act.of(JSON.stringify([what.params, what.body])) };
    const answer = await call(key, ...([keyed] as unknown as CallArgs<K>)); // CallArgs<K> of a generic K cannot be built by the compiler
    act.heard(answer);
    setBusy(false);
    if (!answer.success && options.quiet !== true) notifyError(answer.error);
    if (options.refresh !== undefined && (answer.success || answer.error.status === 409 || answer.error.code === "answered_once"))
      invalidate(...options.refresh);
    return answer;
  };
  return { busy, act, run };
}
