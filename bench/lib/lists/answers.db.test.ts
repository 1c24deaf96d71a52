/** Every list answers just what its filters say, alone and together: held against the cells of its newest rows, without a word of SQL. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { formatAmount } from "../../../src/contract/money.ts";
import { ROUTES } from "../../../src/server/app.ts";
import { seeded } from "../../../test/support/messages/random.ts";
import { makeLab, type Lab } from "../../../test/support/parts/lists.ts";
import { onDatabase } from "../../../test/support/pg.ts";
import { load } from "../fill/load.ts";
import { madeAt, minorOf, says, type Shown } from "./answers.ts";
import { addressOf, combinations, poolOf, singles, type Case, type Pool } from "./cases.ts";
import { measuredLists } from "./lists.ts";

/** As many as the filled database is tried with elsewhere. */
const ORDERS = 20_000;
/** Of each list the newest rows are looked at. */
const ROWS = 90;
const PAIRS = 120;
/** The queue, which is brought up to date while it is read, is no such list. */
const lists = measuredLists().filter(({ url }) => !url.startsWith("/api/exceptions"));
const hasDeleted = (url: string): boolean => lists.some((list) => list.url === url && list.filters.some(({ name }) => name === "deleted"));

let lab: Lab;
let staff: string;
const rows = new Map<string, readonly Shown[]>();
const orders = new Map<string, Shown>();
let pool: Pool;

interface Read {
  readonly items: readonly Shown[];
  readonly next_cursor: string | null;
  readonly total: unknown;
  readonly sums?: Readonly<Record<string, string>> | null;
}
async function read(url: string, query: Readonly<Record<string, string>>): Promise<Read> {
  const answer = await lab.get(`${url}?${new URLSearchParams(query)}`, staff);
  expect(answer.status, `${url} ${JSON.stringify(query)} ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.body.data as Read; // the route has enforced the schema
}

/** Follows the cursors to the end. */
async function walked(url: string, query: Readonly<Record<string, string>>): Promise<{ first: Read; found: readonly Shown[] }> {
  const first = await read(url, query);
  const found = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await read(url, { ...query, cursor });
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return { first, found };
}

beforeAll(async () => {
  lab = await makeLab(ROUTES);
  staff = lab.token("admin");
  // What depends on the moment is the same for every answer.
  lab.at(Date.now());
  const [{ name } = { name: "" }] = await lab.owner.rows<{ name: string }>("select current_database() as name");
  const [left, right] = [0, 1].map(() => new pg.Client({ connectionString: onDatabase(inject("pg").superUrl, name) })) as [pg.Client, pg.Client];
  for (const client of [left, right]) {
    await client.connect();
    await client.query("set session_replication_role = replica; set role floatdesk_owner");
  }
  await load([left, right], ORDERS, randomBytes(32), onDatabase(inject("pg").appUrl, name), () => undefined);
  for (const client of [left, right]) await client.end();
  for (const { url } of lists) {
    const [oldest = ""] = (await read(url, { size: "200" })).items.slice(0, ROWS).map(madeAt).slice(-1);
    const { found } = await walked(url, { size: "200", ...(oldest === "" ? {} : { from: oldest }), ...(hasDeleted(url) ? { deleted: "with" } : {}) });
    rows.set(url, found);
    for (const row of /payments|disburses$/.test(url) ? found : []) orders.set(String(row["id"]), row);
  }
  pool = poolOf(lists, rows);
});
afterAll(() => lab.close());

const ids = (some: readonly Shown[]): unknown[] => some.map(({ id }) => id);

/** Asks page by page. @returns how many rows were answered; null: their cells do not say all that was asked */
async function answered(question: Case, sort: string): Promise<number | null> {
  const { url } = question;
  const asked = Object.fromEntries(new URL(`http://lists${addressOf({ ...question, soon: false }, pool, 50)}`).searchParams);
  const base = rows.get(url) ?? [];
  const since = base.at(-1);
  const query: Record<string, string> = { sort, ...(since === undefined ? {} : { from: madeAt(since) }), ...asked };
  const { first, found } = await walked(url, query);
  const about = `${url} ${JSON.stringify(query)}`;
  const sums = first.sums ?? {};
  const added = (name: string): string => formatAmount(found.reduce((sum, row) => sum + (minorOf(row[name]) ?? 0n), 0n));
  expect([first.total, sums], about).toEqual([{ value: found.length, exact: true }, Object.fromEntries(Object.keys(sums).map((name) => [name, added(name)]))]);
  const there = base.filter((row) => "deleted" in asked || row["deleted"] !== true);
  const said = there.map((row) =>
    Object.keys(asked)
      .filter((name) => name !== "size")
      .map((name) => says(row, name, asked[name] ?? "", orders)),
  );
  const seen = new Set(ids(found));
  // A row of which one cell says no is out, whatever the others say.
  const wanted = there.filter((row, at) => !said[at]?.includes(false) && (!said[at]?.includes(null) || seen.has(row["id"])));
  expect(ids(found), about).toEqual(ids(sort === "created_at" ? wanted.toReversed() : wanted));
  return said.some((one) => one.includes(null)) ? null : found.length;
}

it.each(lists.map(({ url }) => url))("each filter by itself: %s", async (url) => {
  const random = seeded(1);
  const list = lists.filter((one) => one.url === url).map((one) => ({ ...one, filters: one.filters.filter(({ name }) => name !== "q") }));
  const told: (number | null)[] = [];
  for (const [index, question] of singles(list, pool, random).entries()) told.push(await answered(question, index % 2 === 0 ? "-created_at" : "created_at"));
  expect(told.filter((count) => count !== null && count > 0).length).toBeGreaterThan(1);
});

it("two and three of them together", async () => {
  const able = lists.map((list) => ({ ...list, filters: list.filters.filter(({ name }) => name !== "q") }));
  for (const [index, question] of combinations(able, pool, PAIRS, seeded(2)).entries())
    await answered(question, index % 2 === 0 ? "created_at" : "-created_at");
});
