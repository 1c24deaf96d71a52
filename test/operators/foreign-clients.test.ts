/** Clients that others wrote, unchanged, against the simulated operators: if they complete a payment, the protocol is spoken. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BkashSimulator, keyPair, NagadSimulator } from "../../simulator/operators/index.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const PAYER = "01711000001";
const CALLBACK = "https://shop.example/back";

let bkash: BkashSimulator;
let nagad: NagadSimulator;
const merchant = { username: "shop", password: "shop-password", appKey: "app-key", appSecret: "app-secret", shortCode: "50022" };
const keys = keyPair();

beforeAll(async () => {
  bkash = new BkashSimulator();
  nagad = new NagadSimulator();
  await Promise.all([bkash.server.listen(), nagad.server.listen()]);
  bkash.merchant(merchant, 100_000n);
  bkash.state.accounts.customer(PAYER, 1_000_000n);
  nagad.merchant({ merchantId: "683002007104225", aggregatorId: "660716583969324", publicKey: keys.publicKey, accountNumber: "01799999999" });
  nagad.state.accounts.customer(PAYER, 1_000_000n);
});
afterAll(() => Promise.all([bkash.server.close(), nagad.server.close()]));

describe("bkash-payment (tokenized)", () => {
  const client = require("bkash-payment") as Record<string, (config: unknown, argument: unknown) => Promise<Record<string, string>>>;
  const config = () => ({
    base_url: bkash.baseUrl,
    username: merchant.username,
    password: merchant.password,
    app_key: merchant.appKey,
    app_secret: merchant.appSecret,
  });

  it("creates, executes, queries, searches and refunds", async () => {
    const created = (await client["createPayment"]?.(config(), { amount: "150.00", callbackURL: CALLBACK, orderID: "INV-1", reference: "1" })) ?? {};
    expect(created).toMatchObject({ statusCode: "0000", transactionStatus: "Initiated", amount: "150.00" });
    const id = created["paymentID"] as string;
    expect(await client["executePayment"]?.(config(), id)).toMatchObject({ statusCode: "2060" });
    expect(bkash.approve(id, PAYER)).toBe(`${CALLBACK}?paymentID=${id}&status=success`);
    const executed = (await client["executePayment"]?.(config(), id)) ?? {};
    expect(executed).toMatchObject({ statusCode: "0000", transactionStatus: "Completed", customerMsisdn: PAYER });
    expect(executed["paymentExecuteTime"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\d{3} GMT\+0600$/);
    expect(await client["executePayment"]?.(config(), id)).toMatchObject({ statusCode: "2117" });
    const trxID = executed["trxID"] as string;
    expect(await client["queryPayment"]?.(config(), id)).toMatchObject({ transactionStatus: "Completed", trxID });
    expect(await client["searchTransaction"]?.(config(), trxID)).toMatchObject({ trxID, transactionStatus: "Completed", customerMsisdn: PAYER });
    const refunded = (await client["refundTransaction"]?.(config(), { paymentID: id, trxID, amount: "50.00" })) ?? {};
    expect(refunded["refundTrxID"]).toBeTruthy();
    expect(bkash.state.accounts.customerBalance(PAYER)).toBe(1_000_000n - 15_000n + 5_000n);
    expect(bkash.server.count("tokenized.grant")).toBe(1);
  });
});

describe("bkash-payment-gateway (old checkout)", () => {
  it("creates, executes, queries and refunds; errors come with HTTP 200", async () => {
    const { BkashGateway } = require("bkash-payment-gateway") as typeof import("bkash-payment-gateway");
    const gateway = new BkashGateway({
      baseURL: bkash.baseUrl,
      key: merchant.appKey,
      secret: merchant.appSecret,
      username: merchant.username,
      password: merchant.password,
    });
    const created = await gateway.createPayment({ amount: 75, orderID: "INV-2", intent: "sale" });
    expect(created).toMatchObject({ transactionStatus: "Initiated", currency: "BDT", merchantInvoiceNumber: "INV-2" });
    await expect(gateway.createPayment({ amount: 75, orderID: "INV-2", intent: "sale" })).rejects.toThrow("Duplicate for all transactions");
    const payment = bkash.state.payments.get(created.paymentID);
    if (!payment) throw new Error("not there");
    payment.payer = PAYER;
    const executed = await gateway.executePayment(created.paymentID);
    expect(executed).toMatchObject({ transactionStatus: "Completed" });
    await expect(gateway.executePayment(created.paymentID)).rejects.toThrow("already been completed");
    expect(await gateway.queryPayment(created.paymentID)).toMatchObject({ transactionStatus: "Completed", trxID: executed.trxID });
    expect(await gateway.refundTransaction({ paymentID: created.paymentID, trxID: executed.trxID, amount: "25.00", sku: "SKU" })).toMatchObject({
      originalTrxID: executed.trxID,
    });
  });

  it("is refused with a wrong secret", async () => {
    const { BkashGateway } = require("bkash-payment-gateway") as typeof import("bkash-payment-gateway");
    const gateway = new BkashGateway({
      baseURL: bkash.baseUrl,
      key: merchant.appKey,
      secret: "wrong",
      username: merchant.username,
      password: merchant.password,
    });
    await expect(gateway.createPayment({ amount: 75, orderID: "INV-3", intent: "sale" })).rejects.toThrow("Invalid API Credentials Provided");
  });
});

/** The client opens answers with PKCS#1 padding. Some versions of Node refuse that, and some of those can be told not to. */
const REVERT = "--security-revert=CVE-2023-46809";
const PROBE = `const c=require("crypto"),k=c.generateKeyPairSync("rsa",{modulusLength:1024}),p={padding:c.constants.RSA_PKCS1_PADDING};c.privateDecrypt({key:k.privateKey,...p},c.publicEncrypt({key:k.publicKey,...p},Buffer.from("x")))`;

