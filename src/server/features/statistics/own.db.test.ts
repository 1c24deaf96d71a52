/** A merchant's own figures: those of its orders, and of no other's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderFigures, OwnFigures } from "../../../contract/statistics.schema.ts";
import { addDays, businessDayStart } from "../../../contract/time.ts";
import { addMerchant, addPayments, insert, paymentRow } from "../../../../test/support/parts/lists.ts";
import { daysLab, type DaysLab } from "../../../../test/support/parts/days.ts";

let lab: DaysLab;
let other: bigint;
let wallet: bigint;
beforeAll(async () => {
  lab = await daysLab();
  other = await addMerchant(lab, "Other");
  wallet = (await lab.during(lab.day(80), "01:00:00", () => lab.wallet())).id;
});
afterAll(() => lab.close());

const read = async (query: string, merchantId = lab.merchantId): Promise<OwnFigures> => {
  const answer = await lab.get(`/api/statistics/own${query}`, lab.token("merchant_viewer", merchantId));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as OwnFigures; // enforced by the route
};

let orders = 0;
/** A payment of a merchant, created at a time of a day; a completed one is paid a minute later. */
const payment = (day: string, clock: string, merchantId: bigint, status: string, amount: bigint): Promise<void> =>
  lab.during(day, clock, async () => {
    orders += 1;
    await addPayments(lab, [paymentRow(lab, { merchantId, walletId: wallet, orderId: `own-${orders}` }, { status, amount })]);
  });
const payout = (day: string, merchantId: bigint, status: string, amount: bigint, attempts = 1): Promise<void> =>
  lab.during(day, "12:00:00", async () => {
    orders += 1;
    const id = lab.app.ids.next();
    const trx = status === "completed" ? `OWN${orders}` : null;
    await insert(lab.owner, "disburses", [
      {
        id,
        merchant_id: merchantId,
        merchant_order_id: `own-${orders}`,
        operator: "bkash",
        wallet_id: wallet,
        amount,
        fee: 5n,
        fee_rate_bps: 100,
        fee_fixed: 0,
        cost: 0,
        trx_id: trx,
        trx_key: trx,
        customer: "01711111111",
        status,
        paid_at: trx === null ? null : new Date(lab.app.now()).toISOString(),
        staff: "{}",
        notes: [],
        attempt_count: attempts,
        notify_status: "none",
        notify_attempts: 0,
        request_hash: "\\x00",
        version: 1,
      },
    ]);
  });
/** What completed in an hour. */
const figure = (table: "stats_hourly" | "stats_delta", hour: string, merchantId: bigint, collected: bigint, paidOut: bigint, operator = "bkash") =>
  lab.owner.run(
    `insert into ${table} (hour, merchant_id, operator, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees)
     values ($1::timestamptz, $2, $5, 1, $3, 7, 1, $4, 3)`,
    [hour, merchantId, collected, paidOut, operator],
  );

