/**
 * What screens show is what the rows say: figures of home, balances of merchants and wallets, and lines of the journals, against sums
 * over entries and orders in SQL of its own. The product takes the same figures from counters, kept answers and balances.
 */
import { expect } from "vitest";
import type { Home } from "../../src/contract/home.schema.ts";
import { parseAmount } from "../../src/contract/money.ts";
import { businessDay, businessDayStart } from "../../src/contract/time.ts";
import type { TestProduct } from "./app.ts";

const ALL = 100_000;
/** Lines of the journals that are compared, the newest. */
const LINES = 50;

type Row = Record<string, bigint>;

/** Amounts and counts as texts, so that what differs can be read. */
const texts = (row: Row): Record<string, string> => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
const minor = (amount: string | null): bigint =>
  amount === null ? -1n : amount.startsWith("-") ? -(parseAmount(amount.slice(1)) ?? 0n) : (parseAmount(amount) ?? 0n);

/** Home as the admin sees it. */
async function homeShown(product: TestProduct): Promise<Record<string, string>> {
  const home = await product.good<Home>("GET", "/api/statistics/home");
  const { today } = home;
  return texts({
    collected: minor(today.collected),
    collected_count: BigInt(today.collected_count),
    payment_fees: minor(today.payment_fees),
    paid_out: minor(today.paid_out),
    paid_out_count: BigInt(today.paid_out_count),
    disburse_fees: minor(today.disburse_fees),
    fees: minor(today.fees),
    by_operator: home.by_operator.reduce((sum, one) => sum + minor(one.collected), 0n),
    by_hour: home.hourly.today.reduce((sum, one) => sum + minor(one.collected), 0n),
    float: minor(home.float),
    liabilities: minor(home.liabilities),
    suspense: minor(home.waiting.suspense),
  });
}

async function homeInRows(product: TestProduct): Promise<Record<string, string>> {
  const since = new Date(businessDayStart(businessDay(Date.now()))).toISOString();
  const row = await product.product.app.db.one<Row>(
    `select p.amount as collected, p.count as collected_count, p.fees as payment_fees, d.amount as paid_out, d.count as paid_out_count, d.fees as disburse_fees,
       p.fees + d.fees as fees, p.amount as by_operator, p.amount as by_hour, e.float, e.liabilities, e.suspense
     from (select coalesce(sum(received_amount), 0)::bigint as amount, count(*) as count, coalesce(sum(fee), 0)::bigint as fees
         from payments where status = 'completed' and paid_at >= $1) p,
       (select coalesce(sum(amount), 0)::bigint as amount, count(*) as count, coalesce(sum(fee), 0)::bigint as fees
         from disburses where status = 'completed' and paid_at >= $1) d,
       (select coalesce(sum(e.amount) filter (where a.kind = 'wallet'), 0)::bigint as float,
           coalesce(sum(e.amount) filter (where a.kind in ('merchant', 'hold', 'suspense')), 0)::bigint as liabilities,
           coalesce(sum(e.amount) filter (where a.kind = 'suspense'), 0)::bigint as suspense
         from entries e join accounts a on a.id = e.account_id) e`,
    [since],
  );
  return texts(row ?? {});
}

/** What the entries of each owner's accounts of a kind add up to. */
async function booked(product: TestProduct, kind: string): Promise<Map<bigint, bigint>> {
  const rows = await product.product.app.db.rows<{ owner_id: bigint; total: bigint }>(
    "select a.owner_id, coalesce(sum(e.amount), 0)::bigint as total from accounts a left join entries e on e.account_id = a.id where a.kind = $1 group by a.owner_id",
    [kind],
  );
  return new Map(rows.map((row) => [row.owner_id, row.total]));
}

interface Listed {
  readonly id: string;
  readonly balance: string;
  readonly held_balance?: string;
}

/** Every row of a list, page after page. */
async function listed(product: TestProduct, list: "merchants" | "wallets"): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ""; all.length < ALL; ) {
    const page = await product.good<{ items: Listed[]; next_cursor: string | null }>("GET", `/api/${list}?size=200${cursor}`);
    all.push(...page.items);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  return all;
}

async function expectBalances(product: TestProduct): Promise<number> {
  const { publicIds } = product.product.app;
  const [wallets, merchants, free, held] = [
    await listed(product, "wallets"),
    await listed(product, "merchants"),
    await booked(product, "merchant"),
    await booked(product, "hold"),
  ];
  const onWallets = await booked(product, "wallet");
  const shown = [
    ...wallets.map(({ id, balance }) => [id, minor(balance)]),
    ...merchants.map(({ id, balance, held_balance = "0" }) => [id, minor(balance), minor(held_balance)]),
  ];
  const inRows = [
    ...wallets.map(({ id }) => [id, onWallets.get(publicIds.decode("wallet", id) ?? 0n) ?? 0n]),
    ...merchants.map(({ id }) => [id, ...[free, held].map((sums) => sums.get(publicIds.decode("merchant", id) ?? 0n) ?? 0n)]),
  ];
  expect(shown).toEqual(inRows);
  return shown.length;
}

interface Line {
  readonly id: string;
  readonly amount: string;
  readonly before_balance: string;
  readonly after_balance: string;
}

async function expectLines(product: TestProduct): Promise<number> {
  const { items } = await product.good<{ items: Line[] }>("GET", `/api/journals?size=${LINES}`);
  const { db, publicIds } = product.product.app;
  for (const { id, amount, before_balance, after_balance } of items) {
    const key = publicIds.decode("journal", id);
    const row = await db.one<Row>("select amount, before_balance as before, after_balance as after from entries where id = $1", [key]);
    expect([id, minor(amount), minor(before_balance), minor(after_balance)]).toEqual([id, row?.["amount"], row?.["before"], row?.["after"]]);
  }
  return items.length;
}

/** @returns how many figures were compared */
export async function expectShown(product: TestProduct): Promise<number> {
  // Home keeps its answers for a moment.
  await expect.poll(() => homeShown(product)).toEqual(await homeInRows(product));
  const figures = Object.keys(await homeInRows(product)).length;
  return figures + (await expectBalances(product)) + (await expectLines(product));
}
