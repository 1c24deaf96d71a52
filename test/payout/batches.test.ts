/** Batch payouts: who may, what a dry run says, one order per row whatever happens, and the file that comes back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import type { BatchDetail, BatchOut, BatchRow } from "../../src/contract/disburse-batches.schema.ts";
import { USER_TYPES, type UserType } from "../../src/contract/permissions.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { workBatches } from "../../src/server/features/disburse-batches/work.ts";
import { raced, times } from "../support/attack.ts";

const PASSWORD = "Turmeric-9-lantern-river";
const ROUNDS = times(4, 60);
let site: TestProduct;
let wallet: TestWallet;
let own: TestMerchant;
let other: TestMerchant;
const tokens = {} as Record<UserType, string>;
let stranger: string;

async function person(user_type: UserType, merchant: TestMerchant | null): Promise<string> {
  const account = `${user_type}.${next()}`;
  const merchant_id = merchant === null ? {} : { merchant_id: merchant.id };
  await site.good("POST", "/api/users", site.admin, { account, email: `${account}@example.com`, user_type, password: PASSWORD, ...merchant_id });
  return (await site.good<{ token: string }>("POST", "/api/signin", null, { account, password: PASSWORD })).token;
}

/** Puts money on a merchant's account the only way money comes: a customer pays. */
async function fund(merchant: TestMerchant, amount: string): Promise<void> {
  const from = `018${String(next()).padStart(8, "0")}`;
  const made = await site.pay(merchant, { amount, customer: from });
  await site.sms(wallet, received({ amount, from, trx: bkashTrx() }));
  await until(async () => (await site.good<{ status: string }>("GET", `/v1/payments/${made.data.id}`, merchant.secret)).status === "completed");
}

beforeAll(async () => {
  site = await TestProduct.start();
  const config = await site.good<{ version: number }>("GET", "/api/config");
  await site.good("PATCH", "/api/config", site.admin, { version: config.version, signin_per_address_minute: 1000 });
  wallet = await site.wallet();
  const fees = { payment_fee: { rate_bps: 0, fixed: "0.00", min: null, max: null }, disburse_fee: { rate_bps: 100, fixed: "0.00", min: null, max: null } };
  [own, other] = [await site.merchant(fees), await site.merchant(fees)];
  for (const type of USER_TYPES) tokens[type] = await person(type, type.startsWith("merchant") ? own : null);
  stranger = await person("merchant_admin", other);
});
afterAll(() => site.stop());

interface Line {
  readonly id?: string | undefined;
  readonly amount?: string;
  readonly operator?: string;
  readonly customer?: string;
  readonly user?: string;
}
const number = (): string => `019${String(next()).padStart(8, "0")}`;
const fileOf = (lines: readonly Line[]): string =>
  [
    "merchant_order_id,operator,amount,customer,user_id",
    ...lines.map((line) => [line.id ?? `B-${next()}`, line.operator ?? "bkash", line.amount ?? "10.00", line.customer ?? number(), line.user ?? ""].join(",")),
  ].join("\n");
const send = (csv: string, more: Record<string, unknown> = {}, token = tokens.merchant_admin) =>
  site.call<BatchOut>("POST", "/api/disburses/batch", token, { csv, dry_run: true, ...more });
const order = (csv: string, count: number, amount: string, token = tokens.merchant_admin) =>
  send(csv, { dry_run: false, file_name: "may.csv", expect: { count, amount } }, token);
const detail = (id: string, token = tokens.merchant_admin) => site.good<BatchDetail>("GET", `/api/disburses/batches/${id}`, token);
const finished = async (id: string): Promise<BatchDetail> => {
  await until(async () => (await detail(id)).status === "done");
  return detail(id);
};
const balance = async (merchant: TestMerchant) => site.good<{ available: string; held: string }>("GET", "/v1/balance", merchant.secret);

