/** Emergency stops: who closes and who opens, what they hold back, that they open by themselves, and what each side sees. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { USER_TYPES } from "../../src/contract/permissions.ts";
import type { StopEffect, SwitchEffect, SwitchRow, SwitchStopped } from "../../src/contract/switches.schema.ts";
import { reopenDue } from "../../src/server/core/switches/acts.ts";
import { closedFor, closedWallets, dropSwitches } from "../../src/server/core/switches/closed.ts";
import { letPass, next, type Answer, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { missingId, people, startTarget, times, together } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let other: TestMerchant;
let wallet: TestWallet;
let cast: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  [merchant, other] = [await product.merchant(), await product.merchant()];
  wallet = await product.wallet();
  cast = await people(product, merchant.id);
});
afterAll(() => product.stop());

const close = (body: Record<string, unknown>, token = cast.operator.token): Promise<Answer<SwitchRow>> =>
  product.call("POST", "/api/switches", token, { direction: "both", reason: "test", ...body });
const open = (row: { id: string; version: number }, token = cast.admin.token): Promise<Answer<SwitchRow>> =>
  product.call("POST", `/api/switches/${row.id}/open`, token, { version: row.version });
const seen = async (token: string, query = ""): Promise<SwitchRow[]> =>
  (await product.good<{ items: SwitchRow[] }>("GET", `/api/switches${query}`, token)).items;
let cents = 0;
/** Every order has its own amount, so that none waits for another's. */
const pay = async (of: TestMerchant = merchant, operator = "bkash"): Promise<string> => {
  cents += 1;
  const answer = await product.pay(of, { amount: `10.${String(cents % 100).padStart(2, "0")}`, operator });
  return answer.error?.code ?? "taken";
};

describe("refusals", () => {
  it("by type: staff close, only an admin opens, everyone sees what concerns him", async () => {
    expect((await product.call("GET", "/api/switches", null)).status).toBe(401);
    for (const type of USER_TYPES) {
      expect([type, (await product.call("GET", "/api/switches", cast[type].token)).status]).toEqual([type, 200]);
      const may = ["admin", "finance", "operator"].includes(type);
      const closed = await close({ scope: "operator", operator: "upay" }, cast[type].token);
      expect([type, closed.status]).toEqual([type, may ? 201 : 403]);
      if (!may) continue;
      const opened = await open(closed.data, cast[type].token);
      expect([type, opened.status]).toEqual([type, type === "admin" ? 200 : 403]);
      if (type !== "admin") expect((await open(closed.data)).status).toBe(200);
      expect((await product.call("POST", "/api/switches/preview", cast[type].token, { scope: "platform", direction: "in" })).status).toBe(200);
    }
  });

  it("of wrong input", async () => {
    for (const [body, fields] of [
      [{}, { scope: "required" }],
      [{ scope: "everything" }, { scope: "not_allowed" }],
      [{ scope: "operator" }, { operator: "required" }],
      [{ scope: "platform", operator: "bkash" }, { operator: "not_allowed" }],
      [{ scope: "wallet", wallet_id: missingId(product.product, "wallet") }, { wallet_id: "invalid" }],
      [{ scope: "merchant", merchant_id: wallet.id }, { merchant_id: "invalid" }],
      [{ scope: "platform", reason: " " }, { reason: "required" }],
      [{ scope: "platform", reopen_at: new Date(Date.now() - 1000).toISOString() }, { reopen_at: "too_small" }],
      [{ scope: "platform", reopen_at: "2999-01-01T00:00:00.000Z" }, { reopen_at: "too_large" }],
    ] as const)
      expect((await close(body)).error?.fields, JSON.stringify(body)).toEqual(fields);
    expect((await open({ id: missingId(product.product, "switch"), version: 1 })).error?.code).toBe("not_found");
    expect(await seen(cast.admin.token)).toEqual([]);
  });
});

