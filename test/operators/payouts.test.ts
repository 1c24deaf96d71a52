/** The official payout rails against the simulated operators, with every fault. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BkashSimulator, NagadSimulator } from "../../simulator/operators/index.ts";
import { officialPort } from "../../src/server/core/operators/official.ts";
import { TestProduct } from "../support/app.ts";
import { bkashBench, bkashWallet, nagadBench, walletNumber } from "./benches.ts";
import { portSuite } from "./port-suite.ts";

let product: TestProduct;
let bkash: BkashSimulator;
let nagad: NagadSimulator;

beforeAll(async () => {
  bkash = new BkashSimulator();
  nagad = new NagadSimulator();
  await Promise.all([bkash.server.listen(), nagad.server.listen()]);
  product = await TestProduct.start();
});
beforeEach(async () => {
  bkash.faults.clear();
  nagad.faults.clear();
  bkash.state.forgetGrants();
  await product.product.app.db.run("update operator_tokens set grants = '{}'");
});
afterAll(async () => {
  await product.stop();
  await Promise.all([bkash.server.close(), nagad.server.close()]);
});

portSuite("official, bKash", () => bkashBench(product, bkash));
portSuite("official, Nagad", () => nagadBench(product, nagad));

describe("bKash's payout", () => {
  it("speaks the protocol: token without Bearer, app key, amount as text, reference as invoice number", async () => {
    const bench = await bkashBench(product, bkash);
    const attempt = await bench.attempt({ amountMinor: 100_005n });
    expect((await bench.port.submit(attempt)).kind).toBe("completed");
    const asked = bkash.server.asked.findLast((one) => one.call === "checkout.b2cPayment");
    expect(asked?.body).toEqual({ amount: "1000.05", currency: "BDT", merchantInvoiceNumber: attempt.reference, receiverMSISDN: attempt.customer });
    expect(asked?.headers).toMatchObject({ "x-app-key": expect.stringMatching(/^app-key-\d+$/) });
    expect(asked?.headers.authorization).not.toMatch(/bearer/i);
  });

  it.each(["2029", "2062", "2117", "503", "9999"])("is unknown when bKash says %s", async (code) => {
    const bench = await bkashBench(product, bkash);
    bkash.faults.inject("checkout.b2cPayment", { kind: "body", body: { errorCode: code, errorMessage: "x" } });
    expect(await bench.port.submit(await bench.attempt())).toMatchObject({ kind: "unknown", code });
  });

  it.each(["2001", "2023", "2057"])("is certain when bKash says %s", async (code) => {
    const bench = await bkashBench(product, bkash);
    bkash.faults.inject("checkout.b2cPayment", { kind: "body", body: { errorCode: code, errorMessage: "x" } });
    expect(await bench.port.submit(await bench.attempt())).toMatchObject({ kind: "rejected", code });
  });

  it("does not believe an answer about another payout", async () => {
    const bench = await bkashBench(product, bkash);
    bkash.faults.inject("checkout.b2cPayment", {
      kind: "body",
      body: {
        trxID: "DKL0000001",
        transactionStatus: "Completed",
        amount: "123.45",
        currency: "BDT",
        merchantInvoiceNumber: "another",
        receiverMSISDN: "01711111111",
      },
    });
    expect(await bench.port.submit(await bench.attempt())).toMatchObject({ kind: "unknown", code: "answer_differs" });
  });

  it("asks for one token for 20 payouts at once, and again only when bKash no longer takes it", async () => {
    const wallet = await bkashWallet(product, bkash);
    const port = officialPort(product.product.app, "bkash");
    const bench = await bkashBench(product, bkash);
    const before = bkash.server.count("checkout.grant");
    const attempts = await Promise.all(Array.from({ length: 20 }, () => bench.attempt({ walletId: walletNumber(product, wallet.id) })));
    const answers = await Promise.all(attempts.map((attempt) => port.submit(attempt)));
    expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(["completed"]));
    expect(bkash.server.count("checkout.grant") - before).toBe(1);
    bkash.state.revokeTokens();
    expect((await port.submit(await bench.attempt({ walletId: walletNumber(product, wallet.id) }))).kind).toBe("completed");
    expect(bkash.server.count("checkout.grant") - before).toBe(2);
    bkash.state.revokeTokens();
    // A third question within the hour would block the merchant for an hour: it is not asked.
    expect(await port.submit(await bench.attempt({ walletId: walletNumber(product, wallet.id) }))).toMatchObject({ kind: "rejected", code: "token_limit" });
    expect(bkash.server.count("checkout.grant") - before).toBe(2);
  });
});

describe("Nagad's payout", () => {
  it("keeps approved but unpaid items pending, then says how they ended", async () => {
    const bench = await nagadBench(product, nagad);
    const attempt = await bench.attempt();
    nagad.state.holdApproved = true;
    expect((await bench.port.submit(attempt)).kind).toBe("accepted");
    expect((await bench.port.query(attempt)).kind).toBe("pending");
    nagad.state.holdApproved = false;
    const item = nagad.state.items.get(attempt.reference);
    if (!item) throw new Error("no item");
    nagad.state.pay(item);
    expect(await bench.port.query(attempt)).toMatchObject({ kind: "completed", trxId: item.trxId, amountMinor: attempt.amountMinor });
  });

  it.each(["batchCreate", "handshake"] as const)("is certain when %s is lost: no item was ever sent", async (call) => {
    const bench = await nagadBench(product, nagad);
    const attempt = await bench.attempt();
    nagad.faults.inject(call, { kind: "drop_after" });
    expect((await bench.port.submit(attempt)).kind).toBe("rejected");
    expect(nagad.state.items.has(attempt.reference)).toBe(false);
  });

  it("resumes what a crash left between item and approval, in the same batch and with one item", async () => {
    const bench = await nagadBench(product, nagad);
    const attempt = await bench.attempt();
    const batches = nagad.state.batches.size;
    nagad.faults.inject("batchItem", { kind: "drop_after" });
    expect((await bench.port.submit(attempt)).kind).toBe("unknown");
    expect(bench.paid(attempt).times).toBe(0);
    // Only the one who may hand the attempt over resumes it; a question never approves.
    expect((await bench.port.query(attempt)).kind).toBe("pending");
    expect(bench.paid(attempt).times).toBe(0);
    expect((await bench.port.submit(attempt)).kind).toBe("accepted");
    expect(nagad.state.batches.size).toBe(batches + 1);
    expect(bench.paid(attempt).times).toBe(1);
    expect((await bench.port.submit(attempt)).kind).toBe("unknown");
    expect(bench.paid(attempt).times).toBe(1);
  });

  it("trusts no session that Nagad has not signed", async () => {
    const bench = await nagadBench(product, nagad);
    const attempt = await bench.attempt();
    nagad.faults.inject("handshake", { kind: "wrong_signature" });
    expect(await bench.port.submit(attempt)).toMatchObject({ kind: "rejected", code: "bad_signature" });
    nagad.faults.inject("handshake", { kind: "wrong_signature" });
    expect(await bench.port.query(attempt)).toMatchObject({ kind: "unavailable", code: "bad_signature" });
  });
});
