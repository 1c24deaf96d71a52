/**
 * Random input at every operation, near what its schema asks for and far from it, by who may and by who may not (rule 81): decent answers,
 * and what is refused leaves the books as they were. A failure says the run's seed; the same seed sends the same calls.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LINK_PATH } from "../../src/contract/links.ts";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import type { TestProduct } from "../support/app.ts";
import { booksDigest, expectDecent, expectNoLeak, people, routeName, SEED, send, times, tried, type Raw } from "../support/attack.ts";
import { bodySample, fieldsOf, objectShape, shapeOf, withValue } from "../support/attack-samples.ts";
import { makeTarget, type Target } from "../support/attack-target.ts";
import { BAD_AMOUNTS, BAD_IDS, BAD_QUERY_VALUES, BAD_TEXTS, BAD_TYPES, FORBIDDEN_FIELDS } from "../support/attack-values.ts";
import { chanceOf, type Chance } from "../support/messages/random.ts";
import { until } from "../support/parts/until.ts";

/** Exports read the filters of their lists, and cost more than a page. */
const callsOf = ({ url }: AnyRoute): number => times(3, url.endsWith("/export") ? 500 : 1_000);
/**
 * What one call may take of processors, microseconds: what makes a pattern, a parser or a loop run away. Not by the clock, which on a busy machine
 * says how long others have run; how long the database may take is bounded by itself (lists, search and sums have their milliseconds).
 */
const MOST_WORK = 2_000_000;
/** What a good call would end or close for everybody after: only what its schema refuses is sent there. */
const ENDING = /^(PATCH \/api\/(config|intake)|POST \/api\/signout|PUT \/api\/user\/authenticator\/reset|POST \/api\/user\/password\/save|POST \/api\/proof)$/;
/** The stream never ends. */
const asked = ROUTES.filter((route) => route.url !== "/api/events");
/** Pages for browsers: of payers who come back from their operator, and of redacted links. */
const isPage = ({ url }: AnyRoute): boolean => url.includes("/callback/") || url.startsWith(LINK_PATH);

