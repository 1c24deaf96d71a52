/** A running product for tests: its own database, no listening port unless asked, everything through the public interfaces. */
import { pino } from "pino";
import { startProduct, type Product } from "../../src/server/app.ts";
import { findingsWithoutJobs } from "./parts/findings.ts";
import { PATIENT } from "./parts/patient.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { setPasswordCost } from "../../src/server/core/session/passwords.ts";
import { ensureFirstAdmin } from "../../src/server/features/users/first-admin.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import type { Db } from "../../src/server/platform/db/pool.ts";
import { TEST_KEY } from "./key.ts";
import { testDatabase, type TestDatabase } from "./pg.ts";
import { wronglyTold } from "./told.ts";

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly success: boolean;
  readonly data: T;
  readonly error: { code: string; fields?: Record<string, string>; details?: Record<string, unknown> } | undefined;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}
export interface TestMerchant {
  readonly id: string;
  readonly secret: string;
  readonly webhookSecret: string;
}
export interface TestWallet {
  readonly id: string;
  readonly version: number;
  readonly account: string;
  /** Device token of a bound native app. */
  readonly token: string;
}

export const ADMIN = { account: "admin", password: "correct horse battery staple" } as const;
let serial = 0;
/** A number that no other call of this file gets. */
export const next = (): number => (serial += 1);

/** Phones tell that they live when a call comes this long after they last did: silent for two minutes a wallet is away (rule 34), and a long test outlives that. */
const BEAT_MS = 75_000;

/** The product with what tests need of it. */
export class TestProduct {
  readonly admin: string;
  private readonly phones = new Set<string>();
  private spokeAt = performance.now();

  private constructor(
    readonly product: Product,
    readonly databaseUrl: string,
    readonly ownerUrl: string,
    token: string,
    private readonly drop: () => Promise<void>,
  ) {
    this.admin = token;
  }

  /** Starts it, on a fresh database unless one is given, and signs the first admin in. */
  static async start(env: NodeJS.ProcessEnv = {}, given?: TestDatabase): Promise<TestProduct> {
    // The real cost is paid where the product runs as a process of its own.
    setPasswordCost({ memoryKiB: 64, passes: 1 });
    const database = given ?? (await testDatabase());
    const product = await startProduct({
      env: readEnv({ LOG_LEVEL: "silent", WEBHOOK_ALLOW_PRIVATE: "1", ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password, ...env }),
      appUrl: database.appUrl,
      secretKey: TEST_KEY,
      log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
      poolMax: 12,
      searchLimits: PATIENT,
    });
    await ensureFirstAdmin(product.app);
    await product.http.ready();
    const signed = await product.http.inject({ method: "POST", url: "/api/signin", payload: ADMIN });
    const token = (signed.json() as { data: { token: string } | null }).data?.token;
    if (!token) throw new Error(`the first admin could not sign in: ${signed.body}`);
    return new TestProduct(product, database.appUrl, database.ownerUrl, token, () => database.drop());
  }

  /** Ends it. Whatever a test did: each notification that it led to is what the contract says. */
  async stop(): Promise<void> {
    const wrong = await wronglyTold(this.product.app.db);
    await this.product.stop();
    await this.dropDatabase();
    if (wrong.length > 0) throw new Error(`notifications that the contract does not know:\n${wrong.slice(0, 5).join("\n")}`);
  }

  /** The rest of {@link stop}, for who stops the product alone. */
  dropDatabase(): Promise<void> {
    return this.drop();
  }

  /** Lets the phones of {@link wallet} speak when it is time; one that was unbound is refused once and speaks no more. */
  async phonesSpeak(): Promise<void> {
    if (performance.now() - this.spokeAt < BEAT_MS) return;
    this.spokeAt = performance.now();
    for (const token of this.phones) if ((await this.call("POST", "/device/heartbeat", token, {})).status === 401) this.phones.delete(token);
  }

