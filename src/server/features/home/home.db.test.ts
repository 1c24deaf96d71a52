/** Home's figures against sums made by hand, scope, the fold of deltas, and the search box. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Home, SearchResult } from "../../../contract/home.schema.ts";
import type { Reconciliation } from "../../../contract/reconciliation.schema.ts";
import { businessDay, businessDayStart } from "../../../contract/time.ts";
import { addMerchant, addPayments, addWallet, book, bookPayment, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { searchRoutes } from "../search/routes.ts";
import { reconciliationRoutes } from "../reconciliation/routes.ts";
import { foldStatistics } from "../statistics/jobs.ts";
import { homeRoutes } from "./routes.ts";

const HOUR = 3_600_000;
let lab: Lab;
let a: bigint;
let b: bigint;
let wallet: bigint;
let order: Record<string, unknown>;
/** 10:30 of a business day: far from its ends. */
const NOW = businessDayStart(businessDay(Date.now())) + 10.5 * HOUR;
const DAY = businessDayStart(businessDay(NOW));
const at = (hours: number): string => new Date(DAY + hours * HOUR).toISOString();

/** A payout that completes at a moment to come, and the money for it; books its completion when called. Its fee of a hundredth is left out of the books. */
async function payout(merchantId: bigint, taka: number, paidMs: number): Promise<() => Promise<void>> {
  const [id, amount] = [lab.app.ids.next(), BigInt(taka) * 100n];
  const paid = { fee: taka, fee_rate_bps: 100, fee_fixed: 0, cost: 0, trx_id: `T${id}`, trx_key: `T${id}`, customer: "01711111111", status: "completed" };
  await insert(lab.owner, "disburses", [
    {
      id,
      merchant_id: merchantId,
      merchant_order_id: `OUT-${taka}`,
      operator: "bkash",
      wallet_id: wallet,
      amount,
      ...paid,
      paid_at: new Date(paidMs).toISOString(),
      staff: "{}",
      notes: [],
      attempt_count: 1,
      notify_status: "none",
      notify_attempts: 0,
      request_hash: "\\x00",
      version: 1,
    },
  ]);
  const booked = (change: bigint, entry: string): Promise<void> =>
    book(lab, { type: "disburse", id }, [
      { kind: "hold", owner: merchantId, change, entry, merchantId },
      { kind: "wallet", owner: wallet, operator: "bkash", change, entry },
    ]);
  await booked(amount, "payment");
  return () => {
    lab.at(paidMs);
    return booked(-amount, "disburse");
  };
}