let target: Target;
let product: TestProduct;
let credentials: (string | null)[];
beforeAll(async () => {
  target = await makeTarget();
  product = target.product;
  const { world } = target;
  const everyone = Object.values(await people(product, world.merchant.id)).map(({ token }) => token);
  credentials = [null, "nonsense", world.viewer.token, world.admin.token, world.merchant.secret, target.wallet.token, ...everyone];
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const RAW = [...BAD_TYPES, ...BAD_AMOUNTS, ...[...BAD_TEXTS, ...BAD_IDS].map((text) => JSON.stringify(text))];

/** JSON of any kind, small. */
function anything(chance: Chance, depth = 0): string {
  const kind = chance.below(depth > 3 ? 3 : 5);
  if (kind < 2) return chance.pick(RAW);
  if (kind === 2) return String((chance.below(2_000_001) - 1_000_000) / chance.pick([1, 10, 100, 3]));
  const inner = Array.from({ length: chance.below(4) }, () => anything(chance, depth + 1));
  return kind === 3 ? `[${inner.join()}]` : `{${inner.map((value) => `${JSON.stringify(chance.pick(FORBIDDEN_FIELDS))}:${value}`).join()}}`;
}

/** A body that differs from a good one in up to four places; now and then none of the kind. */
function bodyOf(route: AnyRoute, chance: Chance): string {
  if (!route.body || chance.below(12) === 0) return anything(chance);
  const places = fieldsOf(objectShape(shapeOf(route.body)));
  let body: unknown = bodySample(route, chance.below(2) === 0);
  const raw = new Map<string, string>();
  for (let change = chance.below(4); change >= 0 && places.length > 0; change -= 1) {
    const { path } = chance.pick(places);
    const marker = `\uf8ff${raw.size}\uf8ff`;
    if (chance.below(5) === 0) body = withValue(body, path, undefined);
    else if (chance.below(8) === 0) body = withValue(body, [...path.slice(0, -1), chance.pick(FORBIDDEN_FIELDS)], marker);
    else body = withValue(body, path, marker);
    raw.set(JSON.stringify(marker), anything(chance));
  }
  let text = JSON.stringify(body);
  for (const [marker, value] of raw) text = text.replace(marker, () => value);
  return text;
}

function queryOf(route: AnyRoute, chance: Chance): string {
  const fields = route.query ? fieldsOf(shapeOf(route.query)).map((field) => String(field.path[0])) : [];
  const names = [...fields, "no_such_field"];
  return Array.from({ length: chance.below(4) }, () => `${chance.pick(names)}=${chance.pick(BAD_QUERY_VALUES)}`).join("&");
}

/** True when the schema takes it: then it may be done. */
function isGood(route: AnyRoute, text: string): boolean {
  try {
    return route.body?.safeParse(JSON.parse(text)).success === true;
  } catch {
    return false;
  }
}

/** A body that the schema refuses: most of a route that wants none are good, so it takes several tries. */
function refusedBody(route: AnyRoute, chance: Chance): string {
  for (;;) {
    const text = bodyOf(route, chance);
    if (!isGood(route, text)) return text;
  }
}

/** What stands behind the path of links: a token of the right form that nobody made, or anything. */
const linkOf = (chance: Chance): string => LINK_PATH + (chance.below(3) === 0 ? chance.pick(BAD_IDS) : "x".repeat(chance.pick([1, 22, 43, 44, 200])));

function pathFor(route: AnyRoute, chance: Chance): string {
  if (route.url.startsWith(LINK_PATH)) return linkOf(chance);
  return target.urlOf(route, route.url.includes(":id") && chance.below(6) === 0 ? chance.pick(BAD_IDS.filter((id) => id !== "%2e%2e")) : undefined);
}

function call(route: AnyRoute, chance: Chance): Promise<Raw> {
  const token = chance.below(2) === 0 ? chance.pick(credentials) : target.tokenOf(route);
  const path = pathFor(route, chance);
  const query = chance.below(route.method === "GET" ? 1 : 6) === 0 ? queryOf(route, chance) : "";
  const payload = route.method === "GET" ? null : ENDING.test(routeName(route)) ? refusedBody(route, chance) : bodyOf(route, chance);
  return send(product.product, {
    method: route.method,
    url: query === "" ? path : `${path}?${query}`,
    token,
    ...(payload === null ? {} : { payload, headers: { "content-type": "application/json" } }),
  });
}

/** The books once what a good call has begun is over: files of payouts and acts on many go on by themselves. */
async function settled(): Promise<string> {
  const { db } = product.product.app;
  const begun = "select 1 from disburse_batches where status = 'running' union all select 1 from bulk_jobs where status in ('checking', 'running') limit 1";
  await until(async () => (await db.one(begun)) === null);
  return booksDigest(product.product);
}

/** A page is HTML that no failure shows through; all else is as everywhere. */
function expectAnswer(route: AnyRoute, answer: Raw, what: string): void {
  if (isPage(route) && /text\/html/.test(String(answer.headers["content-type"]))) expectNoLeak(answer, what);
  else expectDecent(answer, what);
}

describe("random calls", () => {
  it.each(asked.map((route, index) => [routeName(route), route, index] as const))(
    "%s",
    async (name, route, index) => {
      const chance = chanceOf(SEED + index);
      let digest = await booksDigest(product.product);
      for (let number = 0; number < callsOf(route); number += 1) {
        const what = `${name}, call ${number} of seed ${SEED}`;
        const before = process.cpuUsage();
        const answer = await call(route, chance);
        const { user, system } = process.cpuUsage(before);
        tried("F1");
        expectAnswer(route, answer, what);
        if (user + system > MOST_WORK) throw new Error(`${what} took ${Math.round((user + system) / 1_000)} ms of processors`);
        // A look changes nothing, whoever asks; of the rest each refusal is held against the books, as the next good call may change them.
        if (answer.status < 400 && route.method !== "GET") digest = await settled();
        else if (route.method !== "GET") expect(await booksDigest(product.product), what).toBe(digest);
      }
      expect(await booksDigest(product.product), `${name} of seed ${SEED}`).toBe(digest);
    },
    times(60_000, 600_000),
  );
});
