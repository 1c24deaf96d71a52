/** Parts of the tests of payouts: money to pay from, a payout rail that counts what it is asked to send, people. */
import { pino } from "pino";
import { startProduct, type Product } from "../../src/server/app.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import type { PayoutAttempt, PayoutPort, Queried, Submitted } from "../../src/server/core/operators/port.ts";
import { replacePorts } from "../../src/server/core/operators/registry.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import { post } from "../../src/server/core/ledger/post.ts";
import type { DisburseDetail, DisburseRow, MerchantDisburse } from "../../src/contract/disburses.schema.ts";
import type { TestDatabase } from "../support/pg.ts";
import { TEST_KEY } from "../support/key.ts";
import { next, TestProduct, type Answer, type TestMerchant } from "../support/app.ts";

/** A payout rail that does as it is told and remembers every submission. */
export class FakePort implements PayoutPort {
  readonly sent: PayoutAttempt[] = [];
  readonly asked: PayoutAttempt[] = [];
  notFoundGraceMs = 60_000;
  /** Answers a submission; by default it is accepted and nothing more. */
  onSubmit: (attempt: PayoutAttempt) => Promise<Submitted> | Submitted = () => ({ kind: "accepted", operatorReference: null });
  onQuery: (attempt: PayoutAttempt) => Promise<Queried> | Queried = () => ({ kind: "not_supported" });

  async submit(attempt: PayoutAttempt): Promise<Submitted> {
    this.sent.push(attempt);
    return this.onSubmit(attempt);
  }

  async query(attempt: PayoutAttempt): Promise<Queried> {
    this.asked.push(attempt);
    return this.onQuery(attempt);
  }
}

export interface PayWallet {
  readonly id: string;
  readonly key: bigint;
  readonly account: string;
}

/** A product whose payouts go through a {@link FakePort}; jobs run only when the test says so. */
export class PayoutLab {
  readonly port = new FakePort();

  private constructor(
    readonly product: TestProduct,
    readonly owner: Db,
  ) {}

  static async start(config: Record<string, unknown> = { one_person: true }, database?: TestDatabase): Promise<PayoutLab> {
    const product = await TestProduct.start({ ROLE: "api" }, database);
    const lab = new PayoutLab(product, new Db({ url: product.ownerUrl, max: 4 }));
    replacePorts(product.product.app, () => lab.port);
    const now = await product.good<{ version: number }>("GET", "/api/config");
    await product.good("PATCH", "/api/config", product.admin, { version: now.version, ...config });
    return lab;
  }

  /** A second process of the same deployment, as far as one process can be two; its payouts go through the same port. */
  async beside(): Promise<Product> {
    const product = await startProduct({
      env: readEnv({ LIST_BUDGET_MS: "10000", LOG_LEVEL: "silent", WEBHOOK_ALLOW_PRIVATE: "1", ROLE: "api" }),
      appUrl: this.product.databaseUrl,
      secretKey: TEST_KEY,
      log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
      poolMax: 12,
    });
    replacePorts(product.app, () => this.port);
    return product;
  }

  get app() {
    return this.product.product.app;
  }

  async stop(): Promise<void> {
    await payoutsIdle(this.app);
    await this.owner.close();
    await this.product.stop();
  }

  /** A wallet worked through the operator's API, with money on it; both sides of the books move. */
  async wallet(fundMinor = 0n, values: Record<string, unknown> = {}): Promise<PayWallet> {
    const account = `018${String(next()).padStart(8, "0")}`;
    const made = await this.product.good<{ id: string }>("POST", "/api/wallets", this.product.admin, {
      name: `Pay ${account}`,
      operator: "bkash",
      wallet_type: "personal",
      api_type: "official",
      account,
      ...values,
    });
    const key = this.app.publicIds.decode("wallet", made.id) as bigint;
    // The port stands in for the operator; what the wallet would need to reach it is taken as given.
    const shown = { base_url: "", payout_base_url: "", credentials: {}, collects: true, pays: true, changed_at: new Date().toISOString() };
    await this.owner.run("update wallets set credentials = '\\x00', credentials_shown = $2 where id = $1 and api_type = 'official'", [
      key,
      JSON.stringify(shown),
    ]);
    if (fundMinor > 0n) await this.book([{ of: "wallet", id: key }, { of: "adjustments" }], [fundMinor, -fundMinor]);
    return { id: made.id, key, account };
  }

