/** One pair, one score: whatever is shown from the order's side is shown from the message's, alike, and acts accept it. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import type { SmsDetail } from "../../../contract/sms.schema.ts";
import { addMerchant, addPayments, addWallet, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { paymentsReadRoutes } from "../../features/payments/read-routes.ts";
import { smsReadRoutes } from "../../features/sms/read-routes.ts";

let lab: Lab;
let merchant: bigint;
let serial = 0;
beforeAll(async () => {
  lab = await makeLab([...paymentsReadRoutes, ...smsReadRoutes]);
  merchant = await addMerchant(lab, "Alpha");
});
afterAll(() => lab.close());

const wallet = (): Promise<bigint> => addWallet(lab, `Wallet ${(serial += 1)}`, `017${String(serial).padStart(8, "0")}`);
const order = (walletId: bigint, values: Record<string, unknown> = {}): Record<string, unknown> =>
  paymentRow(lab, { merchantId: merchant, walletId, orderId: `order-${(serial += 1)}` }, values);
const claim = (row: Record<string, unknown>, key: string): Promise<unknown> =>
  lab.owner.run("insert into order_trx (payment_id, operator, trx_key, trx_id) values ($1, 'bkash', $2, $2)", [row["id"], key]);
const paymentId = (row: Record<string, unknown>): string => lab.app.publicIds.encode("payment", row["id"] as bigint);
const smsId = (row: Record<string, unknown>): string => lab.app.publicIds.encode("sms", row["id"] as bigint);
const detail = async <T>(url: string): Promise<T> => (await lab.get(url, lab.token("admin"))).body.data as T;
const messagesOf = async (row: Record<string, unknown>) => (await detail<PaymentDetail>(`/api/payments/${paymentId(row)}`)).candidates;
const ordersOf = async (row: Record<string, unknown>) => (await detail<SmsDetail>(`/api/sms/${smsId(row)}`)).candidates;

const PAYERS = ["01811111111", "01822222222", null] as const;
const someOrder = fc.record({
  on: fc.nat(1),
  amount: fc.constantFrom(10_000, 12_500),
  customer: fc.constantFrom(...PAYERS),
  status: fc.constantFrom("pending", "pending", "review", "review", "expired", "cancelled", "rejected"),
  claims: fc.constantFrom<number | null>(null, null, 0, 1, 2),
});
const someMessage = fc.record({
  on: fc.nat(1),
  amount: fc.constantFrom(10_000, 10_000, 12_500, 12_500, null),
  counterparty: fc.constantFrom("01811111111", "***222", null),
  names: fc.constantFrom<number | null>(null, null, null, 0, 1),
  key: fc.constantFrom<number | null>(null, 0, 1, 2),
  kind: fc.constantFrom("receive", "receive", "receive", "receive", "cashback"),
  match_status: fc.constantFrom("unmatched", "unmatched", "unmatched", "review", "review", "held", "held", "ignored", "suspicious"),
  waits: fc.constantFrom<number | null>(null, null, 0, 1),
  used: fc.constantFrom(false, false, false, false, false, true),
});

describe("a pair of order and message", () => {
  it("has one score and the same reasons from both sides", async () => {
    let pairs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(someOrder, { minLength: 1, maxLength: 6 }), fc.array(someMessage, { minLength: 1, maxLength: 6 }), async (orders, messages) => {
        const on = [await wallet(), await wallet()];
        const round = (serial += 1);
        const rows = orders.map(({ on: at, claims: _claims, ...values }) => order(on[at] as bigint, values));
        await addPayments(lab, rows);
        for (const [index, one] of orders.entries()) if (one.claims !== null) await claim(rows[index] as Record<string, unknown>, `R${round}K${one.claims}`);
        const sent = messages.map(({ on: at, names, key, waits, used, ...values }, index) => {
          const trx = key === null ? `R${round}M${index}` : `R${round}K${key}`;
          const reference = names === null ? null : ((rows[names]?.["merchant_order_id"] as string | undefined) ?? "nobody");
          const payment = waits === null || values.match_status !== "review" ? null : (rows[waits]?.["id"] ?? null);
          return { used, row: smsRow(lab, on[at] as bigint, { ...values, reference, trx_id: trx, trx_key: trx, payment_id: payment }) };
        });
        await insert(
          lab.owner,
          "sms",
          sent.map(({ row }) => row),
        );
        for (const { row } of sent.filter((one) => one.used))
          await lab.owner.run(
            "insert into trx_used (operator, trx_key, direction, object_type, object_id, amount, wallet_id) values ('bkash', $1, 'credit', 'payment', 1, 1, 1) on conflict do nothing",
            [row["trx_key"]],
          );
        const fromOrders = new Map<string, unknown>();
        for (const row of rows) for (const one of await messagesOf(row)) fromOrders.set(`${paymentId(row)} ${one.id}`, [one.score, one.reasons]);
        const fromMessages = new Map<string, unknown>();
        for (const { row } of sent) for (const one of await ordersOf(row)) fromMessages.set(`${one.id} ${smsId(row)}`, [one.score, one.reasons]);
        expect(Object.fromEntries([...fromOrders].sort())).toEqual(Object.fromEntries([...fromMessages].sort()));
        pairs += fromOrders.size;
      }),
      { numRuns: 40 },
    );
    expect(pairs).toBeGreaterThan(20);
  });

  it("is found by the submitted TrxID across wallets", async () => {
    const [own, other] = [await wallet(), await wallet()];
    const held = order(own, { status: "review", reason: "other_wallet", amount: 20_000 });
    await addPayments(lab, [held]);
    await claim(held, "CROSSED1");
    const message = smsRow(lab, other, { trx_id: "CROSSED1", trx_key: "CROSSED1", amount: 20_000 });
    await insert(lab.owner, "sms", [message]);
    const [from, back] = [await messagesOf(held), await ordersOf(message)];
    expect(from.map((one) => one.id)).toEqual([smsId(message)]);
    expect(back.map((one) => one.id)).toEqual([paymentId(held)]);
    expect(from[0]?.score).toBe(back[0]?.score);
    expect(from[0]?.reasons).toEqual(expect.arrayContaining(["same_trx", "other_wallet", "same_amount"]));
  });

  it("is shown as waiting with another order where the message does", async () => {
    const own = await wallet();
    const [first, second] = [order(own, { status: "review", amount: 30_000 }), order(own, { amount: 31_000 })];
    await addPayments(lab, [first, second]);
    const message = smsRow(lab, own, { amount: 31_000, match_status: "review", payment_id: first["id"] });
    await insert(lab.owner, "sms", [message]);
    expect((await messagesOf(second))[0]?.reasons).toContain("waits_with_other");
    expect((await messagesOf(first))[0]?.reasons).not.toContain("waits_with_other");
  });
});
