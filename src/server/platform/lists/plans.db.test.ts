/** The page of each main filter reads an index, not the table: counted in rows touched, over 50,000 rows a table. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IdKind } from "../../../contract/ids.ts";
import { doneOf } from "../answer.ts";
import { AUDIT_LIST } from "../../features/audit-trail/queries.ts";
import { DELIVERY_LIST } from "../../core/outbox/queries.ts";
import { JOURNAL_LIST } from "../../features/journals/queries.ts";
import { PAYMENT_LIST } from "../../features/payments/queries.ts";
import { SMS_LIST } from "../../features/sms/queries.ts";
import { pageSql } from "./page.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";
import { bind, type Sql } from "./sql.ts";
import { testUser } from "../../../../test/support/parts/http.ts";
import { makeLab, type Lab } from "../../../../test/support/parts/lists.ts";
import { sumsSql, totalSql } from "./totals.ts";
import { whereOf, type Where } from "./where.ts";

const ROWS = 50_000;
const PAGE = 51;
/** Rows of one page, a few per partition for the merge, and what a bitmap reads for a narrow filter. */
const FEW = 1500;
let lab: Lab;

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

const ID = "id_at(now() - g * interval '40 seconds') + g % 4096";
const SEED = [
  `insert into merchants (id, name, app_id, app_secret_hash, app_secret_last4, webhook_secret) select g, 'M' || g, 'app' || lpad(g::text, 9, '0'), decode(md5(g::text), 'hex'), 'abcd', '\\x00' from generate_series(1, 100) g`,
  `insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, received_amount, fee, fee_rate_bps, fee_fixed, trx_id, trx_key, customer, status, expires_at, paid_at, notify_status, request_hash)
   select ${ID}, 1 + g % 100, 'ORD' || g, case g % 2 when 0 then 'bkash' else 'nagad' end, 1 + g * 7 % 60, 100 + g, case st when 'completed' then 100 + g end, case st when 'completed' then 1 end, 0, 0,
     case st when 'completed' then upper(md5(g::text)) end, case st when 'completed' then upper(md5(g::text)) end, '017' || lpad((g * 31 % 99999)::text, 8, '0'), st, now(), case st when 'completed' then now() end, case when g % 500 = 0 then 'failed' when g % 700 = 0 then 'waiting' else 'delivered' end, '\\x00'
   from (select g, case when g % 1000 = 7 then 'review' when g % 1000 = 11 then 'pending' when g % 20 = 3 then 'expired' else 'completed' end as st from generate_series(1, ${ROWS}::bigint) g) x`,
  "insert into merchant_order_keys select merchant_id, 'payment', merchant_order_id, id from payments",
  // Slots are of one amount each: the statuses of these orders are made up, their wallets need not be.
  "insert into open_payments (payment_id, wallet_id, amount, expires_at, expired_at) select id, wallet_id, amount, expires_at, case status when 'expired' then now() end from payments where status in ('pending', 'expired')",
  "insert into trx_used (operator, trx_key, direction, object_type, object_id, amount, wallet_id) select operator, trx_key, 'credit', 'payment', id, received_amount, wallet_id from payments where status = 'completed'",
  `insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status) select id, merchant_id, 'payment', id, 'payment.completed', 'https://a.example/', '{}', 'waiting' from payments where notify_status = 'waiting'`,
  `insert into sms (id, wallet_id, operator, text, kind, direction, amount, trx_id, trx_key, counterparty, received_at, match_status, continuity)
   select ${ID}, 1 + g * 7 % 60, 'bkash', 'text', 'receive', 'credit', 100, 'T' || g, 'T' || g, '018' || lpad((g * 31 % 99999)::text, 8, '0'), now(), case when g % 1000 = 7 then 'unmatched' when g % 1000 = 9 then 'suspicious' else 'matched' end, case when g % 5000 = 3 then 'break' else 'fits' end
   from generate_series(1, ${ROWS}::bigint) g`,
  `insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id)
   select (${ID}) * 1 + side, 1 + side, g, g, case when g % 5000 = 1 then 'merchant_credit' else 'payment' end, 5, case side when 0 then 1 else -1 end, 0, 5, 'payment', g, case side when 1 then 1 + g % 100 end
   from generate_series(1, ${ROWS / 2}::bigint) g, generate_series(0, 1) side`,
  `insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log) select ${ID}, 1 + g % 100, 'payment', g, 'payment.completed', 'https://a.example/', '{}', case when g % 5000 = 1 then 'failed' else 'delivered' end, 1, '[]'
   from generate_series(1, ${ROWS}::bigint) g`,
  `insert into audit (id, actor_type, actor_id, account, merchant_id, action, object_type, object_id) select ${ID}, 'user', 1 + g % 200, 'u', 1 + g % 100, 'merchant.patch', 'merchant', 'M' || g % 1000 from generate_series(1, ${ROWS}::bigint) g`,
  "analyze payments, open_payments, trx_used, merchant_order_keys, sms, entries, deliveries, outbox, audit, merchants",
];