describe("whose figures they are", () => {
  it("those of the session's merchant, though another's were asked for a moment before", async () => {
    const day = lab.day(10);
    await payment(day, "09:00:00", lab.merchantId, "completed", 10_000n);
    await payment(day, "09:30:00", other, "expired", 77_700n);
    await payout(day, lab.merchantId, "completed", 4_000n);
    await payout(day, other, "failed", 88_800n);
    await figure("stats_hourly", `${day}T09:00:00+08:00`, lab.merchantId, 10_000n, 4_000n);
    await figure("stats_hourly", `${day}T09:00:00+08:00`, other, 0n, 88_800n);
    const query = `?from=${day}&to=${day}`;
    const [own, theirs] = await Promise.all([read(query), read(query, other)]);
    expect([own.payments?.rows, own.payments?.success_bps, own.disburses?.rows]).toEqual([
      [{ status: "completed", count: 1, amount: "100.00" }],
      10_000,
      [{ status: "completed", count: 1, amount: "40.00" }],
    ]);
    expect([own.totals?.collected, own.totals?.paid_out, own.taking]).toEqual(["100.00", "40.00", { median_ms: 60_000, p95_ms: 60_000 }]);
    expect([theirs.payments?.rows, theirs.payments?.success_bps, theirs.disburses?.rows]).toEqual([
      [{ status: "expired", count: 1, amount: "777.00" }],
      0,
      [{ status: "failed", count: 1, amount: "888.00" }],
    ]);
    expect([theirs.totals?.collected, theirs.totals?.paid_out, theirs.taking]).toEqual(["0.00", "888.00", { median_ms: null, p95_ms: null }]);
    // The platform's people see both, whoever asked before them.
    const all = await lab.get(`/api/statistics/orders${query}`, lab.token("auditor"));
    expect((all.body.data as OrderFigures).payments?.rows).toHaveLength(2);
    expect((await read(query)).payments?.rows).toEqual(own.payments?.rows);
  });

  it("tells of attempts no more than the list of payouts does", async () => {
    const day = lab.day(12);
    for (const [status, attempts] of [
      ["pending", 0],
      ["pending", 1],
      ["approved", 2],
      ["processing", 1],
      ["attempt_failed", 1],
      ["unknown", 1],
    ] as const)
      await payout(day, lab.merchantId, status, 1_000n, attempts);
    const query = `?from=${day}&to=${day}`;
    const rows = ((await read(query)).disburses?.rows ?? []).toSorted((one, other) => one.count - other.count);
    expect(rows).toEqual([
      { status: "pending", count: 1, amount: "10.00" },
      { status: "processing", count: 5, amount: "50.00" },
    ]);
    const all = await lab.get(`/api/statistics/orders${query}`, lab.token("auditor"));
    expect((all.body.data as OrderFigures).disburses?.rows).toHaveLength(5);
  });

  it("refuses everybody but a merchant's people", async () => {
    const url = "/api/statistics/own";
    expect((await lab.get(url, null)).status).toBe(401);
    expect((await lab.get(url, lab.merchantToken(lab.merchantId))).status).toBe(401);
    for (const type of ["admin", "finance", "operator", "auditor"] as const) expect([type, (await lab.get(url, lab.token(type))).status]).toEqual([type, 403]);
    // A merchant's user without a merchant is nobody's.
    expect((await lab.get(url, lab.token("merchant_admin"))).status).toBe(403);
  });

  it.each([
    ["from=2026-02-31", "from"],
    ["to=yesterday", "to"],
    ["from=2026-03-02&to=2026-03-01", "to"],
    ["from=2025-01-01&to=2026-01-02", "to"],
    ["merchant_id=M261121AAAAAAAA", "merchant_id"],
    ["wallet_id=W261121AAAAAAAA", "wallet_id"],
  ])("names the field that is wrong in %s", async (query, field) => {
    const answer = await lab.get(`/api/statistics/own?${query}`, lab.token("merchant_admin", lab.merchantId));
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, [field]]);
  });

  it("takes a whole leap year, as the staff's statistics do", async () => {
    expect((await read("?from=2024-01-01&to=2024-12-31")).days).toHaveLength(366);
  });
});