describe("refusals", () => {
  it("by type: only a merchant's admin sends, everybody who sees payouts reads", async () => {
    for (const type of USER_TYPES) {
      const answer = await send(fileOf([{}]), {}, tokens[type]);
      expect([type, answer.status]).toEqual([type, type === "merchant_admin" ? 200 : 403]);
      expect([type, (await site.call("GET", "/api/disburses/batches", tokens[type])).status]).toEqual([type, 200]);
      for (const act of ["stop", "retry"])
        expect([type, act, (await site.call("POST", `/api/disburses/batches/F26112100000000/${act}`, tokens[type], { version: 1 })).status]).toEqual([
          type,
          act,
          type === "merchant_admin" ? 404 : 403,
        ]);
    }
    for (const path of ["", "/F26112100000000", "/F26112100000000/result"])
      expect((await site.call("GET", `/api/disburses/batches${path}`, null)).status).toBe(401);
    expect((await send(fileOf([{}]), {}, own.secret)).status).toBe(401);
  });

  it("of bad input, each with its reason, none with a 500", async () => {
    for (const [csv, details] of [
      ["order id,amount\nA,1", { reason: "missing_columns", columns: ["operator", "customer"] }],
      ["\n\n", { reason: "no_rows" }],
      ['order id,operator,amount,phone\n"A', { reason: "open_quote", line: 2 }],
      ["order id,operator,amount,phone,account\nA,bkash,1,1,2", { reason: "doubled_column", columns: ["customer"] }],
    ] as const)
      expect((await send(csv)).error).toMatchObject({ code: "validation_failed", fields: { csv: "invalid" }, details });
    for (const [body, fields] of [
      [{ csv: "" }, { csv: "required" }],
      [{ csv: 7 }, { csv: "invalid" }],
      [{ csv: "a\u0000b" }, { csv: "invalid" }],
      [{ dry_run: "no" }, { dry_run: "invalid" }],
      [{ dry_run: false }, { expect: "required" }],
      [{ dry_run: false, expect: { count: 0, amount: "1" } }, { "expect.count": "too_small" }],
      [{ more: 1 }, { more: "unknown_field" }],
      [{ file_name: "x".repeat(201) }, { file_name: "too_long" }],
    ] as const)
      expect([body, (await send(fileOf([{}]), body)).error?.fields]).toEqual([body, fields]);
  });

  it("of another merchant's batch: as if it were not there", async () => {
    await fund(other, "100.00");
    const made = (await order(fileOf([{}]), 1, "10.00", stranger)).data.batch as BatchRow;
    for (const [method, tail, body] of [
      ["GET", "", undefined],
      ["GET", "/result", undefined],
      ["POST", "/stop", { version: 1 }],
      ["POST", "/retry", { version: 1 }],
    ] as const) {
      const [theirs, missing] = await Promise.all(
        [made.id, "F26112100000000"].map((id) => site.call(method, `/api/disburses/batches/${id}${tail}`, tokens.merchant_admin, body)),
      );
      expect([tail, theirs?.status, theirs?.error?.code]).toEqual([tail, missing?.status, missing?.error?.code]);
      expect(theirs?.status).toBe(404);
    }
    const seen = await site.good<{ items: BatchRow[] }>("GET", "/api/disburses/batches", tokens.merchant_viewer);
    expect(seen.items.map((item) => item.id)).not.toContain(made.id);
    expect((await site.good<{ items: BatchRow[] }>("GET", "/api/disburses/batches", tokens.auditor)).items.map((item) => item.id)).toContain(made.id);
  });

  it("of money leaving without a fresh password; a dry run needs none", async () => {
    const token = await person("merchant_admin", own);
    await withClient(site.ownerUrl, (client) => client.query("update sessions set rechecked_at = null"));
    await until(async () => (await order(fileOf([{}]), 1, "10.00", token)).error?.code === "recheck_required");
    expect((await send(fileOf([{}]), {}, token)).status).toBe(200);
    for (const one of [token, tokens.merchant_admin, stranger]) await site.good("POST", "/api/user/check", one, { password: PASSWORD });
  });
});

