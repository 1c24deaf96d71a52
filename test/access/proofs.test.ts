/** What wants a recent re-authentication: letting money leave, one or many, and giving out what is believed about money. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BULK_ACT_NAMES, bulkAct, type BulkActName } from "../../src/contract/bulk.ts";
import { next, type TestMerchant, type TestProduct } from "../support/app.ts";
import { fundMerchant, payout } from "../support/attack-money.ts";
import { PASSWORD, person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let maker: Person;
let checker: Person;
let tired: Person;
let boss: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  await fundMerchant(product, merchant, 100_000_000n);
  maker = await person(product, "finance");
  checker = await person(product, "finance");
  tired = await person(product, "finance");
  boss = await person(product, "admin");
});
afterAll(() => product.stop());

/** The object's address, the act, and what it takes beside the version. */
interface Single {
  readonly url: string;
  readonly act: string;
  readonly body?: Record<string, unknown>;
}
interface Versioned {
  readonly id: string;
  readonly version: number;
  readonly approval_id?: string | null;
}

async function withdrawal(approved: boolean): Promise<string> {
  const own = await person(product, "merchant_admin", { merchantId: merchant.id });
  const { id, version } = await product.good<Versioned>("POST", "/api/withdrawal", own.token, { receiving_account: "City Bank 1", amount: "10.00" });
  if (approved) await product.good("POST", `/api/withdrawal/${id}/approve`, checker.token, { version });
  return `/api/withdrawal/${id}`;
}
async function transfer(): Promise<string> {
  const body = { kind: "b2b_in", to_wallet_id: (await product.wallet({ collect: false })).id, amount: "10.00" };
  return `/api/transfers/${(await product.good<Versioned>("POST", "/api/transfers", maker.token, body)).id}`;
}
async function request(): Promise<string> {
  const body = { kind: "merchant_credit", merchant_id: merchant.id, amount: "7.00", note: "proof" };
  return `/api/approvals/${(await product.good<Versioned>("POST", "/api/manual", maker.token, body)).approval_id}`;
}

/** Acts by which money may leave, on one object. A transfer has no act on many. */
const LETS_LEAVE: Partial<Record<BulkActName | "transfers.approve", () => Promise<Single>>> = {
  "withdrawal.approve": async () => ({ url: await withdrawal(false), act: "approve" }),
  "withdrawal.paid": async () => ({ url: await withdrawal(true), act: "paid", body: { reference: `bank ${next()}` } }),
  "disburses.approve": async () => ({ url: `/api/disburses/${await payout(product, merchant, { amount: "20000.00" })}`, act: "approve" }),
  "transfers.approve": async () => ({ url: await transfer(), act: "approve" }),
  "approvals.approve": async () => ({ url: await request(), act: "approve" }),
};

/** Acts that ask who does many of them, and not who does one; and why. */
const ONE_WITHOUT: Partial<Record<BulkActName, string>> = {
  "withdrawal.export": "one is never exported: a file is its job's, and the job asks",
  "withdrawal.reject": "nothing leaves: what was held is the merchant's again",
  "disburses.reject": "nothing leaves: what was held is the merchant's again",
  "payments.reject": "nothing leaves, and nothing was booked",
  "disburses.complete": "below its threshold it says what has left already; from it on it waits for a checker and asks (rule 13)",
  "sms.match": "below its threshold it books what has come already; from it on it waits for a checker and asks (rule 13)",
  "wallets.template": "one asks where it changes how far a phone is believed: below",
};

it("each act on many that asks for a proof is looked at here as an act on one", () => {
  const asking = BULK_ACT_NAMES.filter((name) => bulkAct(name).recheck);
  expect(asking.length).toBeGreaterThan(5);
  expect(asking.filter((name) => (LETS_LEAVE[name] === undefined) === (ONE_WITHOUT[name] === undefined))).toEqual([]);
});

/** The proof of this session is over. */
async function tire(who: Person): Promise<void> {
  const { app } = product.product;
  await app.db.run("update sessions set rechecked_at = now() - interval '6 minutes' where id = $1", [app.publicIds.decode("session", who.sessionId)]);
}

/** Changes of a wallet that say whom to believe, and how far. */
const BELIEVED: readonly object[] = [{ ip_whitelist: ["203.0.113.7"] }, { phone_trust_limit: "900.00" }];

describe("on one object", () => {
  it.each(Object.entries(LETS_LEAVE))("%s wants a recent re-authentication", async (_name, prepare) => {
    const { url, act, body = {} } = await prepare();
    await tire(tired);
    const before = await product.good<Versioned>("GET", url);
    const decide = () => product.call("POST", `${url}/${act}`, tired.token, { version: before.version, ...body });
    expect((await decide()).error?.code).toBe("recheck_required");
    expect((await product.good<Versioned>("GET", url)).version).toBe(before.version);
    await product.good("POST", "/api/user/check", tired.token, { password: PASSWORD });
    expect((await decide()).status).toBe(200);
  });
});

