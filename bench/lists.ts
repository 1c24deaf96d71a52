/** Every filter of every list and random combinations at many orders, a page of 50, against a tenth of the orders in the same run. */
import { startFilled, fillOrders } from "./lib/fill/folder.ts";
import { addressOf, combinations, poolKey, poolOf, singles, type Case, type Pool } from "./lib/lists/cases.ts";
import { measuredLists } from "./lib/lists/lists.ts";
import { ListsSide, type Timed } from "./lib/lists/side.ts";
import { seeded } from "../test/support/messages/random.ts";
import { median, percentile, reportFigures, spreadOf } from "./lib/report.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const ORDERS = fillOrders(process.argv.slice(2));
const BASE = Number(process.env["FILL_BASE"] ?? Math.max(20_000, Math.round(ORDERS / 10)));
/** Drawn over all rounds. */
const COMBINATIONS = Number(process.env["BENCH_COMBINATIONS"] ?? 500);
const PAGE = 50;
const WORST = 20;
/** Each question is asked so often in a round; the middle answer counts. */
const TIMES = Number(process.env["BENCH_TIMES"] ?? 3);

/** A question: the middle of its answers in a round, and the slowest of them. */
interface Measured {
  readonly name: string;
  readonly url: string;
  readonly here: Timed;
  readonly there: Timed;
  readonly slowest: Timed;
}

// A connection that waits while the other database is filled is closed by its server.
const filled = [await startFilled(ORDERS), await startFilled(BASE)] as const;
const [big, base] = [await ListsSide.start(filled[0]), await ListsSide.start(filled[1])];
const nameOf = ({ url, filters }: Case): string => `${url} ${filters.map(({ name }) => name).join("+") || "all"}`;

/** One question to both, in turns, several times. */
async function both(question: Case, pools: readonly [Pool, Pool], first: number): Promise<Measured> {
  const sides = [big, base] as const;
  const answers: [Timed[], Timed[]] = [[], []];
  for (let time = 0; time < 2 * TIMES; time += 1) {
    const side = ((time + first) % 2) as 0 | 1;
    answers[side].push(await sides[side].ask(addressOf(question, pools[side], PAGE)));
  }
  const middle = (timed: Timed[]): Timed => ({
    status: timed[0]?.status ?? 0,
    httpMs: median(timed.map(({ httpMs }) => httpMs)),
    databaseMs: timed.some(({ databaseMs }) => databaseMs === null) ? null : median(timed.map(({ databaseMs }) => databaseMs ?? 0)),
    address: timed[0]?.address ?? "",
    budget: timed.some(({ budget }) => budget),
  });
  return { name: nameOf(question), url: question.url, here: middle(answers[0]), there: middle(answers[1]), slowest: slowestOf(answers[0]) };
}

const slowestOf = (timed: readonly Timed[]): Timed => timed.reduce((one, other) => (other.httpMs > one.httpMs ? other : one));
const marks = (values: readonly number[]): { p50: number; p95: number; max: number } => ({
  p50: round(percentile(values, 0.5)),
  p95: round(percentile(values, 0.95)),
  max: round(percentile(values, 1)),
});
const round = (value: number): number => Math.round(value * 100) / 100;
const database = (of: readonly Timed[]): number[] => of.flatMap(({ databaseMs }) => databaseMs ?? []);

