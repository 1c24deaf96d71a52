/** A laboratory for tests of money that moves by people's acts: real database, real routes, messages as the batches book them. */
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS, type Config } from "../../../src/contract/config.ts";
import { rightsOf, type UserType } from "../../../src/contract/permissions.ts";
import { testDatabase } from "../pg.ts";
import { OFFERS } from "../../../src/server/app.ts";
import type { App, OutgoingEvent, UserActor } from "../../../src/server/platform/context.ts";
import { IdMinter, PublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { readEnv } from "../../../src/server/platform/env.ts";
import { testServer } from "./http.ts";
import type { AnyRoute } from "../../../src/server/platform/http/route.ts";
import { Accounts } from "../../../src/server/core/ledger/accounts.ts";
import { post } from "../../../src/server/core/ledger/post.ts";
import { findingsWithoutJobs } from "./findings.ts";
import { addMerchant, addWallet, type Lab } from "./lists.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { PATIENT } from "./patient.ts";

/** One answer. `T` is what the test expects and then compares. */
export interface Told<T = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly text: string;
  readonly data: T;
  readonly error: { readonly code: string; readonly fields?: Readonly<Record<string, string>>; readonly details?: Readonly<Record<string, unknown>> } | null;
}
export interface LabWallet {
  readonly id: bigint;
  readonly publicId: string;
  readonly account: string;
  readonly operator: string;
}
export interface LabMerchant {
  readonly id: bigint;
  readonly publicId: string;
}

/** People of the laboratory: one of each type, a second finance, and a merchant's own when asked for. */
const STAFF = { admin: "admin", finance: "finance", finance2: "finance", operator: "operator", operator2: "operator", auditor: "auditor" } as const;

export { Endings, raced, times, tried } from "./effort.ts";

export class MoneyLab {
  readonly events: OutgoingEvent[] = [];
  private number = 0;

  private constructor(
    readonly app: App,
    readonly owner: Db,
    private readonly http: FastifyInstance,
    private readonly users: Record<string, UserActor>,
    private readonly end: () => Promise<void>,
    events: OutgoingEvent[],
  ) {
    this.events = events;
  }

  static async start(routes: readonly AnyRoute[]): Promise<MoneyLab> {
    const database = await testDatabase();
    const db = new Db({ url: database.appUrl, max: 12 });
    const owner = new Db({ url: database.ownerUrl, max: 4 });
    const events: OutgoingEvent[] = [];
    const idle = { idle: async () => undefined };
    const app: App = {
      env: readEnv({ LOG_LEVEL: "silent" }),
      db,
      searchLimits: PATIENT,
      ids: new IdMinter(Date.now, 1),
      publicIds: new PublicIds(Buffer.alloc(32, 5)),
      config: { current: { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS } as Config, version: 1, sandbox: false, reload: async () => undefined }, // the defaults are a whole config
      secrets: new Secrets(Buffer.alloc(32, 9)),
      events: { publish: (more) => events.push(...more) },
      log: pino({ level: "silent" }),
      accounts: new Accounts(db, 0),
      workers: { state: () => ({ alive: 1, silent: 0, ageMs: 0, working: true }) },
      acceptance: idle as unknown as App["acceptance"], // no orders come in here
      posting: idle as unknown as App["posting"],
      offers: OFFERS,
      wakeOutbox: () => undefined,
      now: Date.now,
    };
    const users: Record<string, UserActor> = {};
    const http = await testServer(app, { routes, users });
    const lab = new MoneyLab(
      app,
      owner,
      http,
      users,
      async () => {
        await http.close();
        await db.close();
        await owner.close();
        await database.drop();
      },
      events,
    );
    for (const [name, type] of Object.entries(STAFF)) await lab.person(name, type);
    return lab;
  }

  close(): Promise<void> {
    return this.end();
  }

  /** A person who can be named by this token; has just signed in. */
  async person(name: string, userType: UserType, merchantId: bigint | null = null): Promise<UserActor> {
    const id = this.app.ids.next();
    await this.owner.run("insert into users (id, account, email, password_hash, user_type, merchant_id) values ($1, $2, $3, 'x', $4, $5)", [
      id,
      name,
      `${name}@mail.example`,
      userType,
      merchantId,
    ]);
    const user: UserActor = {
      type: "user",
      id,
      account: name,
      userType,
      rights: rightsOf(userType, null),
      merchantId,
      sessionId: id,
      recheckedUntilMs: Number.MAX_SAFE_INTEGER,
    };
    this.users[name] = user;
    return user;
  }

