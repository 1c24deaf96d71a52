/**
 * One box over everything. First what indexes serve, kind by kind; then, where the text was not met exactly, what no index
 * serves, from the newest row on, as long as there is time (docs/decisions/0043-search-that-forgives.md).
 */
import { foldPublicId, ID_LETTERS } from "../../../contract/ids.ts";
import { SEARCH_MATCHES, type SearchMatch } from "../../../contract/home.ts";
import type { SearchResult } from "../../../contract/home.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { holdsWord } from "../../../contract/search.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { idIso } from "../../platform/db/ids.ts";
import { PART_FROM } from "../../platform/lists/finds.ts";
import { SEARCH_LIMITS, type SearchLimits, shareOf } from "../../platform/lists/limits.ts";
import { hidesAmounts, hidesMessages, phoneFor } from "../../platform/lists/mask.ts";
import { holds, isStaff, scopePredicate } from "../../platform/lists/scope.ts";
import type { Tools } from "../../platform/lists/spec.ts";
import { allOf, bind, isStorable, join, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { walk } from "../../platform/lists/walk.ts";
import { asCode } from "../../platform/lists/typed.ts";
import { toolsOf } from "../../platform/lists/where.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";
import { excerpt } from "./excerpt.ts";
import { type Subject, SUBJECTS } from "./subjects.ts";

type Item = SearchResult["items"][number];
type Unfinished = SearchResult["unfinished"][number];
const MOST = 20;
const MOST_OF_A_KIND = 8;
const LEAST_LETTERS = 2;
/** The ends of so many of the newest public ids of a kind are compared: no index knows them. */
const NEWEST_IDS = 2000;
/** A statement that is asked at all gets so long, ms, however late it is. */
const LEAST_MS = 5;
/** All of it within 100 ms where a list takes 150: the rest is for the way. */
const boxLimits = (list: SearchLimits): SearchLimits => ({
  ...list,
  budgetMs: 85 * shareOf(list),
  windowMs: list.windowMs / 2,
  firstSpan: 3_600_000n << 12n,
});

interface Found {
  readonly id: bigint;
  readonly title: string | null;
  readonly detail: string | null;
  readonly amount: bigint | null;
  readonly status: string | null;
  readonly own_status?: string;
  readonly words?: string;
}
interface Hit {
  readonly id: bigint;
  readonly match: SearchMatch;
}
/** What was found of a kind so far. */
type Hits = Map<bigint, SearchMatch>;

/** One search: who asks, what, and how much time is left. */
interface Asking {
  readonly app: App;
  readonly viewer: UserActor;
  readonly q: string;
  readonly tools: Tools;
  readonly read: BoundedRead;
  readonly limits: SearchLimits;
  readonly left: () => number;
}

const rank = (match: SearchMatch): number => SEARCH_MATCHES.indexOf(match);

function keep(hits: Hits, found: readonly Hit[]): void {
  for (const { id, match } of found) {
    const before = hits.get(id);
    if (before === undefined || rank(match) < rank(before)) hits.set(id, match);
  }
}

function scopeOf(asking: Asking, subject: Subject): Sql[] {
  const scope = scopePredicate(asking.viewer, subject.scope);
  return scope === null ? [] : [scope];
}

/** The readings that this text may have, as predicates. */
function meant(asking: Asking, subject: Subject, walked: boolean): { readonly match: SearchMatch; readonly predicate: Sql }[] {
  return subject.readings
    .filter((reading) => (reading.walked === true) === walked)
    .flatMap(({ match, find }) => {
      const predicate = find(asking.q, asking.tools);
      return predicate === null ? [] : [{ match, predicate }];
    });
}

/** What indexes serve. @returns false: there was not enough time */
async function served(asking: Asking, subject: Subject, hits: Hits): Promise<boolean> {
  const branches = meant(asking, subject, false).map(
    ({ match, predicate }) =>
      sql`(select t.id, ${match} as match from ${raw(subject.from)} where ${allOf([...scopeOf(asking, subject), predicate])} order by t.id desc limit ${MOST_OF_A_KIND})`,
  );
  if (branches.length === 0) return true;
  const found = await asking.read<Hit>(bind(join(branches, " union all ")), Math.max(LEAST_MS, asking.left()));
  keep(hits, found ?? []);
  return found !== null;
}

/** Public ids that end so, among the newest. @returns false: there was not enough time */
async function idTails(asking: Asking, subject: Subject, hits: Hits): Promise<boolean> {
  // What is folded is all but an id's letter.
  const letter = ID_LETTERS[subject.type];
  const tail = foldPublicId(`${letter}${asCode(asking.q)}`).slice(letter.length);
  if (tail.length < PART_FROM || !/^[0-9A-HJKMNP-TV-Z]{4,14}$/.test(tail)) return true;
  const newest = sql`select t.id from ${raw(subject.from)} where ${allOf(scopeOf(asking, subject))} order by t.id desc limit ${NEWEST_IDS}`;
  const rows = await asking.read<{ id: bigint }>(bind(newest), Math.max(LEAST_MS, asking.left()));
  const ended = (rows ?? []).filter(({ id }) => asking.app.publicIds.encode(subject.type, id).endsWith(tail));
  keep(
    hits,
    ended.map(({ id }) => ({ id, match: "tail" })),
  );
  return rows !== null;
}

/** What no index serves, from the newest on. @returns how far it came; null: to the end */
async function walked(asking: Asking, subject: Subject, hits: Hits, budgetMs: number): Promise<Unfinished | null> {
  const readings = meant(asking, subject, true);
  if (readings.length === 0) return null;
  const match = sql`case ${join(
    readings.map((reading) => sql`when ${reading.predicate} then ${reading.match}`),
    " ",
  )} end`;
  const any = join(
    readings.map((reading) => sql`(${reading.predicate})`),
    " or ",
  );
  const ask = (window: Sql | null, limitMs: number): Promise<Hit[] | null> => {
    const all = [...scopeOf(asking, subject), ...(window === null ? [] : [window]), sql`(${any})`];
    const statement = sql`select t.id, ${match} as match from ${raw(subject.from)} where ${allOf(all)} order by t.id desc limit ${MOST_OF_A_KIND}`;
    return asking.read<Hit>(bind(statement), limitMs);
  };
  if (size(subject) < 0) {
    const all = await ask(null, budgetMs);
    keep(hits, all ?? []);
    return all === null ? { type: subject.type, searched_back_to: null } : null;
  }
  let count = 0;
  const stop = await walk(
    asking.read,
    { sources: [{ from: subject.from, columns: "t.id" }], range: { from: null, before: null }, now: asking.app.now() },
    { at: null, span: null, descending: true },
    { ...asking.limits, budgetMs },
    0,
    async (window, limitMs) => {
      const found = await ask(window, limitMs);
      if (found === null) return "cut";
      keep(hits, found);
      count += found.length;
      return count >= MOST_OF_A_KIND ? "enough" : "more";
    },
  );
  return stop === null || count >= MOST_OF_A_KIND ? null : { type: subject.type, searched_back_to: idIso(stop.at) };
}

/** The best hits of a kind, newest first among equals, as what is shown of them; null: there was not enough time. */
async function shown(asking: Asking, subject: Subject, hits: Hits): Promise<Item[] | null> {
  const best = [...hits]
    .sort(([oneId, one], [otherId, other]) => rank(one) - rank(other) || (oneId < otherId ? 1 : -1))
    .slice(0, MOST_OF_A_KIND)
    .map(([id]) => id);
  if (best.length === 0) return [];
  const { app, viewer } = asking;
  const own = subject.ownStatus !== undefined && !isStaff(viewer) ? `, ${subject.ownStatus} as own_status` : "";
  const statement = sql`select t.id, ${raw(subject.columns)}${raw(own)} from ${raw(subject.from)} where t.id = any(${best}::bigint[])`;
  const rows = await asking.read<Found>(bind(statement), Math.max(LEAST_MS, asking.left()));
  if (rows === null) return null;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const words = row.words === undefined || hidesMessages(viewer) ? null : excerpt(phoneFor(viewer, row.words) ?? "", asking.q);
    const status = row.own_status ?? row.status;
    return {
      type: subject.type,
      id: app.publicIds.encode(subject.type, id),
      title: (subject.phoneTitle ? phoneFor(viewer, row.title) : row.title) ?? "",
      detail: [row.amount === null || hidesAmounts(viewer) ? null : formatAmount(row.amount), phoneFor(viewer, row.detail), words]
        .filter((part) => part !== null && part !== "")
        .join(" · "),
      status,
      at: idIso(id),
      match: hits.get(id) ?? "part",
      deleted: status === "deleted",
    };
  });
}

