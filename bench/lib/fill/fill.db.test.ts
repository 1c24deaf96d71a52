import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { checked } from "./fill.ts";
import { load } from "./load.ts";
import { addressOf, poolKey, poolOf } from "../lists/cases.ts";
import { measuredLists } from "../lists/lists.ts";
import { APPROVAL_STATUSES } from "../../../src/contract/approvals.ts";
import { EXCEPTION_STATUSES } from "../../../src/contract/exceptions.ts";
import { MANUAL_STATUSES } from "../../../src/contract/manual.ts";
import { PAYMENT_STATUSES } from "../../../src/contract/payments.ts";
import { TRANSFER_STATUSES } from "../../../src/contract/transfers.ts";
import { WITHDRAWAL_STATUSES } from "../../../src/contract/withdrawal.ts";
import { hashPassword } from "../../../src/server/core/session/passwords.ts";
import { ADMIN, TestProduct } from "../../../test/support/app.ts";
import { onDatabase, testDatabase, type TestDatabase } from "../../../test/support/pg.ts";

const ORDERS = 20_000;
let database: TestDatabase;
let product: TestProduct | null = null;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const url = onDatabase(inject("pg").superUrl, new URL(database.appUrl).pathname.slice(1));
  for (let at = 0; at < 2; at += 1) {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    await client.query("set session_replication_role = replica; set role floatdesk_owner");
  }
  await load(clients as unknown as readonly [pg.Client, pg.Client], ORDERS, randomBytes(32), database.appUrl, () => undefined);
}, 200_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  // What it says to merchants is shorter than what the product says: nobody is told of it.
  await product?.product.stop();
  await database.drop();
});

it("writes books that the ledger check agrees with", async () => {
  expect((await checked(database.appUrl)).findings).toEqual([]);
}, 100_000);

/** States that people ask for, by list. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  "/api/payments": PAYMENT_STATUSES,
  "/api/transfers": TRANSFER_STATUSES,
  "/api/withdrawal": WITHDRAWAL_STATUSES,
  "/api/approvals": APPROVAL_STATUSES,
  "/api/manual": MANUAL_STATUSES,
  "/api/exceptions": EXCEPTION_STATUSES,
  "/api/bulk": ["done", "cancelled", "paused"],
  "/api/disburses/batches": ["done", "stopped"],
};

it("leaves no list empty, and no filter without a value, no state that people ask for", async () => {
  await clients[0]?.query("update users set password_hash = $1 where account = $2", [await hashPassword(ADMIN.password), ADMIN.account]);
  product = await TestProduct.start({}, database);
  const empty: string[] = [];
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const { url } of measuredLists()) rows.set(url, (await product.good<{ items: Record<string, unknown>[] }>("GET", `${url}?size=200`)).items);
  const pool = poolOf(measuredLists(), rows);
  expect(
    measuredLists()
      .flatMap(({ url, filters }) => filters.map(({ name }) => poolKey(url, name)))
      .filter((key) => pool.get(key)?.length === 0),
  ).toEqual([]);
  // What the bench asks is answered: each filter, with a value that rows show.
  for (const { url, filters, soon } of measuredLists())
    for (const { name } of filters) await product.good("GET", addressOf({ url, soon, filters: [{ name, place: 0.5 }] }, pool, 10));
  for (const { url } of measuredLists())
    for (const query of ["", ...(STATES[url] ?? []).map((status) => `&status=${status}`)]) {
      const { items } = await product.good<{ items: unknown[] }>("GET", `${url}?size=10${query}`);
      if (items.length === 0) empty.push(`${url} ${query}`);
    }
  expect(empty).toEqual([]);
  const { kinds } = await product.good<{ kinds: { kind: string }[] }>("GET", "/api/exceptions?size=10");
  // Some that the sweep finds, some that a person has to end.
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      "sms_unmatched",
      "transfer_waiting",
      "withdrawal_waiting",
      "approval_waiting",
      "manual_waiting",
      "trx_repeated",
      "disburse_differs",
    ]),
  );
}, 100_000);
