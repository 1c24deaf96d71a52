/** The operator's own statement as the third column: what we moved ourselves is no difference, and another wallet's file is refused. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { ReconciliationDay, StatementImportOut } from "../../src/contract/reconciliation.schema.ts";
import type { TransferCreate, TransferRow } from "../../src/contract/transfers.schema.ts";
import { businessDay } from "../../src/contract/time.ts";
import { bkashTime, bkashTrx, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let [one, other]: TestWallet[] = [];
let maker: Person;
let checker: Person;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  [one, other] = [await product.wallet(), await product.wallet()];
  [maker, checker] = [await person(product, "finance"), await person(product, "finance")];
});
afterEach(async () => {
  await product.product.app.posting.idle();
  expect(await product.findings()).toEqual([]);
});
afterAll(() => product.stop());

const wallet = (): TestWallet => one as TestWallet;
const beside = (): TestWallet => other as TestWallet;
async function going(body: TransferCreate): Promise<TransferRow> {
  const row = await product.good<TransferRow>("POST", "/api/transfers", maker.token, body);
  return product.good<TransferRow>("POST", `/api/transfers/${row.id}/approve`, checker.token, { version: row.version });
}
const upload = (to: TestWallet, lines: readonly string[], more: Record<string, unknown> = {}) =>
  product.call<StatementImportOut>("POST", `/api/reconciliation/${to.id}/import`, maker.token, {
    file_name: "statement.csv",
    text: ["TrxID,Date,Amount", ...lines].join("\r\n"),
    ...more,
  });
const day = (of: TestWallet): Promise<ReconciliationDay> =>
  product.good<ReconciliationDay>("GET", `/api/reconciliation/${of.id}/${businessDay(Date.now())}`, maker.token);

it("is the same as the other two where transfers and float bought stand on it too", async () => {
  const [paid, moved, bought, foreign] = [bkashTrx(), bkashTrx(), bkashTrx(), bkashTrx()];
  await product.pay(merchant, { amount: "500.00", customer: "01955555551" });
  await product.sms(wallet(), received({ amount: "500.00", from: "01955555551", trx: paid }));
  await going({ kind: "wallet", from_wallet_id: wallet().id, to_wallet_id: beside().id, amount: "100.00", expected_cost: "5.00" });
  await product.sms(wallet(), `Send Money Tk 100.00 to ${beside().account} successful. Fee Tk 5.00. Balance Tk 395.00. TrxID ${moved} at ${bkashTime()}`);
  await product.sms(beside(), received({ amount: "100.00", from: wallet().account, balance: "100.00", trx: moved }));
  const float = await going({ kind: "b2b_in", to_wallet_id: wallet().id, amount: "1000.00" });
  await product.good("POST", `/api/transfers/${float.id}/complete`, maker.token, { version: float.version, trx_id: bought });
  const at = bkashTime();
  const done = await upload(wallet(), [`${paid},${at},500.00`, `${moved},${at},-100.00`, `${bought},${at},1000.00`]);
  expect(done.data, done.text).toMatchObject({ imported: true, lines: 3, error_count: 0 });
  const shown = await day(wallet());
  const side = { payment: "500.00", payment_count: 1, disburse: "0.00", disburse_count: 0 };
  expect(shown.day).toMatchObject({ api: side, system: side, statement: side, statement_payment_difference: "0.00", statement_disburse_difference: "0.00" });
  expect(shown.groups.filter((group) => group.count > 0).map((group) => [group.group, group.count])).toEqual([["matched", 1]]);

  // What nobody knows of, and float of another amount than ours, stays a difference.
  await upload(wallet(), [`${foreign},${at},-7.00`, `${paid},${at},500.00`]);
  const again = await upload(beside(), [`${moved},${at},100.01`]);
  expect(again.data).toMatchObject({ imported: true });
  expect((await day(wallet())).day).toMatchObject({ statement_disburse_difference: "7.00" });
  expect((await day(beside())).day).toMatchObject({ statement_payment_difference: "100.01" });
});

it("takes no file of another wallet", async () => {
  const [trx, unknown] = [bkashTrx(), bkashTrx()];
  await product.sms(wallet(), received({ amount: "60.00", from: "01955555552", trx }));
  const lines = [`${trx},${bkashTime()},60.00`, `${unknown},${bkashTime()},61.00`];
  const tried = await upload(beside(), lines, { dry_run: true });
  expect(tried.data.errors).toEqual([{ row: 2, column: "TrxID", code: "other_wallet", value: trx }]);
  expect((await upload(beside(), lines)).error?.code).toBe("statement_refused");
  expect((await upload(wallet(), lines)).data).toMatchObject({ imported: true, lines: 2 });
});
