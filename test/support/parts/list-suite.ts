/** What every list must do, whatever it lists: run by each list's database test. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatAmount } from "../../../src/contract/money.ts";
import { typeHas, USER_TYPES, type Permission, type UserType } from "../../../src/contract/permissions.ts";
import type { Lab } from "./lists.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
interface PageOut {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
  readonly prev_cursor: string | null;
  readonly total: { readonly value: number; readonly exact: boolean };
  readonly sums?: Readonly<Record<string, string>> | null;
}

/** A list under test. */
export interface ListCase {
  readonly url: string;
  readonly permission: Permission;
  /** Starts the laboratory and makes at least 60 rows, over more than one value of each filter. */
  readonly start: () => Promise<Lab>;
  /** Adds a few rows while a reader pages through. */
  readonly add: (lab: Lab) => Promise<void>;
  /** Filter -> value and what each row of the answer must fulfil. The full list must hold rows of both sorts. */
  readonly filters: (lab: Lab) => Readonly<Record<string, readonly { readonly value: string; readonly fits: (row: Row) => boolean }[]>>;
  /** Texts for the search box and what each found row must fulfil. */
  readonly searches: (lab: Lab) => readonly { readonly q: string; readonly fits: (row: Row) => boolean }[];
  /** Values that must be refused, naming the field. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  /** Two merchants with rows; `marker` stands in rows of the first alone. Null: merchants' users see nothing. */
  readonly twins: (lab: Lab) => { readonly a: bigint; readonly b: bigint; readonly marker: string } | null;
}

const BAD = {
  from: ["yesterday", "2026-02-30", "2026-13-01T00:00:00Z", "1e9", "'; drop table users; --"],
  to: ["0", "2026-01-01T25:00:00Z", "null"],
  size: ["0", "-1", "1", "11", "1000000000", "NaN", "1e2.5", "abc"],
  cursor: ["x", "a.", "a.P261121XY12AB34X", "z.P261121XY12AB34", "a.P991332XY12AB34", "' or 1=1", "a.%00"],
  sort: ["id", "amount", "-created_at,id", "created_at;"],
  q: ["%00", "a%00b"],
  unknown_thing: ["1"],
} as const;

async function page(lab: Lab, url: string, token: string, params: Readonly<Record<string, string>>): Promise<PageOut> {
  const answer = await lab.get(`${url}?${new URLSearchParams(params)}`, token);
  expect(answer.status, `${url} ${JSON.stringify(params)} ${answer.text.slice(0, 300)}`).toBe(200);
  // The schema of the answer has been enforced by the route.
  return answer.body.data as PageOut;
}

/** Follows the cursors of one direction to the end; `each` runs between two pages. */
async function walk(
  lab: Lab,
  url: string,
  token: string,
  params: Readonly<Record<string, string>>,
  each: () => Promise<void> = async () => undefined,
): Promise<{ rows: Row[]; last: PageOut; pages: PageOut[] }> {
  const pages = [await page(lab, url, token, params)];
  for (let last = pages[0]; last?.next_cursor; last = pages[pages.length - 1]) {
    await each();
    pages.push(await page(lab, url, token, { ...params, cursor: last.next_cursor }));
    expect(pages.length).toBeLessThan(1000);
  }
  return { rows: pages.flatMap((one) => one.items), last: pages[pages.length - 1] as PageOut, pages };
}

async function walkBack(lab: Lab, url: string, token: string, params: Readonly<Record<string, string>>, from: PageOut): Promise<Row[]> {
  let rows = [...from.items];
  for (let cursor = from.prev_cursor; cursor; ) {
    const before = await page(lab, url, token, { ...params, cursor });
    expect(before.next_cursor).not.toBeNull();
    rows = [...before.items, ...rows];
    cursor = before.prev_cursor;
  }
  return rows;
}

const ids = (rows: readonly Row[]): string[] => rows.map((row) => row.id);