describe("a dry run", () => {
  it("says of each row what would become of it, adds it up, and leaves nothing behind", async () => {
    await fund(own, "1000.00");
    const there = { id: `B-${next()}`, customer: number() };
    await site.good("POST", "/v1/disburses", own.secret, { merchant_order_id: there.id, amount: "10.00", operator: "bkash", customer: there.customer });
    const before = await balance(own);
    const twice = `B-${next()}`;
    const { data } = await send(
      fileOf([
        {},
        { id: twice, amount: "20.50", operator: "bKash", customer: "1712399999" },
        { id: twice },
        there,
        { ...there, amount: "11.00" },
        { id: "" },
        { id: "with blank" },
        { operator: "mpesa" },
        { amount: "1;5" },
        { amount: "0" },
        { amount: "-5" },
        { amount: "999999.00" },
        { customer: "" },
        { customer: "0171" },
        { customer: wallet.account },
        { user: "u".repeat(65) },
      ]),
    );
    expect(data.rows.map((row) => [row.result, row.field, row.code])).toEqual([
      ["ok", null, null],
      ["ok", null, null],
      ["duplicate", "merchant_order_id", "duplicate_row"],
      ["existing", null, null],
      ["duplicate", "merchant_order_id", "duplicate_row"],
      ["error", "merchant_order_id", "required"],
      ["error", "merchant_order_id", "invalid"],
      ["error", "operator", "not_allowed"],
      ["error", "amount", "invalid"],
      ["error", "amount", "too_small"],
      ["error", "amount", "invalid"],
      ["error", "amount", "amount_out_of_bounds"],
      ["error", "customer", "required"],
      ["error", "customer", "invalid"],
      ["error", "customer", "customer_is_wallet"],
      ["error", "user_id", "too_long"],
    ]);
    expect(data.rows[1]).toMatchObject({ line: 3, operator: "bkash", customer: "01712399999", fee: "0.21" });
    expect(data.rows[3]?.order_id).toMatch(/^D/);
    expect(data).toMatchObject({
      batch: null,
      again: false,
      totals: {
        rows: 16,
        ok: 2,
        duplicate: 2,
        existing: 1,
        error: 11,
        amount: "30.50",
        fee: "0.31",
        total: "30.81",
        available: before.available,
        enough: true,
      },
    });
    expect(await balance(own)).toEqual(before);
    expect((await site.good<{ items: unknown[] }>("GET", "/api/disburses/batches?q=may", tokens.merchant_admin)).items).toEqual([]);
  });

  it("takes no part of an amount for the amount: a separator inside it makes the row wrong", async () => {
    const answer = await send('merchant_order_id,operator,customer,amount\nX-1,bkash,01911122233,1,500.00\nX-2,bkash,01911122233,"100"000\n');
    expect(answer.data.rows.map((row) => [row.result, row.field, row.code])).toEqual([
      ["error", null, "too_many_cells"],
      ["error", "amount", "invalid"],
    ]);
    expect(answer.data.totals).toMatchObject({ ok: 0, amount: "0.00" });
  });

  it("says when an order of that number exists with other content, and when the balance does not do", async () => {
    const id = `B-${next()}`;
    await site.good("POST", "/v1/disburses", own.secret, { merchant_order_id: id, amount: "10.00", operator: "bkash", customer: number() });
    const { data } = await send(fileOf([{ id }, { amount: "20000.00" }]));
    expect(data.rows[0]).toMatchObject({ result: "error", field: "merchant_order_id", code: "duplicate_order_mismatch" });
    expect(data.totals).toMatchObject({ ok: 1, enough: false });
  });
});

