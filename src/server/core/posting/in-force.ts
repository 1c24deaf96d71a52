/** What people have added to the shipped rules and what is on of it: rules and harmless endings, as the parser takes them. */
import type { ParseInput } from "../../../domain/messages/index.ts";
import { BulkCache, type MaybeLater } from "../../platform/bulk-cache.ts";
import type { App } from "../../platform/context.ts";
import { endingsCompiled, endingsOn, type EndingRaw } from "../../features/sms/endings/store.ts";
import { rulesCompiled, rulesOn, type RuleRaw } from "../../features/sms/rules/store.ts";

/** To be spread into the parser's input. */
export type WordsInForce = Pick<ParseInput, "own" | "harmless">;

const ALL = "all";
const NONE: WordsInForce = {};
const caches = new WeakMap<App, BulkCache<WordsInForce>>();

/** Rules and endings never change what they say: they are compiled when others are on than before. */
function remembering<Row extends { readonly id: bigint }, T>(compile: (rows: readonly Row[]) => T): (rows: readonly Row[]) => T {
  let last: { readonly ids: string; readonly value: T } | null = null;
  return (rows) => {
    const ids = rows.map(({ id }) => id).join(" ");
    if (last?.ids !== ids) last = { ids, value: compile(rows) };
    return last.value;
  };
}

function cacheOf(app: App): BulkCache<WordsInForce> {
  let cache = caches.get(app);
  if (!cache) {
    const own = remembering((rows: readonly RuleRaw[]) => rulesCompiled(app, rows));
    const harmless = remembering((rows: readonly EndingRaw[]) => endingsCompiled(app, rows));
    cache = new BulkCache<WordsInForce>(async () => {
      const [rules, endings] = await Promise.all([rulesOn(app.db.side), endingsOn(app.db.side)]);
      return new Map([[ALL, { own: own(rules), harmless: harmless(endings) }]]);
    });
    caches.set(app, cache);
  }
  return cache;
}

/** The own rules and endings that are on, at most a second old. */
export function wordsInForce(app: App): MaybeLater<WordsInForce> {
  const found = cacheOf(app).get(ALL);
  return found instanceof Promise ? found.then((words) => words ?? NONE) : (found ?? NONE);
}

/** Forgets what this process remembers, after one was switched. */
export function dropWords(app: App): void {
  caches.delete(app);
}