/** Declares the tests of a list. */
export function listSuite(name: string, list: ListCase): void {
  describe(`list ${name}`, () => {
    let lab: Lab;
    let staff: string;
    beforeAll(async () => {
      lab = await list.start();
      staff = lab.token("admin");
    });
    afterAll(() => lab.close());

    it("refuses callers without session or permission", async () => {
      expect((await lab.get(list.url, null)).status).toBe(401);
      expect((await lab.get(list.url, "nobody")).status).toBe(401);
      expect((await lab.get(`${list.url}?size=0`, null)).status).toBe(401);
      for (const type of USER_TYPES.filter((candidate: UserType) => !typeHas(candidate, list.permission)))
        expect((await lab.get(list.url, lab.token(type, type.startsWith("merchant") ? 1n : null))).status, type).toBe(403);
    });

    it("answers wrong values with 422 and the field, never with 500", async () => {
      for (const [field, values] of Object.entries({ ...BAD, ...list.refused })) {
        for (const value of values) {
          const answer = await lab.get(`${list.url}?${field}=${value.includes("%00") ? value : encodeURIComponent(value)}`, staff);
          expect(answer.status, `${field}=${value} ${answer.text}`).toBe(422);
          expect(Object.keys(answer.body.error?.fields ?? {}), `${field}=${value}`).toContain(field);
          expect(answer.text).not.toMatch(/syntax|at .*\.ts|select /i);
        }
      }
      for (const range of ["from=0000-01-01", "to=0000-01-01", "to=9999-12-31", "from=9999-12-31&to=9999-12-31", "from=0000-01-01T00:00:00%2B08:00"])
        expect((await lab.get(`${list.url}?${range}`, staff)).status, range).toBe(200);
      const twice = await lab.get(`${list.url}?size=10&size=20`, staff);
      expect(twice.status).toBe(422);
      const turned = await lab.get(`${list.url}?from=2026-11-02&to=2026-11-01`, staff);
      expect(turned.status).toBe(422);
      expect(turned.body.error?.fields).toEqual({ to: "too_small" });
      if (!("min_amount" in list.filters(lab))) return;
      const crossed = await lab.get(`${list.url}?min_amount=5&max_amount=1`, staff);
      expect([crossed.status, crossed.body.error?.fields]).toEqual([422, { max_amount: "too_small" }]);
      expect((await lab.get(`${list.url}?min_amount=5&max_amount=5.00`, staff)).status).toBe(200);
    });

    it("pages forward and back over every row exactly once while rows are added", async () => {
      for (const sort of ["-created_at", "created_at"]) {
        const before = (await walk(lab, list.url, staff, { size: "200", sort })).rows;
        expect(before.length).toBeGreaterThanOrEqual(60);
        const known = new Set(ids(before));
        const { rows, last } = await walk(lab, list.url, staff, { size: "10", sort }, () => list.add(lab));
        expect(ids(rows).filter((id) => known.has(id))).toEqual(ids(before));
        expect(new Set(ids(rows)).size).toBe(rows.length);
        const back = await walkBack(lab, list.url, staff, { size: "10", sort }, last);
        expect(ids(back).filter((id) => known.has(id))).toEqual(ids(before));
        expect(new Set(ids(back)).size).toBe(back.length);
      }
    });

    it("counts exactly and keeps to the size", async () => {
      const all = (await walk(lab, list.url, staff, { size: "200" })).rows;
      for (const size of [10, 20, 50]) {
        const found = await page(lab, list.url, staff, { size: String(size) });
        expect(found.items.length).toBe(Math.min(size, all.length));
        expect(found.total).toEqual({ value: all.length, exact: true });
        expect(found.prev_cursor).toBeNull();
      }
      const last = (await walk(lab, list.url, staff, { size: "50" })).last;
      expect(last.total.value).toBe(all.length);
    });

    it("adds up the cells that its rows show, whoever looks", async () => {
      // Rows that are made directly move no hourly figures, which know nothing of a single row's amount.
      const narrowed: Record<string, string> = "min_amount" in list.filters(lab) ? { min_amount: "0.01" } : {};
      const twins = list.twins(lab);
      for (const token of [staff, ...(twins ? [lab.token("merchant_admin", twins.a)] : [])]) {
        const { rows, pages } = await walk(lab, list.url, token, { size: "200", ...narrowed });
        const sums = pages[0]?.sums ?? {};
        const shown = (name: string): bigint => rows.reduce((sum, row) => sum + BigInt(String(row[name] ?? "0.00").replace(".", "")), 0n);
        expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, formatAmount(shown(name))])));
      }
    });

    it("applies every filter, alone and with paging", async () => {
      const all = (await walk(lab, list.url, staff, { size: "200" })).rows;
      for (const [field, tries] of Object.entries(list.filters(lab))) {
        for (const { value, fits } of tries) {
          const wanted = all.filter(fits);
          expect(wanted.length, `${field}=${value} tells rows apart`).toBeGreaterThan(0);
          const { rows, pages, last } = await walk(lab, list.url, staff, { size: "10", [field]: value });
          expect(ids(rows), `${field}=${value}`).toEqual(ids(wanted));
          expect(pages[0]?.total, `${field}=${value}`).toEqual({ value: wanted.length, exact: true });
          expect(ids(await walkBack(lab, list.url, staff, { size: "10", [field]: value }, last)), `${field}=${value} back`).toEqual(ids(wanted));
        }
      }
    });

    it("finds by the search box", async () => {
      const all = (await walk(lab, list.url, staff, { size: "200" })).rows;
      for (const { q, fits } of list.searches(lab)) {
        const { rows, pages } = await walk(lab, list.url, staff, { size: "10", q });
        expect(ids(rows), `q=${q}`).toEqual(ids(all.filter(fits)));
        expect(rows.length, `q=${q} finds`).toBeGreaterThan(0);
        expect(pages[0]?.total).toEqual({ value: rows.length, exact: true });
      }
      for (const q of ["nothing-has-this", "%", "_", "'", "\\", "🙂", "; --"]) expect((await page(lab, list.url, staff, { q })).items, `q=${q}`).toEqual([]);
    });

    it("shows a merchant's users their own rows and no trace of others", async () => {
      const twins = list.twins(lab);
      if (!twins) {
        expect((await lab.get(list.url, lab.token("merchant_admin", 1n))).status).toBe(403);
        return;
      }
      const b = lab.token("merchant_admin", twins.b);
      const own = await walk(lab, list.url, b, { size: "50" });
      expect(own.rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(own.pages)).not.toContain(twins.marker);
      const seenByA = await walk(lab, list.url, lab.token("merchant_admin", twins.a), { size: "200" });
      expect(JSON.stringify(seenByA.pages)).toContain(twins.marker);
      const own_ids = new Set(ids(own.rows));
      expect(seenByA.rows.some((row) => own_ids.has(row.id))).toBe(false);
      for (const row of seenByA.rows.slice(0, 5)) {
        const asked = await page(lab, list.url, b, { q: row.id });
        const random = await page(lab, list.url, b, { q: "nothing-has-this" });
        expect(asked).toEqual(random);
      }
      expect((await page(lab, list.url, lab.token("merchant_admin", null), {})).items).toEqual([]);
      expect((await page(lab, list.url, lab.token("merchant_admin", null), {})).total).toEqual({ value: 0, exact: true });
    });
  });
}
