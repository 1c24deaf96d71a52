/** A wallet's own proxy: calls to its operator go through it, with its credentials, and nowhere else when it is down. */
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BkashSimulator } from "../../simulator/operators/index.ts";
import { balanceOfficial, refundOfficial } from "../../src/server/core/operators/official.ts";
import { TestProduct } from "../support/app.ts";
import { bkashWallet, walletNumber } from "./benches.ts";

let product: TestProduct;
let bkash: BkashSimulator;
let proxy: Server;
const tunnels: { to: string; auth: string | undefined }[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  bkash = new BkashSimulator();
  await bkash.server.listen();
  proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on("connect", (request, socket: Socket, head: Buffer) => {
    tunnels.push({ to: request.url ?? "", auth: request.headers["proxy-authorization"] });
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const on = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      on.write(head);
      on.pipe(socket).pipe(on);
    });
    for (const one of [on, socket]) {
      sockets.add(one);
      one.on("error", () => undefined); // cut when the test ends
    }
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  product = await TestProduct.start();
});
afterAll(async () => {
  await product.stop();
  for (const socket of sockets) socket.destroy();
  await bkash.server.close();
  await new Promise((done) => proxy.close(done));
});

it("carries the calls of its wallet, with its credentials", async () => {
  const port = (proxy.address() as AddressInfo).port;
  const wallet = await bkashWallet(product, bkash, { proxy: `http://desk:s%40cret@127.0.0.1:${port}`, collect: false });
  const { app } = product.product;
  expect(await balanceOfficial(app, walletNumber(product, wallet.id))).toMatchObject({ kind: "balance" });
  const seen = tunnels.length;
  expect(seen).toBeGreaterThan(0);
  expect(tunnels[0]?.to).toBe(new URL(bkash.baseUrl).host);
  expect(Buffer.from(tunnels[0]?.auth?.split(" ")[1] ?? "", "base64").toString()).toBe("desk:s@cret");
  const shown = await product.call("GET", `/api/wallets/${wallet.id}`);
  expect(shown.text).not.toContain("cret@");
});

it("lets nothing past it when it is down", async () => {
  // An operator of its own: the product asks for the other wallet's balance by itself, at its own time.
  const alone = new BkashSimulator();
  await alone.server.listen();
  try {
    const wallet = await bkashWallet(product, alone, { proxy: "http://127.0.0.1:9", collect: false });
    expect(await balanceOfficial(product.product.app, walletNumber(product, wallet.id))).toMatchObject({ kind: "unavailable" });
    expect(alone.server.asked).toEqual([]);
  } finally {
    await alone.server.close();
  }
});

it("refunds a payment by its TrxID", async () => {
  const wallet = await bkashWallet(product, bkash);
  const { app } = product.product;
  const id = walletNumber(product, wallet.id);
  const merchant = await product.merchant();
  const made = await product.good<{ id: string; payment_url: string }>("POST", "/v1/payments", merchant.secret, {
    merchant_order_id: "refunded",
    amount: "90.00",
    operator: "bkash",
  });
  const paymentId = new URL(made.payment_url).searchParams.get("paymentID") ?? "";
  bkash.state.accounts.customer("01711111999", 100_000n);
  const back = new URL(bkash.approve(paymentId, "01711111999"));
  await product.product.http.inject({ method: "GET", url: back.pathname + back.search });
  const trxId = bkash.state.payments.get(paymentId)?.trxId ?? "";
  const refund = { operatorRef: paymentId, trxId, amountMinor: 5_000n, reason: "asked <for>" };
  expect(await refundOfficial(app, id, refund)).toMatchObject({ kind: "refunded" });
  expect(await refundOfficial(app, id, { ...refund, amountMinor: 5_000n })).toMatchObject({ kind: "refused", code: "2026" });
  bkash.faults.inject("tokenized.refund", { kind: "drop_after" });
  expect(await refundOfficial(app, id, { ...refund, amountMinor: 100n })).toMatchObject({ kind: "unknown" });
  expect(bkash.state.accounts.customerBalance("01711111999")).toBe(100_000n - 9_000n + 5_000n + 100n);
});
