/** A site for tests of people, parameters and merchants: real database, real HTTP, a clock that obeys, a log that is kept. */
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import * as z from "zod";
import { isMerchantType, type UserType } from "../../../src/contract/permissions.ts";
import { testDatabase } from "../pg.ts";
import { configRoutes } from "../../../src/server/core/config/routes.ts";
import { makeConfigStore } from "../../../src/server/core/config/store.ts";
import { OFFERS } from "../../../src/server/app.ts";
import type { App, OutgoingEvent } from "../../../src/server/platform/context.ts";
import { IdMinter, PublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { readEnv } from "../../../src/server/platform/env.ts";
import { route, type AnyRoute } from "../../../src/server/platform/http/route.ts";
import { buildHttp } from "../../../src/server/platform/http/server.ts";
import { Accounts } from "../../../src/server/core/ledger/accounts.ts";
import { makeMerchantAuth } from "../../../src/server/features/merchants/authenticate.ts";
import { merchantsRoutes } from "../../../src/server/features/merchants/routes.ts";
import { refuse } from "../../../src/server/platform/refusal.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { usersRoutes } from "../../../src/server/features/users/routes.ts";
import { viewsRoutes } from "../../../src/server/features/views/routes.ts";
import { makeSessionAuth } from "../../../src/server/core/session/authenticate.ts";
import { hashPassword, setPasswordCost } from "../../../src/server/core/session/passwords.ts";
import { sessionRoutes } from "../../../src/server/features/session/routes.ts";
import { PATIENT } from "./patient.ts";

/** What every test user has unless another is asked for. */
export const PASSWORD = "a-long Test phrase 42";

/** An answer, read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The answer's `data`; tests know its shape. */
  readonly data: Record<string, never> & Record<string, unknown>;
  readonly code: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface TestUser {
  readonly id: bigint;
  readonly publicId: string;
  readonly account: string;
}

export interface Site {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly events: OutgoingEvent[];
  /** Everything that was logged. */
  readonly logged: () => string;
  readonly ownerUrl: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  /** One call. `token` null: no credential. */
  call(token: string | null, method: string, url: string, body?: unknown, more?: { ip?: string; headers?: Record<string, string> }): Promise<Answer>;
  addUser(type: UserType, values?: { account?: string; merchantId?: bigint; mustChange?: boolean }): Promise<TestUser>;
  /** Signs in and answers the token. */
  signIn(user: TestUser, more?: { password?: string; code?: string; ip?: string }): Promise<string>;
  addMerchant(values?: { name?: string }): Promise<{ id: bigint; publicId: string }>;
  close(): Promise<void>;
}

// Stand-ins for the merchants' interface: only who may pass is tested here.
const surface: AnyRoute[] = (["GET", "POST"] as const).map((method) =>
  route({
    method,
    url: "/v1/payments",
    access: { kind: "merchant" },
    summary: "who calls",
    data: z.object({ app_id: z.string() }),
    audit: null,
    handler: async (ctx) => ({ app_id: ctx.actor.appId }),
  }),
);

async function makeApp(appUrl: string, env: NodeJS.ProcessEnv, clock: { skewMs: number }, log: string[]): Promise<{ app: App; events: OutgoingEvent[] }> {
  const db = new Db({ url: appUrl, max: 8 });
  const now = (): number => Date.now() + clock.skewMs;
  const events: OutgoingEvent[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (log.push(String(chunk)), done()) });
  const logger = pino({ level: "trace" }, sink);
  const idle = { idle: async () => undefined };
  const app: App = {
    env: readEnv(env),
    db,
    searchLimits: PATIENT,
    ids: new IdMinter(now, 0),
    publicIds: new PublicIds(Buffer.alloc(32, 7)),
    config: await makeConfigStore({ db, log: logger, sandbox: false }),
    secrets: new Secrets(Buffer.alloc(32, 9)),
    accounts: new Accounts(db, 0),
    events: { publish: (list) => void events.push(...list) },
    log: logger,
    workers: { state: () => ({ alive: 1, silent: 0, ageMs: 0, working: true }) },
    acceptance: idle as unknown as App["acceptance"],
    posting: idle as unknown as App["posting"], // no orders and messages here
    offers: OFFERS,
    wakeOutbox: () => undefined,
    now,
  };
  return { app, events };
}

