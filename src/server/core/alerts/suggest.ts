/** What could end an exception: the ranked candidates that the messages and payments screens show, too. */
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { IdKind } from "../../../contract/ids.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { within } from "../../platform/within.ts";

const SHOWN = 3;
/** Rows of one page that get suggestions, and how many are looked up at once. */
const ROWS = 20;
const AT_ONCE = 4;

export type Suggestion = ExceptionRow["suggestions"][number];
/** What could end exceptions of a kind, the likeliest first; `objectId` is the exception's object. */
export type Suggest = (app: App, q: Queryable, objectId: bigint, viewer: UserActor) => Promise<Suggestion[]>;
/** By kind; most kinds have none. */
export type Suggestions = Readonly<Partial<Record<ExceptionKind, Suggest>>>;

async function suggestionsFor(app: App, q: Queryable, row: ExceptionRow, viewer: UserActor): Promise<Suggestion[]> {
  const suggest = app.offers.suggestions[row.kind];
  if (suggest === undefined || row.object.id === null) return [];
  const id = app.publicIds.decode(row.object.type as IdKind, row.object.id); // what can be suggested for has a public id
  return id === null ? [] : (await suggest(app, q, id, viewer)).slice(0, SHOWN);
}

/**
 * The rows with their suggestions: of the first twenty, as far as there are any.
 * @param waitMs rows wait no longer for them; what is found later is left out. null: for as long as it takes
 */
export async function withSuggestions(
  app: App,
  q: Queryable,
  rows: readonly ExceptionRow[],
  viewer: UserActor,
  waitMs: number | null,
): Promise<ExceptionRow[]> {
  const found = new Map<string, Suggestion[]>();
  let over = false;
  const look = async (): Promise<void> => {
    for (let at = 0; at < Math.min(rows.length, ROWS) && !over; at += AT_ONCE)
      await Promise.all(rows.slice(at, Math.min(at + AT_ONCE, ROWS)).map(async (row) => found.set(row.id, await suggestionsFor(app, q, row, viewer))));
  };
  await (waitMs === null ? look() : within(look(), waitMs));
  over = true;
  return rows.map((row) => ({ ...row, suggestions: found.get(row.id) ?? [] }));
}
