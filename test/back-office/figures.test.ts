/**
 * Every figure of home and of a merchant's statistics opens what it counts. A scene over midnight is played by the product itself; then each
 * link that the screens give is asked of its list through the interface, and rows and sums are compared with what the figure says.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/contract/envelope.ts";
import type { Home } from "../../src/contract/home.schema.ts";
import { formatAmount } from "../../src/contract/money.ts";
import { permissionsOf, type UserType } from "../../src/contract/permissions.ts";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import type { ExceptionLines, ExceptionPage } from "../../src/contract/exceptions.schema.ts";
import type { WalletStatistics } from "../../src/contract/reconciliation.schema.ts";
import type { OwnFigures } from "../../src/contract/statistics.schema.ts";
import { payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import type { Behind } from "../../src/web/behind.ts";
import { apiQuery, readAddress } from "../../src/web/list/state/address.ts";
import { queryText } from "../../src/web/paths.ts";
import { lineQuery, readFilters } from "../../src/web/screens/queue/query.ts";
import { homeBehind } from "../../src/web/screens/home/behind.ts";
import { ownBehind } from "../../src/web/screens/statistics/behind.ts";
import { LISTS } from "../../src/web/screens/lists.ts";
import { ordersBehind } from "../../src/web/screens/wallets/days/behind.ts";
import { received, type TestMerchant, type TestWallet } from "../support/app.ts";
import { people, type Person } from "../support/attack.ts";
import { PayoutLab, trx } from "../payout/support.ts";
import { type TestDatabase, testDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const MINUTE = 60_000;
/** The next midnight of the business day: the scene lies around it, ahead of the real clock. */
const MIDNIGHT = businessDayStart(addDays(businessDay(Date.now()), 1));
const STAFF = ["admin", "finance", "operator", "auditor"] as const satisfies readonly UserType[];

let database: TestDatabase;
let lab: PayoutLab;
let lotus: TestMerchant & { key: bigint };
let gone: TestMerchant & { key: bigint };
let wallet: TestWallet;
let cast: Record<UserType, Person>;

/** The product at a moment before or after midnight, on the same database. */
async function at(minutes: number): Promise<void> {
  if (lab !== undefined) {
    await payoutsIdle(lab.app);
    await lab.owner.close();
    await lab.product.product.stop();
  }
  await shiftClock(database.ownerUrl, Math.round((MIDNIGHT + minutes * MINUTE - Date.now()) / 1000));
  lab = await PayoutLab.start({ one_person: true }, database);
  // The phone has been silent for as long as the clock has jumped.
  if (wallet !== undefined) await lab.product.good("POST", "/device/heartbeat", wallet.token, {});
}

let payer = 0;
/** An order and who is to pay it. */
async function ordered(merchant: TestMerchant, amount: string): Promise<{ id: string; amount: string; from: string }> {
  const from = `0187${String((payer += 1)).padStart(7, "0")}`;
  const made = await lab.product.pay(merchant, { amount, customer: from });
  expect(made.status, made.text).toBe(201);
  return { id: made.data.id, amount, from };
}
/** Its money arrives. */
async function paid({ id, amount, from }: { id: string; amount: string; from: string }): Promise<void> {
  await lab.product.sms(wallet, received({ amount, from, trx: trx(), at: lab.app.now() }));
  expect(await lab.product.good("GET", `/api/payments/${id}`)).toMatchObject({ status: "completed" });
}
async function arrived(amount: string): Promise<{ id: string; version: number; match_status: string }> {
  const { data } = await lab.product.sms(wallet, received({ amount, from: "01899999999", trx: trx(), at: lab.app.now() }));
  return lab.product.good("GET", `/api/sms/${data.items[0]?.id}`);
}
async function paidOut(id: string): Promise<void> {
  await lab.dispatch();
  expect((await lab.acted(id, "complete", { trx_id: trx(), note: "as the operator's page says" })).status).toBe("completed");
}

