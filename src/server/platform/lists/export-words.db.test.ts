/** A file of what a list shows says codes in words, as the screen does; a file of every field holds the codes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORT_LISTS } from "../../../contract/exports.ts";
import type { Locale } from "../../../contract/locale.ts";
import { CODE_WORDS, type CodeWords, flatWords } from "../../../contract/words/index.ts";
import { isFormula } from "../../../domain/csv.ts";
import { addMerchant, addPayments, addWallet, bookPayment, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { ROUTES } from "../../app.ts";
import { cellsOf, rowEnd } from "./export-rows.ts";
import { codeSql, type WordSet } from "./export-words.ts";

/** Columns of the lists that hold codes, or accounts and reasons beside text. */
const EVERY =
  "status,kind,type,operator,reason,notify,wallet_type,api_type,chain,actor,action,object,submitter,preview,reference,authenticator,enabled,state,paid,open".split(
    ",",
  );
let lab: Lab;
let own: bigint;

beforeAll(async () => {
  lab = await makeLab(ROUTES.filter((one) => one.url.endsWith("/export")));
  own = await addMerchant(lab, "Lotus");
  const wallet = await addWallet(lab, "Wallet-Seven", "01700000001");
  const order = (orderId: string, more: Readonly<Record<string, unknown>>) => paymentRow(lab, { merchantId: own, walletId: wallet, orderId }, more);
  const paid = order("paid", { status: "completed", amount: 123_456 });
  await addPayments(lab, [
    paid,
    order("differs", { status: "review", reason: "amount_differs" }),
    order("own words", { status: "rejected", reason: "too late: call 01712345678" }),
    order("behind a code", { status: "rejected", reason: "too_late: call 01712345678" }),
    order("formula", { status: "review", reason: "=1+1" }),
    order("none", { status: "pending", reason: null }),
  ]);
  await bookPayment(lab, own, wallet, paid["id"] as bigint, 123_456n, 1000n);
  await insert(lab.owner, "sms", [
    smsRow(lab, wallet, { match_status: "review", continuity: "break", reasons: ["no_order", "chain_break", "not_known_here"] }),
    smsRow(lab, wallet, { match_status: "matched", direction: "debit", kind: "b2b_out" }),
  ]);
  await insert(lab.owner, "outbox", [
    {
      id: lab.app.ids.next(),
      merchant_id: own,
      object_type: "payment",
      object_id: paid["id"],
      type: "payment.completed",
      url: "https://a.example/",
      body: "{}",
      status: "stopped",
      attempts: 0,
      attempt_log: [],
      by_hand: false,
    },
  ]);
});
afterAll(() => lab.close());

async function file(url: string, token = lab.token("admin")): Promise<Record<string, string | null>[]> {
  const answer = await lab.get(url, token);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  const rows: (string | null)[][] = [];
  for (let start = 1; start < answer.text.length; start = rowEnd(answer.text, start) + 1)
    rows.push(cellsOf(answer.text.slice(start, rowEnd(answer.text, start))));
  const [heads, ...cells] = rows;
  return cells.map((row) => Object.fromEntries((heads ?? []).map((head, at) => [head ?? "", row[at] ?? null])));
}

