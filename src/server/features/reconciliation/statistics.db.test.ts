/** Wallet statistics against cases made by hand, at the borders of days, and against the books themselves. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reconciliation, WalletStatistics } from "../../../contract/reconciliation.schema.ts";
import { addDays, businessDay } from "../../../contract/time.ts";
import { book, insert, smsRow } from "../../../../test/support/parts/lists.ts";
import { keepRealBalances, keepReports } from "./jobs.ts";
import { daysLab, type DaysLab } from "../../../../test/support/parts/days.ts";
import { times } from "../../../../test/support/parts/effort.ts";

let lab: DaysLab;
beforeAll(async () => {
  lab = await daysLab();
});
afterAll(() => lab.close());

const statistics = async (query: string, token = lab.token("finance")): Promise<WalletStatistics> => {
  const answer = await lab.get(`/api/statistics/wallets?${query}`, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as WalletStatistics; // enforced by the route
};
const credit = (walletId: bigint, amount: bigint, entry: string, type = "manual"): Promise<void> =>
  book(lab, { type, id: 1n }, [
    { kind: "wallet", owner: walletId, operator: "bkash", change: amount, entry },
    { kind: "adjustments", owner: 0n, change: -amount, entry },
  ]);

describe("wallet statistics", () => {
  it("refuses callers without session, without permission, unknown wallets and bad ranges", async () => {
    expect((await lab.get("/api/statistics/wallets", null)).status).toBe(401);
    expect((await lab.get("/api/statistics/wallets", lab.token("merchant_admin", lab.merchantId))).status).toBe(403);
    const token = lab.token("auditor");
    expect((await lab.get("/api/statistics/wallets?wallet_id=W261121AAAAAAAA", token)).status).toBe(404);
    for (const query of ["from=2026-02-30", "from=x", "from=2026-03-02&to=2026-03-01", "from=2021-01-01&to=2026-01-01", "to=0001-01-01"])
      expect((await lab.get(`/api/statistics/wallets?${query}`, token)).status, query).toBe(422);
  });

  it("gives every figure of a day made by hand", async () => {
    const [before, day] = [lab.day(3), lab.day(2)];
    const { id, publicId } = await lab.during(before, "10:00:00", async () => {
      const wallet = await lab.wallet();
      await credit(wallet.id, 100_000n, "opening");
      await credit(wallet.id, -2_500n, "wallet_debit");
      return wallet;
    });
    await lab.during(day, "12:00:00", async () => {
      await lab.paid(id, 50_000n, 700n, { balance: 147_500n });
      // Reported, but no order explains it: suspense.
      const stray = smsRow(lab, id, { amount: 9_000n, balance: 156_500n, operator_time: new Date(lab.app.now()).toISOString() });
      await insert(lab.owner, "sms", [stray]);
      await book(lab, { type: "sms", id: stray["id"] as bigint }, [
        { kind: "wallet", owner: id, operator: "bkash", change: 9_000n, entry: "suspense" },
        { kind: "suspense", owner: 0n, operator: "bkash", change: 9_000n, entry: "suspense" },
      ]);
      await credit(id, 30_000n, "b2b_in", "transfer");
      await credit(id, -10_000n, "b2b_out", "transfer");
      await credit(id, 400n, "wallet_credit");
      await book(lab, { type: "sms", id: 5n }, [
        { kind: "wallet", owner: id, operator: "bkash", change: -150n, entry: "operator_cost" },
        { kind: "operator_costs", owner: 0n, change: 150n, entry: "operator_cost" },
      ]);
    });
    const found = await statistics(`from=${day}&to=${day}&wallet_id=${publicId}`);
    expect(found.items).toEqual([
      {
        wallet_id: publicId,
        wallet_name: found.items[0]?.wallet_name,
        date: day,
        opening_balance: "975.00",
        closing_balance: "1767.50",
        estimated_balance: "1767.50",
        real_balance: "1565.00",
        difference: "-202.50",
        profit: "5.50",
        yesterday_credit: "1000.00",
        yesterday_debit: "25.00",
        api_payment: "590.00",
        api_disburse: "0.00",
        system_payment: "500.00",
        system_disburse: "0.00",
        b2b_credit: "300.00",
        b2b_debit: "100.00",
        manual_credit: "4.00",
        manual_debit: "0.00",
        closed: false,
      },
    ]);
    const two = await statistics(`from=${before}&to=${day}&wallet_id=${publicId}`);
    expect(two.wallets[0]).toMatchObject({
      days: 2,
      opening_balance: "0.00",
      closing_balance: "1767.50",
      manual_credit: "1004.00",
      manual_debit: "25.00",
      api_payment: "590.00",
    });
    expect(two.sums).toMatchObject({
      wallets: 1,
      days: 2,
      opening_balance: "0.00",
      closing_balance: "1767.50",
      real_balance: "1565.00",
      difference: "-202.50",
    });
  });

  it("puts the last millisecond and the first of a Shanghai day on their own days, whatever day it is in Dhaka", async () => {
    const day = lab.day(5);
    const { id, publicId } = await lab.during(day, "00:00:00", () => lab.wallet());
    await lab.during(day, "23:59:59.999", () => lab.paid(id, 1_000n, 10n));
    // 00:30 in Shanghai is still the evening before in Dhaka.
    await lab.during(addDays(day, 1), "00:00:00", () => lab.paid(id, 2_000n, 20n));
    await lab.during(addDays(day, 1), "00:30:00", () => lab.paid(id, 4_000n, 40n));
    const { items } = await statistics(`from=${addDays(day, -1)}&to=${addDays(day, 2)}&wallet_id=${publicId}`);
    expect(
      items.map((row) => [row.date, row.opening_balance, row.closing_balance, row.api_payment, row.system_payment, row.yesterday_credit, row.profit]),
    ).toEqual([
      [day, "0.00", "10.00", "10.00", "10.00", "0.00", "0.10"],
      [addDays(day, 1), "10.00", "70.00", "60.00", "60.00", "10.00", "0.60"],
      [addDays(day, 2), "70.00", "70.00", "0.00", "0.00", "60.00", "0.00"],
    ]);
  });

  it("counts a payment out of suspense on its order's wallet, and payouts, not transfers, as disbursed", async () => {
    const day = lab.day(4);
    const { id, publicId } = await lab.during(day, "01:00:00", () => lab.wallet());
    await lab.during(day, "02:00:00", async () => {
      const { payment } = await lab.paid(id, 3_000n, 1n);
      await book(lab, { type: "sms", id: 9n }, [
        { kind: "wallet", owner: id, operator: "bkash", change: 5_000n, entry: "suspense" },
        { kind: "suspense", owner: 0n, operator: "bkash", change: 5_000n, entry: "suspense" },
      ]);
      await book(lab, { type: "payment", id: payment }, [
        { kind: "suspense", owner: 0n, operator: "bkash", change: -5_000n, entry: "payment" },
        { kind: "merchant", owner: lab.merchantId, change: 5_000n, entry: "payment", merchantId: lab.merchantId },
      ]);
      await book(lab, { type: "disburse", id: 77n }, [
        { kind: "hold", owner: lab.merchantId, change: 1_200n, entry: "disburse_hold" },
        { kind: "merchant", owner: lab.merchantId, change: -1_200n, entry: "disburse_hold", merchantId: lab.merchantId },
      ]);
      await book(lab, { type: "disburse", id: 77n }, [
        { kind: "wallet", owner: id, operator: "bkash", change: -1_200n, entry: "disburse" },
        { kind: "hold", owner: lab.merchantId, change: -1_200n, entry: "disburse" },
      ]);
      const out = { kind: "send_money", direction: "debit", amount: 1_200n, match_status: "matched" };
      await insert(lab.owner, "sms", [smsRow(lab, id, { ...out, disburse_id: 77n })]);
      await insert(lab.owner, "sms", [smsRow(lab, id, { ...out, amount: 800n, transfer_id: 5n })]);
      await insert(lab.owner, "sms", [smsRow(lab, id, { ...out, amount: 999n, match_status: "suspicious" })]);
      await insert(lab.owner, "sms", [smsRow(lab, id, { ...out, kind: "b2b_out", amount: 555n })]);
    });
    const [row] = (await statistics(`from=${day}&to=${day}&wallet_id=${publicId}`)).items;
    expect(row).toMatchObject({ system_payment: "80.00", api_payment: "30.00", system_disburse: "12.00", api_disburse: "12.00" });
  });

  it("says the same before and after a day's messages are kept, and again when an old message is read anew", async () => {
    const day = lab.day(6);
    const { id, publicId } = await lab.during(day, "05:00:00", () => lab.wallet());
    const { sms } = await lab.during(day, "06:00:00", () => lab.paid(id, 6_600n, 6n));
    const query = `from=${day}&to=${day}&wallet_id=${publicId}`;
    const first = await statistics(query);
    while (await keepReports(lab.app)) await Promise.resolve();
    await keepRealBalances(lab.app);
    expect(await lab.owner.one("select payment from wallet_reports where wallet_id = $1 and day = $2", [id, day])).toEqual({ payment: 6_600n });
    expect(await statistics(query)).toEqual(first);
    await lab.owner.run("update sms set amount = 7700 where id = $1", [sms]);
    expect((await statistics(query)).items[0]).toMatchObject({ api_payment: "77.00", system_payment: "66.00" });
  });

  it("agrees with the books for any postings on any days: each day opens where the one before it closed, and the last is the account's balance", async () => {
    const amounts = fc.array(
      fc.record({ back: fc.integer({ min: 0, max: 6 }), amount: fc.bigInt({ min: -5_000n, max: 9_000n }).filter((amount) => amount !== 0n) }),
      { maxLength: 12 },
    );
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(amounts, async (postings) => {
        const { id, publicId } = await lab.during(lab.day(7), "00:00:00", () => lab.wallet());
        for (const { back, amount } of postings)
          await lab.during(lab.day(back), `00:00:${String(1 + ((turn += 1) % 55)).padStart(2, "0")}`, () => credit(id, amount, "wallet_credit"));
        const { items } = await statistics(`from=${lab.day(7)}&to=${businessDay(Date.now())}&wallet_id=${publicId}`);
        expect(items).toHaveLength(8);
        items.forEach((row, index) => expect(row.opening_balance).toBe(index === 0 ? "0.00" : items[index - 1]?.closing_balance));
        const account = await lab.owner.one<{ balance: bigint }>("select balance from accounts where kind = 'wallet' and owner_id = $1", [id]);
        expect(BigInt((items.at(-1)?.closing_balance ?? "").replace(".", ""))).toBe(account?.balance);
      }),
      { numRuns: times(8, 60) },
    );
  });

  it("misses no money of a deleted wallet: it lives on to its last entry, and as long as money stands on it", async () => {
    const { id, publicId } = await lab.during(lab.day(5), "00:00:00", () => lab.wallet());
    await lab.owner.run("update wallets set deleted_at = $2 where id = $1", [id, `${lab.day(4)}T12:00:00+08:00`]);
    const rows = async (back: number) => (await statistics(`from=${lab.day(back)}&to=${lab.day(back)}`)).items.filter((row) => row.wallet_id === publicId);
    expect([(await rows(4)).length, (await rows(3)).length, (await rows(0)).length]).toEqual([1, 0, 0]);
    await lab.during(lab.day(2), "10:00:00", () => credit(id, 7_700n, "suspense", "sms"));
    expect(await rows(2)).toMatchObject([{ opening_balance: "0.00", closing_balance: "77.00" }]);
    expect(await rows(0)).toMatchObject([{ opening_balance: "77.00", closing_balance: "77.00" }]);
    await lab.during(lab.day(1), "10:00:00", () => credit(id, -7_700n, "wallet_debit"));
    expect(await rows(1)).toMatchObject([{ opening_balance: "77.00", closing_balance: "0.00", manual_debit: "77.00" }]);
    expect([await rows(3), (await rows(0)).length]).toMatchObject([[{ closing_balance: "0.00" }], 0]);
  });

  it("exports what it shows, in both languages", async () => {
    const day = lab.day(2);
    for (const [lang, title] of [
      ["zh", "期初余额"],
      ["en", "Opening balance"],
    ] as const) {
      const answer = await lab.get(`/api/statistics/wallets/export?from=${day}&to=${day}&lang=${lang}`, lab.token("finance"));
      expect(answer.status).toBe(200);
      expect(answer.text.startsWith("\uFEFF")).toBe(true);
      expect(answer.text.split("\n")[0]).toContain(title);
      expect(answer.text).toContain("1767.50");
    }
    const book = await lab.get(`/api/statistics/wallets/export?from=${day}&to=${day}&format=xlsx`, lab.token("finance"));
    expect(String(book.headers["content-type"])).toContain("spreadsheetml");
    // Without days asked for, the name says which days the answer chose.
    for (const url of ["/api/statistics/wallets/export", "/api/reconciliation/export"]) {
      const named = String((await lab.get(url, lab.token("finance"))).headers["content-disposition"]);
      expect(named).toContain(`-${lab.day(0)}-${lab.day(0)}.csv`);
    }
    expect((await lab.get("/api/statistics/wallets/export", lab.token("merchant_viewer", lab.merchantId))).status).toBe(403);
  });

  it("exports a row per wallet where wallets are shown, and the days of a choice with what they come to", async () => {
    const [from, to] = [lab.day(2), lab.day(1)];
    const lines = async (path: string): Promise<string[][]> => {
      const answer = await lab.get(`/api/${path}&from=${from}&to=${to}&lang=en`, lab.token("finance"));
      expect(answer.status, answer.text).toBe(200);
      return answer.text
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(","));
    };
    const found = await statistics(`from=${from}&to=${to}`);
    expect(found.items.length).toBeGreaterThan(found.wallets.length);
    const byWallet = await lines("statistics/wallets/export?view=wallet");
    expect(byWallet.slice(0, -1).map((cells) => [cells[0], cells[2], cells[3], cells[4]])).toEqual(
      found.wallets.map((row) => [row.wallet_id, String(row.days), row.opening_balance, row.closing_balance]),
    );
    expect(byWallet.at(-1)?.slice(3, 5)).toEqual([found.sums.opening_balance, found.sums.closing_balance]);
    expect(await lines("statistics/wallets/export?view=day")).toHaveLength(found.items.length + 1);

    const all = (await lab.get(`/api/reconciliation?from=${from}&to=${to}`, lab.token("finance"))).body.data as Reconciliation; // enforced by the route
    const differing = all.items.filter(({ payment_difference, disburse_difference, difference }) =>
      [payment_difference, disburse_difference, difference ?? "0.00"].some((amount) => amount !== "0.00"),
    );
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.length).toBeLessThan(all.items.length);
    const shown = await lines("reconciliation/export?show=differing");
    expect(shown.slice(0, -1).map((cells) => [cells[0], cells[2], cells[6]])).toEqual(
      differing.map((row) => [row.wallet_id, row.date, row.payment_difference]),
    );
    const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount.replace(".", "")), 0n);
    expect(sum([shown.at(-1)?.[6] ?? ""])).toBe(sum(differing.map((row) => row.payment_difference)));
    expect(await lines("reconciliation/export?show=closed")).toHaveLength(1 + all.items.filter((row) => row.closed).length);
    for (const bad of ["statistics/wallets/export?show=open", "reconciliation/export?show=x", "reconciliation/export?view=wallet"])
      expect((await lab.get(`/api/${bad}`, lab.token("finance"))).status).toBe(422);
    const named = String(
      (await lab.get(`/api/reconciliation/export?from=${from}&to=${to}&show=differing`, lab.token("finance"))).headers["content-disposition"],
    );
    expect(named).toContain(`filename="reconciliation-differing-${from}-${to}.csv"`);
  });
});
