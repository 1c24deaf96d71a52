/** Rows that do not wait for what is counted and added up under them, and the figures asked for by themselves. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMerchant, addPayments, addWallet, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { testUser } from "../../../../test/support/parts/http.ts";
import { PAYMENT_LIST } from "../../features/payments/queries.ts";
import { doneOf } from "../answer.ts";
import { SEARCH_LIMITS } from "./limits.ts";
import { listPage } from "./page.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";

const ROWS = 30;
const STAFF = testUser("admin");
type AnyList = ListSpec<BaseQuery, { readonly id: bigint }, { readonly id: string }>;
/** Added up row by row; `slow` takes two seconds for each. */
const listWith = (amount: string): AnyList => ({ ...PAYMENT_LIST, sums: { columns: { amount } } }) as unknown as AnyList;
const quick = listWith("t.amount");
const slow = listWith("t.amount + length(pg_sleep(2)::text)");

let lab: Lab;
beforeAll(async () => {
  lab = await makeLab([]);
  const merchantId = await addMerchant(lab, "A");
  const walletId = await addWallet(lab, "W1", "01700000001");
  await addPayments(
    lab,
    Array.from({ length: ROWS }, (_, index) => paymentRow(lab, { merchantId, walletId, orderId: `F-${index}` }, { amount: 1000 })),
  );
});
afterAll(() => lab.close());

// A busy machine is given time for the rows, and for figures that somebody waits for.
const patient = () => ({ ...lab.app, searchLimits: { ...SEARCH_LIMITS, budgetMs: 20_000, servedMs: 20_000 } });
const ask = async (list: AnyList, query: BaseQuery) => doneOf(await listPage(patient(), list, { size: 20, ...query }, STAFF));

it("answers the rows, and says that the figures take longer", async () => {
  const page = await ask(slow, { figures: "soon" });
  expect(page.items).toHaveLength(20);
  expect(page).toMatchObject({ sums: null, figures_late: true });
  expect(page.next_cursor).not.toBeNull();
});

it("answers the figures alone, of all rows that match", async () => {
  const figures = await ask(quick, { only: "figures" });
  expect(figures).toEqual({ items: [], next_cursor: null, prev_cursor: null, total: { value: ROWS, exact: true }, sums: { amount: "300.00" } });
  const { items: _items, next_cursor: _next, prev_cursor: _prev, ...whole } = await ask(quick, {});
  expect(whole).toEqual({ total: figures.total, sums: figures.sums });
});

it("waits for them where nobody said that they may come later", async () => {
  const within = { ...lab.app, searchLimits: { ...SEARCH_LIMITS, budgetMs: 300, servedMs: 100 } };
  const page = doneOf(await listPage(within, slow, { size: 20 }, STAFF));
  expect(page.figures_late).toBeUndefined();
  expect(page.sums).toBeNull();
});

it("counts rows that all stand on the page, whatever else takes longer", async () => {
  const page = await ask(slow, { figures: "soon", size: 50 });
  expect(page).toMatchObject({ total: { value: ROWS, exact: true }, sums: null, figures_late: true });
});

it("says nothing of figures where a list has none but a count of what stands there", async () => {
  const { sums: _sums, ...bare } = quick;
  const page = await ask(bare as AnyList, { figures: "soon", size: 50 });
  expect(page.figures_late).toBeUndefined();
  expect(page.total).toEqual({ value: ROWS, exact: true });
});