beforeAll(async () => {
  lab = await makeLab([...homeRoutes, ...searchRoutes, ...reconciliationRoutes]);
  lab.at(NOW - 26 * HOUR);
  [a, b] = [await addMerchant(lab, "Alpha Shop"), await addMerchant(lab, "Bravo_Shop")];
  wallet = await addWallet(lab, "W%one", "01700000001");
  const figures = (hour: number, merchantId: bigint, completed: number, amount: number) => ({
    hour: at(hour),
    merchant_id: merchantId,
    operator: "bkash",
    created_count: completed + 1,
    created_amount: amount,
    completed_count: completed,
    completed_amount: amount,
    fees: 10,
    disbursed_count: 0,
    disbursed_amount: 0,
  });
  await insert(lab.owner, "stats_hourly", [
    figures(2, a, 3, 30_000),
    figures(2, b, 1, 7000),
    figures(-20, a, 2, 20_000),
    figures(-13, b, 50, 999_999),
    figures(-166, a, 4, 40_000),
    figures(-150, b, 9, 90_000),
  ]);
  await insert(lab.owner, "stats_delta", [figures(10, a, 1, 5000)]);
  const batch = [figures(10, a, 1, 2500), figures(-22, b, 1, 1000)];
  await insert(lab.owner, "stats_batches", [
    {
      hours: batch.map((row) => row.hour),
      merchants: batch.map((row) => row.merchant_id),
      operators: batch.map((row) => row.operator),
      created_counts: batch.map((row) => row.created_count),
      created_amounts: batch.map((row) => row.created_amount),
      completed_counts: batch.map((row) => row.completed_count),
      completed_amounts: batch.map((row) => row.completed_amount),
      fees: batch.map((row) => row.fees),
    },
  ]);
  // Yesterday's started hour: 10:10 and 10:30 count at 10:30, 10:50 does not yet, and 9:50 stands in its own hour. Payouts had waited for two hours.
  const minute = (minutes: number): number => NOW - 24 * HOUR + minutes * 60_000;
  const out = [await payout(a, 11, minute(-40)), await payout(a, 5, minute(-20)), await payout(b, 7, minute(0)), await payout(a, 13, minute(20))] as const;
  await out[0]();
  lab.at(minute(-20));
  const early = paymentRow(lab, { merchantId: a, walletId: wallet, orderId: "Y-1" }, { status: "completed", amount: 4000 });
  // Made before the moment, completed after it: it is among those that were created, and neither its success nor its time counts yet.
  lab.at(minute(-10));
  const slow = paymentRow(
    lab,
    { merchantId: a, walletId: wallet, orderId: "Y-3" },
    { status: "completed", amount: 9000, paid_at: new Date(minute(15)).toISOString() },
  );
  for (const done of out.slice(1)) await done();
  lab.at(minute(20));
  const late = paymentRow(lab, { merchantId: a, walletId: wallet, orderId: "Y-2" }, { status: "completed", amount: 8000 });
  lab.at(NOW - 10 * 60_000);
  order = paymentRow(
    lab,
    { merchantId: a, walletId: wallet, orderId: "ALPHA-77" },
    { status: "completed", trx_id: "TRX777", trx_key: "TRX777", amount: 10_000 },
  );
  const review = paymentRow(lab, { merchantId: b, walletId: wallet, orderId: "BRAVO-1" }, { status: "review" });
  await addPayments(lab, [early, slow, late, order, review]);
  await bookPayment(lab, a, wallet, order["id"] as bigint, 10_000n, 100n);
  await insert(lab.owner, "sms", [smsRow(lab, wallet), smsRow(lab, wallet, { match_status: "suspicious" })]);
  await lab.owner.run(
    "insert into users (id, account, email, password_hash, user_type, merchant_id) values ($1, 'bravo.boss', 'boss@bravo.example', 'x', 'merchant_admin', $2)",
    [lab.app.ids.next(), b],
  );
  lab.at(NOW);
});
afterAll(() => lab.close());

const home = async (token: string): Promise<Home> => {
  const answer = await lab.get("/api/statistics/home", token);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer.body.data as Home; // the route has enforced the schema
};

