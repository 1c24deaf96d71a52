/** What the plots show, against days made by hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WalletBalanceDay } from "../../../contract/statistics.schema.ts";
import { addDays, businessDay } from "../../../contract/time.ts";
import { book, insert, smsRow } from "../../../../test/support/parts/lists.ts";
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
