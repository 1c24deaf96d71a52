import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import type { MerchantPayment } from "../src/contract/payments.schema.ts";
import { type WebhookType, WEBHOOKS } from "../src/contract/webhooks.ts";
import { Receiver, verifies } from "./receiver.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const now = (): number => 1_795_230_000_000;
const open: Receiver[] = [];
afterEach(() => {
  for (const receiver of open.splice(0)) receiver.close();
});

function signed(id: string, body: string, secret = SECRET, atMs = now()): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(Math.floor(atMs / 1000)), "webhook-signature": new Webhook(secret).sign(id, new Date(atMs), body) };
}
async function start(): Promise<{ receiver: Receiver; url: string }> {
  const receiver = new Receiver(new Map([["lotus", SECRET]]), now, false);
  open.push(receiver);
  const port = await receiver.listen(0);
  return { receiver, url: `http://127.0.0.1:${port}/hooks/lotus` };
}
const ORDER: MerchantPayment = {
  id: "P261121XY12AB34",
  merchant_order_id: "order-1",
  operator: "bkash",
  amount: "500.00",
  received_amount: "500.00",
  fee: "5.00",
  trx_id: "DKL1A2B3C4",
  customer: null,
  user_id: null,
  status: "completed",
  receiving_account: "01700000001",
  wallet_type: "personal",
  payment_url: null,
  pay_by: null,
  created_at: "2026-11-21T08:00:00.000Z",
  expires_at: "2026-11-21T08:30:00.000Z",
  paid_at: "2026-11-21T08:01:00.000Z",
  reversed_at: null,
  metadata: null,
};
const event = (id: string, type: WebhookType = "payment.completed"): string =>
  JSON.stringify({ type, timestamp: "2026-11-21T08:01:00.000Z", data: { ...ORDER, id, status: WEBHOOKS[type].status } });

describe("receiver", () => {
  it("takes no wrong, old, missing or foreign signature", async () => {
    const { receiver, url } = await start();
    const body = event("P1");
    const bad = [
      signed("a", body, `whsec_${Buffer.alloc(32, 8).toString("base64")}`),
      signed("a", `${body} `),
      signed("a", body, SECRET, now() - 600_000),
      {},
      { ...signed("a", body), "webhook-id": "b" },
    ];
    for (const headers of bad) expect((await fetch(url, { method: "POST", headers, body })).status).toBe(401);
    expect((await fetch(url.replace("lotus", "nobody"), { method: "POST", headers: signed("a", body), body })).status).toBe(404);
    expect([receiver.badSignatures, receiver.all()]).toEqual([5, []]);
  });

  it("counts a notification once, however often it comes", async () => {
    const { receiver, url } = await start();
    for (let times = 0; times < 3; times += 1) await fetch(url, { method: "POST", headers: signed("a", event("P1")), body: event("P1") });
    await fetch(url, { method: "POST", headers: signed("b", event("P1", "payment.review")), body: event("P1", "payment.review") });
    expect(receiver.all().map(({ webhookId, type }) => [webhookId, type])).toEqual([
      ["a", "payment.completed"],
      ["b", "payment.review"],
    ]);
    expect(receiver.attempts).toBe(4);
  });

  it("counts what is no notification of the contract, and keeps it out of the orders'", async () => {
    const { receiver, url } = await start();
    const other = (fields: object): string => JSON.stringify({ ...(JSON.parse(event("P1")) as object), ...fields });
    const bodies = [other({ type: "payment.unlisted" }), other({ type: "payment.review" }), other({ data: { id: "P1" } }), other({ timestamp: 1 })];
    for (const [nth, body] of bodies.entries()) await fetch(url, { method: "POST", headers: signed(`n${nth}`, body), body });
    expect([receiver.badBodies, receiver.all()]).toEqual([4, []]);
  });

  it("is down now and then, and counts what comes again", async () => {
    const { receiver, url } = await start();
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1)
      statuses.push((await fetch(url, { method: "POST", headers: signed(`n${index}`, event("P1")), body: event("P1") })).status);
    expect(statuses.filter((status) => status !== 200).toSorted()).toEqual([500, 503]);
    expect(receiver.all()).toHaveLength(19);
    const missed = statuses.indexOf(503);
    expect((await fetch(url, { method: "POST", headers: signed(`n${missed}`, event("P1")), body: event("P1") })).status).toBe(200);
    expect(receiver.all()).toHaveLength(20);
  });
});

it("finds the v1 signature among others", () => {
  const mac = createHmac("sha256", Buffer.alloc(32, 7))
    .update(`x.${now() / 1000}.body`)
    .digest("base64");
  const headers = { id: "x", timestamp: String(now() / 1000), signature: `v1a,AAAA v1,AAAA v1,${mac}` };
  expect(verifies(SECRET, headers, "body", now())).toBe(true);
  expect(verifies(SECRET, { ...headers, signature: `v2,${mac}` }, "body", now())).toBe(false);
});
