/** Every change that a merchant is told of, brought about, with the body that is sent of it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WEBHOOK_BODIES } from "../../src/contract/webhooks.schema.ts";
import { WEBHOOK_TYPES, WEBHOOKS, type WebhookType } from "../../src/contract/webhooks.ts";
import type { ManualRow } from "../../src/contract/manual.schema.ts";
import type { WithdrawalRow } from "../../src/contract/withdrawal.schema.ts";
import { explainReturn } from "../../src/server/core/payouts/from-return.ts";
import { reportedMoney } from "../../src/server/core/posting/facts.ts";
import { bkashTrx, letExpire, next, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { wrongIn } from "../support/told.ts";
import { PayoutLab, trx, type PayWallet } from "./support.ts";

let lab: PayoutLab;
let product: TestProduct;
let merchant: TestMerchant;
let collecting: TestWallet;
let paying: PayWallet;
let target: Server;
const got: string[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => void (got.push(Buffer.concat(parts).toString()), response.end("ok")));
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  lab = await PayoutLab.start();
  product = lab.product;
  const { port } = target.address() as AddressInfo; // of a TCP server, never a path
  merchant = await lab.merchant(100_000_00n, { payment_fee: { rate_bps: 100, fixed: "0.00" }, notify_url: `http://127.0.0.1:${port}/hook` });
  collecting = await product.wallet({ payout: false });
  paying = await lab.wallet(100_000_00n, { collect: false });
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  await lab.stop();
  target.close();
});

interface Order {
  readonly id: string;
  readonly amount: string;
  readonly customer: string;
}
/** A payment that waits for its money. */
async function ordered(): Promise<Order> {
  const nth = next();
  const order = { amount: `${300 + nth}.00`, customer: `0181${String(nth).padStart(7, "0")}` };
  return { id: (await product.pay(merchant, { ...order, metadata: { nth, note: "收付", last: null } })).data.id, ...order };
}
async function completed(): Promise<Order> {
  const order = await ordered();
  await product.sms(collecting, received({ amount: order.amount, from: order.customer }));
  return order;
}
/** Its TrxID was submitted, and the message with it brought another amount. */
async function inReview(): Promise<Order> {
  const [order, number] = [await ordered(), bkashTrx()];
  await product.sms(collecting, received({ amount: "7.00", from: order.customer, trx: number }));
  await product.good("POST", `/v1/payments/${order.id}/trx`, merchant.secret, { trx_id: number });
  return order;
}
const decided = async (id: string, act: string, body: object): Promise<void> => {
  const { version } = await product.good<{ version: number }>("GET", `/api/payments/${id}`);
  await product.good("POST", `/api/payments/${id}/${act}`, product.admin, { version, ...body });
};

async function paidOut(): Promise<Order & { readonly trxId: string }> {
  const trxId = trx();
  lab.port.onSubmit = () => ({ kind: "completed", trxId, costMinor: 0n, atMs: null });
  const order = await lab.ordered(merchant, { amount: `${100 + next()}.00`, metadata: { a: 1 } });
  await lab.dispatch();
  return { ...order, trxId };
}
async function failedOut(): Promise<string> {
  lab.port.onSubmit = () => ({ kind: "rejected", code: "closed", message: "" });
  const { id } = await lab.ordered(merchant);
  await lab.dispatch();
  await lab.acted(id, "fail", { reason: "no such number" });
  return id;
}
/** The message by which the operator gives a payout's money back, as the batch of messages hands it over. */
async function returned(): Promise<string> {
  const order = await paidOut();
  const amount = BigInt(order.amount.replace(".", ""));
  const of = { walletId: paying.key, operator: "bkash" as const, direction: "credit" as const, amount, fee: 0n };
  const facts = {
    ...of,
    id: lab.app.ids.next(),
    kind: "returned_failed" as const,
    atMs: Date.now(),
    operatorTimeMs: null,
    counterparty: null,
    alsoNamed: 0,
    trxId: order.trxId,
  };
  const money = reportedMoney({ ...of, commission: null, extra: null }, 0n);
  await lab.app.db.tx(async (tx) => {
    await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [paying.key]);
    await explainReturn(lab.app, tx, { ...facts, trxKey: order.trxId, money }, () => undefined);
  });
  return order.id;
}

async function withdrawal(): Promise<WithdrawalRow> {
  return product.good("POST", "/api/withdrawal", product.admin, { merchant_id: merchant.id, receiving_account: "DBBL 123", amount: "50.00", note: "weekly" });
}
const act = (row: WithdrawalRow, name: string, body: object = {}): Promise<WithdrawalRow> =>
  product.good("POST", `/api/withdrawal/${row.id}/${name}`, product.admin, { version: row.version, ...body });

/** How each change comes about; answers the id of what is told of. A new type does not compile without its line. */
const BRING: Readonly<Record<WebhookType, () => Promise<string>>> = {
  "payment.completed": async () => (await completed()).id,
  "payment.review": async () => (await inReview()).id,
  "payment.expired": async () => {
    const { id } = await ordered();
    await letExpire(lab.owner, lab.app.publicIds.decode("payment", id));
    await product.product.jobs.runOnce("expire-payments");
    return id;
  },
  "payment.rejected": async () => {
    const { id } = await inReview();
    await decided(id, "reject", { reason: "another amount" });
    return id;
  },
  "payment.cancelled": async () => {
    const { id } = await ordered();
    await product.good("POST", `/v1/payments/${id}/cancel`, merchant.secret, {});
    return id;
  },
  "payment.reversed": async () => {
    const { id } = await completed();
    const asked = await product.good<ManualRow>("POST", "/api/manual", product.admin, { kind: "payment_reversal", payment_id: id, note: "by the statement" });
    await product.good("POST", `/api/manual/${asked.id}/apply`, await lab.staff("finance"), { version: asked.version });
    return id;
  },
  "disburse.completed": async () => (await paidOut()).id,
  "disburse.failed": failedOut,
  "disburse.rejected": async () => {
    const { id } = await lab.ordered(merchant, { amount: "20000.00" });
    await lab.acted(id, "reject", { reason: "unknown customer" });
    return id;
  },
  "disburse.cancelled": async () => {
    const { id } = await lab.ordered(merchant);
    await product.good("POST", `/v1/disburses/${id}/cancel`, merchant.secret, {});
    return id;
  },
  "disburse.returned": returned,
  "withdrawal.paid": async () => (await act(await act(await withdrawal(), "approve"), "paid", { reference: "BANK-77" })).id,
  "withdrawal.rejected": async () => (await act(await withdrawal(), "reject", { reason: "another account" })).id,
  "test.ping": async () => {
    await product.good("POST", `/api/merchants/${merchant.id}/webhook-test`, product.admin, {});
    return merchant.id;
  },
};

async function queued(id: bigint | null, type: WebhookType): Promise<string[]> {
  const of = "object_id = $1 and type = $2";
  const rows = await lab.owner.rows<{ body: string }>(`select body from outbox where ${of} union all select body from deliveries where ${of}`, [id, type]);
  return rows.map(({ body }) => body);
}

it.each(WEBHOOK_TYPES)("%s is told as the contract says", async (type) => {
  const { about, change } = WEBHOOKS[type];
  const id = await BRING[type]();
  const bodies = change === null ? got : await queued(lab.app.publicIds.decode(about, id), type);
  expect(bodies).toHaveLength(1);
  const [body = ""] = bodies;
  expect(wrongIn(body)).toBeNull();
  expect(WEBHOOK_BODIES[type].parse(JSON.parse(body)).data).toMatchObject(about === "merchant" ? { merchant_id: id } : { id });
});