describe("a batch", () => {
  it("makes an order of each good row, holds its money, and reports the others", async () => {
    const merchant = await site.merchant({ disburse_fee: { rate_bps: 100, fixed: "0.00", min: null, max: null }, payment_fee: { rate_bps: 0, fixed: "0.00" } });
    const token = await person("merchant_admin", merchant);
    await fund(merchant, "100.00");
    const ids = [0, 1, 2, 3].map(() => `=B-${next()}`);
    const csv = fileOf([
      { id: ids[0], amount: "40.00" },
      { id: ids[1], amount: "50.00", user: "=cmd" },
      { id: ids[2], amount: "40.00" },
      { id: ids[3], amount: "x" },
    ]);
    expect((await order(csv, 2, "90.00", token)).error?.code).toBe("conflict");
    const made = (await order(csv, 3, "130.00", token)).data;
    expect(made).toMatchObject({
      again: false,
      rows: [],
      batch: { rows: 4, waiting: 3, failed: 1, status: "running", amount: "130.00", file_name: "may.csv", actions: ["stop"] },
    });
    const id = made.batch?.id ?? "";
    await until(async () => (await detail(id, token)).status === "done");
    const done = await detail(id, token);
    // 40.40 and 50.50 fit into 100.00; the third does not.
    expect(done).toMatchObject({ created: 2, failed: 2, waiting: 0, actions: ["retry"] });
    expect(done.orders.reduce((sum, one) => sum + one.count, 0)).toBe(2);
    expect(done.problems.map((line) => [line.merchant_order_id, line.code])).toEqual([
      [ids[2], "insufficient_balance"],
      [ids[3], "invalid"],
    ]);
    expect(await balance(merchant)).toMatchObject({ available: "9.10", held: "90.90" });

    const again = await order(csv.replaceAll("\n", "\r\n"), 3, "130.00", token);
    expect(again.data).toMatchObject({ again: true, batch: { id } });

    const file = await site.call("GET", `/api/disburses/batches/${id}/result?lang=zh`, token);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = file.text.slice(1).trim().split("\r\n");
    expect(file.text[0]).toBe("\uFEFF");
    expect(lines[0]).toMatch(/^行号,商户订单号/);
    expect(lines[2]).toMatch(new RegExp(`^3,'${ids[1]},bkash,50.00,019\\d{8},'=cmd,已下单,,D\\d{6}\\w{8},`));
    expect(lines[3]).toContain(",失败,insufficient_balance,");
    expect(file.text).not.toMatch(/(^|,)[=+@]/m);

    await fund(merchant, "100.00");
    const back = await site.good<BatchRow>("POST", `/api/disburses/batches/${id}/retry`, token, { version: done.version });
    expect(back).toMatchObject({ status: "running", waiting: 1, failed: 1 });
    await until(async () => (await detail(id, token)).status === "done");
    expect(await detail(id, token)).toMatchObject({ created: 3, failed: 1, actions: [] });
    expect((await site.call("POST", `/api/disburses/batches/${id}/retry`, token, { version: (await detail(id, token)).version })).error?.code).toBe(
      "wrong_state",
    );
    expect(await site.findings()).toEqual([]);
  });

  it("can be stopped: what has no order yet gets none, and can be taken up again", async () => {
    await fund(own, "5000.00");
    const csv = fileOf(Array.from({ length: 120 }, () => ({ amount: "1.00" })));
    const made = (await order(csv, 120, "120.00")).data.batch as BatchRow;
    let stopped = null;
    // The version moves while it runs: whoever stops it says which he saw.
    for (let tries = 0; stopped === null && tries < 50; tries += 1) {
      const now = await detail(made.id);
      if (now.status !== "running") break;
      const answer = await site.call<BatchRow>("POST", `/api/disburses/batches/${made.id}/stop`, tokens.merchant_admin, { version: now.version });
      if (answer.success) stopped = answer.data;
      else expect(answer.error?.code).toBe("conflict");
    }
    expect(stopped).toMatchObject({ status: "stopped", waiting: 0, actions: ["retry"] });
    const at = await detail(made.id);
    await workBatches(site.product.app);
    expect(await detail(made.id)).toMatchObject({ created: at.created, stopped: 120 - at.created });
    await site.good("POST", `/api/disburses/batches/${made.id}/retry`, tokens.merchant_admin, { version: at.version });
    expect(await finished(made.id)).toMatchObject({ created: 120, stopped: 0 });
  });
});

