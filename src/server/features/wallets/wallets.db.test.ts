import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import type { WalletDetail, WalletRow } from "../../../contract/wallets.schema.ts";
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

beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer(database.appUrl);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

describe("who may do what", () => {
  const MISSING = "W26112100000000";
  test("no credential or one of another kind: 401 before anything is read", async () => {
    for (const url of ["/api/wallets", `/api/wallets/${MISSING}`]) {
      expect((await server.call({ method: "GET", url })).status).toBe(401);
      expect((await server.call({ method: "GET", url, headers: { authorization: "Bearer dt_abc" } })).status).toBe(401);
    }
  });
  test.each(["merchant_admin", "merchant_viewer"] as const)("%s sees no wallet at all", async (type) => {
    expect((await server.as(type, "GET", "/api/wallets")).status).toBe(403);
    expect((await server.as(type, "GET", `/api/wallets/${MISSING}`)).status).toBe(403);
    expect((await server.as(type, "POST", `/api/wallets/${MISSING}/bind`, { version: 1 })).status).toBe(403);
  });
  test("an auditor sees and changes nothing", async () => {
    const wallet = await make();
    expect((await server.as("auditor", "GET", `/api/wallets/${wallet.id}`)).data).toMatchObject({ id: wallet.id, actions: [] });
    for (const action of ["enable", "disable", "delete", "recover", "clear", "bind", "unbind"])
      expect((await act("auditor", wallet, action, { version: 1 })).status).toBe(403);
    expect((await server.as("auditor", "POST", "/api/wallets", input())).status).toBe(403);
    expect((await server.as("auditor", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, daily_max: "1.00" })).status).toBe(403);
  });
  test("an operator binds, unbinds, enables and disables, nothing else", async () => {
    const wallet = await make();
    for (const action of ["delete", "recover", "clear"]) expect((await act("operator", wallet, action, { version: 1 })).status).toBe(403);
    expect((await server.as("operator", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, daily_max: "1.00" })).status).toBe(403);
    const disabled = await act("operator", wallet, "disable", { version: 1 });
    expect(disabled.data).toMatchObject({ enabled: false, version: 2, actions: ["bind", "enable"] });
    expect((await act("operator", wallet, "enable", { version: 2 })).data).toMatchObject({ enabled: true, version: 3 });
    expect((await act("operator", wallet, "bind", { version: 3 })).status).toBe(200);
  });
  test("finance changes limits and no other field", async () => {
    const wallet = await make();
    const refused = await server.as("finance", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, daily_max: "5.00", name: "x" });
    expect([refused.status, refused.error?.fields]).toEqual([403, { name: "not_allowed" }]);
    expect(
      (await server.as<WalletRow>("finance", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, daily_max: "5.00", cool_interval: 30 })).data,
    ).toMatchObject({ daily_max: "5.00", cool_interval: 30, version: 2, name: "w" });
    expect((await act("finance", wallet, "disable", { version: 2 })).status).toBe(403);
  });
});

describe("create", () => {
  test.each([
    ["operator unknown", { operator: "dbbl" }, { operator: "not_allowed" }],
    ["operator not switched on", { operator: "upay" }, { operator: "not_allowed" }],
    ["account of another country", { account: "+4917112345678" }, { account: "invalid" }],
    ["account too short", { account: "0171234567" }, { account: "invalid" }],
    ["bounds that no amount meets", { min_amount: "10.01", max_amount: "10.00" }, { max_amount: "too_small" }],
    ["limits that let nothing through", { max_amount: "0.00", month_max: "0" }, { max_amount: "too_small", month_max: "too_small" }],
    ["an amount as a number", { daily_max: 5 }, { daily_max: "invalid" }],
    ["an amount with a sign", { daily_max: "-5" }, { daily_max: "invalid" }],
    ["address list", { ip_whitelist: ["10.0.0.1", "010.0.0.1"] }, { "ip_whitelist.1": "invalid" }],
    ["proxy scheme", { proxy: "ftp://h" }, { proxy: "invalid" }],
    ["proxy with a path", { proxy: "http://h:1/x" }, { proxy: "invalid" }],
    ["a column that is no field", { frozen_balance: "1.00" }, { frozen_balance: "unknown_field" }],
    ["NUL in a text", { name: "a\u0000b" }, { name: "invalid" }],
  ])("refused: %s", async (_name, more, fields) => {
    const refused = await server.as("admin", "POST", "/api/wallets", input(more));
    expect([refused.status, refused.error?.code, refused.error?.fields]).toEqual([422, "validation_failed", fields]);
  });
  test("the account is normalised and taken once among those that are not deleted, per operator", async () => {
    const mine = account();
    const first = await make({ account: `+880 ${mine.slice(1, 5)}-${mine.slice(5)}` });
    expect(first.account).toBe(mine);
    const again = await server.as("admin", "POST", "/api/wallets", input({ account: `88${mine}` }));
    expect([again.status, again.error?.code, again.error?.fields]).toEqual([409, "already_exists", { account: "taken" }]);
    expect((await make({ account: mine, operator: "nagad" })).account).toBe(mine);
    const raced = account();
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.as("admin", "POST", "/api/wallets", input({ account: raced }))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });
  test("books, continuity and counters stand beside it; everything starts open and empty", async () => {
    const wallet = await make({ note_name: "n", daily_max: "100.00", proxy: "socks5://u:p%40ss@10.0.0.9:1080", ip_whitelist: ["10.0.0.0/8"] });
    expect(wallet).toMatchObject({
      balance: "0.00",
      frozen_balance: "0.00",
      real_balance: null,
      device: null,
      devices: [],
      bind_status: "unbound",
      health: "offline",
      collect: true,
      payout: true,
      payments_open: true,
      disburses_open: true,
      enabled: true,
      deleted: false,
      proxy: "socks5://10.0.0.9:1080",
      daily_max: "100.00",
      month_max: null,
      today: { amount: "0.00", count: 0 },
      month_out: { amount: "0.00", count: 0 },
      difference: null,
      breaks: null,
      version: 1,
      actions: ["bind", "disable", "delete", "clear"],
    });
    const id = rowId(wallet);
    expect(
      await server.app.db.one(
        "select (select count(*)::int from wallet_continuity where wallet_id = $1) as continuity, (select count(*)::int from wallet_usage where wallet_id = $1) as usage, (select count(*)::int from accounts where kind = 'wallet' and owner_id = $1 and operator = 'bkash') as account, (select count(*)::int from accounts where kind in ('suspense', 'unexplained') and operator = 'bkash') as shared",
        [id],
      ),
    ).toEqual({ continuity: 1, usage: 2, account: 1, shared: 2 });
    const stored = await server.app.db.one<{ proxy: Buffer }>("select proxy from wallets where id = $1", [id]);
    expect(stored?.proxy.includes("p%40ss")).toBe(false);
    expect(server.app.secrets.open(stored?.proxy as Buffer, `wallet-proxy:${id}`).toString()).toBe("socks5://u:p%40ss@10.0.0.9:1080");
    const audit = await server.app.db.one<{ after: Record<string, unknown> }>("select after from audit where object_type = 'wallet' and object_id = $1", [
      wallet.id,
    ]);
    expect(audit?.after).toMatchObject({ proxy: "***", name: "w" });
    expect(server.events.at(-1)).toMatchObject({ kind: "wallets", objectId: id, change: "created", version: 1 });
  });
});

