import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
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
const event = (id: string, type = "payment.completed"): string => JSON.stringify({ type, timestamp: "", data: { id } });

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