describe("a batch whose sender may not go on", () => {
  /** A batch of three rows that failed for want of money; the money is there now. */
  async function unpaid(): Promise<{ merchant: TestMerchant; id: string; sender: { token: string; id: string } }> {
    const merchant = await site.merchant({ disburse_fee: { rate_bps: 0, fixed: "0.00", min: null, max: null } });
    const token = await person("merchant_admin", merchant);
    const sender = { token, id: (await site.good<{ id: string }>("GET", "/api/user", token)).id };
    const made = (await order(fileOf([{}, {}, {}]), 3, "30.00", token)).data.batch as BatchRow;
    await until(async () => (await detail(made.id, token)).status === "done");
    await fund(merchant, "30.00");
    return { merchant, id: made.id, sender };
  }
  /** Its rows wait again in one step, as if its worker had not come to them yet. */
  const runs = (id: string): Promise<unknown> =>
    withClient(site.ownerUrl, (client) =>
      client.query(
        `with rows as (update disburse_batch_rows set status = 'waiting', code = null, field = null where batch_id = ${site.product.app.publicIds.decode("batch", id)})
         update disburse_batches set status = 'running', finished_at = null, waiting = 3, failed = 0 where id = ${site.product.app.publicIds.decode("batch", id)}`,
      ),
    );
  const ended = async (id: string): Promise<BatchDetail> => {
    await until(async () => (await detail(id, tokens.auditor)).status !== "running");
    return detail(id, tokens.auditor);
  };
  const user = async (id: string) => site.good<{ version: number }>("GET", `/api/users/${id}`);

  it.each([
    ["user_inactive", async (id: string) => site.good("POST", `/api/users/${id}/disable`, site.admin, { version: (await user(id)).version })],
    [
      "permission_lost",
      async (id: string) => withClient(site.ownerUrl, (client) => client.query("update users set user_type = 'merchant_viewer' where account = $1", [id])),
    ],
  ] as const)("stops with the reason, holds nothing more, and goes on in a colleague's name: %s", async (reason, lose) => {
    const { merchant, id, sender } = await unpaid();
    const { account } = await site.good<{ account: string }>("GET", "/api/user", sender.token);
    const colleague = await person("merchant_admin", merchant);
    await lose(reason === "permission_lost" ? account : sender.id);
    await runs(id);
    const stopped = await ended(id);
    expect(stopped).toMatchObject({ status: "stopped", stop_reason: reason, created: 0, stopped: 3, waiting: 0, account });
    expect(await balance(merchant)).toMatchObject({ available: "30.00", held: "0.00" });

    const again = await site.good<BatchRow>("POST", `/api/disburses/batches/${id}/retry`, colleague, { version: stopped.version });
    expect(again).toMatchObject({ status: "running", stop_reason: null, waiting: 3 });
    expect(await ended(id)).toMatchObject({ status: "done", stop_reason: null, created: 3, account });
    expect(await balance(merchant)).toMatchObject({ available: "0.00", held: "30.00" });
    const made = await withClient(site.ownerUrl, (client) =>
      client.query(
        `select distinct e.account from order_events e join disburse_batch_rows r on r.order_id = e.object_id where r.batch_id = ${site.product.app.publicIds.decode("batch", id)} and e.actor_type = 'user'`,
      ),
    );
    expect(made.rows).toEqual([{ account: (await site.good<{ account: string }>("GET", "/api/user", colleague)).account }]);
    expect(await site.findings()).toEqual([]);
  });

  it("stops when he signs out, and he takes it up again once he is back", async () => {
    const { merchant, id, sender } = await unpaid();
    const { account } = await site.good<{ account: string }>("GET", "/api/user", sender.token);
    await site.good("POST", "/api/signout", sender.token);
    await runs(id);
    const stopped = await ended(id);
    expect(stopped).toMatchObject({ status: "stopped", stop_reason: "session_ended", created: 0, stopped: 3 });
    const { token } = await site.good<{ token: string }>("POST", "/api/signin", null, { account, password: PASSWORD });
    await site.good("POST", `/api/disburses/batches/${id}/retry`, token, { version: stopped.version });
    expect(await ended(id)).toMatchObject({ status: "done", created: 3 });
    expect(await balance(merchant)).toMatchObject({ available: "0.00", held: "30.00" });
  });
});

describe("at the same moment", () => {
  it("one file sent twenty times is one batch, worked on by twenty makes each order once", async () => {
    await fund(own, "20000.00");
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await balance(own);
      const lines = Array.from({ length: 12 }, () => ({ id: `R-${next()}`, amount: "2.00", customer: number() }));
      const csv = fileOf(lines);
      const answers = await Promise.all(Array.from({ length: 20 }, () => order(csv, 12, "24.00")));
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map((answer) => answer.data.batch?.id)).size).toBe(1);
      expect(answers.filter((answer) => !answer.data.again)).toHaveLength(1);
      const id = answers[0]?.data.batch?.id ?? "";
      const byApi = (line: (typeof lines)[number]) =>
        site.call("POST", "/v1/disburses", own.secret, { merchant_order_id: line.id, amount: line.amount, operator: "bkash", customer: line.customer });
      raced("R12", answers);
      await Promise.all([...Array.from({ length: 20 }, () => workBatches(site.product.app)), ...lines.slice(0, 6).map(byApi)]);
      const done = await finished(id);
      expect(done.created + done.existing).toBe(12);
      expect(done.orders.reduce((sum, one) => sum + one.count, 0)).toBe(12);
      const after = await balance(own);
      // Twelve times 2.00 and a fee of 0.02, once.
      expect(Math.round((Number(before.available) - Number(after.available)) * 100)).toBe(12 * 202);
    }
    expect(await site.findings()).toEqual([]);
  });
});
