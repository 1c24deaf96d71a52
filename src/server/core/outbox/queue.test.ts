import { expect, it } from "vitest";
import type { MerchantPayment } from "../../../contract/payments.schema.ts";
import type { MerchantWithdrawal } from "../../../contract/withdrawal.schema.ts";
import { webhookBody, WEBHOOK_BODIES } from "../../../contract/webhooks.schema.ts";
import { notificationBody, notificationRow } from "./queue.ts";

const app = { ids: { next: () => 1n }, now: () => 0 } as unknown as Parameters<typeof notificationRow>[0]; // ids are asked for the next one only
const to = { merchantId: 2n, objectId: 3n, url: null };
const withdrawal: MerchantWithdrawal = {
  id: "W261121XY12AB34",
  receiving_account: "01700000001",
  amount: "10.00",
  status: "paid",
  note: "",
  reference: "FT1",
  reason: null,
  created_at: "2026-11-21T08:00:00.000Z",
  paid_at: "2026-11-21T09:00:00.000Z",
};
const payment = {} as MerchantPayment; // for its type

it("a row says what its type is about, and its body is what the contract says", () => {
  const row = notificationRow(app, { ...to, type: "withdrawal.paid", data: withdrawal });
  expect([row.object_type, row.status]).toEqual(["withdrawal", "none"]);
  const body: unknown = JSON.parse(row.body);
  expect(webhookBody.parse(body)).toEqual(body);
  expect(WEBHOOK_BODIES["withdrawal.rejected"].safeParse(body).success).toBe(false);
});

it("only what is listed compiles", () => {
  const refused = [
    // @ts-expect-error a type that is not listed
    () => notificationRow(app, { ...to, type: "payment.unlisted", data: payment }),
    // @ts-expect-error a status that nobody is told of
    (status: "completed" | "pending") => notificationRow(app, { ...to, type: `payment.${status}`, data: payment }),
    // @ts-expect-error another object than its type is about
    () => notificationRow(app, { ...to, type: "withdrawal.paid", data: payment }),
    // @ts-expect-error the test is sent once and not kept
    () => notificationRow(app, { ...to, type: "test.ping", data: { merchant_id: "M1" } }),
    // @ts-expect-error a type that is not listed
    () => notificationBody("payment.unlisted", 0, payment),
  ];
  // What counts is that this file compiles; nothing of it runs.
  expect(refused).toHaveLength(5);
});
