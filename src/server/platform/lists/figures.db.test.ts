/** Rows that do not wait for what is counted and added up under them, and the figures asked for by themselves. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("sums that hourly figures hold", () => {
  // Added up row by row, this fails.
  const rolled = {
    ...PAYMENT_LIST,
    sums: { ...PAYMENT_LIST.sums, columns: { amount: "t.amount / 0", received_amount: "t.amount / 0", fee: "t.amount / 0" } },
  } as unknown as AnyList;
  const some = { amount: "70.00", received_amount: "60.00", fee: "1.00" };
  beforeAll(() =>
    lab.owner.run(
      "insert into stats_hourly (hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees) select date_trunc('hour', now()), id, 'bkash', 1, 7000, 1, 6000, 100 from merchants",
      [],
    ),
  );

  it.each<BaseQuery>([{}, { size: 50, sort: "created_at" }, { only: "figures" }])("are read off them, however they are asked for: %o", async (query) => {
    expect((await ask(rolled, query)).sums).toEqual(some);
  });

  it("are read off them or come later where rows do not wait: no row is added up", async () => {
    expect([some, null]).toContainEqual((await ask(rolled, { figures: "soon" })).sums);
  });

  it("of a merchant, too, whose id was typed with another keyboard", async () => {
    const [{ id } = { id: 0n }] = await lab.owner.rows<{ id: bigint }>("select id from merchants");
    const merchantId = lab.app.publicIds.encode("merchant", id);
    const wide = [...merchantId.toLowerCase()].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join("");
    for (const typed of [merchantId, merchantId.toLowerCase(), wide]) expect((await ask(rolled, { merchant_id: typed } as BaseQuery)).sums).toEqual(some);
  });
});