describe("a range", () => {
  it("has every day, folded or not, from midnight to midnight, of all operators", async () => {
    const [first, last] = [lab.day(32), lab.day(30)];
    const hour = (back: number, clock: string): string => `${lab.day(back)}T${clock}:00:00+08:00`;
    await figure("stats_hourly", hour(33, "23"), lab.merchantId, 99_900n, 99_900n);
    await figure("stats_hourly", hour(32, "00"), lab.merchantId, 1_000n, 0n);
    await figure("stats_hourly", hour(30, "23"), lab.merchantId, 200n, 50n);
    await figure("stats_hourly", hour(30, "23"), lab.merchantId, 30n, 0n, "nagad");
    await figure("stats_delta", hour(30, "23"), lab.merchantId, 4n, 0n);
    await figure("stats_hourly", hour(29, "00"), lab.merchantId, 99_900n, 99_900n);
    const found = await read(`?from=${first}&to=${last}`);
    expect(found.hours).toBeNull();
    expect(found.days?.map(({ date, collected, paid_out, collected_count }) => [date, collected, paid_out, collected_count])).toEqual([
      [first, "10.00", "0.00", 1],
      [addDays(first, 1), "0.00", "0.00", 0],
      [last, "2.34", "0.50", 3],
    ]);
    expect(found.totals).toEqual({
      collected: "12.34",
      collected_count: 4,
      paid_out: "0.50",
      paid_out_count: 4,
      fees: "0.40",
      payment_fees: "0.28",
      disburse_fees: "0.12",
    });
  });

  it("of a day has its hours, those of the day before, and orders from its first moment to its last", async () => {
    const day = lab.day(40);
    await payment(day, "00:00:00", lab.merchantId, "expired", 500n);
    await payment(day, "23:59:59", lab.merchantId, "completed", 300n);
    await payment(addDays(day, 1), "00:00:00", lab.merchantId, "completed", 9_900n);
    await figure("stats_hourly", `${day}T23:00:00+08:00`, lab.merchantId, 300n, 0n);
    await figure("stats_hourly", `${addDays(day, -1)}T05:00:00+08:00`, lab.merchantId, 70n, 0n);
    await figure("stats_hourly", `${day}T05:00:00+08:00`, other, 99_900n, 0n);
    const found = await read(`?from=${day}&to=${day}`);
    expect([found.hours?.day.length, found.hours?.day[23]?.collected, found.hours?.day[5]?.collected, found.hours?.before[5]?.collected]).toEqual([
      24,
      "3.00",
      "0.00",
      "0.70",
    ]);
    expect([...(found.payments?.rows ?? [])].sort((a, b) => a.status.localeCompare(b.status))).toEqual([
      { status: "completed", count: 1, amount: "3.00" },
      { status: "expired", count: 1, amount: "5.00" },
    ]);
    expect([found.payments?.success_bps, found.days?.map(({ date }) => date)]).toEqual([5000, [day]]);
  });

  it("stands beside as many days right before it, whole once it has ended", async () => {
    const [first, last] = [lab.day(51), lab.day(50)];
    await figure("stats_hourly", `${lab.day(54)}T12:00:00+08:00`, lab.merchantId, 77_700n, 0n); // before the days before
    await figure("stats_hourly", `${lab.day(53)}T00:00:00+08:00`, lab.merchantId, 1_000n, 0n);
    await figure("stats_hourly", `${lab.day(52)}T23:00:00+08:00`, lab.merchantId, 300n, 200n);
    await figure("stats_hourly", `${lab.day(52)}T23:00:00+08:00`, other, 88_800n, 0n);
    await figure("stats_hourly", `${first}T00:00:00+08:00`, lab.merchantId, 5_000n, 0n);
    await payment(lab.day(52), "10:00:00", lab.merchantId, "expired", 500n);
    await payment(lab.day(52), "11:00:00", lab.merchantId, "completed", 300n);
    const { before } = await read(`?from=${first}&to=${last}`);
    expect([before.from, before.to, before.until]).toEqual([lab.day(53), lab.day(52), null]);
    expect([before.now?.collected, before.sums?.collected, before.sums?.paid_out]).toEqual(["50.00", "13.00", "2.00"]);
    expect(before.days?.map(({ collected }) => collected)).toEqual(["10.00", "3.00"]);
    expect([before.payments_bps, before.disburses_bps, before.median_ms]).toEqual([5000, null, 60_000]);
  });

  it("that still runs is compared by the hours that have ended, on both sides", async () => {
    const hourAgo = (hours: number): string => new Date(Math.floor(lab.app.now() / 3_600_000 - hours) * 3_600_000).toISOString();
    await figure("stats_hourly", hourAgo(0), lab.merchantId, 40_000n, 0n); // still runs
    await figure("stats_hourly", hourAgo(24), lab.merchantId, 50_000n, 0n); // as long ago as that
    const { before, totals } = await read("");
    expect(before.until).toBe(hourAgo(0));
    expect([totals?.collected, before.now?.collected, before.sums?.collected]).toEqual(["400.00", "0.00", "0.00"]);
    expect(before.days?.map(({ collected }) => collected)).toEqual(["500.00"]);
  });

  it("is today where none is asked for, and says until when it counts", async () => {
    const found = await read("");
    expect([found.from, found.to]).toEqual([lab.day(0), lab.day(0)]);
    expect(Date.parse(found.at)).toBeGreaterThanOrEqual(businessDayStart(lab.day(0)));
    expect(found.disburses).toEqual({ rows: [], success_bps: null, since: null });
  });
});
