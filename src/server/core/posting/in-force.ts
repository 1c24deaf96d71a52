/** What people have added to the shipped rules and what is on of it: rules and harmless endings, as the parser takes them. */
import type { Operator } from "../../../contract/operators.ts";
import type { RuleClass } from "../../../contract/sms-rules.ts";
import {
  endingProblem,
  ownRules,
  templateProblem,
  type HarmlessEnding,
  type HarmlessEndings,
  type OwnRule,
  type OwnRules,
  type ParseInput,
} from "../../../domain/messages/index.ts";
import { BulkCache } from "../../platform/bulk-cache.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** What the parser takes of a rule. */
interface RuleOn {
  readonly id: bigint;
  readonly edition: number;
  readonly operator: Operator;
  readonly class: RuleClass;
  readonly template: string;
}
/** What the parser takes of an ending. */
interface EndingOn {
  readonly id: bigint;
  readonly operator: Operator;
  readonly text: string;
}

/** A rule as the parser takes it. */
export function ownRuleOf(app: Pick<App, "publicIds">, raw: RuleOn): OwnRule {
  return { id: app.publicIds.encode("rule", raw.id), edition: raw.edition, operator: raw.operator, class: raw.class, template: raw.template };
}

/** An ending as the parser takes it. */
export function harmlessOf(app: Pick<App, "publicIds">, { id, text }: Pick<EndingOn, "id" | "text">): HarmlessEnding {
  return { id: app.publicIds.encode("ending", id), text };
}

/** Those that are on, newest first; only what the parser takes of them. */
function rulesOn(q: Queryable): Promise<RuleOn[]> {
  return q.rows<RuleOn>("select id, edition, operator, class, template from sms_rules where status = 'on' order by id desc", [], "own_rules");
}

/** Rules as the parser takes them. One that an older build allowed and this one does not must not keep any message from being read. */
function rulesCompiled(app: App, raws: readonly RuleOn[]): OwnRules {
  const sound = raws.filter((raw) => templateProblem(raw.class, raw.template) === null);
  if (sound.length < raws.length) app.log.error({ on: raws.length, used: sound.length }, "message rules that cannot be used");
  return ownRules(sound.map((raw) => ownRuleOf(app, raw)));
}

/** Those that are on; only what the parser takes of them. */
function endingsOn(q: Queryable): Promise<EndingOn[]> {
  return q.rows<EndingOn>("select id, operator, text from sms_endings where status = 'on' order by id", [], "own_endings");
}

/** Endings as the parser takes them. One that an older build allowed and this one does not explains nothing. */
function endingsCompiled(app: App, raws: readonly EndingOn[]): HarmlessEndings {
  const sound = raws.filter(({ operator, text }) => {
    const problem = endingProblem(operator, text);
    // What has come to be known to the product does no harm here, either.
    return problem === null || problem === "known";
  });
  if (sound.length < raws.length) app.log.error({ on: raws.length, used: sound.length }, "taught endings that cannot be used");
  const byOperator = new Map<Operator, HarmlessEnding[]>();
  for (const raw of sound) {
    const known = byOperator.get(raw.operator);
    if (known === undefined) byOperator.set(raw.operator, [harmlessOf(app, raw)]);
    else known.push(harmlessOf(app, raw));
  }
  return byOperator;
}

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
    const own = remembering((rows: readonly RuleOn[]) => rulesCompiled(app, rows));
    const harmless = remembering((rows: readonly EndingOn[]) => endingsCompiled(app, rows));
    cache = new BulkCache<WordsInForce>(async () => {
      const [rules, endings] = await Promise.all([rulesOn(app.db.side), endingsOn(app.db.side)]);
      return new Map([[ALL, { own: own(rules), harmless: harmless(endings) }]]);
    });
    caches.set(app, cache);
  }
  return cache;
}

/** The own rules and endings that are on, at most a second old. */
export async function wordsInForce(app: App): Promise<WordsInForce> {
  return (await cacheOf(app).get(ALL)) ?? NONE;
}

/** Forgets what this process remembers, after one was switched. */
export function dropWords(app: App): void {
  caches.delete(app);
}
