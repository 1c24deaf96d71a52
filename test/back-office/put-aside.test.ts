/** A message that a person ignored goes back where it was: as unmatched, suspicious or unread as before, with its money where it is booked. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SmsDetail, SmsRow } from "../../src/contract/sms.schema.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { postOfficial } from "../../src/server/core/posting/official.ts";
import { bkashTrx, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { people, startTarget } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let token: string;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  wallet = await product.wallet();
  token = (await people(product, merchant.id)).finance.token;
});
afterAll(() => product.stop());

const read = (id: string): Promise<SmsDetail> => product.good<SmsDetail>("GET", `/api/sms/${id}`, token);
const act = (id: string, name: "ignore" | "restore", version: number) =>
  product.call<SmsRow & { error?: unknown }>("POST", `/api/sms/${id}/${name}`, token, { version });
const arrive = async (text: string): Promise<string> => (await product.sms(wallet, text)).data.items[0]?.id ?? "";
const booked = async (id: string): Promise<unknown> =>
  product.product.app.db.one("select booked_txn, in_suspense from sms where id = $1", [product.product.app.publicIds.decode("sms", id)]);

it.each([
  ["unmatched", () => received({ amount: "71.00", from: "01811112222", trx: bkashTrx() })],
  ["unparsed", () => "bKash: something that nobody knows, Tk 5 and more"],
])("goes back to %s, once, under the version that it has", async (status, text) => {
  const id = await arrive(text());
  const before = await read(id);
  expect(before.match_status).toBe(status);
  expect(before.actions).not.toContain("restore");
  const money = await booked(id);
  const aside = await act(id, "ignore", before.version);
  expect([aside.status, aside.data.match_status, aside.data.actions.includes("restore")]).toEqual([200, "ignored", true]);
  expect((await act(id, "restore", before.version)).status).toBe(409);
  const back = await act(id, "restore", aside.data.version);
  expect([back.status, back.data.match_status, back.data.reasons]).toEqual([200, status, before.reasons]);
  expect(await booked(id)).toEqual(money);
  expect((await read(id)).timeline.map((item) => item.kind).slice(-2)).toEqual(["ignored", "restored"]);
  // It is nobody's to take back twice.
  expect((await act(id, "restore", back.data.version)).status).toBe(409);
});

it("comes back into the exception queue, and can be matched again", async () => {
  const id = await arrive(received({ amount: "72.00", from: "01811112222", trx: bkashTrx() }));
  const listed = async (kind = "sms_unmatched"): Promise<boolean> => {
    await sweepQueue(product.product.app);
    const { items } = await product.good<{ items: { object: { id: string } }[] }>("GET", `/api/exceptions?kind=${kind}&size=200`, token);
    return items.some((item) => item.object.id === id);
  };
  expect(await listed()).toBe(true);
  const aside = await act(id, "ignore", (await read(id)).version);
  expect(await listed()).toBe(false);
  // Its money is nobody's yet: it is met under another kind, and among what stands in suspense.
  expect(await listed("suspense_ignored")).toBe(true);
  const waits = async (): Promise<boolean> =>
    (await product.good<{ items: { id: string }[] }>("GET", "/api/sms?in_suspense=true&size=200", token)).items.some((item) => item.id === id);
  expect(await waits()).toBe(true);
  await act(id, "restore", aside.data.version);
  expect([await listed(), await listed("suspense_ignored"), await waits()]).toEqual([true, false, true]);
  expect((await read(id)).actions).toContain("match");
});

it("is refused for a message that was matched after it was ignored", async () => {
  const order = await product.pay(merchant, { amount: "73.00", customer: "01811113333" });
  const id = await arrive(received({ amount: "74.00", from: "01811112222", trx: bkashTrx() }));
  const aside = await act(id, "ignore", (await read(id)).version);
  const matched = await product.call<SmsRow>("POST", `/api/sms/${id}/match`, token, { version: aside.data.version, payment_id: order.data.id });
  expect(matched.status).toBe(200);
  expect(matched.data.actions).toEqual([]);
  expect((await act(id, "restore", matched.data.version)).status).toBe(409);
});

it("is the money that its operator's own answer tells of later, and not a second one", async () => {
  const { app } = product.product;
  const trx = bkashTrx();
  const order = await product.pay(merchant, { amount: "75.00" });
  const id = await arrive(received({ amount: "75.00", from: "01811114444", trx }));
  const before = await read(id);
  expect(before.match_status).toBe("unmatched");
  expect((await act(id, "ignore", before.version)).status).toBe(200);
  const paymentId = app.publicIds.decode("payment", order.data.id) as bigint;
  const said = { paymentId, trxId: trx, amountMinor: 75_00n, payer: null };
  expect(await app.db.tx((tx) => postOfficial(app, tx, said, () => undefined))).toBe("completed");
  expect(await read(id)).toMatchObject({ match_status: "matched", payment_id: order.data.id, reasons: expect.not.arrayContaining(["ignored"]) });
  expect(await app.db.one("select in_suspense from sms where id = $1", [app.publicIds.decode("sms", id)])).toEqual({ in_suspense: false });
  expect(await app.db.rows("select 1 from unreported_movements where object_id = $1", [paymentId])).toEqual([]);
  expect(await product.findings()).toEqual([]);
});