beforeAll(async () => {
  lab = await makeLab([]);
  for (const statement of SEED) await lab.owner.run(statement);
});
afterAll(() => lab.close());

/** Rows that the scans of a plan touch. */
function touched(node: Node): number {
  const own =
    node["Relation Name"] === undefined || node["Node Type"] === "Bitmap Index Scan"
      ? 0
      : (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) * node["Actual Loops"];
  return own + (node.Plans ?? []).reduce((sum, child) => sum + touched(child), 0);
}

type AnyList = ListSpec<BaseQuery, { readonly id: bigint }, unknown>;
/** Staff, or a merchant's own people. */
const viewerOf = (merchantId: bigint | null) => testUser(merchantId === null ? "admin" : "merchant_admin", merchantId);

/** Rows that a statement over the list touches; without another one, its first page. */
async function rowsTouched(
  spec: unknown,
  query: Readonly<Record<string, string>>,
  merchantId: bigint | null,
  statement = (list: AnyList, where: Where): Sql => pageSql(list, where, null, query["sort"] !== "created_at", PAGE),
): Promise<number> {
  // The list's own types do not matter to its plan.
  const list = spec as AnyList;
  const { text, values } = bind(statement(list, doneOf(whereOf(lab.app, list, query, viewerOf(merchantId)))));
  const [row] = await lab.app.db.rows<{ "QUERY PLAN": readonly { readonly Plan: Node }[] }>(`explain (analyze, format json) ${text}`, values);
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("explain answered nothing");
  return touched(plan);
}

const merchant = (): string => lab.app.publicIds.encode("merchant", 17n);
const wallet = (): string => lab.app.publicIds.encode("wallet", 5n);