describe("a wallet", () => {
  const proved = (): Promise<unknown> => product.good("POST", "/api/user/check", boss.token, { password: PASSWORD });
  const values = (): Record<string, unknown> => ({
    name: "Proof",
    operator: "bkash",
    wallet_type: "personal",
    api_type: "app",
    account: `0171${String(next()).padStart(7, "0")}`,
  });

  it("is made by who has proven himself of late: its number is where payers pay", async () => {
    await tire(boss);
    const body = values();
    expect((await product.call("POST", "/api/wallets", boss.token, body)).error?.code).toBe("recheck_required");
    expect(await product.product.app.db.rows("select id from wallets where account = $1", [body["account"]])).toEqual([]);
    await proved();
    expect((await product.call("POST", "/api/wallets", boss.token, body)).status).toBe(201);
  });

  it("gives nobody a phone's credential, nor its payouts, without a proof", async () => {
    const { id, version } = await product.wallet();
    await tire(boss);
    const [bind, payout_device] = [`/api/wallets/${id}/bind`, `/api/wallets/${id}/payout-device`];
    for (const body of [{}, { app: "httpsms" }])
      expect((await product.call("POST", bind, boss.token, { version, ...body })).error?.code).toBe("recheck_required");
    expect((await product.call("POST", payout_device, boss.token, { version, device_id: null })).error?.code).toBe("recheck_required");
    expect((await product.good<Versioned>("GET", `/api/wallets/${id}`)).version).toBe(version);
    await proved();
    expect((await product.call("POST", bind, boss.token, { version })).status).toBe(200);
    expect((await product.call("POST", payout_device, boss.token, { version: version + 1, device_id: null })).status).toBe(200);
  });

  it("keeps its number and whose word it believes, unless who changes it has proven himself", async () => {
    const { id, version } = await product.wallet();
    await tire(boss);
    const change = (body: object) => product.call("PATCH", `/api/wallets/${id}`, boss.token, { version, ...body });
    for (const body of [
      { account: "01799999999" },
      { wallet_type: "agent" },
      { api_type: "manual" },
      { proxy: "http://10.0.0.1:3128" },
      { official: null },
      ...BELIEVED,
    ])
      expect([body, (await change(body)).error?.code]).toEqual([body, "recheck_required"]);
    // A limit, a name and a place are no money's way.
    expect((await change({ name: "Another", daily_max: "5000.00", location: "Dhaka" })).status).toBe(200);
  });

  it("is given no template that says how far its phone is believed, unless who gives it has proven himself", async () => {
    const { id } = await product.wallet();
    const settings = {
      collect: true,
      payout: true,
      payments_open: true,
      disburses_open: true,
      min_amount: null,
      max_amount: null,
      daily_max: "9000.00",
      month_max: null,
      daily_count_max: null,
      month_count_max: null,
      cool_interval: null,
    };
    const template = (phone_trust_limit: string | null) =>
      product.good<{ id: string; edition: number }>("POST", "/api/wallet-templates", boss.token, {
        name: `Proof ${next()}`,
        operator: "bkash",
        wallet_type: "personal",
        is_default: false,
        settings: { ...settings, phone_trust_limit },
      });
    const [plain, believing] = [await template(null), await template("500.00")];
    await tire(boss);
    const give = async ({ id: one, edition }: { id: string; edition: number }) => {
      const { version } = await product.good<Versioned>("GET", `/api/wallets/${id}`);
      return product.call("POST", `/api/wallets/${id}/template`, boss.token, { version, template: { id: one, edition } });
    };
    expect((await give(believing)).error?.code).toBe("recheck_required");
    expect((await give(plain)).status).toBe(200);
    await proved();
    expect((await give(believing)).status).toBe(200);
  });
});

describe("a merchant", () => {
  it("keeps the addresses from which its secret is believed, unless who changes them has proven himself", async () => {
    const own = await person(product, "merchant_admin", { merchantId: merchant.id });
    await tire(own);
    const { version } = await product.good<Versioned>("GET", `/api/merchants/${merchant.id}`);
    const change = (body: object) => product.call("PATCH", `/api/merchants/${merchant.id}`, own.token, { version, ...body });
    expect((await change({ ip_whitelist: ["203.0.113.0/24"] })).error?.code).toBe("recheck_required");
    // The same list changes nothing.
    expect((await change({ ip_whitelist: [] })).status).toBe(200);
    await product.good("POST", "/api/user/check", own.token, { password: PASSWORD });
    expect((await change({ ip_whitelist: ["203.0.113.0/24"] })).status).toBe(200);
  });
});