  /** The same person without a recent re-authentication. */
  stale(name: string): string {
    const user = this.users[name];
    if (!user) throw new Error(`nobody is called ${name}`);
    this.users[`${name}-stale`] = { ...user, recheckedUntilMs: 0 };
    return `${name}-stale`;
  }

  async call<T = Readonly<Record<string, unknown>>>(who: string | null, method: "GET" | "POST", url: string, body?: unknown): Promise<Told<T>> {
    const answer = await this.http.inject({
      method,
      url,
      headers: who === null ? {} : { authorization: `Bearer ${who}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    // The shape is what the test asserts.
    const json = (String(answer.headers["content-type"]).includes("json") ? answer.json() : {}) as { data?: T; error?: Told["error"] };
    return { status: answer.statusCode, text: answer.body, data: json.data as T, error: json.error ?? null };
  }

  /** As {@link call}; fails the test when the answer is no success. */
  async good<T = Readonly<Record<string, unknown>>>(who: string, method: "GET" | "POST", url: string, body?: unknown): Promise<T> {
    const told = await this.call<T>(who, method, url, body);
    if (told.status >= 300) throw new Error(`${method} ${url} as ${who} answered ${told.status}: ${told.text.slice(0, 500)}`);
    return told.data;
  }

  private get lists(): Lab {
    return { app: this.app, owner: this.owner } as Lab; // all that the makers of rows use
  }

  /** A wallet with a booked balance. */
  async wallet(balanceMinor = 0n, operator = "bkash"): Promise<LabWallet> {
    const account = `017${String((this.number += 1)).padStart(8, "0")}`;
    const id = await addWallet(this.lists, `Wallet ${account}`, account, operator);
    await this.owner.run("insert into wallet_continuity (wallet_id) values ($1) on conflict do nothing", [id]);
    if (balanceMinor !== 0n)
      await this.post("wallet", id, [
        { account: { of: "wallet", id }, changeMinor: balanceMinor, kind: "opening" },
        { account: { of: "adjustments" }, changeMinor: -balanceMinor, kind: "opening" },
      ]);
    return { id, publicId: this.app.publicIds.encode("wallet", id), account, operator };
  }

  /** A merchant with a booked balance. */
  async merchant(balanceMinor = 0n): Promise<LabMerchant> {
    const id = await addMerchant(this.lists, `Merchant ${(this.number += 1)}`);
    if (balanceMinor !== 0n) await this.credit(id, balanceMinor);
    return { id, publicId: this.app.publicIds.encode("merchant", id) };
  }

  /** Changes what a merchant may spend. */
  credit(merchantId: bigint, changeMinor: bigint): Promise<void> {
    return this.post("merchant", merchantId, [
      { account: { of: "merchant", id: merchantId }, changeMinor, kind: "opening" },
      { account: { of: "adjustments" }, changeMinor, kind: "opening" },
    ]);
  }

  /** Books what no act of the lab books. */
  async post(type: "wallet" | "merchant", id: bigint, legs: Parameters<typeof post>[3][number]["legs"]): Promise<void> {
    await this.app.db.tx((tx) => post(tx, this.app.accounts, this.app.ids, [{ id: this.app.ids.next(), reference: { type, id }, legs }]));
  }

  /** Balance of an account in minor units. */
  async balance(kind: string, ownerId = 0n): Promise<bigint> {
    const row = await this.owner.one<{ balance: bigint }>(
      "select coalesce(sum(balance), 0)::bigint as balance from accounts where kind = $1 and ($2::bigint = 0 or owner_id = $2)",
      [kind, ownerId],
    );
    return row?.balance ?? 0n;
  }

  async frozen(wallet: LabWallet): Promise<bigint> {
    return (await this.owner.one<{ frozen: bigint }>("select frozen_balance as frozen from wallets where id = $1", [wallet.id]))?.frozen ?? -1n;
  }

  async findings(): Promise<readonly unknown[]> {
    return await findingsWithoutJobs(this.app);
  }
}