describe("plans", () => {
  const cases: readonly (readonly [string, unknown, () => Record<string, string>])[] = [
    ["payments, all", PAYMENT_LIST, () => ({})],
    ["payments, oldest first", PAYMENT_LIST, () => ({ sort: "created_at" })],
    ["payments, in review", PAYMENT_LIST, () => ({ status: "review" })],
    ["payments, pending", PAYMENT_LIST, () => ({ status: "pending" })],
    ["payments, expired", PAYMENT_LIST, () => ({ status: "expired" })],
    ["payments, several states", PAYMENT_LIST, () => ({ status: "pending,review,expired,completed" })],
    ["payments, one merchant", PAYMENT_LIST, () => ({ merchant_id: merchant() })],
    ["payments, one merchant in review", PAYMENT_LIST, () => ({ merchant_id: merchant(), status: "review" })],
    ["payments, one wallet", PAYMENT_LIST, () => ({ wallet_id: wallet() })],
    ["payments, one operator", PAYMENT_LIST, () => ({ operator: "nagad" })],
    ["payments, not notified", PAYMENT_LIST, () => ({ notify: "failed" })],
    ["payments, waiting to be notified", PAYMENT_LIST, () => ({ notify: "waiting" })],
    ["payments, a day of one merchant", PAYMENT_LIST, () => ({ merchant_id: merchant(), from: new Date(Date.now() - 86_400_000).toISOString() })],
    ["payments, by order number", PAYMENT_LIST, () => ({ q: "ORD31415" })],
    ["payments, by TrxID", PAYMENT_LIST, () => ({ q: "C4CA4238A0B923820DCC509A6F75849B" })],
    ["payments, by the beginning of a TrxID", PAYMENT_LIST, () => ({ q: "C4CA4" })],
    ["payments, by the tail of an order number", PAYMENT_LIST, () => ({ q: "31415" })],
    ["payments, by the tail of a TrxID", PAYMENT_LIST, () => ({ q: "A75849B" })],
    ["payments, by the long tail of a number", PAYMENT_LIST, () => ({ q: "00031415" })],
    ["payments, by customer", PAYMENT_LIST, () => ({ q: "01700031415" })],
    ["messages, all", SMS_LIST, () => ({})],
    ["messages, unmatched", SMS_LIST, () => ({ status: "unmatched" })],
    ["messages, unmatched or suspicious", SMS_LIST, () => ({ status: "unmatched,suspicious" })],
    ["messages, one wallet", SMS_LIST, () => ({ wallet_id: wallet() })],
    ["messages, breaks", SMS_LIST, () => ({ chain: "break" })],
    ["messages, by TrxID", SMS_LIST, () => ({ q: "T31415" })],
    ["journals, all", JOURNAL_LIST, () => ({})],
    ["journals, one merchant", JOURNAL_LIST, () => ({ merchant_id: merchant() })],
    ["journals, a rare kind", JOURNAL_LIST, () => ({ kind: "merchant_credit" })],
    ["journals, one order", JOURNAL_LIST, () => ({ reference: lab.app.publicIds.encode("payment", 777n) })],
    ["notifications, all", DELIVERY_LIST, () => ({})],
    ["notifications, failed", DELIVERY_LIST, () => ({ status: "failed" })],
    ["notifications, waiting", DELIVERY_LIST, () => ({ status: "waiting" })],
    ["notifications, one merchant", DELIVERY_LIST, () => ({ merchant_id: merchant() })],
    ["notifications, one order", DELIVERY_LIST, () => ({ order_id: lab.app.publicIds.encode("payment", 777n) })],
    ["audit, all", AUDIT_LIST, () => ({})],
    ["audit, one user", AUDIT_LIST, () => ({ user_id: lab.app.publicIds.encode("user", 7n) })],
    ["audit, one object", AUDIT_LIST, () => ({ object_id: "M7" })],
  ];
  for (const [name, spec, query] of cases) {
    it(`reads few rows: ${name}`, async () => {
      expect(await rowsTouched(spec, query(), null)).toBeLessThan(FEW);
    });
  }

  // A filter that says an index serves it finds with few rows read that nothing fits; one that says none does reads the table for it.
  const [SERVED, WALKED, HELPED] = ["served", "walked", "helped"] as const;
  const none =
    (kind: IdKind): (() => string) =>
    () =>
      lab.app.publicIds.encode(kind, 999_999n);
  /** Values that no row or few rows have; `helped`: walked by its own word, though an index happens to know that there is no such row. */
  const declared: readonly (readonly [list: string, spec: unknown, filter: string, value: string | (() => string), says: "served" | "walked" | "helped"])[] = [
    ["payments", PAYMENT_LIST, "status", "cancelled", SERVED],
    ["payments", PAYMENT_LIST, "status", "pending,cancelled", SERVED],
    ["payments", PAYMENT_LIST, "merchant_id", none("merchant"), SERVED],
    ["payments", PAYMENT_LIST, "wallet_id", none("wallet"), SERVED],
    ["payments", PAYMENT_LIST, "operator", "rocket", WALKED],
    ["payments", PAYMENT_LIST, "min_amount", "9999999", WALKED],
    ["payments", PAYMENT_LIST, "max_amount", "0.01", WALKED],
    ["payments", PAYMENT_LIST, "paid_at", "2020-01-05", SERVED],
    ["payments", PAYMENT_LIST, "notify", "stopped", SERVED],
    ["payments", PAYMENT_LIST, "notify", "none", WALKED],
    ["messages", SMS_LIST, "status", "held", SERVED],
    ["messages", SMS_LIST, "status", "ignored", WALKED],
    ["messages", SMS_LIST, "kind", "loan", WALKED],
    ["messages", SMS_LIST, "operator", "nagad", WALKED],
    ["messages", SMS_LIST, "wallet_id", none("wallet"), SERVED],
    ["messages", SMS_LIST, "device_id", none("device"), WALKED],
    ["messages", SMS_LIST, "merchant_id", none("merchant"), WALKED],
    ["messages", SMS_LIST, "min_amount", "9999999", WALKED],
    ["messages", SMS_LIST, "max_amount", "0.01", WALKED],
    ["messages", SMS_LIST, "in_suspense", "true", SERVED],
    ["messages", SMS_LIST, "unexplained", "true", SERVED],
    ["messages", SMS_LIST, "chain", "break", SERVED],
    ["messages", SMS_LIST, "chain", "unknown", WALKED],
    ["journals", JOURNAL_LIST, "merchant_id", none("merchant"), SERVED],
    ["journals", JOURNAL_LIST, "kind", "opening", SERVED],
    ["journals", JOURNAL_LIST, "kind", "payment_fee", WALKED],
    ["journals", JOURNAL_LIST, "operator", "rocket", WALKED],
    ["journals", JOURNAL_LIST, "wallet_id", none("wallet"), WALKED],
    ["journals", JOURNAL_LIST, "min_amount", "9999999", WALKED],
    ["journals", JOURNAL_LIST, "max_amount", "0.01", WALKED],
    ["journals", JOURNAL_LIST, "reference", none("payment"), SERVED],
    ["notifications", DELIVERY_LIST, "merchant_id", none("merchant"), SERVED],
    ["notifications", DELIVERY_LIST, "status", "stopped", SERVED],
    ["notifications", DELIVERY_LIST, "type", "payment.expired", WALKED],
    ["notifications", DELIVERY_LIST, "merchant_served", "false", WALKED],
    ["notifications", DELIVERY_LIST, "operator", "rocket", WALKED],
    ["notifications", DELIVERY_LIST, "wallet_id", none("wallet"), WALKED],
    ["notifications", DELIVERY_LIST, "min_amount", "9999999", WALKED],
    ["notifications", DELIVERY_LIST, "max_amount", "0.01", WALKED],
    ["notifications", DELIVERY_LIST, "order_id", none("payment"), SERVED],
    ["audit", AUDIT_LIST, "user_id", none("user"), SERVED],
    ["audit", AUDIT_LIST, "action", "merchant.make", WALKED],
    ["audit", AUDIT_LIST, "object_type", "wallet", HELPED],
    ["audit", AUDIT_LIST, "object_id", "M999999", SERVED],
    ["audit", AUDIT_LIST, "merchant_id", none("merchant"), SERVED],
  ];
  for (const [name, spec, filter, value, says] of declared)
    it(`a filter keeps its word: ${name}, ${filter}, ${says}`, async () => {
      const query = { [filter]: typeof value === "string" ? value : value() };
      expect(doneOf(whereOf(lab.app, spec as AnyList, query, viewerOf(null))).served).toBe(says === SERVED);
      const rows = await rowsTouched(spec, query, null);
      if (says === WALKED) expect(rows).toBeGreaterThanOrEqual(ROWS / 2);
      else expect(rows).toBeLessThan(FEW);
    });

  it("knows the word of every filter of these lists", () => {
    for (const spec of new Set(declared.map(([, one]) => one as AnyList)))
      expect(new Set(declared.filter(([, one]) => one === spec).map(([, , filter]) => filter)), spec.name).toEqual(new Set(Object.keys(spec.filters)));
  });

  it("does not take two filters, or a filter in a merchant's scope, for one index", () => {
    const served = (query: Readonly<Record<string, string>>, merchantId: bigint | null): boolean =>
      doneOf(whereOf(lab.app, PAYMENT_LIST as unknown as AnyList, query, viewerOf(merchantId))).served;
    expect([served({}, null), served({}, 17n), served({ status: "review" }, null)]).toEqual([true, true, true]);
    expect([served({ status: "review" }, 17n), served({ status: "review", wallet_id: wallet() }, null)]).toEqual([false, false]);
    expect([served({ status: "completed" }, null), served({ status: "review,completed" }, null), served({ status: "completed", q: "ORD31415" }, null)]).toEqual(
      [false, false, true],
    );
  });

  const BY_STATUS: readonly Record<string, string>[] = [
    { status: "pending" },
    { status: "review" },
    { status: "pending,review" },
    { status: "pending,review,rejected,cancelled" },
    { notify: "waiting" },
    { notify: "failed" },
    { status: "pending", notify: "waiting" },
  ];
  it.each(BY_STATUS)("counts and adds up few rows: payments %o", async (query) => {
    expect(await rowsTouched(PAYMENT_LIST, query, null, totalSql)).toBeLessThan(FEW);
    expect(await rowsTouched(PAYMENT_LIST, query, null, (list, where) => sumsSql(list, list.sums ?? { columns: {} }, where))).toBeLessThan(FEW);
  });

  it.each(["pending", "review", "pending,review"])("reads few rows inside a merchant's scope: payments, %s", async (status) => {
    expect(await rowsTouched(PAYMENT_LIST, { status }, 17n)).toBeLessThan(FEW);
    expect(await rowsTouched(PAYMENT_LIST, { status }, 17n, totalSql)).toBeLessThan(FEW);
  });

  it("would notice a search of the whole table", async () => {
    expect(await rowsTouched(PAYMENT_LIST, { operator: "rocket" }, null)).toBeGreaterThanOrEqual(ROWS);
  });

  it("reads few rows inside a merchant's scope", async () => {
    for (const spec of [PAYMENT_LIST, JOURNAL_LIST, DELIVERY_LIST, AUDIT_LIST]) expect(await rowsTouched(spec, {}, 17n)).toBeLessThan(FEW);
  });
});
