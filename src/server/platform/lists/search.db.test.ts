/** Searches that take too long for one answer: nothing is lost or doubled over their seams, and they end in time. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../../contract/envelope.ts";
import { doneOf } from "../answer.ts";
import { DELIVERY_LIST } from "../../core/outbox/queries.ts";
import { deliveriesReadRoutes } from "../../core/outbox/read-routes.ts";
import { PAYMENT_LIST } from "../../features/payments/queries.ts";
import { addMerchant, addPayments, addWallet, insert, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { testUser } from "../../../../test/support/parts/http.ts";
import type { App } from "../context.ts";
import type { BoundedRead, BoundedReads } from "../db/bounded.ts";
import { idAt, idTime } from "../db/ids.ts";
import { Db } from "../db/pool.ts";
import { SEARCH_LIMITS, type SearchLimits, soonLimits } from "./limits.ts";
import { listPage, pageSql } from "./page.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";
import { bind, raw } from "./sql.ts";
import { within, whereOf } from "./where.ts";

const ROWS = 90;
/** Enough to meet every kind of seam; each run reads hundreds of windows. */
const RUNS = 8;
const PAST_MS = 75 * 86_400_000;
const STAFF = testUser("admin");
const STATUSES = ["pending", "completed", "review", "expired", "rejected", "cancelled"] as const;
const NOTIFY = ["none", "waiting", "delivered", "failed", "stopped"] as const;
type AnyList = ListSpec<BaseQuery, { readonly id: bigint }, { readonly id: string; readonly created_at: string }>;
type AnyPage = Page<{ readonly id: string; readonly created_at: string }>;
type Query = BaseQuery & Readonly<Record<string, string | number | undefined>>;

let lab: Lab;
let merchants: bigint[] = [];
let wallets: bigint[] = [];

/** Rows in crowds and with long silences between them; the newest lie id by id, so that windows end on rows. */
async function fill(): Promise<void> {
  const begin = Date.now() - PAST_MS;
  lab.at(begin);
  merchants = [await addMerchant(lab, "A"), await addMerchant(lab, "B")];
  wallets = [await addWallet(lab, "W1", "01700000001"), await addWallet(lab, "W2", "01700000002", "nagad")];
  const closeFrom = idAt(Date.now() - 3_600_000);
  const close = (index: number): { readonly id?: bigint } => (index < ROWS / 2 ? {} : { id: closeFrom + BigInt(index + (index % 3 === 0 ? 1 : 0) * 100) });
  const payments: Record<string, unknown>[] = [];
  const notes: Record<string, unknown>[] = [];
  for (let index = 0; index < ROWS; index += 1) {
    // The clock stands still for a few rows, and jumps by days after a crowd.
    if (index % 5 === 0) lab.at(begin + ((index * index) / ROWS ** 2) * PAST_MS);
    const merchantId = merchants[index % 7 === 0 ? 1 : 0] as bigint;
    const notify = NOTIFY[(index * 3) % 5];
    const row = paymentRow(
      lab,
      { merchantId, walletId: wallets[index % 2] as bigint, orderId: `S-${index}` },
      {
        status: STATUSES[(index * index) % 6],
        amount: 1000 + ((index * 7919) % 5000),
        operator: index % 2 === 0 ? "bkash" : "nagad",
        notify_status: notify,
        ...close(index),
      },
    );
    payments.push(row);
    notes.push({
      id: lab.app.ids.next(),
      ...close(index),
      merchant_id: merchantId,
      object_type: "payment",
      object_id: row["id"],
      type: "payment.completed",
      url: "https://a.example/",
      body: "{}",
      status: notify === "none" ? "stopped" : notify,
      attempts: 1,
      attempt_log: [],
    });
  }
  // The newest are an hour old: nothing is searched for behind the present.
  lab.at(Date.now());
  await addPayments(lab, payments);
  const isQueued = (note: Record<string, unknown>, index: number): boolean =>
    note["status"] === "waiting" || (note["status"] !== "delivered" && index % 2 === 0);
  await insert(lab.owner, "outbox", notes.filter(isQueued));
  await insert(
    lab.owner,
    "deliveries",
    notes.filter((note, index) => !isQueued(note, index)),
  );
}

beforeAll(async () => {
  lab = await makeLab([]);
  await fill();
});
afterAll(() => lab.close());

