/** A phone number in everything that people write down: notes, reasons, filters, what a program answered. */
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { next } from "./app.ts";
import { person } from "./attack.ts";
import type { Target } from "./attack-target.ts";

interface Row {
  readonly id: string;
  readonly version: number;
  readonly approval_id?: string;
}
interface Job extends Row {
  readonly waiting: number;
  readonly amount: string | null;
}

/** Writes it everywhere. @returns the objects that hold it, by the beginning of their addresses */
export async function writeDown({ product, wallet, world }: Target, phone: string): Promise<ReadonlyMap<string, string>> {
  const text = `call ${phone}`;
  const finance = (await person(product, "finance")).token;
  const boss = (await person(product, "merchant_admin", { merchantId: world.merchant.id })).token;
  const post = (url: string, body: object, token = product.admin): Promise<Row> => product.good<Row>("POST", url, token, body);
  const payout = async (): Promise<string> => {
    const body = { operator: "nagad", merchant_order_id: `marked-${next()}`, amount: "23.00", customer: "01912345678" };
    return (await post("/v1/disburses", body, world.merchant.secret)).id;
  };
  const bulk = async (what: object, more: object): Promise<string> => {
    const { id, version, waiting, amount } = await product.good<Job>("POST", "/api/bulk", product.admin, what);
    await post(`/api/bulk/${id}/start`, { version, count: waiting, ...(amount === null ? {} : { sum: amount }), ...more });
    return id;
  };
  // Somebody's own number as sender of what no operator sent.
  await product.sms(wallet, `Hello there ${next()}`, phone);
  const job = await bulk({ act: "disburses.reject", items: [{ id: await payout(), version: 1 }] }, { reason: text });
  await bulk({ act: "payments.recheck", filter: { q: phone } }, {});
  const transfer = await post("/api/transfers", { kind: "b2b_in", to_wallet_id: wallet.id, amount: "10.00", note: text }, finance);
  const approved = await post(`/api/transfers/${transfer.id}/approve`, { version: transfer.version });
  await post(`/api/transfers/${transfer.id}/fail`, { version: approved.version, reason: text });
  const asked = await post("/api/withdrawal", { receiving_account: `bKash ${phone}`, amount: "1.00", note: text }, boss);
  await post(`/api/withdrawal/${asked.id}/reject`, { version: asked.version, reason: text });
  const manual = await post("/api/manual", { kind: "merchant_credit", merchant_id: world.merchant.id, amount: "7.00", note: text }, finance);
  await post(`/api/manual/${manual.id}/reject`, { version: manual.version, reason: text });
  await post(`/api/disburses/${await payout()}/reject`, { version: 1, reason: text });
  const odd = (await product.good<{ items: Row[] }>("GET", "/api/payments?status=review")).items[0];
  await post(`/api/payments/${odd?.id}/reject`, { version: odd?.version, reason: text });
  await post("/api/views", { list: "payments", name: "numbers", query: `q=%2B88${phone}&status=review`, shared: true });
  await post("/api/views", { list: "payments", name: "their numbers", query: `q=${phone}`, shared: true }, boss);
  await post("/api/switches", { scope: "operator", operator: "rocket", direction: "out", reason: text });
  await post("/api/sms/endings", { operator: "bkash", text: `Sing along in our choir ${next()}`, note: text });
  const template = `Money credited in shop ${next()} the sum {amount} with receipt {trx}`;
  await post("/api/sms/rules", { operator: "bkash", class: "receive", template, note: text });
  await answered(product.ownerUrl, text);
  return new Map([
    ["/api/transfers/:", transfer.id],
    ["/api/withdrawal/:", asked.id],
    ["/api/manual/:", manual.id],
    ["/api/approvals/:", manual.approval_id ?? ""],
    ["/api/bulk/:", job],
  ]);
}

/** Merchants' programs have answered so. */
async function answered(ownerUrl: string, text: string): Promise<void> {
  const log = JSON.stringify([{ at: new Date().toISOString(), code: 500, ms: 3, body_start: text, error: text }]);
  await withClient(ownerUrl, async (client) => {
    for (const table of ["outbox", "deliveries"]) await client.query(`update ${table} set attempt_log = $1::jsonb`, [log]);
  });
}