  /** One call; `token` is any bearer credential. */
  async call<T = Record<string, unknown>>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    token: string | null = this.admin,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    await this.phonesSpeak();
    const answer = await this.product.http.inject({
      method,
      url,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = (answer.headers["content-type"]?.toString().includes("json") ? answer.json() : {}) as { success?: boolean; data?: T; error?: Answer["error"] };
    return { status: answer.statusCode, success: json.success ?? false, data: json.data as T, error: json.error, headers: answer.headers, text: answer.body };
  }

  /**
   * As {@link call}, and fails the test when the answer is no success. Where the admin's last proof is over, he proves himself once more,
   * as at the dashboard: a long test outlives it.
   */
  async good<T = Record<string, unknown>>(...args: Parameters<TestProduct["call"]>): Promise<T> {
    let answer = await this.call<T>(...args);
    if (answer.error?.code === "recheck_required" && (args[2] ?? this.admin) === this.admin) {
      await this.prove();
      answer = await this.call<T>(...args);
    }
    if (!answer.success) throw new Error(`${args[0]} ${args[1]} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    return answer.data;
  }

  /** The admin gives his password once more. */
  async prove(): Promise<void> {
    const { success, text } = await this.call("POST", "/api/user/check", this.admin, { password: ADMIN.password });
    if (!success) throw new Error(`the admin could not prove himself: ${text}`);
  }

  async merchant(values: Record<string, unknown> = {}): Promise<TestMerchant> {
    const made = await this.good<{ id: string; app_secret: string; webhook_secret: string }>("POST", "/api/merchants", this.admin, {
      name: `Merchant ${next()}`,
      ...values,
    });
    return { id: made.id, secret: made.app_secret, webhookSecret: made.webhook_secret };
  }

  /** As {@link wallet}, and alone: every other one of its operator is disabled. */
  async onlyWallet(values: Record<string, unknown> & { readonly operator?: string } = {}): Promise<TestWallet> {
    const { items } = await this.good<{ items: { id: string; version: number; enabled: boolean }[] }>(
      "GET",
      `/api/wallets?operator=${values.operator ?? "bkash"}&size=200`,
    );
    for (const { id, version, enabled } of items) if (enabled) await this.good("POST", `/api/wallets/${id}/disable`, this.admin, { version });
    return this.wallet(values);
  }

  /** A wallet with a bound native phone. */
  async wallet(values: Record<string, unknown> = {}): Promise<TestWallet> {
    const account = `017${String(next()).padStart(8, "0")}`;
    const made = await this.good<{ id: string; version: number; api_type: string }>("POST", "/api/wallets", this.admin, {
      name: `Wallet ${account}`,
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      account,
      ...values,
    });
    const bound = await this.good<{ code: string; version: number }>("POST", `/api/wallets/${made.id}/bind`, this.admin, { version: made.version });
    const device = await this.good<{ token: string }>("POST", "/device/bind", null, { code: bound.code, device: { name: "Phone" } });
    this.phones.add(device.token);
    return { id: made.id, version: bound.version, account: (values["account"] as string | undefined) ?? account, token: device.token };
  }

  /** Forwards a bKash message from the wallet's phone. */
  sms(wallet: TestWallet, text: string, sender = "bKash"): Promise<Answer<{ items: { id: string; result: string }[] }>> {
    return this.call("POST", "/device/sms", wallet.token, { sender, text });
  }

  pay(
    merchant: TestMerchant,
    values: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<{ id: string; status: string; receiving_account: string; amount: string; fee: string | null; trx_id: string | null }>> {
    return this.call(
      "POST",
      "/v1/payments",
      merchant.secret,
      { merchant_order_id: `order-${next()}`, amount: "500.00", operator: "bkash", ...values },
      headers,
    );
  }

  /** Proves the books; answers the findings. Most of these products run no jobs. */
  findings(): Promise<readonly unknown[]> {
    return findingsWithoutJobs(this.product.app);
  }
}

const DAY_CODE = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/** A TrxID as bKash prints it: year, month and day of today in Dhaka, then characters of its own. */
export function bkashTrx(seed: number = next()): string {
  const dhaka = new Date(Date.now() + 6 * 3_600_000);
  const year = String.fromCharCode(65 + dhaka.getUTCFullYear() - 2023);
  return `${year}${String.fromCharCode(65 + dhaka.getUTCMonth())}${DAY_CODE[dhaka.getUTCDate() - 1]}${seed.toString(24).toUpperCase().padStart(7, "0")}`;
}

/** The time of a message as bKash prints it, now in Dhaka. */
export function bkashTime(atMs = Date.now()): string {
  const iso = new Date(atMs + 6 * 3_600_000).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
}

/** "You have received" as bKash prints it to a personal wallet. */
export function received(values: { amount: string; from: string; balance?: string; trx?: string; ref?: string; at?: number }): string {
  const balance = values.balance === undefined ? "" : ` Balance Tk ${values.balance}.`;
  return `You have received Tk ${values.amount} from ${values.from}.${values.ref === undefined ? "" : ` Ref ${values.ref}.`} Fee Tk 0.00.${balance} TrxID ${values.trx ?? bkashTrx()} at ${bkashTime(values.at)}`;
}

/** Changes moments of rows that a table's guards keep for good, as its owner can: they lie behind us since, and no test waits for them. */
export const letPass = (ownerUrl: string, table: string, update: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    for (const statement of ["begin", `alter table ${table} disable trigger user`, update, `alter table ${table} enable trigger user`, "commit"])
      await client.query(statement);
  });

/** The time to pay these orders is over since a second; those that are still pending expire at the next run of the job. */
export async function letExpire(db: Pick<Db, "run">, ...ids: readonly (bigint | null)[]): Promise<void> {
  await db.run(
    `with slots as (update open_payments set expires_at = now() - interval '1 second' where payment_id = any ($1))
     update payments set expires_at = now() - interval '1 second' where id = any ($1)`,
    [ids],
  );
}
