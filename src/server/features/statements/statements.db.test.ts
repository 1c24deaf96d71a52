/** Statements foot against the ledger, whatever was posted; merchants get their own; every form says the same. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Statement } from "../../../contract/statements.schema.ts";
import { addDays, businessDay, businessDayStart } from "../../../contract/time.ts";
import { idAt } from "../../platform/db/ids.ts";
import { toJson } from "../../platform/db/pool.ts";
import { addMerchant, addWallet, book, makeLab, type Lab } from "../../../../test/support/parts/lists.ts";
import { grouped } from "../../../contract/money.ts";
import { statementsRoutes } from "./routes.ts";
import { times } from "../../../../test/support/parts/effort.ts";

let lab: Lab;
let minted = 0n;
const today = businessDay(Date.now());
const month = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}`;
const next = today.slice(0, 7);
const at = (day: string, clock: string): number => businessDayStart(day) + Date.parse(`1970-01-01T${clock}Z`);

beforeAll(async () => {
  lab = await makeLab(statementsRoutes);
  const mint = (): bigint => idAt(lab.app.now()) + (minted++ % 4096n);
  Object.assign(lab.app, { ids: { next: mint, take: (count: number) => Array.from({ length: count }, mint) } });
});
afterAll(() => lab.close());

const ask = async (type: "merchants" | "wallets", id: bigint, query: string, token = lab.token("finance")) =>
  lab.get(`/api/${type}/${lab.app.publicIds.encode(type === "merchants" ? "merchant" : "wallet", id)}/statement?${query}`, token);
const statement = async (type: "merchants" | "wallets", id: bigint, which: string): Promise<Statement> => {
  const answer = await ask(type, id, `month=${which}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Statement; // typed by the verb
};
const minor = (text: string): bigint => BigInt(text.replace(".", ""));
const credit = (merchantId: bigint, amount: bigint, kind = "merchant_credit"): Promise<void> =>
  book(lab, { type: "manual", id: 3n }, [
    { kind: "merchant", owner: merchantId, change: amount, entry: kind, merchantId },
    { kind: "adjustments", owner: 0n, change: amount, entry: kind },
  ]);

describe("statements", () => {
  it("refuses callers without session or permission, foreign and unknown objects alike, and months that are none", async () => {
    const [own, other] = [await addMerchant(lab, "Own"), await addMerchant(lab, "Other")];
    const wallet = await addWallet(lab, "W", "01711111199");
    const query = `month=${month}`;
    expect((await lab.get(`/api/merchants/${lab.app.publicIds.encode("merchant", own)}/statement?${query}`, null)).status).toBe(401);
    expect((await ask("merchants", own, query, lab.token("operator"))).status).toBe(403);
    expect((await ask("wallets", wallet, query, lab.token("merchant_admin", own))).status).toBe(403);
    const plain = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
    const [foreign, missing] = [
      await ask("merchants", other, query, lab.token("merchant_admin", own)),
      await ask("merchants", lab.app.ids.next(), query, lab.token("merchant_admin", own)),
    ];
    expect([foreign.status, plain(foreign.text)]).toEqual([404, plain(missing.text)]);
    for (const format of ["csv", "xlsx", "html", "pdf"])
      expect((await ask("merchants", other, `${query}&format=${format}`, lab.token("merchant_viewer", own))).status).toBe(404);
    expect((await ask("merchants", own, query, lab.token("merchant_viewer", own))).status).toBe(200);
    expect((await ask("merchants", own, query, lab.token("merchant_admin", null))).status).toBe(404);
    for (const bad of ["month=2026-13", "month=2026", "month=2099-01", "month=2019-01", "", `${query}&format=doc`])
      expect((await ask("merchants", own, bad)).status, bad).toBe(422);
  });

  it("opens where the month before closed and foots, for any postings around the borders of months", async () => {
    const moments = [
      at(`${month}-01`, "00:00:00") - 1,
      at(`${month}-01`, "00:00:00"),
      at(`${month}-15`, "12:00:00"),
      at(`${next}-01`, "00:00:00") - 1,
      at(`${next}-01`, "00:00:00"),
    ];
    const postings = fc.array(fc.record({ when: fc.integer({ min: 0, max: 4 }), amount: fc.bigInt({ min: 1n, max: 9_000n }) }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(postings, async (list) => {
        lab.at(moments[0] as number);
        const merchant = await addMerchant(lab, "Random");
        // Around a border in any order: an entry gets its time before it waits for its place in the books.
        const near = (when: number): number => (when <= 1 ? 0 : when === 2 ? 1 : 2);
        for (const { when, amount } of [...list].sort((one, other) => near(one.when) - near(other.when))) {
          lab.at(moments[when] as number);
          await credit(merchant, amount);
        }
        lab.at(Date.now());
        const [first, second] = [await statement("merchants", merchant, month), await statement("merchants", merchant, next)];
        const sum = (of: (when: number) => boolean): bigint => list.reduce((total, posting) => (of(posting.when) ? total + posting.amount : total), 0n);
        expect(minor(first.opening_balance)).toBe(sum((when) => when === 0));
        expect(minor(first.closing_balance)).toBe(sum((when) => when <= 3));
        expect(second.opening_balance).toBe(first.closing_balance);
        const account = await lab.owner.one<{ balance: bigint }>("select balance from accounts where kind = 'merchant' and owner_id = $1", [merchant]);
        expect(minor(second.closing_balance)).toBe(account?.balance);
        for (const one of [first, second]) {
          expect(minor(one.opening_balance) + one.lines.reduce((total, line) => total + minor(line.amount), 0n)).toBe(minor(one.closing_balance));
          expect(minor(one.opening_balance) + minor(one.credit) - minor(one.debit)).toBe(minor(one.closing_balance));
          // Each day from the one before, from the opening to the closing: what is drawn is what is written.
          const ends = one.days.map((day) => minor(day.credit) - minor(day.debit));
          expect(one.days.map(({ balance }) => minor(balance))).toEqual(
            ends.map((_end, last) => ends.slice(0, last + 1).reduce((total, end) => total + end, minor(one.opening_balance))),
          );
          expect(one.days.at(-1)?.balance ?? one.opening_balance).toBe(one.closing_balance);
        }
      }),
      { numRuns: times(12, 100) },
    );
  });

  it("adds up the fees of payments and completed payouts, less what was given back", async () => {
    lab.at(at(`${month}-10`, "10:00:00"));
    const merchant = await addMerchant(lab, "<Fees> & Co");
    await credit(merchant, 100_000n, "payment");
    await credit(merchant, -1_500n, "payment_fee");
    await credit(merchant, 300n, "payment_reversal_fee");
    const disburse = lab.app.ids.next();
    await lab.owner.run(
      "insert into disburses (id, merchant_id, merchant_order_id, operator, amount, fee, fee_rate_bps, fee_fixed, customer, request_hash) values ($1, $2, 'd1', 'bkash', 5000, 70, 0, 0, '01711111111', '\\x00')",
      [disburse, merchant],
    );
    await book(lab, { type: "disburse", id: disburse }, [
      { kind: "merchant", owner: merchant, change: -5_070n, entry: "disburse_hold", merchantId: merchant },
      { kind: "hold", owner: merchant, change: 5_070n, entry: "disburse_hold" },
    ]);
    await book(lab, { type: "disburse", id: disburse }, [
      { kind: "hold", owner: merchant, change: -5_070n, entry: "disburse" },
      { kind: "settlement", owner: 0n, change: -5_000n, entry: "disburse" },
      { kind: "fees", owner: 0n, change: 70n, entry: "disburse_fee" },
    ]);
    lab.at(Date.now());
    const found = await statement("merchants", merchant, month);
    expect(found.fees).toEqual({
      items: expect.arrayContaining([
        { kind: "payment_fee", count: 1, amount: "15.00" },
        { kind: "payment_reversal_fee", count: 1, amount: "-3.00" },
        { kind: "disburse_fee", count: 1, amount: "0.70" },
      ]),
      amount: "12.70",
    });
    expect(found.held_balance).toBe("0.00");
    const [zh, en] = [
      await ask("merchants", merchant, `month=${month}&format=html&locale=zh`),
      await ask("merchants", merchant, `month=${month}&format=html&locale=en`),
    ];
    expect(String(zh.headers["content-type"])).toBe("text/html; charset=utf-8");
    expect(String(zh.headers["content-security-policy"])).toContain("default-src 'none'");
    for (const page of [zh.text, en.text]) {
      expect(page).toContain("&lt;Fees&gt; &amp; Co");
      expect(page).not.toMatch(/<script|<Fees>|https?:|src=|url\(/i);
      expect(page).toContain(grouped(found.closing_balance));
    }
    expect(zh.text).toContain("手续费账单");
    expect(en.text).toContain("Fee invoice");
    expect(en.text).not.toMatch(/\p{Script=Han}/u);
    const csv = await ask("merchants", merchant, `month=${month}&format=csv&locale=en`);
    const rows = csv.text.trimEnd().split("\n");
    expect(rows[0]).toBe("\uFEFFTime,Date,Kind,Reference,Merchant order ID,Credit,Debit,Balance,Note");
    // What is of no order of his has no number of his.
    expect(found.lines.map(({ kind, merchant_order_id: number }) => [kind, number])).toEqual([
      ["payment", null],
      ["payment_fee", null],
      ["payment_reversal_fee", null],
      ["disburse_hold", "d1"],
    ]);
    expect(rows.filter((row) => row.includes(",d1,"))).toEqual([expect.stringMatching(/,D\w+,d1,,50\.70,/)]);
    for (const page of [zh.text, en.text]) expect(page).toContain(">d1<");
    expect(rows).toHaveLength(2 + found.lines.length + 1);
    expect(rows.at(-1)).toContain(`,${found.credit},${found.debit},${found.closing_balance},`);
    expect((await ask("merchants", merchant, `month=${month}&format=xlsx`)).status).toBe(200);
  });

  it("shows the operator's day beside Shanghai's where they differ, and a wallet's balance at any moment", async () => {
    lab.at(at(`${month}-03`, "09:00:00"));
    const wallet = await addWallet(lab, "W", "01711111198");
    await lab.owner.run("insert into wallet_continuity (wallet_id) values ($1) on conflict do nothing", [wallet]);
    const move = (amount: bigint): Promise<void> =>
      book(lab, { type: "manual", id: 4n }, [
        { kind: "wallet", owner: wallet, operator: "bkash", change: amount, entry: amount > 0n ? "wallet_credit" : "wallet_debit" },
        { kind: "adjustments", owner: 0n, change: -amount, entry: "wallet_credit" },
      ]);
    lab.at(at(`${month}-04`, "01:30:00"));
    await move(1_000n);
    lab.at(at(`${month}-04`, "02:00:00"));
    await move(-300n);
    lab.at(Date.now());
    const found = await statement("wallets", wallet, month);
    expect(found.lines.map((line) => [line.date, line.operator_date, line.amount, line.balance])).toEqual([
      [`${month}-04`, `${month}-03`, "10.00", "10.00"],
      [`${month}-04`, null, "-3.00", "7.00"],
    ]);
    expect(found.fees).toBeNull();
    const csv = await ask("wallets", wallet, `month=${month}&format=csv&locale=en`);
    expect(csv.text).toContain("\uFEFFTime,Date,Operator's day,Kind,Reference,Credit,Debit,Balance,Note\n");
    expect(csv.text).toContain(`,${month.replace("-", "/")}/04,${month.replace("-", "/")}/03,`);
    const path = `/api/wallets/${lab.app.publicIds.encode("wallet", wallet)}/balance`;
    const balance = async (query: string): Promise<unknown> =>
      ((await lab.get(`${path}${query}`, lab.token("auditor"))).body.data as { balance: string }).balance;
    expect(await balance(`?at=${month}-04`)).toBe("0.00");
    expect(await balance(`?at=${month}-04T02:00:00%2B08:00`)).toBe("10.00");
    expect(await balance("")).toBe("7.00");
    expect((await lab.get(`${path}?at=nonsense`, lab.token("auditor"))).status).toBe(422);
    expect((await lab.get(path, lab.token("merchant_viewer", 1n))).status).toBe(403);
  });

  it("groups a month of very many entries by day, and carries each of them in the file", async () => {
    lab.at(at(`${month}-05`, "08:00:00"));
    const merchant = await addMerchant(lab, "Busy");
    const account = await lab.owner.one<{ id: bigint }>("select id from accounts where kind = 'merchant' and owner_id = $1", [merchant]);
    const other = await lab.owner.one<{ id: bigint }>("select account_open('adjustments', 0, '') as id");
    const count = 5_200;
    const base = lab.app.now();
    for (let start = 0; start < count; start += 1_300) {
      const legs = Array.from({ length: 1_300 }, (_unused, index) => {
        const ms = base + (start + index) * 250_000;
        const leg = (a: bigint | undefined, offset: bigint, m: bigint | null) => ({
          txn_id: idAt(ms),
          entry_id: idAt(ms) + offset,
          account_id: a,
          change: 100n,
          kind: "payment",
          ref_type: "payment",
          ref_id: 1n,
          merchant_id: m,
          note: null,
        });
        return [leg(account?.id, 1n, merchant), leg(other?.id, 2n, null)];
      }).flat();
      await lab.owner.run("select ledger_post($1)", [toJson(legs)]);
    }
    lab.at(Date.now());
    const found = await statement("merchants", merchant, month);
    expect(found).toMatchObject({ detail: "days", line_count: count, closing_balance: "5200.00" });
    expect(found.lines.reduce((total, line) => total + line.count, 0)).toBe(count);
    expect(found.lines.length).toBeLessThan(32);
    // Its days add up to the closing, each from the one before it.
    let minor = 0n;
    for (const day of found.days) {
      minor += BigInt(day.credit.replace(".", "")) - BigInt(day.debit.replace(".", ""));
      expect(BigInt(day.balance.replace(".", ""))).toBe(minor);
    }
    expect(found.days.map(({ date }) => date)).toEqual([...new Set(found.lines.map(({ date }) => date))]);
    expect(found.days.at(-1)?.balance).toBe("5200.00");
    const csv = await ask("merchants", merchant, `month=${month}&format=csv`);
    expect(csv.text.trimEnd().split("\n")).toHaveLength(count + 3);
  });

  it("comes as a PDF in both languages, two at once, and each stands in the trail", async () => {
    const merchant = await addMerchant(lab, "Padma 帕德玛");
    await credit(merchant, 12_345n);
    const first = async (locale: string) => ask("merchants", merchant, `month=${next}&format=pdf&locale=${locale}`);
    for (const locale of ["zh", "en"]) {
      const answer = await first(locale);
      expect([answer.status, answer.headers["content-type"], answer.headers["content-disposition"]]).toEqual([
        200,
        "application/pdf",
        `attachment; filename="merchant-statement-${next}.pdf"`,
      ]);
      expect(answer.text.startsWith("%PDF-")).toBe(true);
    }
    expect(await lab.owner.one("select action, object_type, after from audit order by id desc limit 1")).toEqual({
      action: "export",
      object_type: "merchant",
      after: { statement: next, format: "pdf" },
    });
    const crowd = await Promise.all([first("zh"), first("zh"), first("zh")]);
    expect(crowd.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  });
});