/** An application whose statements are cut now and then, and whose clock runs ahead with each look at it. */
function hasty(cuts: readonly boolean[], stepMs: number, limits: Partial<SearchLimits>): App {
  let at = 0;
  let ms = 0;
  const bounded = {
    use: <T>(work: (read: BoundedRead) => Promise<T>) =>
      lab.app.db.bounded.use((read) => work((statement, limitMs) => (cuts[at++ % cuts.length] === true ? Promise.resolve(null) : read(statement, limitMs)))),
  } as BoundedReads; // the part of it that lists use
  const db = Object.create(lab.app.db, { bounded: { value: bounded } }) as App["db"]; // the same connections, but for this
  return { ...lab.app, db, searchLimits: { ...SEARCH_LIMITS, budgetMs: 4000, windowMs: 1000, ...limits, clock: () => (ms += stepMs) } };
}

/** A page as a person sees it: answers that go on with its search put together. */
async function wholePage(app: App, list: AnyList, query: Query): Promise<{ first: AnyPage; last: AnyPage; items: AnyPage["items"]; answers: AnyPage[] }> {
  const first = doneOf(await listPage(app, list, query, STAFF));
  const answers = [first];
  let last = first;
  let items = first.items;
  while (last.search_cursor) {
    expect([last.next_cursor, last.prev_cursor]).toContain(last.search_cursor);
    expect(last.searched_back_to).toMatch(/Z$/);
    const backwards = last.search_cursor === last.prev_cursor;
    last = doneOf(await listPage(app, list, { ...query, cursor: last.search_cursor }, STAFF));
    items = backwards ? [...last.items, ...items] : [...items, ...last.items];
    answers.push(last);
    expect(answers.length, "it comes to an end").toBeLessThan(400);
  }
  expect(last.searched_back_to).toBeUndefined();
  return { first, last, items, answers };
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map((row) => row.id);

/** The same rows by one statement without an end. */
async function plainly(list: AnyList, query: Query): Promise<{ id: string; ms: number; raw: { id: bigint; amount?: bigint } }[]> {
  const { text, values } = bind(pageSql(list, doneOf(whereOf(lab.app, list, query, STAFF)), null, query.sort !== "created_at", 100_000));
  const rows = await lab.app.db.rows<{ id: bigint; amount?: bigint }>(text, values);
  return rows.map((row) => ({ id: lab.app.publicIds.encode(list.kind, row.id), ms: idTime(row.id), raw: row }));
}

const some = <T extends string>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 }).map((part) => part.join(","));
const day = fc.integer({ min: 0, max: 76 }).map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString());
const range = fc
  .tuple(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined }))
  .map(([one, other]) => (one !== undefined && other !== undefined && one > other ? { from: other, to: one } : { from: one, to: other }));
const amount = fc.integer({ min: 10, max: 60 }).map(String);
const paymentFilters = fc.record(
  {
    status: some(STATUSES),
    notify: some(NOTIFY),
    operator: fc.constantFrom("bkash", "nagad"),
    merchant: fc.integer({ min: 0, max: 1 }),
    min_amount: amount,
    q: fc.constantFrom("S-1", "S-20", "01711111111", "nothing"),
  },
  { requiredKeys: [] },
);
// Two filters at most: more of them leave nothing to find.
const paymentQuery = fc.tuple(fc.oneof(fc.constant({}), range), paymentFilters, fc.integer({ min: 0, max: 2 })).map(([dates, all, count]): Query => {
  const { merchant, ...filters } = Object.fromEntries(Object.entries(all).slice(0, count)) as typeof all; // some of its keys
  return { ...dates, ...filters, ...(merchant === undefined ? {} : { merchant_id: lab.app.publicIds.encode("merchant", merchants[merchant] as bigint) }) };
});
const deliveryQuery = fc
  .record({
    range,
    filters: fc.record({ status: some(NOTIFY.slice(1)), operator: fc.constantFrom("bkash", "nagad"), max_amount: amount }, { requiredKeys: [] }),
  })
  .map(({ range, filters }): Query => ({ ...range, ...filters }));
const haste = fc.record({
  // Cut now and then: the search still comes forward.
  cuts: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }).map((cuts) => cuts.flatMap((isCut) => [isCut, false, false, false, false, false])),
  stepMs: fc.integer({ min: 20, max: 120 }),
  firstSpan: fc.oneof(
    fc.bigInt({ min: 1n, max: 9n }),
    fc.integer({ min: 34, max: 46 }).map((bits) => 1n << BigInt(bits)),
  ),
  servedMs: fc.constantFrom(0, 3000),
  triedMs: fc.constantFrom(0, 3000),
});
const shape = fc.record({ size: fc.constantFrom(10, 20), sort: fc.constantFrom("-created_at" as const, "created_at" as const) });

