/** One command takes everything from one database to another; nothing is lost, nothing is written over, and it may be tried again. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { restrictDatabase, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { startProduct } from "../../src/server/app.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { backupTables } from "../../src/server/platform/db/tables.ts";
import { received, TestProduct } from "../support/app.ts";
import { TEST_KEY } from "../support/key.ts";
import { databasesOf, runCommand } from "../support/parts/programs.ts";
import { onDatabase } from "../support/pg.ts";

const name = `moved_${Date.now().toString(36)}`;
const [appUrl, ownerUrl] = [onDatabase(inject("pg").appUrl, name), onDatabase(inject("pg").ownerUrl, name)];
let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start();
  const merchant = await product.merchant({ payment_fee: { rate_bps: 100 } });
  const wallet = await product.wallet();
  for (let index = 0; index < 5; index += 1) {
    await product.pay(merchant, { amount: `${100 + index}.00`, customer: `0171111110${index}` });
    await product.sms(wallet, received({ amount: `${100 + index}.00`, from: `0171111110${index}` }));
  }
  await withClient(inject("pg").superUrl, async (client) => {
    await client.query(`create database ${name} owner floatdesk_owner template template0`);
    await restrictDatabase(client, name);
  });
});
afterAll(async () => {
  await product.dropDatabase();
  await withClient(inject("pg").superUrl, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
});

async function move(): Promise<string> {
  const env = { ...databasesOf(product), SECRET_KEY: TEST_KEY.toString("base64"), MOVE_TO_URL: appUrl, MOVE_TO_OWNER_URL: ownerUrl };
  return (await runCommand("admin", env, ["move-database"])).stdout;
}

/** Every row of every table; `integrity_checks` has one more from the check after the move. */
const everything = (url: string): Promise<Record<string, string | null>> =>
  withClient(url, async (client) => {
    const found: Record<string, string | null> = {};
    for (const { name: table } of await backupTables(client)) {
      if (table === "integrity_checks") continue;
      const { rows } = await client.query<{ all: string | null }>(`select md5(string_agg(t::text, '|' order by t::text)) as all from ${table} t`);
      found[table] = rows[0]?.all ?? null;
    }
    return found;
  });

it("refuses while the product still works on it, and leaves the target as it was", async () => {
  await expect(move()).rejects.toThrow(/The product still works on this database: stop all its processes first/);
  await product.product.stop();
});

it("refuses while somebody writes", async () => {
  await withClient(product.ownerUrl, async (client) => {
    await client.query("begin");
    await client.query("update merchants set name = name");
    await expect(move()).rejects.toThrow(/Somebody still writes into this database/);
    await client.query("rollback");
  });
});

it("after an interruption it begins again: a product then works on the new database as on the old one", async () => {
  // Ended in the middle: the copy is one transaction, and this makes its last table fail.
  await withClient(ownerUrl, async (client) => void (await client.query("alter table views add constraint interrupted check (false) not valid")));
  await withClient(product.ownerUrl, async (client) => {
    await client.query("insert into views (id, user_id, list, name, query) select 1, id, 'payments', 'v', '' from users limit 1");
  });
  await expect(move()).rejects.toThrow(/interrupted/);
  await withClient(ownerUrl, async (client) => void (await client.query("alter table views drop constraint interrupted")));
  const before = await everything(product.ownerUrl);
  expect(await move()).toContain("Moved: the same rows are in both");
  expect(await everything(ownerUrl)).toEqual(before);
  expect(await everything(product.ownerUrl)).toEqual(before);
  // It never writes over what is there.
  await expect(move()).rejects.toThrow(/This database is not empty/);
  expect(await everything(ownerUrl)).toEqual(before);
  const there = await startProduct({ env: readEnv({ LIST_BUDGET_MS: "10000", LOG_LEVEL: "silent" }), appUrl, secretKey: TEST_KEY });
  try {
    const signed = await there.http.inject({ method: "POST", url: "/api/signin", payload: { account: "admin", password: "correct horse battery staple" } });
    const { token } = (signed.json() as { data: { token: string } }).data;
    const listed = await there.http.inject({ method: "GET", url: "/api/payments", headers: { authorization: `Bearer ${token}` } });
    expect((listed.json() as { data: { items: unknown[] } }).data.items).toHaveLength(5);
  } finally {
    await there.stop();
  }
});