  /** A merchant with money to spend. */
  async merchant(fundMinor: bigint, values: Record<string, unknown> = {}): Promise<TestMerchant & { key: bigint }> {
    const merchant = await this.product.merchant(values);
    const key = this.app.publicIds.decode("merchant", merchant.id) as bigint;
    if (fundMinor > 0n) await this.book([{ of: "merchant", id: key }, { of: "adjustments" }], [fundMinor, fundMinor]);
    return { ...merchant, key };
  }

  private async book(accounts: Parameters<typeof post>[3][number]["legs"][number]["account"][], changes: bigint[]): Promise<void> {
    const legs = accounts.map((account, index) => ({ account, changeMinor: changes[index] as bigint, kind: "opening" }));
    await this.app.db.tx((tx) => post(tx, this.app.accounts, this.app.ids, [{ id: this.app.ids.next(), reference: { type: "manual", id: 1n }, legs }]));
  }

  order(merchant: TestMerchant, values: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer<MerchantDisburse>> {
    return this.product.call(
      "POST",
      "/v1/disburses",
      merchant.secret,
      { merchant_order_id: `out-${next()}`, amount: "100.00", operator: "bkash", customer: `019${String(next()).padStart(8, "0")}`, ...values },
      headers,
    );
  }

  async ordered(merchant: TestMerchant, values: Record<string, unknown> = {}): Promise<MerchantDisburse> {
    const answer = await this.order(merchant, values);
    if (answer.status !== 201) throw new Error(`no payout: ${answer.text}`);
    return answer.data;
  }

  /** Takes up what waits and waits for the answers. */
  async dispatch(): Promise<void> {
    await this.product.product.jobs.runOnce("disburses.dispatch");
    await payoutsIdle(this.app);
  }

  detail(id: string, token = this.product.admin): Promise<DisburseDetail> {
    return this.product.good("GET", `/api/disburses/${id}`, token);
  }

  act(id: string, action: string, body: Record<string, unknown>, token = this.product.admin): Promise<Answer<DisburseRow>> {
    return this.product.call("POST", `/api/disburses/${id}/${action}`, token, body);
  }

  /** Acts with the version of now. */
  async acted(id: string, action: string, body: Record<string, unknown> = {}): Promise<DisburseRow> {
    const answer = await this.act(id, action, { version: (await this.detail(id)).version, ...body });
    if (!answer.success || answer.status !== 200) throw new Error(`${action} answered ${answer.status}: ${answer.text}`);
    return answer.data;
  }

  balance(merchant: TestMerchant): Promise<{ available: string; held: string }> {
    return this.product.good("GET", "/v1/balance", merchant.secret);
  }

  async walletFigures(wallet: PayWallet): Promise<{ balance: string; frozen_balance: string }> {
    return this.product.good("GET", `/api/wallets/${wallet.id}`);
  }

  /** Lets the lease of all attempts run out, as after a crash. */
  async expireLeases(): Promise<void> {
    await this.owner.run("update disburse_attempts set lease_until = now() - interval '1 second' where lease_until is not null");
  }

  /** What the ledger integrity check finds wrong. */
  async findings(): Promise<readonly unknown[]> {
    await this.product.product.jobs.runOnce("seal-audit");
    return this.product.findings();
  }

  /** Wallets whose counters of the paying side differ from what is under way and was completed today. */
  limitsDiffer(): Promise<{ wallet: string; counted: string; orders: string }[]> {
    return this.owner.rows(
      `select w.account as wallet, u.day_amount || ' in ' || u.day_count as counted, coalesce(d.amount, 0) || ' in ' || coalesce(d.count, 0) as orders
       from wallet_usage u join wallets w on w.id = u.wallet_id left join (
         select wallet_id, sum(amount) as amount, count(*) as count from disburses where status in ('processing', 'unknown', 'completed') group by wallet_id) d on d.wallet_id = w.id
       where u.direction = 'out' and (u.day_amount, u.day_count, u.month_amount, u.month_count) is distinct from (coalesce(d.amount, 0)::bigint, coalesce(d.count, 0)::int, coalesce(d.amount, 0)::bigint, coalesce(d.count, 0)::int)`,
    );
  }

  /** Another member of staff with a fresh session. */
  async staff(type: string): Promise<string> {
    const account = `${type}.${next()}`;
    const password = "another correct horse battery";
    await this.product.good("POST", "/api/users", this.product.admin, { account, email: `${account}@example.com`, user_type: type, password });
    return (await this.product.good<{ token: string }>("POST", "/api/signin", null, { account, password })).token;
  }
}

/** A TrxID that no other order has. */
export const trx = (): string => `TRX${String(next()).padStart(7, "0")}`;