describe.each([
  // Without the hourly figures, which this laboratory does not keep.
  ["payments", { ...PAYMENT_LIST, sums: { columns: PAYMENT_LIST.sums?.columns ?? {} } } as unknown as AnyList, paymentQuery],
  ["notifications, of two tables", DELIVERY_LIST as unknown as AnyList, deliveryQuery],
])("a search in parts: %s", (_name, list, queries) => {
  it("finds forwards and backwards what one statement finds, each row once, pages full but the last", async () => {
    await fc.assert(
      fc.asyncProperty(queries, shape, haste, async (asked, { size, sort }, { cuts, stepMs, ...limits }) => {
        const app = hasty(cuts, stepMs, limits);
        const query = { ...asked, size, sort };
        // What is counted beside the pages is for the next test.
        const { sums: _sums, ...rows } = list;
        const bare = rows as AnyList;
        const all = (await plainly(bare, query)).map((row) => row.id);
        const pages = [await wholePage(app, bare, query)];
        for (let page = pages[0]; page?.last.next_cursor; page = pages.at(-1))
          pages.push(await wholePage(app, bare, { ...query, cursor: page.last.next_cursor }));
        expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(all);
        for (const page of pages.slice(0, -1)) expect(page.items).toHaveLength(size);

        const end = pages.at(-1);
        let back = idsOf(end?.items ?? []);
        for (let cursor = end?.first.prev_cursor; cursor; ) {
          const page = await wholePage(app, bare, { ...query, cursor });
          back = [...idsOf(page.items), ...back];
          expect(page.first.next_cursor).not.toBeNull();
          cursor = page.last.prev_cursor;
        }
        expect(back).toEqual(all);
      }),
      { numRuns: RUNS },
    );
  });

  it("counts and adds up what it says it reaches", async () => {
    await fc.assert(
      fc.asyncProperty(queries, shape, haste, async (asked, { size, sort }, { cuts, stepMs, ...limits }) => {
        const query = { ...asked, size, sort };
        const rows = await plainly(list, query);
        const page = doneOf(await listPage(hasty(cuts, stepMs, limits), list, query, STAFF));
        const upTo = (instant: string, isIn: (ms: number, end: number) => boolean) => rows.filter((row) => isIn(row.ms, Date.parse(instant)));
        const newestFirst = sort === "-created_at";
        // A window may end within a millisecond.
        const surely = (ms: number, end: number): boolean => (newestFirst ? ms > end : ms < end);
        const perhaps = (ms: number, end: number): boolean => (newestFirst ? ms >= end : ms <= end);
        const { total, sums, partial_sums: part } = page;
        if (total.exact) expect(total.value).toBe(rows.length);
        else {
          expect(total.searched_back_to).toBeDefined();
          expect(total.value).toBeGreaterThanOrEqual(upTo(total.searched_back_to ?? "", surely).length);
          expect(total.value).toBeLessThanOrEqual(upTo(total.searched_back_to ?? "", perhaps).length);
        }
        const added = (some: typeof rows): number => some.reduce((sum, { raw: row }) => sum + Number(row.amount ?? 0) / 100, 0);
        if (list.sums === undefined) expect([sums, part]).toEqual([undefined, undefined]);
        else if (sums) expect(Number(sums["amount"])).toBeCloseTo(added(rows), 2);
        else {
          expect(Number(part?.values["amount"])).toBeGreaterThanOrEqual(added(upTo(part?.searched_back_to ?? "", surely)) - 0.001);
          expect(Number(part?.values["amount"])).toBeLessThanOrEqual(added(upTo(part?.searched_back_to ?? "", perhaps)) + 0.001);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a merchant's client", () => {
  it("that pages through next_cursor gets everything, however little each answer has searched", async () => {
    let ms = 0;
    const short = { ...SEARCH_LIMITS, budgetMs: 4000, servedMs: 0, triedMs: 0, windowMs: 1000, firstSpan: 1n << 38n, clock: () => (ms += 300) };
    const site = await makeLab(deliveriesReadRoutes, short);
    const begin = Date.now() - PAST_MS;
    site.at(begin);
    const merchantId = await addMerchant(site, "A");
    const about = { merchant_id: merchantId, object_type: "payment", object_id: site.app.ids.next(), type: "payment.completed", url: null, body: "{}" };
    const notes = Array.from({ length: 30 }, (_, index) => {
      site.at(begin + (index * PAST_MS) / 30);
      return { id: site.app.ids.next(), ...about, status: "delivered", attempts: 1, attempt_log: [] };
    });
    await insert(site.owner, "deliveries", notes);
    const orderId = site.app.publicIds.encode("payment", about.object_id);
    const found: string[] = [];
    const answers: { next_cursor: string | null; searched_back_to?: string | null }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const answer = await site.get(`/v1/deliveries?order_id=${orderId}&cursor=${cursor}`, site.merchantToken(merchantId));
      expect(answer.status, answer.text).toBe(200);
      const data = answer.body.data as (typeof answers)[number] & { items: { id: string }[] }; // the route has enforced its schema
      found.push(...idsOf(data.items));
      answers.push(data);
      cursor = data.next_cursor;
    }
    expect(found).toEqual(notes.map((note) => site.app.publicIds.encode("delivery", note.id)).toReversed());
    expect(answers.length).toBeGreaterThan(2);
    expect(answers.every((one) => (one.next_cursor === null) === (one.searched_back_to === undefined))).toBe(true);
    await site.close();
  });
});

describe("a statement that takes too long", () => {
  /** Every row costs 20 ms: all of them seconds. */
  const slow = { ...PAYMENT_LIST, where: "(select true from pg_sleep(0.02 + t.id * 0))" } as unknown as AnyList;

  it("is cut, the answer comes within its time, and whoever goes on gets every row", async () => {
    const limits = { ...SEARCH_LIMITS, firstSpan: 1n << 30n };
    const app = { ...lab.app, searchLimits: limits };
    const query = { size: 200, from: new Date(Date.now() - 86_400_000 * 50).toISOString() } as Query;
    const all = (await plainly(PAYMENT_LIST as unknown as AnyList, query)).map((row) => row.id);
    expect(all.length * 20).toBeGreaterThan(4 * limits.budgetMs);
    const watched = { use: (work: (read: BoundedRead) => Promise<unknown>) => lab.app.db.bounded.use((read) => work(timed(read))) };
    const timed =
      (read: BoundedRead): BoundedRead =>
      async <R extends object>(statement: Parameters<BoundedRead>[0], limitMs: number) => {
        limitsMs.push(limitMs);
        const rows = await read<R>(statement, limitMs);
        if (rows === null) cut += 1;
        return rows;
      };
    const limitsMs: number[] = [];
    let cut = 0;
    const db = Object.create(app.db, { bounded: { value: watched } }) as App["db"]; // as in hasty()
    const page = await wholePage({ ...app, db }, slow, query);
    expect(idsOf(page.items)).toEqual(all);
    expect(page.answers.length).toBeGreaterThan(2);
    expect(page.first.total.exact).toBe(false);
    expect(page.first.sums).toBeNull();
    // The machine may be busy, so a cut may come late; that it came is said by the answer.
    expect(cut).toBeGreaterThan(0);
    for (const limitMs of limitsMs) expect(limitMs).toBeLessThanOrEqual(limits.budgetMs);
  });

  it("loses no row where neither the ends of the list were heard of nor the first window", async () => {
    // Page, count and sums: each asks for all, for the ends, and for a window; then its time is over.
    const cuts = Array.from({ length: 1_000 }, (_unused, asked) => asked < 9);
    const query = { size: 200, from: new Date(Date.now() - 86_400_000 * 50).toISOString() } as Query;
    const page = await wholePage(hasty(cuts, 900, {}), PAYMENT_LIST as unknown as AnyList, query);
    expect(page.first.items).toEqual([]);
    expect(idsOf(page.items)).toEqual((await plainly(PAYMENT_LIST as unknown as AnyList, query)).map((row) => row.id));
  });

  it("is cut each time: the answer has searched nothing, and says so from now on, not from the end of all ids", async () => {
    const page = doneOf(await listPage(hasty([true], 40, {}), PAYMENT_LIST as unknown as AnyList, { size: 5 } as Query, STAFF));
    expect(page.items).toEqual([]);
    expect(Date.parse(page.searched_back_to ?? "")).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it("is not gone on with where all that was counted stands on the page", async () => {
    const counts =
      (read: BoundedRead): BoundedRead =>
      async (statement) =>
        statement.text.includes('"#seen"') ? read(statement, 20_000) : null;
    const bounded = { use: <T>(work: (read: BoundedRead) => Promise<T>) => lab.app.db.bounded.use((read) => work(counts(read))) };
    const db = Object.create(lab.app.db, { bounded: { value: bounded } }) as App["db"]; // as in hasty()
    const ask = async (query: Query) =>
      doneOf(await listPage({ ...lab.app, db, searchLimits: SEARCH_LIMITS }, PAYMENT_LIST as unknown as AnyList, query, STAFF));
    const none = await ask({ min_amount: "999999.00" });
    expect([none.items, none.total, none.next_cursor, none.searched_back_to]).toEqual([[], { value: 0, exact: true }, null, undefined]);
    const some = await ask({});
    expect(some.total.value).toBeGreaterThan(0);
    expect(some.search_cursor).toBe(some.next_cursor);
    expect(some.next_cursor).not.toBeNull();
  });

  it("has time enough for one window, however late it begins", async () => {
    const given: number[] = [];
    const read: BoundedRead = async (_statement, limitMs) => {
      given.push(limitMs);
      return null;
    };
    const db = Object.create(lab.app.db, { bounded: { value: { use: (work: (read: BoundedRead) => Promise<unknown>) => work(read) } } }) as App["db"]; // as in hasty()
    let ms = 0;
    const searchLimits = { ...SEARCH_LIMITS, clock: () => (ms += 80) };
    await listPage({ ...lab.app, db, searchLimits }, PAYMENT_LIST as unknown as AnyList, { size: 5, figures: "soon" } as Query, STAFF);
    expect(Math.min(...given.filter((limitMs) => limitMs !== soonLimits(SEARCH_LIMITS).budgetMs))).toBeGreaterThanOrEqual(SEARCH_LIMITS.windowMs);
  });

  it("does not pay for what its connection has to learn about tables and months first", async () => {
    const { text, values } = bind(
      pageSql(PAYMENT_LIST as unknown as AnyList, doneOf(whereOf(lab.app, PAYMENT_LIST as unknown as AnyList, {}, STAFF)), null, true, 1),
    );
    const statement = { text: `explain (analyze, buffers, format json) ${text}`, values: [...values] };
    interface Explained {
      readonly "QUERY PLAN": readonly [{ readonly Planning: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number } }];
    }
    /** Pages of the catalog that planning had to look at. */
    const learnt = (row: Explained | undefined): number => {
      const planning = row?.["QUERY PLAN"][0].Planning;
      return (planning?.["Shared Hit Blocks"] ?? 0) + (planning?.["Shared Read Blocks"] ?? 0);
    };
    /** As little as a connection that has just begun has to look at: what other databases of the server change makes one forget what it knows, at any time. */
    const least = async (ask: (db: Db) => Promise<Explained | undefined>): Promise<number> => {
      const seen: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const db = new Db({ url: lab.app.db.url, max: 1 });
        seen.push(learnt(await ask(db)));
        await db.close();
      }
      return Math.min(...seen);
    };
    const cold = await least(async (db) => (await db.rows<Explained>(statement.text, statement.values))[0]);
    const ready = await least((db) => db.bounded.use(async (read) => (await read<Explained>(statement, 20_000))?.[0]));
    expect(cold).toBeGreaterThan(100);
    expect(ready).toBeLessThan(cold / 2);
  });

  it("gives its connection back as it was", async () => {
    const cut = await lab.app.db.bounded.use((read) => read({ text: "select pg_sleep(5)", values: [] }, 20));
    expect(cut).toBeNull();
    const settings = await lab.app.db.bounded.use((read) =>
      read<{ jit: string; limit: string }>({ text: "select current_setting('jit') as jit, current_setting('statement_timeout') as limit", values: [] }, 1234),
    );
    expect(settings).toEqual([{ jit: "off", limit: "1234ms" }]);
    await expect(lab.app.db.bounded.use((read) => read({ text: "select 1 / 0", values: [] }, 20_000))).rejects.toThrow("division by zero");
    expect(await lab.app.db.bounded.use((read) => read({ text: "select 1 as one", values: [] }, 20_000))).toEqual([{ one: 1 }]);
  });
});

it("asks a part of the ids as it asks all of them", () => {
  const where = doneOf(whereOf(lab.app, PAYMENT_LIST as unknown as AnyList, { operator: "bkash" } as unknown as Query, STAFF));
  expect(within(where, null)).toBe(where);
  expect(within(where, raw("t.id > 5")).all).toHaveLength(where.all.length + 1);
});