/** Opens a site on a database of its own. */
export async function openSite(env: NodeJS.ProcessEnv = {}): Promise<Site> {
  setPasswordCost({ memoryKiB: 64, passes: 1 });
  const database = await testDatabase();
  const clock = { skewMs: 0 };
  const log: string[] = [];
  const { app, events } = await makeApp(database.appUrl, env, clock, log);
  const http = await buildHttp({
    app,
    routes: [...sessionRoutes, ...usersRoutes, ...configRoutes, ...viewsRoutes, ...merchantsRoutes, ...surface],
    plugins: [],
    auth: { session: makeSessionAuth(app), merchant: makeMerchantAuth(app), device: async () => refuse("unauthorized") },
  });
  const hash = await hashPassword(PASSWORD);
  let count = 0;
  const call: Site["call"] = async (token, method, url, body, more = {}) => {
    const answer = await http.inject({
      method: method as "GET", // inject's type lists the methods that tests use
      url,
      remoteAddress: more.ip ?? "198.51.100.7",
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...more.headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const parsed = JSON.parse(answer.payload) as { data: Answer["data"]; error?: { code: string; fields?: Record<string, string> } };
    return {
      status: answer.statusCode,
      headers: answer.headers,
      data: parsed.data,
      code: parsed.error?.code ?? null,
      fields: parsed.error?.fields ?? {},
      text: answer.payload,
    };
  };
  return {
    app,
    http,
    events,
    call,
    ownerUrl: database.ownerUrl,
    logged: () => log.join(""),
    pass: (ms) => {
      clock.skewMs += ms;
    },
    addUser: async (type, values = {}) => {
      count += 1;
      const id = app.ids.next();
      const account = values.account ?? `${type.replace("_", "-")}-${count}`;
      const merchantId = isMerchantType(type) ? (values.merchantId ?? (await addMerchant(app)).id) : null;
      await app.db.run(
        "insert into users (id, account, email, password_hash, must_change_password, user_type, merchant_id) values ($1, $2, $3, $4, $5, $6, $7)",
        [id, account, `${account}@example.com`, hash, values.mustChange ?? false, type, merchantId],
      );
      return { id, publicId: app.publicIds.encode("user", id), account };
    },
    signIn: async (user, more = {}) => {
      const answer = await call(
        null,
        "POST",
        "/api/signin",
        { account: user.account, password: more.password ?? PASSWORD, ...(more.code ? { code: more.code } : {}) },
        more.ip ? { ip: more.ip } : {},
      );
      if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
      return String(answer.data["token"]);
    },
    addMerchant: (values) => addMerchant(app, values),
    close: async () => {
      await http.close();
      await app.db.close();
      await database.drop();
    },
  };
}

let merchants = 0;
async function addMerchant(app: App, values: { name?: string } = {}): Promise<{ id: bigint; publicId: string }> {
  merchants += 1;
  const id = app.ids.next();
  await app.db.run("insert into merchants (id, name, app_id, app_secret_hash, app_secret_last4, webhook_secret) values ($1, $2, $3, $4, 'abcd', $5)", [
    id,
    values.name ?? `merchant ${merchants}`,
    `testapp${String(merchants).padStart(5, "0")}`,
    Buffer.from(`hash ${id}`),
    app.secrets.seal("whsec_x", `webhook:${id}`),
  ]);
  await app.db.run("select account_open('merchant', $1, ''), account_open('hold', $1, '')", [id]);
  return { id, publicId: app.publicIds.encode("merchant", id) };
}