beforeAll(async () => {
  database = await testDatabase();
  await at(-130);
  [lotus, gone] = [
    await lab.merchant(100_000_00n, { name: "Lotus", payment_fee: { rate_bps: 150, fixed: "0.00" } }),
    await lab.merchant(5_000_00n, { name: "Gone" }),
  ];
  wallet = await lab.product.wallet();
  await lab.wallet(100_000_00n, { payout: true, collect: false });
  await paid(await ordered(lotus, "101.00"));
  // Created more than an hour before midnight, and completed after it.
  const late = await ordered(lotus, "102.00");
  const waited = await lab.ordered(lotus, { amount: "20000.00" });
  const aside = await arrived("31.00");
  await lab.product.good("POST", `/api/sms/${aside.id}/ignore`, lab.product.admin, { version: aside.version });

  await at(-6);
  const around = await ordered(lotus, "103.00");
  await paid(await ordered(lotus, "104.00"));
  await paidOut((await lab.ordered(lotus, { amount: "61.00" })).id);

  await at(4);
  for (const order of [late, around]) await paid(order);
  await paid(await ordered(lotus, "105.00"));
  await ordered(lotus, "106.00");
  await lab.acted(waited.id, "approve");
  await paidOut(waited.id);
  await paidOut((await lab.ordered(lotus, { amount: "62.00" })).id);
  await lab.ordered(lotus, { amount: "21000.00" });
  await arrived("32.00");
  await paid(await ordered(gone, "107.00"));
  await forgotten();
  await deleted();
  cast = await people(lab.product, lotus.id);
});
afterAll(() => lab.stop());

/** One notification was given up now, and one so long ago that it has left the queue for the history. */
async function forgotten(): Promise<void> {
  await lab.owner.one("select make_partitions_between((now() - interval '3 months')::date, now()::date)");
  await lab.owner.run(
    `with chosen as (select id, row_number() over (order by id) as n from deliveries where merchant_id = $1 order by id limit 2),
       taken as (delete from deliveries d using chosen c where d.id = c.id returning d.*, c.n)
     insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
       select case n when 1 then id_at(now() - interval '40 days') else id end, merchant_id, object_type, object_id, type, 'https://gone.example/', body, 'failed', attempts, attempt_log from taken`,
    [lotus.key],
  );
  await lab.product.product.jobs.runOnce("deliveries-tidy");
  expect(await lab.owner.one("select count(*)::int as count from deliveries where status = 'failed'")).toEqual({ count: 1 });
}

/** A merchant and a wallet to which money came after they were deleted; what the merchant was not told any more waits for nobody. */
async function deleted(): Promise<void> {
  await lab.owner.run(
    `with taken as (delete from deliveries where merchant_id = $1 returning *)
     insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
       select id, merchant_id, object_type, object_id, type, 'https://gone.example/', body, 'failed', attempts, attempt_log from taken`,
    [gone.key],
  );
  const { key } = await lab.wallet(77_00n);
  await lab.owner.run("update wallets set deleted_at = now(), enabled = false where id = $1", [key]);
  await lab.owner.run("update merchants set deleted_at = now(), enabled = false where id = $1", [gone.key]);
}

interface Found {
  readonly count?: number;
  readonly sum?: string;
}
type Row = Readonly<Record<string, unknown>>;

/** The list behind a figure, for somebody who may open it; null: the figure is no link for him. */
function placeOf({ screen, query = {} }: Behind, type: UserType): (typeof LISTS)[keyof typeof LISTS] | null {
  const { tab } = query;
  const place = Object.values(LISTS).find((one) => one.screen === screen && (one.tab ?? null) === (tab ?? null));
  if (place === undefined) throw new Error(`no list stands at ${screen} ${String(tab)}`);
  return permissionsOf(type).includes(place.permission) ? place : null;
}

/** What the list behind a figure has, asked as its screen asks: the link is read as an address, and what the screen would not believe is a fault. */
async function found(place: NonNullable<ReturnType<typeof placeOf>>, { query = {}, count, sum }: Behind, type: UserType): Promise<Found> {
  const { tab: _tab, ...rest } = query;
  const spec = await place.load(!type.startsWith("merchant"));
  const may = permissionsOf(type);
  const filters = spec.filters.filter((filter) => filter.permission === undefined || may.includes(filter.permission));
  const state = readAddress(new URLSearchParams(queryText(rest)), filters);
  const asked = Object.entries(apiQuery(state, 100, lab.app.now())).map(([key, value]): [string, string] => [key, String(value)]);
  const [method, url] = spec.endpoint.split(" ") as ["GET", string];
  const understood = new Set([
    ...Object.keys(state.filters),
    ...(state.preset === null ? [] : ["range"]),
    ...(state.from === null ? [] : ["from"]),
    ...(state.to === null ? [] : ["to"]),
  ]);
  expect([...understood].sort(), `filters of ${queryText(query)}`).toEqual(
    Object.keys(rest)
      .filter((key) => rest[key] !== undefined)
      .sort(),
  );
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const text: string = new URLSearchParams([...asked, ...(cursor === null ? [] : [["cursor", cursor]])]).toString();
    const page: Page<Row> = await lab.product.good<Page<Row>>(method, `${url}?${text}`, cast[type].token);
    rows.push(...page.items);
    if (cursor === null) expect(page.total, url).toMatchObject({ exact: true });
    cursor = page.next_cursor;
  } while (cursor !== null);
  const minor = (sum?.fields ?? [])
    .flatMap((field) => rows.map((row) => BigInt(String(row[field] ?? "0.00").replace(".", ""))))
    .reduce((left, right) => left + right, 0n);
  return { ...(count === undefined ? {} : { count: rows.length }), ...(sum === undefined ? {} : { sum: formatAmount(minor) }) };
}