describe("patch", () => {
  test("missing, stale and malformed", async () => {
    const wallet = await make();
    expect((await server.as("admin", "PATCH", "/api/wallets/W26112100000000", { version: 1 })).status).toBe(404);
    expect((await server.as("admin", "PATCH", "/api/wallets/nonsense", { version: 1 })).status).toBe(404);
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 2, name: "x" })).error?.code).toBe("conflict");
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, operator: "nagad" })).error?.fields).toEqual({
      operator: "unknown_field",
    });
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { name: "x" })).error?.fields).toEqual({ version: "required" });
  });
  test("new bounds are checked against the stored ones", async () => {
    const wallet = await make({ min_amount: "10.00", max_amount: "20.00" });
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, min_amount: "20.01" })).error?.fields).toEqual({
      max_amount: "too_small",
    });
    expect((await server.as<WalletRow>("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, min_amount: "20.00" })).data).toMatchObject({
      min_amount: "20.00",
      version: 2,
    });
    expect((await server.as<WalletRow>("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 2, max_amount: null, min_amount: null })).data).toMatchObject({
      min_amount: null,
      max_amount: null,
    });
  });
  test("the proxy keeps its credentials when it comes back as shown, and goes with null", async () => {
    const wallet = await make({ proxy: "http://u:secret@10.0.0.9:8080" });
    const read = async (): Promise<string | null> => {
      const row = await server.app.db.one<{ proxy: Buffer | null }>("select proxy from wallets where id = $1", [rowId(wallet)]);
      return row?.proxy ? server.app.secrets.open(row.proxy, `wallet-proxy:${rowId(wallet)}`).toString() : null;
    };
    await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, proxy: wallet.proxy, name: "renamed" });
    expect(await read()).toBe("http://u:secret@10.0.0.9:8080");
    expect((await server.as<WalletRow>("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 2, proxy: null })).data.proxy).toBeNull();
    expect(await read()).toBeNull();
  });
  test("what stands already is no change: neither version nor trail", async () => {
    const wallet = await make({ daily_max: "5.00", ip_whitelist: ["10.0.0.0/8"], proxy: "http://u:secret@10.0.0.9:8080" });
    const same = { name: wallet.name, daily_max: "5.0", ip_whitelist: [" 10.0.0.0/8"], proxy: wallet.proxy, wallet_type: wallet.wallet_type };
    for (const body of [{}, same]) {
      const answer = await server.as<WalletRow>("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, ...body });
      expect([answer.status, answer.data.version]).toEqual([200, 1]);
    }
    expect((await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 2 })).error?.code).toBe("conflict");
    const detail = await server.as<WalletDetail>("admin", "GET", `/api/wallets/${wallet.id}`);
    expect(detail.data.timeline.map((item) => item.kind)).toEqual(["wallets.create"]);
  });
  test("of twenty at once with one version, one wins", async () => {
    const wallet = await make();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) => server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, name: `n${index}` })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === "conflict")).toHaveLength(19);
  });
  test("the audit row holds what differs, before and after", async () => {
    const wallet = await make({ daily_max: "5.00" });
    await server.as("admin", "PATCH", `/api/wallets/${wallet.id}`, { version: 1, daily_max: "7.00", name: "w" });
    const detail = await server.as<WalletDetail>("admin", "GET", `/api/wallets/${wallet.id}`);
    expect(detail.data.timeline.map((item) => item.kind)).toEqual(["wallets.create", "wallets.patch"]);
    expect(detail.data.timeline[1]).toMatchObject({ actor: { account: "admin@test" }, data: { before: { daily_max: "5.00" }, after: { daily_max: "7.00" } } });
  });
});
