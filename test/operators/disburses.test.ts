/** Payouts of the product through official wallets: the dispatcher, the adapters, the simulated operators, the books. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { BkashSimulator, NagadSimulator } from "../../simulator/operators/index.ts";
import { next, TestProduct, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { bkashWallet, nagadWallet } from "./benches.ts";

const PAYER = "01711999002";
let product: TestProduct;
let merchant: TestMerchant;
let bkash: BkashSimulator;
let nagad: NagadSimulator;

interface Disburse {
  readonly id: string;
  readonly status: string;
  readonly trx_id: string | null;
}
interface Row extends Disburse {
  readonly version: number;
  readonly attempts: { readonly no: number; readonly status: string; readonly reference: string }[];
}
const detail = (id: string): Promise<Row> => product.good<Row>("GET", `/api/disburses/${id}`);

beforeAll(async () => {
  bkash = new BkashSimulator();
  nagad = new NagadSimulator();
  await Promise.all([bkash.server.listen(), nagad.server.listen()]);
  product = await TestProduct.start();
  merchant = await product.merchant();
  await bkashWallet(product, bkash);
  await nagadWallet(product, nagad);
  for (const operator of [bkash, nagad]) operator.state.accounts.customer(PAYER, 100_000_000n);
  // Float and the merchant's balance come from collecting through the same wallets.
  for (const operator of ["bkash", "nagad"] as const) {
    const made = await product.good<{ id: string; payment_url: string }>("POST", "/v1/payments", merchant.secret, {
      merchant_order_id: `fund-${operator}`,
      amount: "20000.00",
      operator,
    });
    const url = new URL(made.payment_url);
    const back = new URL(
      operator === "bkash" ? bkash.approve(url.searchParams.get("paymentID") ?? "", PAYER) : nagad.approve(url.pathname.split("/").at(-1) ?? "", PAYER),
    );
    await product.product.http.inject({ method: "GET", url: back.pathname + back.search });
    await until(async () => (await product.good<{ status: string }>("GET", `/v1/payments/${made.id}`, merchant.secret)).status === "completed");
  }
});
beforeEach(() => {
  bkash.faults.clear();
  nagad.faults.clear();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
  await Promise.all([bkash.server.close(), nagad.server.close()]);
});

async function payOut(operator: "bkash" | "nagad", amount: string): Promise<Disburse & { customer: string }> {
  const customer = `017${String(next()).padStart(8, "0")}`;
  (operator === "bkash" ? bkash : nagad).state.accounts.customer(customer, 0n);
  const made = await product.good<Disburse>("POST", "/v1/disburses", merchant.secret, { merchant_order_id: `out-${next()}`, amount, operator, customer });
  return { ...made, customer };
}
const ended = async (id: string): Promise<Row> => {
  await until(async () => ["completed", "unknown", "attempt_failed", "failed"].includes((await detail(id)).status));
  return detail(id);
};
const balance = (operator: "bkash" | "nagad", customer: string): bigint | null =>
  (operator === "bkash" ? bkash : nagad).state.accounts.customerBalance(customer);

it.each(["bkash", "nagad"] as const)("pays through %s once, with the operator's TrxID", async (operator) => {
  const made = await payOut(operator, "150.00");
  const done = await ended(made.id);
  expect(done.status).toBe("completed");
  expect(done.trx_id).toBeTruthy();
  expect(done.attempts).toHaveLength(1);
  expect(balance(operator, made.customer)).toBe(15_000n);
});

it.each([
  { operator: "bkash", call: "checkout.b2cPayment" },
  { operator: "nagad", call: "batchApprove" },
] as const)("is unknown when $operator's answer is lost after the money left, and is never sent again", async ({ operator, call }) => {
  const simulator = operator === "bkash" ? bkash : nagad;
  const made = await payOutWith(operator, () => simulator.faults.inject(call, { kind: "drop_after" }));
  const row = await ended(made.id);
  expect(row.status).toBe("unknown");
  expect(balance(operator, made.customer)).toBe(16_000n);
  const rechecked = await product.good<Row>("POST", `/api/disburses/${made.id}/recheck`, product.admin, { version: row.version });
  // bKash cannot be asked by reference: without a message it stays unknown for a person. Nagad can.
  expect(rechecked.status).toBe(operator === "nagad" ? "completed" : "unknown");
  expect(balance(operator, made.customer)).toBe(16_000n);
  expect((await detail(made.id)).attempts).toHaveLength(1);
  if (operator === "nagad") return;
  const trxId = [...bkash.state.transactions.values()].find((one) => one.msisdn === made.customer)?.trxId;
  const completed = await product.good<Row>("POST", `/api/disburses/${made.id}/complete`, product.admin, {
    version: rechecked.version,
    trx_id: trxId,
    note: "seen at bKash",
  });
  expect(completed).toMatchObject({ status: "completed", trx_id: trxId });
});

async function payOutWith(operator: "bkash" | "nagad", fault: () => void): Promise<Disburse & { customer: string }> {
  fault();
  return payOut(operator, "160.00");
}

it("fails an attempt for certain when bKash refuses the payee", async () => {
  const made = await product.good<Disburse>("POST", "/v1/disburses", merchant.secret, {
    merchant_order_id: `out-${next()}`,
    amount: "170.00",
    operator: "bkash",
    customer: "01600000001",
  });
  const row = await ended(made.id);
  expect(row.status).toBe("attempt_failed");
});
