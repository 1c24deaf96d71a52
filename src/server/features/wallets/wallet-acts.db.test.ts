import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import type { Page } from "../../../contract/envelope.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { withClient } from "../../platform/db/engine/provision.ts";
import { startTestServer, type TestServer } from "../../../../test/support/parts/wallets.ts";

let database: TestDatabase;
let server: TestServer;
let number = 0;
const account = (): string => `017${String(10_000_000 + ++number)}`;
const input = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: "w",
  operator: "bkash",
  wallet_type: "personal",
  api_type: "app",
  account: account(),
  ...more,
});
const make = async (more: Record<string, unknown> = {}): Promise<WalletRow> => {
  const made = await server.as<WalletRow>("admin", "POST", "/api/wallets", input(more));
  expect(made.status, made.text).toBe(201);
  return made.data;
};
const act = (type: "admin" | "finance" | "operator" | "auditor", wallet: { id: string }, action: string, body: Record<string, unknown>) =>
  server.as<WalletRow>(type, "POST", `/api/wallets/${wallet.id}/${action}`, body);
const rowId = (wallet: { id: string }): bigint => server.app.publicIds.decode("wallet", wallet.id) as bigint;
const owner = (sql: string, values: unknown[]): Promise<void> => withClient(database.ownerUrl, async (client) => void (await client.query(sql, values)));

beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer(database.appUrl);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

describe("delete, recover, clear", () => {
  test("not with money, a hold or an open order on it; the answer says which", async () => {
    const wallet = await make();
    const id = rowId(wallet);
    await owner("update wallets set frozen_balance = 150 where id = $1", [id]);
    expect((await act("admin", wallet, "delete", { version: 1 })).error).toMatchObject({
      code: "still_in_use",
      details: { balance: "0.00", frozen_balance: "1.50", open_orders: 0 },
    });
    await owner("update wallets set frozen_balance = 0 where id = $1", [id]);
    await owner("update accounts set balance = -700 where kind = 'wallet' and owner_id = $1", [id]);
    expect((await act("admin", wallet, "delete", { version: 1 })).error).toMatchObject({ code: "still_in_use", details: { balance: "-7.00" } });
    await owner("update accounts set balance = 0 where kind = 'wallet' and owner_id = $1", [id]);
    await owner("insert into open_payments (payment_id, wallet_id, amount, expires_at) values (1, $1, 100, now())", [id]);
    expect((await act("admin", wallet, "delete", { version: 1 })).error).toMatchObject({ code: "still_in_use", details: { open_orders: 1 } });
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, account: account() })).error).toMatchObject({
      code: "still_in_use",
      fields: { account: "not_allowed" },
    });
    await owner("update open_payments set expired_at = now() where payment_id = 1", []);
    expect((await act("admin", wallet, "delete", { version: 1 })).data).toMatchObject({ deleted: true, version: 2, actions: ["recover"] });
  });
  test("a deleted wallet is hidden, frees its account, and comes back unless the account is taken", async () => {
    const wallet = await make();
    await act("admin", wallet, "delete", { version: 1 });
    const listed = async (query: string): Promise<string[]> =>
      (await server.as<Page<WalletRow>>("admin", "GET", `/api/wallets?q=${wallet.account}${query}`)).data.items.map((item) => item.id);
    expect([await listed(""), await listed("&deleted=only"), await listed("&deleted=with")]).toEqual([[], [wallet.id], [wallet.id]]);
    for (const action of ["delete", "enable", "disable", "clear", "bind"])
      expect((await act("admin", wallet, action, { version: 2 })).error?.code).toBe("wrong_state");
    const heir = await make({ account: wallet.account });
    expect((await act("admin", wallet, "recover", { version: 2 })).error).toMatchObject({ code: "already_exists", fields: { account: "taken" } });
    await act("admin", heir, "delete", { version: 1 });
    expect((await act("admin", wallet, "recover", { version: 2 })).data).toMatchObject({ deleted: false, version: 3 });
    expect((await act("admin", wallet, "recover", { version: 3 })).error?.code).toBe("wrong_state");
  });
  test("clear releases what no open order holds, closes discrepancies, lets payouts go on", async () => {
    const wallet = await make();
    const id = rowId(wallet);
    await owner("update wallets set frozen_balance = 900 where id = $1", [id]);
    await owner(
      "insert into transfers (id, kind, from_wallet_id, amount, expected_cost, frozen, maker, status) values ($1, 'b2b_out', $2, 300, 5, 305, 1, 'processing')",
      [server.app.ids.next(), id],
    );
    await owner("update wallet_continuity set payouts_frozen = true, payouts_frozen_reason = 'debit' where wallet_id = $1", [id]);
    await owner("insert into wallet_discrepancies (id, wallet_id, from_balance, to_balance, since) values ($1, $2, 1000, 400, now())", [
      server.app.ids.next(),
      id,
    ]);
    await owner("insert into alerts (id, kind, object_type, object_id) values ($1, 'wallet_gap', 'wallet', $2)", [server.app.ids.next(), id]);
    expect((await server.as<WalletRow>("admin", "GET", `/api/wallets/${wallet.id}`)).data.breaks).toMatchObject({
      count: 1,
      amount: "-6.00",
      items: [{ before_sms_id: null }],
    });
    const withDiscrepancy = async (gap: string): Promise<boolean> =>
      (await server.as<Page<WalletRow>>("auditor", "GET", `/api/wallets?gap=${gap}&size=200`)).data.items.some((item) => item.id === wallet.id);
    expect([await withDiscrepancy("true"), await withDiscrepancy("false")]).toEqual([true, false]);
    expect((await act("admin", wallet, "clear", { version: 1 })).data).toMatchObject({ frozen_balance: "3.05", breaks: null, version: 2 });
    expect([await withDiscrepancy("true"), await withDiscrepancy("false")]).toEqual([false, true]);
    expect(
      await server.app.db.one(
        "select c.payouts_frozen, g.closed_by, a.status from wallet_continuity c join wallet_discrepancies g using (wallet_id) join alerts a on a.object_id = c.wallet_id where c.wallet_id = $1",
        [id],
      ),
    ).toEqual({ payouts_frozen: false, closed_by: "admin@test", status: "resolved" });
  });
});