/** Flags under which this Node opens PKCS#1; null: none that is known. */
async function flagsForPkcs1(): Promise<readonly string[] | null> {
  for (const flags of [[], [REVERT]]) {
    const works = await run(process.execPath, [...flags, "-e", PROBE]).then(
      () => true,
      () => false,
    );
    if (works) return flags;
  }
  return null;
}

describe("nagad-payment-gateway", () => {
  it("initializes, completes and verifies", async (context) => {
    const flags = await flagsForPkcs1();
    if (flags === null)
      return context.skip(`this Node (${process.version}) opens no PKCS#1 padding, nor does it know ${REVERT}: the client cannot read an answer`);
    const script = `
      const { NagadGateway } = require(${JSON.stringify(require.resolve("nagad-payment-gateway"))});
      const given = JSON.parse(process.env.GIVEN);
      const gateway = new NagadGateway(given.config);
      const work = given.verify ? gateway.verifyPayment(given.verify) : gateway.createPayment(given.payment);
      work.then((answer) => console.log(JSON.stringify(answer)), (error) => { console.error(error); process.exitCode = 1; });`;
    const ask = async (given: object): Promise<unknown> => {
      const config = {
        baseURL: nagad.baseUrl,
        merchantID: "683002007104225",
        merchantNumber: "01799999999",
        privKey: keys.privateKey,
        pubKey: nagad.publicKey,
        callbackURL: CALLBACK,
        apiVersion: "v-0.2.0",
        isPath: false,
      };
      const { stdout } = await run(process.execPath, [...flags, "-e", script], {
        env: { ...process.env, NODE_OPTIONS: "", GIVEN: JSON.stringify({ config, ...given }) },
      });
      // Node announces the flag on the same stream, first.
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    };
    const url = String(await ask({ payment: { amount: "120.00", ip: "10.10.0.10", orderId: "ORD1", productDetails: { a: "1" }, clientType: "PC_WEB" } }));
    expect(url).toContain("/check-out/");
    const ref = url.split("/").at(-1) as string;
    expect(nagad.approve(ref, PAYER)).toContain("status=Success");
    expect(await ask({ verify: ref })).toMatchObject({ status: "Success", amount: "120.00", orderId: "ORD1", clientMobileNo: PAYER, statusCode: "000" });
    expect(nagad.state.accounts.organisation("683002007104225").collection).toBe(12_000n);
  });
});
