/** From a validated query to predicates: scope, date range, filters, search box, deleted rows. */
import { parseAmount } from "../../../contract/money.ts";
import { SEARCH_ON } from "../../../contract/search-on.ts";
import { isDay, parseRangeEnd } from "../../../contract/time.ts";
import { idAt } from "../db/ids.ts";
import type { App } from "../context.ts";
import { Refused, refusedField } from "../refusal.ts";
import { masksOf } from "./mask.ts";
import { ownMerchantId, scopePredicate } from "./scope.ts";
import { type BaseQuery, type Filter, type IdRange, type ListSpec, type Source, type Tools, type Viewer } from "./spec.ts";
import { allOf, isStorable, join, raw, sql, type Sql } from "./sql.ts";

/** What a query asks for. Every row of the answer fulfils `all`, `along` and at least one of `branches`, if there are any. */
export interface Where {
  readonly all: readonly Sql[];
  /** Predicates without an index of their own. */
  readonly along: readonly Sql[];
  readonly branches: readonly Sql[];
  /** One row may fulfil several branches (ways to read the search box). */
  readonly overlapping: boolean;
  readonly range: IdRange;
  /**
   * Whether an index holds just the rows asked for, in the order of their ids: one statement finds them then, however rare
   * they are. Two filters never share an index, and neither do a filter and a merchant's scope.
   */
  readonly served: boolean;
}

/** Tools of one call. */
export function toolsOf(app: App, viewer: Viewer): Tools {
  const masks = masksOf(viewer);
  return {
    publicIds: app.publicIds,
    merchantId: ownMerchantId(viewer),
    userId: viewer.type === "user" ? viewer.id : null,
    masked: masks.phones,
    hides: masks,
    nowMs: app.now(),
  };
}

/** Reads `from` and `to` (both ends included) as an id range; a wrong one is refused by name. */
function readRange(query: Pick<BaseQuery, "from" | "to">): IdRange | Refused {
  const from = query.from === undefined ? null : parseRangeEnd(query.from, "from");
  const end = query.to === undefined ? null : parseRangeEnd(query.to, "to");
  if (from === null && query.from !== undefined) return refusedField("from");
  if (end === null && query.to !== undefined) return refusedField("to");
  // The end of a day is exclusive already; an instant is inside.
  const before = end === null ? null : isDay(query.to ?? "") ? end : end + 1;
  if (from !== null && before !== null && from >= before) return refusedField("to", "too_small");
  return { from: from === null ? null : idAt(from), before: before === null ? null : idAt(before) };
}

/** Refuses texts that the database cannot take, field by field. */
function wrongText(query: Readonly<Record<string, unknown>>): Refused | null {
  const wrong = Object.entries(query).find(([, value]) => typeof value === "string" && !isStorable(value));
  return wrong === undefined ? null : refusedField(wrong[0]);
}

/** Refuses amounts whose bounds are turned round, as dates are; a bound that is no amount is refused by its own filter. */
function wrongAmounts({ min_amount: least, max_amount: most }: Readonly<Record<string, unknown>>): Refused | null {
  const [min, max] = [least, most].map((value) => (typeof value === "string" ? parseAmount(value) : null));
  return typeof min === "bigint" && typeof max === "bigint" && min > max ? refusedField("max_amount", "too_small") : null;
}

/** What a list is searched by. */
type Searched = Pick<ListSpec<BaseQuery, { id: bigint }, unknown>, "search" | "forgiving">;

/** Predicates of the search box: every reading of the text that is possible. */
function searchBranches(spec: Searched, q: string, tools: Tools): Sql[] {
  const found = spec.search.map((search) => search(q, tools)).filter((predicate) => predicate !== null);
  return found.length > 0 ? found : [raw("false")];
}

/** The same and more, as one predicate that rows are tried by one after the other. */
function forgivingly(spec: Searched, text: string, tools: Tools): Sql {
  const q = text.replace(SEARCH_ON, "").trim();
  const walked = (spec.forgiving ?? []).map(({ find }) => find(q, tools)).filter((predicate) => predicate !== null);
  return sql`(${anyOf([...searchBranches(spec, q, tools), ...walked])})`;
}

