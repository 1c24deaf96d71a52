/** The acts that ask for a second approval, each where it stands: asked, not done; approved, done once; and the secret's way. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APPROVAL_KINDS } from "../../src/contract/approvals.ts";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import { OFFERS } from "../../src/server/app.ts";
import { bkashTrx, received, type TestMerchant, type TestProduct } from "../support/app.ts";
import { configure, person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let boss: Person;
let finance: Person;
let checker: Person;
let own: Person;
let colleague: Person;
let stranger: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  boss = await person(product, "admin");
  finance = await person(product, "finance");
  checker = await person(product, "finance");
  own = await person(product, "merchant_admin", { merchantId: merchant.id });
  colleague = await person(product, "merchant_admin", { merchantId: merchant.id });
  stranger = await person(product, "merchant_admin");
});
afterAll(() => product.stop());

interface Merchant {
  readonly version: number;
  readonly payment_fee: { rate_bps: number };
  readonly name: string;
}
const merchantNow = () => product.good<Merchant>("GET", `/api/merchants/${merchant.id}`);
const waits = async (answer: Promise<{ status: number; text: string; data: unknown }>): Promise<ApprovalRow> => {
  const { status, text, data } = await answer;
  expect(status, text).toBe(202);
  return (data as { approval: ApprovalRow }).approval;
};
const act = <T = ApprovalRow>(approval: { id: string }, action: string, by: Person, body: Record<string, unknown> = {}) =>
  product.call<T>("POST", `/api/approvals/${approval.id}/${action}`, by.token, body);

it("every kind has an act that runs it", () => {
  const acts = [...OFFERS.approvalActs.keys()];
  expect([...acts].sort()).toEqual([...new Set(acts)].sort());
  expect(APPROVAL_KINDS.filter((kind) => !acts.includes(kind))).toEqual([]);
});

describe("a fee change", () => {
  it("waits, shows old and new, and is done by the checker; other fields go alone", async () => {
    const before = await merchantNow();
    const asked = await waits(
      product.call("PATCH", `/api/merchants/${merchant.id}`, finance.token, { version: before.version, payment_fee: { rate_bps: 150 } }),
    );
    expect(asked).toMatchObject({ kind: "merchants.fees", before: { payment_fee: { rate_bps: 0 } }, after: { payment_fee: { rate_bps: 150 } } });
    expect(await merchantNow()).toMatchObject({ version: before.version, payment_fee: { rate_bps: 0 } });
    expect((await act(asked, "approve", own)).error?.code).toBe("not_found");
    expect((await act(asked, "approve", checker)).data.status).toBe("approved");
    expect(await merchantNow()).toMatchObject({ version: before.version + 1, payment_fee: { rate_bps: 150 } });
    expect((await product.call("PATCH", `/api/merchants/${merchant.id}`, boss.token, { version: before.version + 1, name: "Padma" })).status).toBe(200);
    const audit = await product.good<{ items: { action: string; approval_id?: string | null; actor: { account: string } }[] }>(
      "GET",
      `/api/audit?q=${merchant.id}`,
      boss.token,
    );
    const changed = audit.items.find((item) => item.action === "merchant.update" && item.actor.account === checker.account);
    expect(changed?.approval_id).toBe(asked.id);
  });

  it("conflicts when the merchant changed since", async () => {
    const { version } = await merchantNow();
    const asked = await waits(product.call("PATCH", `/api/merchants/${merchant.id}`, finance.token, { version, payment_fee: { rate_bps: 99 } }));
    await product.good("PATCH", `/api/merchants/${merchant.id}`, boss.token, { version, name: "Meghna" });
    expect((await act(asked, "approve", checker)).error?.code).toBe("conflict");
    expect(await product.good("GET", `/api/approvals/${asked.id}`)).toMatchObject({ status: "lapsed" });
    expect((await merchantNow()).payment_fee.rate_bps).toBe(150);
  });

  it("of the defaults in config waits as well", async () => {
    const { version } = await product.good<{ version: number }>("GET", "/api/config");
    const asked = await waits(product.call("PATCH", "/api/config", boss.token, { version, default_payment_fee: { rate_bps: 77 } }));
    expect(asked).toMatchObject({ kind: "config.fees", object: { type: "config", id: null } });
    expect((await act(asked, "approve", checker)).error?.code).toBe("forbidden");
    const other = await person(product, "admin");
    expect((await act(asked, "approve", other)).data.status).toBe("approved");
    expect(await product.good("GET", "/api/config")).toMatchObject({ version: version + 1, values: { default_payment_fee: { rate_bps: 77 } } });
  });
});

describe("a new secret", () => {
  const balance = (secret: string) => product.call("GET", "/v1/balance", secret);

  it("reaches its maker, once; the old key works until then", async () => {
    const { version } = await merchantNow();
    const asked = await waits(product.call("POST", `/api/merchants/${merchant.id}/secret`, own.token, { version }));
    expect(asked).toMatchObject({ kind: "merchants.secret", merchant_id: merchant.id, actions: ["cancel"] });
    expect((await act(asked, "approve", stranger)).error?.code).toBe("not_found");
    expect((await act(asked, "approve", finance)).error?.code).toBe("forbidden");
    expect((await act(asked, "collect", own)).error?.code).toBe("wrong_state");
    const approved = await act(asked, "approve", colleague);
    expect(approved.data, approved.text).toMatchObject({ status: "approved", collect_until: expect.any(String) });
    expect(approved.text).not.toMatch(/sk_/);
    expect((await balance(merchant.secret)).status).toBe(200);
    for (const other of [colleague, boss]) expect((await act(asked, "collect", other)).error?.code).toBe("forbidden");
    expect((await act(asked, "collect", stranger)).error?.code).toBe("not_found");
    const taken = await product.call<{ result: { app_secret: string } }>(
      "POST",
      `/api/approvals/${asked.id}/collect`,
      own.token,
      {},
      { "idempotency-key": "take" },
    );
    expect(taken.status, taken.text).toBe(200);
    const again = await product.call("POST", `/api/approvals/${asked.id}/collect`, own.token, {}, { "idempotency-key": "take" });
    expect(again.text).not.toMatch(/sk_/);
    expect((await act(asked, "collect", own)).error?.code).toBe("wrong_state");
    expect((await balance(taken.data.result.app_secret)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await balance(merchant.secret)).status).toBe(401);
    const stored = await product.product.app.db.rows<{ text: string }>(
      "select to_jsonb(a)::text as text from approvals a union all select to_jsonb(b)::text from audit b union all select response from idempotency_keys where response is not null",
    );
    for (const row of stored) expect(row.text).not.toContain(taken.data.result.app_secret);
  });

  it("of the notifications as well", async () => {
    const { version } = await merchantNow();
    const asked = await waits(product.call("POST", `/api/merchants/${merchant.id}/webhook-secret`, own.token, { version }));
    expect((await act(asked, "approve", boss)).status).toBe(200);
    const taken = await act<{ result: { webhook_secret: string } }>(asked, "collect", own);
    expect(taken.data.result.webhook_secret).toMatch(/^whsec_/);
  });
});

describe("unbinding a wallet", () => {
  it("waits while money is on it, and goes alone when there is none", async () => {
    const empty = await product.wallet();
    expect((await product.call("POST", `/api/wallets/${empty.id}/unbind`, boss.token, { version: empty.version })).status).toBe(200);
    const wallet = await product.wallet();
    await product.sms(wallet, received({ amount: "70.00", from: "01955555555", trx: bkashTrx() }));
    const { version } = await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`);
    const asked = await waits(product.call("POST", `/api/wallets/${wallet.id}/unbind`, boss.token, { version }));
    expect(asked).toMatchObject({ kind: "wallets.unbind", amount: "70.00" });
    expect((await product.call("POST", "/device/heartbeat", wallet.token, {})).status).toBe(200);
    const operator = await person(product, "operator");
    expect((await act(asked, "approve", operator)).data.status).toBe("approved");
    expect((await product.call("POST", "/device/heartbeat", wallet.token, {})).status).toBe(401);
  });
});

describe("one person's platform", () => {
  it("acts alone after a fresh password, and decides what waited", async () => {
    const { version } = await merchantNow();
    const patch = (fee: number, at: number) =>
      product.call<Merchant>("PATCH", `/api/merchants/${merchant.id}`, finance.token, { version: at, payment_fee: { rate_bps: fee } });
    const asked = await waits(patch(31, version));
    await configure(product, { one_person: true });
    await product.product.app.config.reload();
    expect((await act(asked, "approve", finance)).data).toMatchObject({ status: "approved", maker: finance.account, checker: finance.account });
    expect((await patch(32, version + 1)).status).toBe(200);
    await product.product.app.db.run("update sessions set rechecked_at = now() - interval '6 minutes' where id = $1", [
      product.product.app.publicIds.decode("session", finance.sessionId),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await patch(33, version + 2)).error?.code).toBe("recheck_required");
    await configure(product, { one_person: false, second_person_fees: false });
    await product.product.app.config.reload();
    expect((await product.call("PATCH", `/api/merchants/${merchant.id}`, checker.token, { version: version + 2, payment_fee: { rate_bps: 34 } })).status).toBe(
      200,
    );
  });
});