describe("list", () => {
  test("usage of an older day or month is over; the day is the operator's", async () => {
    const wallet = await make();
    const set = (day: string, month: string): Promise<void> =>
      owner(
        "update wallet_usage set day = $2, month = $3, day_amount = 500, day_count = 2, month_amount = 900, month_count = 3 where wallet_id = $1 and direction = 'in'",
        [rowId(wallet), day, month],
      );
    const read = async (): Promise<unknown> => {
      const { data } = await server.as<WalletRow>("admin", "GET", `/api/wallets/${wallet.id}`);
      return [data.today, data.month, data.today_out];
    };
    const dhaka = new Date(server.app.now() + 6 * 3_600_000).toISOString().slice(0, 10);
    await set(dhaka, `${dhaka.slice(0, 7)}-01`);
    expect(await read()).toEqual([
      { amount: "5.00", count: 2 },
      { amount: "9.00", count: 3 },
      { amount: "0.00", count: 0 },
    ]);
    await set("2020-01-31", `${dhaka.slice(0, 7)}-01`);
    expect(await read()).toEqual([
      { amount: "0.00", count: 0 },
      { amount: "9.00", count: 3 },
      { amount: "0.00", count: 0 },
    ]);
    await set("2020-01-31", "2020-01-01");
    expect(await read()).toEqual([
      { amount: "0.00", count: 0 },
      { amount: "0.00", count: 0 },
      { amount: "0.00", count: 0 },
    ]);
  });
  test("filters, search and sums", async () => {
    const wallet = await make({ name: "needle", operator: "nagad", wallet_type: "agent", api_type: "manual" });
    const listed = async (query: string): Promise<string[]> =>
      (await server.as<Page<WalletRow>>("auditor", "GET", `/api/wallets?${query}&size=200`)).data.items.map((item) => item.id);
    for (const query of [
      "q=needle",
      `q=${wallet.id}`,
      `q=${wallet.account}`,
      "operator=nagad&wallet_type=agent&api_type=manual",
      "health=manual",
      "health=online,manual&enabled=true",
      "bind_status=unbound",
    ])
      expect(await listed(query)).toContain(wallet.id);
    for (const query of ["q=other", "operator=bkash", "health=offline,late", "enabled=false", "bind_status=bound", "to=2020-01-01"])
      expect(await listed(query)).not.toContain(wallet.id);
    expect((await server.as("admin", "GET", "/api/wallets?health=fine")).status).toBe(422);
    const page = await server.as<Page<WalletRow>>("admin", "GET", "/api/wallets?q=needle");
    expect(page.data).toMatchObject({ total: { value: 1, exact: true }, sums: { balance: "0.00", frozen_balance: "0.00" } });
  });
  test("bulk: each wallet has its own answer", async () => {
    const [one, two] = [await make(), await make()];
    const bulk = await server.as("operator", "POST", "/api/wallets/bulk", {
      action: "disable",
      items: [
        { id: one.id, version: 1 },
        { id: two.id, version: 9 },
        { id: "W26112100000000", version: 1 },
      ],
    });
    expect(bulk.data).toEqual({
      items: [
        { id: one.id, ok: true, code: null, version: 2 },
        { id: two.id, ok: false, code: "conflict", version: null },
        { id: "W26112100000000", ok: false, code: "not_found", version: null },
      ],
    });
    expect((await server.as("operator", "POST", "/api/wallets/bulk", { action: "delete", items: [{ id: one.id, version: 2 }] })).status).toBe(422);
    expect((await server.as("finance", "POST", "/api/wallets/bulk", { action: "enable", items: [{ id: one.id, version: 2 }] })).status).toBe(403);
  });
});