/** Those that grow with the orders, the larger the later; -1: a table that is read as a whole. */
function size({ type }: Subject): number {
  return ["disburse", "payment", "sms"].indexOf(type);
}
/** Small tables are through soon, and leave their time to the large ones. */
const SMALL_FIRST: readonly Subject[] = SUBJECTS.toSorted((one, other) => size(one) - size(other));

async function lookThrough(asking: Asking, subjects: readonly Subject[]): Promise<SearchResult> {
  const hits = new Map<Subject, Hits>(subjects.map((subject) => [subject, new Map()]));
  const of = (subject: Subject): Hits => hits.get(subject) ?? new Map();
  const unfinished: Unfinished[] = [];
  const missed = (one: Unfinished): void => {
    if (!unfinished.some(({ type }) => type === one.type)) unfinished.push(one);
  };
  for (const subject of subjects) {
    if (!(await served(asking, subject, of(subject)))) missed({ type: subject.type, searched_back_to: null });
  }
  const met = [...hits.values()].some((kind) => [...kind.values()].includes("exact"));
  if (!met) {
    const order = SMALL_FIRST.filter((subject) => subjects.includes(subject));
    for (const [at, subject] of order.entries()) {
      // Time is kept back for reading what is shown.
      const share = Math.max(LEAST_MS, (asking.left() * 0.8) / (order.length - at));
      const ended = await idTails(asking, subject, of(subject));
      const rest = await walked(asking, subject, of(subject), share);
      if (rest !== null) missed(rest);
      else if (!ended) missed({ type: subject.type, searched_back_to: null });
    }
  }
  const items: Item[] = [];
  for (const subject of subjects) {
    const best = await shown(asking, subject, of(subject));
    if (best === null) missed({ type: subject.type, searched_back_to: null });
    else items.push(...best);
  }
  const worth = (item: Item): number => rank(item.match) + (item.deleted ? SEARCH_MATCHES.length : 0);
  return { items: items.toSorted((one, other) => worth(one) - worth(other)).slice(0, MOST), unfinished };
}

/**
 * Finds at most 20 objects that the viewer may see, the best first: met exactly, by their beginning, by their tail, by their sum,
 * by a part; deleted ones last. What could not be looked through in time is named.
 * Refuses `validation_failed` for a text that cannot be stored and therefore not be found
 */
export async function search(
  app: App,
  viewer: UserActor,
  unchecked: string,
  limits = boxLimits(app.searchLimits ?? SEARCH_LIMITS),
): Promise<SearchResult | Refused> {
  if (!isStorable(unchecked)) return refusedField("q");
  const q = unchecked.trim();
  if (q.length < LEAST_LETTERS && !holdsWord(q)) return { items: [], unfinished: [] };
  const subjects = SUBJECTS.filter((subject) => holds(viewer, subject.permission));
  const begun = limits.clock();
  const left = (): number => limits.budgetMs - (limits.clock() - begun);
  const tools = toolsOf(app, viewer);
  return app.db.bounded.use((read) => lookThrough({ app, viewer, q, tools, read, limits, left }, subjects));
}