describe("home", () => {
  it("refuses callers without session, and a merchant's user without merchant", async () => {
    expect((await lab.get("/api/statistics/home", null)).status).toBe(401);
    expect((await lab.get("/api/statistics/home", lab.token("merchant_viewer", null))).status).toBe(403);
  });

  it("adds up today and yesterday to the same moment, folded or not", async () => {
    const before = await home(lab.token("admin"));
    expect(before.today).toMatchObject({
      collected: "445.00",
      collected_count: 6,
      created_count: 2,
      succeeded_count: 1,
      success_bps: 5000,
      median_ms: 60_000,
      fees: "0.40",
    });
    expect(before.yesterday).toMatchObject({
      collected: "250.00",
      collected_count: 4,
      created_count: 2,
      succeeded_count: 1,
      success_bps: 5000,
      median_ms: 60_000,
    });
    expect(before.yesterday).toMatchObject({ paid_out: "12.00", paid_out_count: 2, fees: "1.32", payment_fees: "1.20", disburse_fees: "0.12" });
    // A week ago by the same moment: its second hour, and not what came in its eighteenth.
    expect(before.last_week).toMatchObject({ collected: "400.00", collected_count: 4, created_count: 0, success_bps: null });
    expect(before.hourly.last_week[2]).toEqual({ hour: 2, collected: "400.00", count: 4 });
    expect(before.hourly.last_week[18]).toEqual({ hour: 18, collected: "900.00", count: 9 });
    expect(before.today).toMatchObject({ p95_ms: 60_000 });
    expect(before.hourly.today).toHaveLength(11);
    expect(before.hourly.today[10]).toEqual({ hour: 10, collected: "75.00", count: 2 });
    expect(before.hourly.yesterday).toHaveLength(24);
    expect(before.hourly.yesterday[11]).toEqual({ hour: 11, collected: "9999.99", count: 50 });
    expect(before.by_merchant.map((row) => [row.merchant_name, row.collected])).toEqual([
      ["Alpha Shop", "375.00"],
      ["Bravo_Shop", "70.00"],
    ]);
    expect(before.by_operator).toEqual([{ operator: "bkash", collected: "445.00", count: 6, created: 2, succeeded: 1 }]);
    expect(before.waiting).toMatchObject({ payments_review: 1, sms_unmatched: 1, sms_suspicious: 1, approvals: 0, suspense: "0.00" });
    expect([before.float, before.liabilities]).toEqual(["100.00", "99.00"]);
    expect(before.wallets).toMatchObject([{ name: "W%one", health: "manual", balance: "100.00", difference: null, breaks: null, used_bps: null, left: null }]);
    // Both of today's orders were to be paid to the one wallet; the other has not completed.
    expect(before.wallets[0]?.orders).toEqual({ created: 2, completed: 1, success_bps: 5000 });
    expect(before.orders_since).toBe(new Date(DAY).toISOString());
    expect(before.limits).toEqual({ left: "0.00", wallets: 0, near: 0, near_percent: 90 });
    expect(before.withdrawals).toEqual({ pending: "0.00", to_pay: "0.00" });
    expect(before.warnings).toContain("totp_not_required");
    expect(await foldStatistics(lab.app.db)).toBe(2);
    expect(await foldStatistics(lab.app.db)).toBe(0);
    expect(await home(lab.token("admin"))).toEqual(before);
    const rows = await lab.app.db.rows<{ completed_amount: bigint }>("select completed_amount from stats_hourly where merchant_id = $1 and hour = $2", [
      a,
      at(10),
    ]);
    expect(rows).toEqual([{ completed_amount: 7500n }]);
  });

  it("counts what is left of limits, the day's or the month's, whichever is less", async () => {
    await lab.owner.run("update wallets set daily_max = 50000, month_max = 60000 where id = $1", [wallet]);
    const day = new Date(NOW + 6 * HOUR).toISOString().slice(0, 10);
    await lab.owner.run(
      `insert into wallet_usage (wallet_id, direction, day, day_amount, month, month_amount) values ($1, 'in', $2, 10000, date_trunc('month', $2::date), 55000)
       on conflict (wallet_id, direction) do update set day = excluded.day, day_amount = 10000, month = excluded.month, month_amount = 55000`,
      [wallet, day],
    );
    const shown = await home(lab.token("admin"));
    expect(shown.wallets[0]).toMatchObject({ left: "50.00", used_bps: 9166 });
    expect(shown.limits).toEqual({ left: "50.00", wallets: 1, near: 1, near_percent: 90 });
    await lab.owner.run("update wallets set daily_max = null, month_max = null where id = $1", [wallet]);
  });

  it("shows beside each wallet what makes it nearly full, in either direction, as the list of these has it", async () => {
    const day = new Date(NOW + 6 * HOUR).toISOString().slice(0, 10);
    const usage = (way: "in" | "out", amount: number) =>
      lab.owner.run(
        `insert into wallet_usage (wallet_id, direction, day, day_amount, month, month_amount) values ($1, $2, $3, $4, date_trunc('month', $3::date), $4)
         on conflict (wallet_id, direction) do update set day = excluded.day, day_amount = $4, month = excluded.month, month_amount = $4`,
        [wallet, way, day, amount],
      );
    await usage("in", 1000);
    await usage("out", 47_500);
    await lab.owner.run("update wallets set daily_max = 50000 where id = $1", [wallet]);
    const { wallets, limits } = await home(lab.token("admin"));
    // What it may still take in is another matter.
    expect([wallets[0], limits]).toMatchObject([
      { left: "490.00", used_bps: 200, used_out_bps: 9500 },
      { left: "490.00", near: 1 },
    ]);
    const isNear = ({ used_bps: came, used_out_bps: went }: Home["wallets"][number]): boolean => Math.max(came ?? 0, went ?? 0) >= 9000;
    expect(wallets.filter(isNear)).toHaveLength(limits?.near ?? -1);
    await lab.owner.run("update wallets set daily_max = null where id = $1", [wallet]);
    await lab.owner.run("delete from wallet_usage where wallet_id = $1 and direction = 'out'", [wallet]);
  });

  it("shows a limit on numbers as one, and counts no wallet that does not collect", async () => {
    await lab.owner.run("update wallets set daily_count_max = 4 where id = $1", [wallet]);
    await lab.owner.run("update wallet_usage set day_count = 3 where wallet_id = $1 and direction = 'in'", [wallet]);
    expect((await home(lab.token("admin"))).wallets[0]).toMatchObject({ left: null, used_bps: 7500 });
    await lab.owner.run("update wallets set daily_count_max = null, daily_max = 50000, collect = false where id = $1", [wallet]);
    expect((await home(lab.token("admin"))).limits).toMatchObject({ left: "0.00", wallets: 0 });
    await lab.owner.run("update wallets set daily_max = null, collect = true where id = $1", [wallet]);
  });

  it("counts the days that wait to be closed as the reconciliation shows them, for who sees it", async () => {
    const days = (await home(lab.token("finance"))).open_days;
    expect(days?.count).toBeGreaterThan(0);
    const shown = await lab.get(`/api/reconciliation?from=${days?.from}&to=${days?.to}`, lab.token("finance"));
    expect((shown.body.data as Reconciliation).sums.open_days).toBe(days?.count); // the route has enforced the schema
    expect((await home(lab.token("operator"))).open_days).toBeNull();
  });

  it("reads once more for a crowd that comes while it is being read, and never for a question what was before it", async () => {
    const { rows, one } = lab.app.db.shown;
    const counted = lab.app.db.shown as { rows: typeof rows; one: typeof one };
    const CROWD = 30;
    let [readings, people] = [0, 0];
    let go: () => void = () => undefined;
    const allThere = new Promise<void>((resolve) => (go = resolve));
    counted.rows = async (text, params, name) => {
      if (name === "home_waiting") readings += 1;
      if (name === "home_waiting" && readings === 1) await allThere;
      return rows(text, params, name);
    };
    // What is a person's own is read for each.
    counted.one = (text, params, name) => {
      if (name === "queue_counts") people += 1;
      if (people === CROWD) go();
      return one(text, params, name);
    };
    const added = smsRow(lab, wallet, { match_status: "suspicious" });
    try {
      const answers = await Promise.all(Array.from({ length: CROWD }, () => home(lab.token("admin"))));
      expect([readings, people]).toEqual([2, CROWD]);
      // Who asks after an act sees it, whoever is being answered meanwhile.
      const under = home(lab.token("admin"));
      await insert(lab.owner, "sms", [added]);
      const after = await home(lab.token("admin"));
      await under;
      expect(after.waiting.sms_suspicious).toBe((answers[0]?.waiting.sms_suspicious ?? 0) + 1);
    } finally {
      Object.assign(counted, { rows, one });
      await lab.owner.run("delete from sms where id = $1", [added["id"]]);
    }
  });

  it("loses no delta while folds run side by side with writers", async () => {
    const delta = {
      hour: at(9),
      merchant_id: b,
      operator: "nagad",
      created_count: 1,
      created_amount: 5,
      completed_count: 0,
      completed_amount: 0,
      fees: 0,
      disbursed_count: 0,
      disbursed_amount: 0,
    };
    const writers = Array.from({ length: 20 }, () =>
      insert(
        lab.owner,
        "stats_delta",
        Array.from({ length: 10 }, () => delta),
      ),
    );
    // What acceptance leaves: nothing of it is about completed orders.
    const batch = { hours: [at(9), at(9)], merchants: [a, b], operators: ["nagad", "nagad"], created_counts: [2, 3], created_amounts: [10, 15] };
    writers.push(...Array.from({ length: 20 }, () => insert(lab.owner, "stats_batches", [batch])));
    const folds = await Promise.all(Array.from({ length: 10 }, () => foldStatistics(lab.app.db)));
    await Promise.all(writers);
    const folded = folds.reduce((sum, count) => sum + count, 0) + (await foldStatistics(lab.app.db));
    expect(folded).toBe(220);
    expect(
      await lab.app.db.one(
        "select sum(created_count)::bigint as created_count, sum(created_amount)::bigint as created_amount from stats_hourly where operator = 'nagad'",
      ),
    ).toEqual({
      created_count: 300n,
      created_amount: 1500n,
    });
  });

  it("shows a merchant its own figures and nothing of the platform", async () => {
    const own = await home(lab.token("merchant_admin", b));
    expect(own.today.collected).toBe("70.00");
    expect(own).toMatchObject({
      float: null,
      liabilities: null,
      wallets: [],
      limits: null,
      withdrawals: null,
      open_days: null,
      own: { balance: "0.00", held_balance: "0.00", webhooks_failed: 0 },
      // Its order in review is the platform's to decide.
      waiting: { payments_review: 0, sms_unmatched: 0 },
    });
    expect(JSON.stringify(own)).not.toMatch(/Alpha|W%one/);
    expect(own.warnings).toContain("no_ip_whitelist");
    expect((await home(lab.token("merchant_admin", a))).own?.balance).toBe("99.00");
  });
});