describe("a file of what a list shows", () => {
  const at = "/api/payments/export?columns=merchant_order_id,operator,status,reason,notify&sort=created_at";
  it("says statuses, operators and reasons in the reader's language", async () => {
    const zh = await file(`${at}&lang=zh`);
    expect(zh.map((row) => row["状态"])).toEqual(["已完成", "待审核", "已驳回", "已驳回", "待审核", "待支付"]);
    expect(zh.map((row) => row["原因"])).toEqual([null, "到账金额与订单金额不同", "too late: call 01712345678", "到账过晚 · call 01712345678", "'=1+1", null]);
    expect(new Set(zh.map((row) => row["运营商"]))).toEqual(new Set(["bKash"]));
    expect(zh[0]?.["通知"]).toBe(CODE_WORDS.zh.notifyStatus.none);
    const en = await file(`${at}&lang=en`);
    expect(en.map((row) => row["Status"])).toEqual(["Completed", "In review", "Rejected", "Rejected", "In review", "Pending"]);
    expect(en[3]?.["Reason"]).toBe("Paid too late · call 01712345678");
  });

  it("covers numbers in a reason as before", async () => {
    const reasons = (await file(`${at}&lang=en`, lab.token("auditor"))).map((row) => row["Reason"]);
    expect(reasons.filter((text) => text?.includes("017"))).toEqual(["too late: call 017****5678", "Paid too late · call 017****5678"]);
  });

  it("says each reason of a message, and leaves a code without a word as it is", async () => {
    const rows = await file("/api/sms/export?lang=zh&columns=kind,status,chain,operator&sort=created_at");
    expect(rows.map((row) => [row["类型"], row["匹配状态"], row["余额连续性"]])).toEqual([
      ["收款", "待审核", "中断"],
      ["B2B 出账", "已匹配", "连续"],
    ]);
    const [one] = await lab.app.db.rows<{ told: string; bare: string }>(
      `select ${codeSql("'payments.approve'", "zh", ["auditAction"])} as told, ${codeSql("'not_known_here'", "zh", ["auditAction"])} as bare`,
    );
    expect(one).toEqual({ told: "通过代收", bare: "not_known_here" });
  });

  it("says yes and no, kinds of entries and types of notifications", async () => {
    expect((await file("/api/merchants/export?lang=zh&columns=name,payments_open")).map((row) => row["代收接单"])).toEqual(["是"]);
    expect((await file("/api/merchants/export?lang=en&columns=name,payments_open")).map((row) => row["Payments open"])).toEqual(["Yes"]);
    expect((await file("/api/journals/export?lang=zh&columns=kind,amount&sort=created_at")).map((row) => row["类型"])).toEqual(["代收入账", "代收手续费"]);
    expect((await file("/api/deliveries/export?lang=zh&columns=type,status")).map((row) => [row["事件"], row["状态"]])).toEqual([["代收完成", "已停止"]]);
    expect((await file("/api/wallets/export?lang=zh&columns=wallet_type,api_type")).map((row) => row["钱包类型"])).toEqual(["个人"]);
  });

  it("says acts and objects of the trail, to a merchant as well", async () => {
    await file("/api/payments/export?columns=status", lab.token("merchant_admin", own));
    const trail = await file("/api/audit/export?lang=zh&columns=actor,action,object", lab.token("merchant_admin", own));
    expect(trail.map((row) => [row["操作"], row["对象类型"]])).toContainEqual(["导出", "代收列表"]);
  });

  it("of every list and every column is one that the database writes, in both formats and languages", async () => {
    for (const list of EXPORT_LISTS) {
      for (const token of [lab.token("admin"), lab.token("merchant_admin", own)]) {
        for (const [format, lang] of [
          ["csv", "zh"],
          ["xlsx", "en"],
        ] as const) {
          const asked = `/api/${list}/export?format=${format}&lang=${lang}&columns=${EVERY.join(",")}`;
          expect([200, 403], asked).toContain((await lab.get(asked, token)).status);
        }
      }
    }
  });
});

it("a file of every field holds the codes", async () => {
  const rows = await file("/api/payments/export?lang=zh&sort=created_at");
  expect(rows.map((row) => [row["运营商"], row["状态"], row["原因"]]).slice(0, 2)).toEqual([
    ["bkash", "completed", null],
    ["bkash", "review", "amount_differs"],
  ]);
  expect((await file("/api/merchants/export?lang=zh")).map((row) => row["代收接单"])).toEqual(["1"]);
});

it.each(["zh", "en"] satisfies Locale[])("no word of %s is a formula for a spreadsheet", (locale) => {
  const words = (Object.keys(CODE_WORDS[locale]) as Exclude<WordSet, "operator">[]).flatMap((set) =>
    Object.values(flatWords(CODE_WORDS[locale][set] as CodeWords)),
  );
  expect(words.length).toBeGreaterThan(300);
  expect(words.filter((word) => word.trim() === "" || isFormula(word))).toEqual([]);
});
