/** What the plots show, against days made by hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderFigures, SuspenseAges, WalletBalanceDay } from "../../../contract/statistics.schema.ts";
import { addDays, businessDay } from "../../../contract/time.ts";
import { addPayments, book, insert, paymentRow, smsRow } from "../../../../test/support/parts/lists.ts";
import { daysLab, type DaysLab } from "../../../../test/support/parts/days.ts";
import { alongTime, thinned } from "./balance-day.ts";

let lab: DaysLab;
beforeAll(async () => {
  lab = await daysLab();
});
afterAll(() => lab.close());

const read = async <T>(url: string, token = lab.token("auditor")): Promise<T> => {
  const answer = await lab.get(`/api/statistics/${url}`, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as T; // enforced by the route
};
const adjust = (walletId: bigint, amount: bigint): Promise<void> =>
  book(lab, { type: "manual", id: 2n }, [
    { kind: "wallet", owner: walletId, operator: "bkash", change: amount, entry: "wallet_credit" },
    { kind: "adjustments", owner: 0n, change: -amount, entry: "wallet_credit" },
  ]);

describe("a wallet's balance over a day", () => {
  it("refuses callers without session or permission, unknown wallets and days that are none", async () => {
    const { publicId } = await lab.wallet();
    const url = `/api/statistics/wallets/${publicId}/${lab.day(1)}`;
    expect((await lab.get(url, null)).status).toBe(401);
    expect((await lab.get(url, lab.token("merchant_admin", lab.merchantId))).status).toBe(403);
    expect((await lab.get(`/api/statistics/wallets/${publicId}/2026-02-31`, lab.token("operator"))).status).toBe(422);
    expect((await lab.get(`/api/statistics/wallets/W261121AAAAAAAA/${lab.day(1)}`, lab.token("operator"))).status).toBe(404);
  });

  it("goes from the opening to the closing balance, and says which message made which step", async () => {
    const [before, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(before, "10:00:00", async () => {
      const wallet = await lab.wallet();
      await adjust(wallet.id, 100_000n);
      return wallet;
    });
    const paid = await lab.during(day, "09:00:00", () => lab.paid(id, 50_000n, 500n, { balance: 150_000n }));
    await lab.owner.run("update sms set booked_txn = (select txn_id from entries where ref_id = $2 limit 1) where id = $1", [paid.sms, paid.payment]);
    // It waits: its money is in no book, and what it printed does not follow on.
    await lab.during(day, "12:00:00", () =>
      insert(lab.owner, "sms", [
        smsRow(lab, id, { amount: 9_000n, balance: 170_000n, trx_id: "STRAY", trx_key: "STRAY", match_status: "review", continuity: "break" }),
        smsRow(lab, id, { amount: 9_000n, balance: 170_000n, trx_id: "COPY", trx_key: "COPY", match_status: "duplicate" }),
      ]),
    );
    await lab.during(day, "23:59:59", () => adjust(id, -1n));
    await lab.during(addDays(day, 1), "00:00:00", () => adjust(id, 7n));
    const found = await read<WalletBalanceDay>(`wallets/${publicId}/${day}`);
    expect(found).toMatchObject({ wallet_id: publicId, date: day, opening: "1000.00", closing: "1499.99", entries: 2, messages: 2, thinned: false });
    expect(found.points.map(({ balance, message }) => [balance, message?.trx_id ?? null, message?.balance ?? null, message?.chain ?? null])).toEqual([
      ["1500.00", paid.trx, "1500.00", "fits"],
      ["1500.00", "STRAY", "1700.00", "break"],
      ["1499.99", null, null, null],
    ]);
    expect(found.points.map(({ at }) => businessDay(Date.parse(at)))).toEqual([day, day, day]);
    const next = await read<WalletBalanceDay>(`wallets/${publicId}/${addDays(day, 1)}`);
    expect([next.opening, next.closing, next.points.length]).toEqual(["1499.99", "1500.06", 1]);
    const quiet = await read<WalletBalanceDay>(`wallets/${publicId}/${addDays(before, -1)}`);
    expect([quiet.opening, quiet.closing, quiet.points]).toEqual(["0.00", "0.00", []]);
  });

  it("shows evenly fewer steps of a busy day, and ends with its closing balance", async () => {
    const day = lab.day(4);
    const { publicId } = await lab.during(day, "01:00:00", async () => {
      const wallet = await lab.wallet();
      await adjust(wallet.id, 100n);
      // The books of a busy day, made at once.
      for (let round = 0; round < 4; round++)
        await book(
          lab,
          { type: "manual", id: 2n },
          Array.from({ length: 300 }, () => [
            { kind: "wallet" as const, owner: wallet.id, operator: "bkash" as const, change: 1n, entry: "wallet_credit" },
            { kind: "adjustments" as const, owner: 0n, change: -1n, entry: "wallet_credit" },
          ]).flat(),
        );
      return wallet;
    });
    const found = await read<WalletBalanceDay>(`wallets/${publicId}/${day}`);
    expect(found).toMatchObject({ opening: "0.00", closing: "13.00", entries: 1201, thinned: true });
    expect(found.points.length).toBe(601);
  });
});

describe("orders of a range", () => {
  it("refuses callers without session or permission, unknown wallets and bad ranges", async () => {
    for (const url of ["/api/statistics/orders", "/api/statistics/suspense"]) {
      expect((await lab.get(url, null)).status).toBe(401);
      expect((await lab.get(url, lab.token("merchant_admin", lab.merchantId))).status).toBe(403);
    }
    const token = lab.token("operator");
    expect((await lab.get("/api/statistics/orders?from=2026-03-02&to=2026-03-01", token)).status).toBe(422);
    expect((await lab.get("/api/statistics/orders?wallet_id=W261121AAAAAAAA", token)).status).toBe(404);
    expect((await lab.get("/api/statistics/suspense?wallet_id=nonsense", token)).status).toBe(404);
  });

  it("are counted by what became of them, of all wallets or of one", async () => {
    const day = lab.day(20);
    const [one, other] = await lab.during(addDays(day, -1), "01:00:00", async () => [await lab.wallet(), await lab.wallet()]);
    const order = (at: string, walletId: bigint, status: string, amount: bigint): Promise<void> =>
      lab.during(day, at, async () => {
        const row = paymentRow(lab, { merchantId: lab.merchantId, walletId, orderId: `f-${at}` }, { status, amount });
        await addPayments(lab, [row]);
      });
    await order("00:00:00", one.id, "expired", 1_000n);
    await lab.during(day, "12:00:00", () => lab.paid(one.id, 2_000n, 20n, { message: false }));
    await order("23:59:59", other.id, "expired", 500n);
    const found = await read<OrderFigures>(`orders?from=${day}&to=${day}`);
    expect(found.payments?.since).toBeNull();
    expect([...(found.payments?.rows ?? [])].sort((a, b) => a.status.localeCompare(b.status))).toEqual([
      { status: "completed", count: 1, amount: "20.00" },
      { status: "expired", count: 2, amount: "15.00" },
    ]);
    expect(found.payments?.success_bps).toBe(3333);
    expect(found.disburses).toEqual({ rows: [], success_bps: null, since: null });
    const own = await read<OrderFigures>(`orders?from=${day}&to=${day}&wallet_id=${other.publicId}`);
    expect([own.payments?.rows, own.hours]).toEqual([[{ status: "expired", count: 1, amount: "5.00" }], null]);
    expect((await read<OrderFigures>(`orders?from=${addDays(day, -1)}&to=${day}`)).hours).toBeNull();
  });

  it("have hours of a single day, folded or not, and those of the day before", async () => {
    const day = lab.day(25);
    const figure = (table: string, hour: string, collected: bigint, paidOut: bigint): Promise<unknown> =>
      lab.owner.run(
        `insert into ${table} (hour, merchant_id, operator, completed_count, completed_amount, disbursed_count, disbursed_amount) values ($1::timestamptz, 7, 'bkash', 1, $2, 1, $3)`,
        [hour, collected, paidOut],
      );
    await figure("stats_hourly", `${day}T09:00:00+08:00`, 1_000n, 50n);
    await figure("stats_delta", `${day}T09:00:00+08:00`, 234n, 0n);
    await figure("stats_hourly", `${addDays(day, -1)}T23:00:00+08:00`, 700n, 0n);
    await figure("stats_hourly", `${addDays(day, 1)}T00:00:00+08:00`, 9_999n, 0n);
    const { hours } = await read<OrderFigures>(`orders?from=${day}&to=${day}`);
    expect([hours?.day.length, hours?.before.length]).toEqual([24, 24]);
    expect(hours?.day[9]).toEqual({ hour: 9, collected: "12.34", collected_count: 2, paid_out: "0.50", paid_out_count: 2 });
    expect(hours?.day.filter(({ collected }) => collected !== "0.00")).toHaveLength(1);
    expect(hours?.before[23]?.collected).toBe("7.00");
  });
});

describe("unexplained money by its age", () => {
  it("counts what waits by the day it came, the money of it that the books hold", async () => {
    const { id, publicId } = await lab.during(lab.day(60), "01:00:00", () => lab.wallet());
    const message = (back: number, part: Record<string, unknown>): Promise<void> =>
      lab.during(lab.day(back), "12:00:00", () => insert(lab.owner, "sms", [smsRow(lab, id, { amount: 100n, match_status: "unmatched", ...part })]));
    await message(0, { in_suspense: true });
    await message(1, { in_suspense: true, match_status: "review" });
    await message(3, { in_suspense: false, match_status: "review" });
    await message(7, { in_suspense: true, amount: 250n });
    await message(8, { direction: "debit", booked_txn: 1n });
    await message(40, { in_suspense: true });
    // Put aside: its money is where it was.
    await message(2, { in_suspense: true, match_status: "ignored", amount: 300n });
    const found = await read<SuspenseAges>(`suspense?wallet_id=${publicId}`);
    expect(found.truncated).toBe(false);
    expect(found.ages.map((age) => [age.age, age.unmatched, age.review, age.suspense, age.unexplained])).toEqual([
      ["d0", 1, 0, "1.00", "0.00"],
      ["d1", 0, 1, "1.00", "0.00"],
      ["d2_3", 0, 1, "3.00", "0.00"],
      ["d4_7", 1, 0, "2.50", "0.00"],
      ["d8_30", 1, 0, "0.00", "1.00"],
      ["d31", 1, 0, "1.00", "0.00"],
    ]);
    expect(found.ages.map(({ from, to }) => [from, to]).slice(-2)).toEqual([
      [lab.day(30), lab.day(8)],
      [null, lab.day(31)],
    ]);
    // Each count is exactly the rows of the list that it leads to.
    const { from, to } = found.ages[3] ?? { from: null, to: "" };
    const list = await lab.get(`/api/sms?status=unmatched&wallet_id=${publicId}&from=${from}&to=${to}`, lab.token("auditor"));
    expect((list.body.data as { items: unknown[] }).items).toHaveLength(1);
    // Each sum is what the rows of its list add up to.
    for (const [filter, sum] of [
      ["in_suspense", "suspense"],
      ["unexplained", "unexplained"],
    ] as const)
      for (const age of found.ages) {
        const of = await lab.get(`/api/sms?${filter}=true&wallet_id=${publicId}&from=${age.from ?? "2020-01-02"}&to=${age.to}`, lab.token("auditor"));
        const { items } = of.body.data as { items: { amount: string }[] }; // enforced by the route
        expect([age.age, filter, items.reduce((all, { amount }) => all + Number(amount), 0)]).toEqual([age.age, filter, Number(age[sum])]);
      }
  });
});

describe("points of a day", () => {
  const message = (id: bigint, booked: bigint | null) => ({
    id,
    kind: "payment",
    direction: "credit" as const,
    amount: 1n,
    balance: null,
    trx_id: null,
    match_status: "matched",
    continuity: "fits",
    booked_txn: booked,
  });
  const minutes = (count: number): bigint => BigInt(count * 60_000) << 12n;

  it("have a message where its own money was booked at once, else where it came", () => {
    const steps = [
      { id: minutes(10) + 1n, txn_id: 1n, after_balance: 5n },
      { id: minutes(90), txn_id: 2n, after_balance: 9n },
    ];
    const [first, late] = [message(minutes(10), 1n), message(minutes(20), 2n)];
    expect(alongTime(0n, steps, [first, late]).map(({ balance, message: of }) => [balance, of?.id ?? null])).toEqual([
      [5n, first.id],
      [5n, late.id],
      [9n, null],
    ]);
  });

  it("become evenly fewer, but none that waits is lost, nor the last", () => {
    const rows = Array.from({ length: 1000 }, (_, at) => at);
    const kept = thinned(rows, 100, (at) => at === 13);
    expect(kept).toHaveLength(101);
    expect(kept).toContain(13);
    expect(kept.at(-1)).toBe(999);
    expect(thinned(rows, 1000, () => false)).toBe(rows);
  });
});
