/** The ledger integrity check sees manual operations and wallets' days that are not what the entries say. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { bkashTime, bkashTrx, type TestProduct } from "../support/app.ts";
import { person, startTarget } from "../support/attack.ts";

let product: TestProduct;
let owner: Db;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  owner = new Db({ url: product.ownerUrl, max: 2 });
  const [maker, checker, wallet] = [await person(product, "finance"), await person(product, "finance"), await product.wallet()];
  for (const kind of ["wallet_credit", "b2b_debit"]) {
    const asked = await product.good<{ id: string }>("POST", "/api/manual", maker.token, {
      kind,
      wallet_id: wallet.id,
      amount: "70.00",
      note: "by the statement",
    });
    await product.good("POST", `/api/manual/${asked.id}/apply`, checker.token, { version: 1 });
  }
  const debit = `Send Money Tk 90.00 to 01811119999 successful. Ref 1. Fee Tk 5.00. Balance Tk 905.00. TrxID ${bkashTrx()} at ${bkashTime()}`;
  await product.sms(wallet, debit);
  await product.good("GET", "/api/statistics/wallets");
});
afterAll(async () => {
  await owner.close();
  await product.stop();
});

const broken = async (): Promise<string[]> => (await product.findings()).map((finding) => (finding as { check: string }).check);

it("finds nothing in sound books", async () => {
  expect(await broken()).toEqual([]);
});

it.each([
  [
    ["manual_entries"],
    "update manual_operations set amount = amount + 1 where kind = 'b2b_debit'",
    "update manual_operations set amount = amount - 1 where kind = 'b2b_debit'",
  ],
  [
    ["manual_entries"],
    "update manual_operations set status = 'rejected' where kind = 'wallet_credit'",
    "update manual_operations set status = 'applied' where kind = 'wallet_credit'",
  ],
  [["days_are_entries", "flows_are_days"], "update account_days set change = change + 1", "update account_days set change = change - 1"],
  [
    ["unexplained_is_messages"],
    "update sms set match_status = 'matched' where direction = 'debit'",
    "update sms set match_status = 'unmatched' where direction = 'debit'",
  ],
  [["flows_are_days"], "update wallet_flows set credit = credit + 1 where credit > 0", "update wallet_flows set credit = credit - 1 where credit > 0"],
])("finds %s", async (checks, wrong, right) => {
  await owner.run("alter table manual_operations disable trigger user");
  await owner.run(wrong);
  expect([...new Set(await broken())].sort()).toEqual(checks);
  await owner.run(right);
  await owner.run("alter table manual_operations enable trigger user");
  expect(await broken()).toEqual([]);
});

it("names the object as people know it, and what was held against each other as amounts, of any size", async () => {
  const [applied] = await owner.rows<{ id: bigint }>("select id from manual_operations where kind = 'b2b_debit'");
  await owner.run("alter table manual_operations disable trigger user");
  await owner.run("update manual_operations set amount = amount + 9007199254740993 where kind = 'b2b_debit'");
  const facts = { status: "applied", order: "90071992547479.93", entries: "70.00" };
  const id = product.product.app.publicIds.encode("manual", applied?.id ?? 0n);
  expect(await product.findings()).toEqual([{ check: "manual_entries", id, row: String(applied?.id), facts }]);
  expect((await product.good<{ findings: unknown[] }>("GET", "/api/proof")).findings).toEqual([
    { check: "manual_entries", id, row: String(applied?.id), facts },
  ]);
  await owner.run("update manual_operations set amount = amount - 9007199254740993 where kind = 'b2b_debit'");
  await owner.run("alter table manual_operations enable trigger user");
});
