/** The evidence of the next exception, read while this one is looked at: it stands at once when its turn comes. */
import { useEffect, useRef } from "react";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { oneQuery, preloadBody } from "../../list/drawer/index.ts";
import { fetchData, keyOf, queryClient } from "../../query.ts";
import { mayNow } from "../../session.tsx";
import { panelSpec } from "./panel-spec.ts";
import { panelOf } from "./suggested.ts";

/** Who walks past with a held key reads nothing ahead, ms. */
const STAYS_MS = 150;

/** Reads what {@link Evidence} of an exception shows. A failure shows when it is opened. */
async function readAhead(row: ExceptionRow): Promise<void> {
  const init = { params: { id: row.id } };
  void queryClient.prefetchQuery({
    queryKey: keyOf("GET /api/exceptions/:id", init),
    queryFn: ({ signal }) => fetchData("GET /api/exceptions/:id", { ...init, signal, background: true }),
  });
  const panel = panelOf(row, mayNow);
  if (panel === null) return;
  const spec = await queryClient.fetchQuery(panelSpec(panel.type));
  preloadBody(spec);
  void queryClient.prefetchQuery(oneQuery(spec, panel.id));
}

/** @param next the exception that comes after the open one; null: none does */
export function useAhead(next: ExceptionRow | null): void {
  // A list that is read anew brings the same exception as another row.
  const latest = useRef(next);
  latest.current = next;
  const id = next?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => latest.current && void readAhead(latest.current).catch(() => undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [id]);
}