describe("what they hold back", () => {
  it("the platform, an operator, a merchant: orders of those and no others are refused", async () => {
    expect(await pay()).toBe("taken");
    const cases = [
      [{ scope: "platform" }, { own: "intake_closed", others: "intake_closed" }],
      [
        { scope: "operator", operator: "bkash" },
        { own: "intake_closed", others: "intake_closed" },
      ],
      [
        { scope: "operator", operator: "nagad" },
        { own: "taken", others: "taken" },
      ],
      [
        { scope: "merchant", merchant_id: merchant.id },
        { own: "intake_closed", others: "taken" },
      ],
      [
        { scope: "platform", direction: "out" },
        { own: "taken", others: "taken" },
      ],
      [
        { scope: "merchant", merchant_id: merchant.id, direction: "in" },
        { own: "intake_closed", others: "taken" },
      ],
    ] as const;
    for (const [body, expected] of cases) {
      const row = await close(body);
      expect(row.status, row.text).toBe(201);
      expect({ own: await pay(), others: await pay(other) }, JSON.stringify(body)).toEqual(expected);
      await open(row.data);
      expect([await pay(), await pay(other)], JSON.stringify(body)).toEqual(["taken", "taken"]);
    }
  });

  it("answers an order that is there although order acceptance is closed", async () => {
    const body = { merchant_order_id: `there-${next()}`, amount: "44.00" };
    const first = await product.pay(merchant, body);
    const row = await close({ scope: "platform" });
    const again = await product.pay(merchant, body);
    expect([again.status, again.data.id]).toEqual([200, first.data.id]);
    await open(row.data);
  });

  it("a wallet: routing leaves it out from the next order on", async () => {
    const row = await close({ scope: "wallet", wallet_id: wallet.id, direction: "in" });
    expect(await pay()).toBe("no_wallet_available");
    await open(row.data);
    expect(await pay()).toBe("taken");
    const out = await close({ scope: "wallet", wallet_id: wallet.id, direction: "out" });
    expect(await pay()).toBe("taken");
    const id = product.product.app.publicIds.decode("wallet", wallet.id) as bigint;
    expect([...(await closedWallets(product.product.app, "out"))]).toEqual([id]);
    expect(await closedFor(product.product.app, { direction: "out", operator: "bkash", walletId: id })).toMatchObject({ scope: "wallet" });
    expect(await closedFor(product.product.app, { direction: "in", operator: "bkash", walletId: id })).toBeNull();
    await open(out.data);
  });

  it("payouts are refused, too", async () => {
    const row = await close({ scope: "operator", operator: "bkash", direction: "out" });
    const answer = await product.call("POST", "/v1/disburses", merchant.secret, {
      merchant_order_id: `d-${next()}`,
      amount: "10.00",
      operator: "bkash",
      customer: "01799999999",
    });
    expect(answer.error?.code).toBe("intake_closed");
    await open(row.data);
  });

  it("stands beside the permanent flags: either closes", async () => {
    const { app } = product.product;
    expect(await closedFor(app, { direction: "in", operator: "bkash" })).toBeNull();
    expect(await closedFor(app, { direction: "in", operator: "rocket" })).toEqual({ scope: "operator", id: null });
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${other.id}`);
    await product.good("POST", `/api/merchants/${other.id}/open`, product.admin, { version, payments: false });
    expect(await closedFor(app, { direction: "in", operator: "bkash", merchantId: app.publicIds.decode("merchant", other.id) })).toEqual({
      scope: "merchant",
      id: null,
    });
    expect(await pay(other)).toBe("intake_closed");
    await product.good("POST", `/api/merchants/${other.id}/open`, product.admin, { version: version + 1, payments: true });
  });
});

describe("their life", () => {
  it("two people close the same: one does, the other is told", async () => {
    for (let round = 0; round < times(3, 60); round += 1) {
      const answers = await together(
        Array.from(
          { length: 20 },
          (_none, index) => () => close({ scope: "merchant", merchant_id: other.id }, index % 2 === 0 ? cast.operator.token : cast.finance.token),
        ),
        round + 1,
      );
      const done = answers.filter((answer) => answer.status === 201);
      expect(done).toHaveLength(1);
      expect([...new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.error?.code))]).toEqual(["already_exists"]);
      const opened = await together(
        Array.from({ length: 20 }, () => () => open(done[0]?.data as SwitchRow)),
        round + 1,
      );
      expect(opened.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect([...new Set(opened.filter((answer) => answer.status !== 200).map((answer) => answer.error?.code))]).toEqual(["wrong_state"]);
    }
  });

  it("opens by itself when its time has come, without waiting for the job, and is noted", async () => {
    const row = await close({ scope: "platform", direction: "in", reopen_at: new Date(product.product.app.now() + 3_600_000).toISOString() });
    expect(await pay()).toBe("intake_closed");
    const id = product.product.app.publicIds.decode("switch", row.data.id);
    await letPass(
      product.ownerUrl,
      "switches",
      `update switches set closed_at = closed_at - interval '2 hours', reopen_at = reopen_at - interval '2 hours' where id = ${id}`,
    );
    dropSwitches(product.product.app);
    expect(await pay()).toBe("taken");
    expect((await seen(cast.admin.token)).map((item) => item.id)).toEqual([row.data.id]);
    await together([() => reopenDue(product.product.app), () => reopenDue(product.product.app)]);
    expect(await seen(cast.admin.token)).toEqual([]);
    const [ended] = await seen(cast.admin.token, "?state=all");
    expect(ended).toMatchObject({ id: row.data.id, opened_by: null, closed_by: cast.operator.account });
    expect(ended?.opened_at).not.toBeNull();
    const trail = await product.product.app.db.rows<{ action: string; actor_type: string }>(
      "select action, actor_type from audit where object_type = 'switch' and object_id = $1 order by id",
      [row.data.id],
    );
    expect(trail).toEqual([
      { action: "switch.close", actor_type: "user" },
      { action: "switch.open", actor_type: "job" },
    ]);
  });

  it("counts within a second in another process", async () => {
    const { app } = product.product;
    const row = await close({ scope: "platform", direction: "in" });
    expect(await closedFor(app, { direction: "in", operator: "bkash" })).toMatchObject({ scope: "platform" });
    // As another process would have opened it: nobody tells this one.
    await app.db.run("update switches set opened_at = now(), opened_by = closed_by where id = $1", [app.publicIds.decode("switch", row.data.id)]);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    expect(await closedFor(app, { direction: "in", operator: "bkash" })).toBeNull();
    dropSwitches(app);
  });

  it("shows a merchant its own, without reasons and names of staff", async () => {
    const rows = [
      await close({ scope: "platform", direction: "out", reason: "secret words" }),
      await close({ scope: "merchant", merchant_id: merchant.id, reason: "secret words" }),
      await close({ scope: "merchant", merchant_id: other.id, reason: "secret words" }),
      await close({ scope: "wallet", wallet_id: wallet.id, reason: "secret words" }),
    ];
    const own = await product.call<{ items: SwitchRow[] }>("GET", "/api/switches", cast.merchant_viewer.token);
    expect(own.data.items.map((item) => item.scope).sort()).toEqual(["merchant", "platform"]);
    expect(own.data.items.every((item) => item.actions.length === 0)).toBe(true);
    expect(own.text).not.toMatch(/secret words|operator-/);
    expect((await seen(cast.merchant_viewer.token, "?state=all")).every((item) => item.opened_at === null)).toBe(true);
    expect(await seen(cast.auditor.token)).toHaveLength(4);
    for (const row of rows) await open(row.data);
  });
});

describe("the effect, before it is confirmed", () => {
  it("counts wallets, merchants, open orders and today's volume", async () => {
    const effect = (body: Record<string, unknown>) =>
      product.good<SwitchEffect>("POST", "/api/switches/preview", cast.operator.token, { direction: "in", ...body });
    const fresh = await product.merchant({ name: "Fresh" });
    const big = await product.pay(fresh, { amount: "1234.00" });
    expect(big.status).toBe(201);
    expect(await effect({ scope: "merchant", merchant_id: fresh.id })).toMatchObject({
      existing: null,
      wallets: { count: 0 },
      merchants: { count: 1, names: ["Fresh"] },
      open_payments: { count: 1, amount: "1234.00" },
      open_disburses: { count: 0 },
      today_payments: { count: 1, amount: "1234.00" },
    });
    const onWallet = await effect({ scope: "wallet", wallet_id: wallet.id });
    const onOperator = await effect({ scope: "operator", operator: "bkash" });
    expect(onWallet.wallets.count).toBe(1);
    expect(onWallet.open_payments).toEqual(onOperator.open_payments);
    expect(onWallet.today_payments).toEqual(onOperator.today_payments);
    expect(await effect({ scope: "merchant", merchant_id: fresh.id, direction: "out" })).toMatchObject({
      open_payments: { count: 0 },
      today_payments: { count: 0 },
    });
    // What is closed that way for good loses nothing by a switch.
    const { id } = await product.merchant({ name: "Payouts only" });
    await product.product.app.db.run("update merchants set payments_open = false where name = 'Payouts only'");
    const collector = await product.wallet({ payout: false });
    const names = async (body: Record<string, unknown>, of: "wallets" | "merchants") => (await effect(body))[of].count;
    expect([
      await names({ scope: "merchant", merchant_id: id }, "merchants"),
      await names({ scope: "merchant", merchant_id: id, direction: "both" }, "merchants"),
    ]).toEqual([0, 1]);
    expect([
      await names({ scope: "wallet", wallet_id: collector.id }, "wallets"),
      await names({ scope: "wallet", wallet_id: collector.id, direction: "out" }, "wallets"),
    ]).toEqual([1, 0]);
    const row = await close({ scope: "merchant", merchant_id: fresh.id, direction: "in" });
    expect((await effect({ scope: "merchant", merchant_id: fresh.id })).existing).toBe(row.data.id);
    await open(row.data);
  });
});

describe("an emergency stop", () => {
  const stop = (targets: readonly Record<string, unknown>[], minutes: number | null = 15, token = cast.operator.token): Promise<Answer<SwitchStopped>> =>
    product.call("POST", "/api/switches/stop", token, { targets, reason: "test", minutes });
  const BKASH = { scope: "operator", operator: "bkash" };
  const openAll = async (): Promise<void> => {
    for (const row of await seen(cast.admin.token)) await open(row);
  };
  afterEach(openAll);

  it("is for who may close, and all of it or nothing", async () => {
    for (const type of USER_TYPES) {
      const may = ["admin", "finance", "operator"].includes(type);
      const answer = await stop([{ ...BKASH, direction: "in" }], 15, cast[type].token);
      expect([type, answer.status]).toEqual([type, may ? 201 : 403]);
      expect((await product.call("POST", "/api/switches/stop/preview", cast[type].token, { targets: [{ ...BKASH, direction: "in" }] })).status).toBe(
        may ? 200 : 403,
      );
      await openAll();
    }
    const missing = { scope: "wallet", direction: "in", wallet_id: missingId(product.product, "wallet") };
    expect((await stop([{ ...BKASH, direction: "in" }, missing])).error?.fields).toEqual({ wallet_id: "invalid" });
    for (const [targets, minutes] of [
      [[], 15],
      [[{ ...BKASH, direction: "in" }], 0],
      [[{ ...BKASH, direction: "in" }], 30 * 1440 + 1],
      [Array.from({ length: 41 }, () => ({ ...BKASH, direction: "in" })), 15],
    ] as const)
      expect((await stop(targets, minutes)).status, JSON.stringify([targets.length, minutes])).toBe(422);
    expect(await seen(cast.admin.token)).toEqual([]);
  });

  it("stops each target by a switch of its own until the same moment, counted by the server's clock", async () => {
    const before = Math.floor(product.product.app.now());
    const answer = await stop([
      { ...BKASH, direction: "in" },
      { ...BKASH, direction: "out" },
      { ...BKASH, direction: "in" },
    ]);
    const after = Math.ceil(product.product.app.now());
    expect(answer.data.items.map((row) => row.direction).sort()).toEqual(["in", "out"]);
    const ends = new Set(answer.data.items.map((row) => row.reopen_at));
    expect(ends.size).toBe(1);
    const end = Date.parse([...ends][0] ?? "");
    expect(end).toBeGreaterThanOrEqual(before + 15 * 60_000);
    expect(end).toBeLessThanOrEqual(after + 15 * 60_000);
    expect(await pay()).toBe("intake_closed");
    const [first] = answer.data.items as [SwitchRow];
    await open(first);
    expect((await seen(cast.admin.token)).map((row) => row.id)).toEqual(answer.data.items.slice(1).map((row) => row.id));
    await openAll();
  });

  it("leaves what is stopped as long, and gives the place of what ends sooner to the longer one", async () => {
    const short = (await stop([{ ...BKASH, direction: "in" }], 15)).data.items[0] as SwitchRow;
    const shorter = await stop([{ ...BKASH, direction: "in" }], 5);
    expect([shorter.data.items, shorter.data.already.map((row) => row.id)]).toEqual([[], [short.id]]);
    const long = await stop([{ ...BKASH, direction: "in" }], null);
    expect(long.data.items.map((row) => row.reopen_at)).toEqual([null]);
    expect((await seen(cast.admin.token)).map((row) => row.id)).toEqual(long.data.items.map((row) => row.id));
    const trail = await product.product.app.db.rows<{ action: string; after: { by?: string } }>(
      "select action, after from audit where object_type = 'switch' and object_id = $1 order by id",
      [short.id],
    );
    expect(trail.map((row) => [row.action, row.after.by])).toEqual([
      ["switch.close", undefined],
      ["switch.open", "longer"],
    ]);
    await openAll();
  });

  it("of one operator of a merchant leaves its others and the other merchants open", async () => {
    const answer = await stop([{ scope: "merchant", merchant_id: merchant.id, operator: "bkash", direction: "in" }], null);
    expect(answer.data.items[0]).toMatchObject({ scope: "merchant", operator: "bkash", merchant: { id: merchant.id } });
    expect([await pay(merchant), await pay(merchant, "nagad"), await pay(other)]).toEqual(["intake_closed", "no_wallet_available", "taken"]);
    await openAll();
    expect(await pay(merchant)).toBe("taken");
  });

  it("of many people at once leaves one switch for each target", async () => {
    const targets = [
      { ...BKASH, direction: "in" },
      { ...BKASH, direction: "out" },
      { scope: "merchant", merchant_id: other.id, direction: "in" },
    ];
    const answers = await together(
      Array.from(
        { length: 12 },
        (_none, index) => () => stop(index % 2 === 0 ? targets : targets.toReversed(), null, index % 3 === 0 ? cast.finance.token : cast.operator.token),
      ),
      1,
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(answers.flatMap((answer) => answer.data.items)).toHaveLength(3);
    expect(await seen(cast.admin.token)).toHaveLength(3);
    await openAll();
  });

  it("shows before what would stop and what goes on, each once whatever touches it", async () => {
    const effect = (targets: readonly Record<string, unknown>[]) =>
      product.good<StopEffect>("POST", "/api/switches/stop/preview", cast.operator.token, { targets });
    const fresh = await product.merchant({ name: "Stopped soon" });
    await product.pay(fresh, { amount: "777.00" });
    const own = { scope: "merchant", merchant_id: fresh.id };
    expect(
      await effect([
        { ...own, direction: "in" },
        { ...own, operator: "bkash", direction: "in" },
        { ...own, direction: "out" },
      ]),
    ).toEqual({
      wallets: { count: 0, names: [] },
      merchants: { count: 1, names: ["Stopped soon"] },
      open_payments: { count: 1, amount: "777.00" },
      waiting_disburses: { count: 0, amount: "0.00" },
      sent_disburses: { count: 0, amount: "0.00" },
    });
    expect((await effect([{ ...own, operator: "nagad", direction: "in" }])).open_payments.count).toBe(0);
    const { db } = product.product.app;
    const waiting = await db.one<{ n: number }>(
      "select count(*)::int as n from disburses where operator = 'bkash' and status in ('pending', 'review', 'approved', 'attempt_failed')",
    );
    const sent = await db.one<{ n: number }>("select count(*)::int as n from disburses where operator = 'bkash' and status in ('processing', 'unknown')");
    const all = await effect([
      { ...BKASH, direction: "out" },
      { scope: "platform", direction: "in" },
    ]);
    expect([all.waiting_disburses.count, all.sent_disburses.count]).toEqual([waiting?.n, sent?.n]);
    expect(all.wallets.count).toBeGreaterThan(0);
  });
});