describe("search", () => {
  const find = async (q: string, token = lab.token("admin")): Promise<string[]> => {
    const answer = await lab.get(`/api/search?q=${encodeURIComponent(q)}`, token);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.data as SearchResult).items.map((item) => `${item.type}:${item.title}`); // enforced by the route
  };
  const id = (): string => lab.app.publicIds.encode("payment", order["id"] as bigint);

  it("refuses callers without session and texts that cannot be stored", async () => {
    expect((await lab.get("/api/search?q=abc", null)).status).toBe(401);
    expect((await lab.get("/api/search", lab.token("admin"))).status).toBe(422);
    for (const bad of ["a%00b", "x".repeat(101)]) expect((await lab.get(`/api/search?q=${bad}`, lab.token("admin"))).status).toBe(422);
  });

  it("finds by id, order number, TrxID, phone and the beginning of names", async () => {
    expect(await find(id())).toEqual(["payment:ALPHA-77"]);
    expect(await find(`  ${id().toLowerCase()} `)).toEqual(["payment:ALPHA-77"]);
    expect(await find("ALPHA-7")).toEqual(["payment:ALPHA-77"]);
    expect(await find("trx777")).toEqual(["payment:ALPHA-77"]);
    expect(await find("01812345678")).toHaveLength(2);
    expect(await find("alpha")).toEqual(["merchant:Alpha Shop"]);
    expect(await find("bravo.b")).toEqual(["user:bravo.boss"]);
    expect(await find("01700000001")).toEqual(["wallet:W%one"]);
    for (const nothing of ["%", "__", "' or 1=1 --", "🙂🙂"]) expect(await find(nothing), nothing).toEqual([]);
  });

  it("keeps to the viewer's own rows and rights", async () => {
    const other = lab.token("merchant_admin", b);
    for (const q of [id(), "ALPHA-77", "TRX777", "Alpha", "01812345678", "01700000001"]) expect(await find(q, other), q).toEqual([]);
    expect(await find("bravo", other)).toEqual(["user:bravo.boss"]);
    expect(await find("bravo.boss", lab.token("operator"))).toEqual([]);
    expect(await find("ALPHA-77", lab.token("merchant_admin", null))).toEqual([]);
  });
});