/** Joins the values of two "any of these" so that each pair is one branch. */
function cross(left: readonly Sql[], right: readonly Sql[]): Sql[] {
  if (left.length === 0) return [...right];
  return left.flatMap((one) => right.map((other) => sql`${one} and ${other}`));
}

/** Builds the predicates of a query. Refuses validation_failed naming the field that is wrong */
export function whereOf<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  spec: ListSpec<Q, Raw, Row>,
  query: Q,
  viewer: Viewer,
): Where | Refused {
  const values = query as Readonly<Record<string, unknown>>;
  const wrong = wrongText(values) ?? wrongAmounts(values);
  if (wrong) return wrong;
  const tools = toolsOf(app, viewer);
  const guessed = tools.hides.amounts ? Object.keys(values).find((field) => /amount/.test(field) && values[field] !== undefined) : undefined;
  if (guessed !== undefined) return refusedField(guessed, "not_allowed");
  const range = readRange(query);
  if (range instanceof Refused) return range;
  const all: Sql[] = [];
  const scope = scopePredicate(viewer, spec.scope);
  if (scope) all.push(scope);
  if (spec.where) all.push(raw(spec.where));
  if (range.from !== null) all.push(sql`t.id >= ${range.from}`);
  if (range.before !== null) all.push(sql`t.id < ${range.before}`);
  if (spec.deletedAt && query.deleted !== "with") all.push(raw(`${spec.deletedAt} is ${query.deleted === "only" ? "not null" : "null"}`));
  const along: Sql[] = [];
  let branches: Sql[] = [];
  // What an index leads with each; the scope of a merchant is such a predicate too.
  let led = scope === null ? 0 : 1;
  let walked = false;
  for (const [field, filter] of Object.entries(spec.filters as Readonly<Record<string, Filter>>)) {
    const value = values[field];
    if (typeof value !== "string" || value === "") continue;
    const made = filter(value, tools);
    if ("unfit" in made) return refusedField(field, made.unfit);
    if ("along" in made) along.push(made.along);
    else if ("each" in made) branches = cross(branches, made.each);
    else all.push(made);
    if ("along" in made || ("each" in made && made.walked === true)) walked = true;
    else led += 1;
  }
  const q = query.q?.trim() ?? "";
  const forgiving = spec.forgiving !== undefined && SEARCH_ON.test(q);
  if (forgiving) along.push(forgivingly(spec, q, tools));
  walked ||= forgiving;
  const searched = q === "" || forgiving ? [] : searchBranches(spec, q, tools);
  if (searched.length > 0) {
    // Once the search box has narrowed the rows, filters need no index of their own.
    if (branches.length > 0) all.push(sql`(${anyOf(branches)})`);
    all.push(...along.splice(0));
    branches = searched;
  }
  const served = searched.length > 0 || (!walked && led <= 1);
  const [only] = branches;
  if (only && branches.length === 1) return { all: [...all, only], along, branches: [], overlapping: false, range, served };
  return { all, along, branches, overlapping: searched.length > 0, range, served };
}

function anyOf(parts: readonly Sql[]): Sql {
  return parts.map((part) => sql`(${part})`).reduce((left, right) => sql`${left} or ${right}`);
}

/** The same question about a part of the ids. @param window predicate over `t.id`; null: all of them */
export function within(where: Where, window: Sql | null): Where {
  return window === null ? where : { ...where, all: [...where.all, window] };
}

/**
 * Everything but `along`, as predicates of which each row fulfils one at most, for statements that count or add up: each
 * branch uses an index of its own, which an `or` would not.
 */
export function disjoint(where: Where, source: Source): readonly Sql[] {
  if (where.branches.length === 0 || where.overlapping) return [flat(where, source)];
  return where.branches.map((branch) => allOf([...where.all, branch]));
}

/**
 * One predicate with everything but `along` in it, for statements that need no order by id.
 * Readings of the search box each use an index of their own, so they are collected as ids first instead of as one `or`.
 */
export function flat(where: Where, source: Source): Sql {
  if (where.branches.length === 0) return allOf(where.all);
  if (!where.overlapping) return allOf([...where.all, sql`(${anyOf(where.branches)})`]);
  const ids = where.branches.map((branch) => sql`select t.id from ${raw(source.from)} where ${allOf([...where.all, branch])}`);
  return sql`t.id in (${join(ids, " union ")})`;
}
