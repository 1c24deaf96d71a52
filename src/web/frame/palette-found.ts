/** What the palette finds: all that was typed, else the one code among the words. */
import type { SearchResult } from "../../contract/home.schema.ts";
import { useRead } from "../query.ts";
import { codeIn } from "./acts/object-words.ts";

interface Found {
  readonly data: SearchResult | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/**
 * Asks the server. Words beside an id that mean nothing here ("look up P2611…", an act by a name of one's own) do not hide the object: where
 * nothing is found for all of it, the id is looked for alone.
 */
export function useFound(words: string, enabled: boolean): Found {
  const whole = useRead("GET /api/search", { query: { q: words } }, { enabled });
  const code = whole.data?.items.length === 0 ? codeIn(words) : null;
  const alone = useRead("GET /api/search", { query: { q: code ?? "" } }, { enabled: enabled && code !== null });
  const isAlone = code !== null && alone.data !== undefined && alone.data.items.length > 0;
  return { data: isAlone ? alone.data : whole.data, isFetching: whole.isFetching || alone.isFetching, isError: whole.isError };
}