try {
  const random = seeded(20_261_125);
  const rows = [await big.sample(measuredLists()), await base.sample(measuredLists())] as const;
  // An answer without rows is quick and says nothing.
  const emptyLists = measuredLists().filter(({ url }) => rows.some((of) => of.get(url)?.length === 0));
  const lists = measuredLists().filter((list) => !emptyLists.some(({ url }) => url === list.url));
  if (emptyLists.length > 0) console.log(`left out, as nothing is in them: ${emptyLists.map(({ url }) => url).join(", ")}`);
  const pools = [poolOf(lists, rows[0]), poolOf(lists, rows[1])] as const;
  const empty = lists.flatMap(({ url, filters }) =>
    filters.filter(({ name }) => (pools[0].get(poolKey(url, name))?.length ?? 0) === 0).map(({ name }) => `${url} ${name}`),
  );
  // A server that has run for a while is measured, not one that is being compiled, and a database that has read its own catalog.
  for (const question of singles(lists, pools[0], random))
    await Promise.all([big.ask(addressOf(question, pools[0], PAGE)), base.ask(addressOf(question, pools[1], PAGE))]);
  const rounds: Measured[][] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const questions = [...singles(lists, pools[0], random), ...combinations(lists, pools[0], Math.ceil(COMBINATIONS / ROUNDS), random)];
    const measured: Measured[] = [];
    for (const [index, question] of questions.entries()) measured.push(await both(question, pools, index + number));
    rounds.push(measured);
    console.log(
      `round ${number + 1}: ${questions.length} questions, p95 ${marks(measured.map(({ here }) => here.httpMs)).p95} ms against ${marks(measured.map(({ there }) => there.httpMs)).p95} ms`,
    );
  }
  const all = rounds.flat();
  const perList = lists.map(({ url }) => {
    const own = all.filter((measured) => measured.url === url);
    return {
      url,
      questions: own.length,
      http_ms: marks(own.map(({ here }) => here.httpMs)),
      database_ms: marks(database(own.map(({ here }) => here))),
      base_http_ms: marks(own.map(({ there }) => there.httpMs)),
    };
  });
  console.table(
    perList.map(({ url, questions, http_ms, database_ms, base_http_ms }) => ({
      url,
      questions,
      "http p50": http_ms.p50,
      p95: http_ms.p95,
      max: http_ms.max,
      "db p50": database_ms.p50,
      "db p95": database_ms.p95,
      "db max": database_ms.max,
      "base p95": base_http_ms.p95,
    })),
  );
  const worst = [...all].sort((left, right) => right.slowest.httpMs - left.slowest.httpMs).slice(0, WORST);
  console.table(
    worst.map(({ name, here, there, slowest }) => ({
      name,
      slowest: round(slowest.httpMs),
      middle: round(here.httpMs),
      db: here.databaseMs === null ? null : round(here.databaseMs),
      base: round(there.httpMs),
      address: here.address,
    })),
  );
  const p95 = (of: readonly Timed[], value: (timed: Timed) => number | null): number =>
    percentile(
      of.flatMap((timed) => value(timed) ?? []),
      0.95,
    );
  const here = rounds.map((measured) => measured.map((one) => one.here));
  const there = rounds.map((measured) => measured.map((one) => one.there));
  // What the budget ended no index serves: it has the slowest answer's mark.
  const served = here.map((of) => of.filter(({ budget }) => !budget));
  const http = served.map((of) => p95(of, ({ httpMs }) => httpMs));
  const db = served.map((of) => p95(of, ({ databaseMs }) => databaseMs));
  const slowest = slowestOf(all.map((measured) => measured.slowest));
  const middles = here.map((of) => Math.max(...of.map(({ httpMs }) => httpMs)));
  const ratios = here.map((of, index) => p95(of, ({ httpMs }) => httpMs) / p95(there[index] ?? [], ({ httpMs }) => httpMs));
  reportFigures(
    "lists",
    [
      { name: "p95 over HTTP of answers that the budget did not end", unit: "ms", ...spreadOf(http), mark: 40, better: "less" },
      ...(big.hasDatabaseTimes
        ? [{ name: "the same in the database, all statements of a page", unit: "ms", ...spreadOf(db), mark: 20, better: "less" as const }]
        : []),
      { name: `slowest of all ${TIMES * all.length} answers`, unit: "ms", value: slowest.httpMs, mark: 300, better: "less" },
      { name: "slowest question of a round, the middle of its answers", unit: "ms", ...spreadOf(middles), better: "less" },
      {
        name: `p95 of all at ${ORDERS} orders`,
        unit: "times",
        ...spreadOf(ratios),
        yardstick: `the same at ${BASE} orders`,
        mark: 1.3,
        aim: 1.1,
        better: "less",
      },
    ],
    {
      orders: ORDERS,
      base_orders: BASE,
      questions: all.length,
      answers: TIMES * all.length,
      slowest: { address: slowest.address, http_ms: round(slowest.httpMs), database_ms: slowest.databaseMs === null ? null : round(slowest.databaseMs) },
      ended_by_search_budget: all.filter(({ here: one }) => one.budget).length,
      empty_lists: emptyLists.map(({ url }) => url),
      not_measured: empty,
      lists: perList,
      worst: worst.map(({ name, here: one, there: other, slowest: most }) => ({
        name,
        address: one.address,
        slowest_ms: round(most.httpMs),
        http_ms: round(one.httpMs),
        database_ms: one.databaseMs === null ? null : round(one.databaseMs),
        base_http_ms: round(other.httpMs),
      })),
    },
  );
} finally {
  await big.stop();
  await base.stop();
}
