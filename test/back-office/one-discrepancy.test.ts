/** A wallet that differs from its operator says the same two numbers wherever it stands: real less books, and the sum of its breaks. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExceptionPage } from "../../src/contract/exceptions.schema.ts";
import type { Home } from "../../src/contract/home.schema.ts";
import type { WalletStatistics } from "../../src/contract/reconciliation.schema.ts";
import type { WalletRow } from "../../src/contract/wallets.schema.ts";
import { businessDay } from "../../src/contract/time.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { bkashTrx, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { people, startTarget } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let cast: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  wallet = await product.wallet({ name: "Main" });
  await product.wallet({ name: "Other" });
  cast = await people(product, merchant.id);
  const say = (amount: string, balance: string): Promise<unknown> => product.sms(wallet, received({ amount, from: "01811112222", trx: bkashTrx(), balance }));
  // The books begin at nothing, the operator with 999.00 on it.
  await say("1.00", "1,000.00");
  // 50.00 is missing before the first; the second follows it to the unit; 25.00 is missing before the third.
  await say("20.00", "1,070.00");
  await say("30.00", "1,100.00");
  await say("5.00", "1,130.00");
  // As if the time to wait for missing messages were over.
  await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
  await product.product.app.posting.sweep();
  await sweepQueue(product.product.app);
});
afterAll(() => product.stop());

const owner = (sql: string): Promise<void> => withClient(product.ownerUrl, async (client) => void (await client.query(sql)));

const row = (): Promise<WalletRow> => product.good<WalletRow>("GET", `/api/wallets/${wallet.id}`, cast.finance.token);
const home = (): Promise<Home> => product.good<Home>("GET", "/api/statistics/home", cast.finance.token);
const queue = (): Promise<ExceptionPage> => product.good<ExceptionPage>("GET", "/api/exceptions?kind=wallet_gap", cast.finance.token);

it("says real less books once, on the wallet, on home and in today's statistics", async () => {
  expect((await row()).difference).toBe("999.00");
  expect((await home()).wallets.map((one) => [one.name, one.difference])).toEqual([
    ["Main", "999.00"],
    ["Other", null],
  ]);
  const today = businessDay(product.product.app.now());
  const days = await product.good<WalletStatistics>("GET", `/api/statistics/wallets?wallet_id=${wallet.id}&from=${today}&to=${today}`, cast.finance.token);
  expect(days.items.map((day) => day.difference)).toEqual(["999.00"]);
});

it("counts each break once, with the messages on either side, and adds them up once", async () => {
  const { breaks } = await row();
  expect(breaks).toMatchObject({ count: 2, amount: "75.00", items: [{ amount: "50.00" }, { amount: "25.00" }] });
  for (const one of breaks?.items ?? []) {
    expect(one.before_sms_id).not.toBeNull();
    expect(one.after_sms_id).not.toBeNull();
  }
  // The third message follows the second: it is the message before the second break.
  expect(breaks?.items[1]?.before_sms_id).not.toBe(breaks?.items[0]?.before_sms_id);
  expect((await home()).wallets[0]?.breaks).toEqual({ count: 2, amount: "75.00" });
  expect((await queue()).items.map((one) => one.amount)).toEqual(["75.00"]);
});

it("counts wallets with breaks, not breaks", async () => {
  expect((await home()).waiting.wallets_gap).toBe(1);
  expect((await product.good<{ items: unknown[] }>("GET", "/api/wallets?gap=true", cast.finance.token)).items).toHaveLength(1);
});

it("is no count of wallets that are deleted and that the list leaves out", async () => {
  await owner("update wallets set deleted_at = now() where name = 'Main'");
  expect((await home()).waiting.wallets_gap).toBe(0);
  await owner("update wallets set deleted_at = null where name = 'Main'");
});

it("follows in the queue when a break is gone", async () => {
  await owner("update wallet_discrepancies set closed_at = now() where id = (select max(id) from wallet_discrepancies)");
  await sweepQueue(product.product.app);
  expect((await row()).breaks).toMatchObject({ count: 1, amount: "50.00" });
  expect((await queue()).items.map((one) => one.amount)).toEqual(["50.00"]);
});