/** A line of the exception queue as its address opens it: its members, and what they are about in money. */
async function foundLine({ query = {}, sum }: Behind, type: UserType): Promise<Found> {
  const filters = readFilters(queryText(query));
  const asked = new URLSearchParams(lineQuery(filters)).toString();
  const { items } = await lab.product.good<ExceptionLines>("GET", `/api/exceptions/lines?${asked}`, cast[type].token);
  const line = items.find(({ key }) => key === filters.line);
  if (line === undefined) throw new Error(`no line ${filters.line} in the queue`);
  expect(line.first.id).toBe(filters.open);
  const members = await lab.product.good<ExceptionPage>("GET", `/api/exceptions?kind=${filters.kind}&at=${line.at ?? ""}&size=100`, cast[type].token);
  expect(members.items.length).toBe(line.count);
  return { count: line.count, ...(sum === undefined ? {} : { sum: line.amount ?? "" }) };
}

/** Figures and what is behind them, under their names. */
async function compare(figures: readonly (readonly [string, Behind])[], type: UserType): Promise<void> {
  const [says, has]: [Record<string, Found>, Record<string, Found>] = [{}, {}];
  for (const [name, behind] of figures) {
    const { count, sum } = behind;
    const place = behind.screen === "queue" ? "queue" : placeOf(behind, type);
    if (place === null) continue;
    says[name] = { ...(count === undefined ? {} : { count }), ...(sum === undefined ? {} : { sum: sum.amount }) };
    has[name] = place === "queue" ? await foundLine(behind, type) : await found(place, behind, type);
  }
  expect(says).toEqual(has);
}

describe("home", () => {
  it.each([...STAFF, "merchant_admin"] as const)("opens what it counts, for %s", async (type) => {
    const home = await lab.product.good<Home>("GET", "/api/statistics/home", cast[type].token);
    // The scene is there: nothing below is equal for want of it.
    expect(home.today).toMatchObject({ collected_count: type === "merchant_admin" ? 3 : 4, paid_out_count: 2 });
    expect(home.waiting.deliveries_failed).toBe(2);
    await compare(homeBehind(home), type);
  });
});

describe("a merchant's statistics", () => {
  const [YESTERDAY, TODAY] = [businessDay(MIDNIGHT - MINUTE), businessDay(MIDNIGHT)];
  it.each([
    [YESTERDAY, YESTERDAY],
    [TODAY, TODAY],
    [YESTERDAY, TODAY],
  ])("open what they count, %s to %s", async (from, to) => {
    const own = await lab.product.good<OwnFigures>("GET", `/api/statistics/own?from=${from}&to=${to}`, cast.merchant_admin.token);
    const done = { [YESTERDAY]: 2, [TODAY]: 3 };
    expect(own.totals?.collected_count).toBe(from === to ? done[from] : 5);
    await compare(ownBehind(own), "merchant_admin");
  });
});

describe("the wallets' statistics", () => {
  const [YESTERDAY, TODAY] = [businessDay(MIDNIGHT - MINUTE), businessDay(MIDNIGHT)];
  it("open the orders of which a wallet's payments and payouts are, of each day and of all days", async () => {
    const range = { from: YESTERDAY, to: TODAY };
    const read = await lab.product.good<WalletStatistics>("GET", `/api/statistics/wallets?${new URLSearchParams(range).toString()}`, cast.finance.token);
    expect([read.sums.system_payment, read.sums.system_disburse]).toEqual(["622.00", "20123.00"]);
    const figures = [...read.items, ...read.wallets].flatMap((row) =>
      (["system_payment", "system_disburse"] as const).map((of): [string, Behind] => {
        const orders = ordersBehind(row, of, range);
        if (orders === null) throw new Error(`${of} opens no orders`);
        return [`${row.wallet_name}, ${"date" in row ? row.date : "all"}, ${of}`, orders];
      }),
    );
    await compare(figures, "finance");
  });
});
