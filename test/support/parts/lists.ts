/** Parts for tests of reading sides: an app over HTTP whose callers are named by their token, and rows made directly. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS, type Config } from "../../../src/contract/config.ts";
import { rightsOf, type UserType } from "../../../src/contract/permissions.ts";
import { PATIENT } from "./patient.ts";
import { testDatabase } from "../pg.ts";
import { OFFERS } from "../../../src/server/app.ts";
import type { App, MerchantActor, UserActor } from "../../../src/server/platform/context.ts";
import { IdMinter, PublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db, toJson } from "../../../src/server/platform/db/pool.ts";
import { readEnv } from "../../../src/server/platform/env.ts";
import { bearer } from "../../../src/server/platform/http/auth.ts";
import type { AnyRoute } from "../../../src/server/platform/http/route.ts";
import { buildHttp } from "../../../src/server/platform/http/server.ts";
import type { SearchLimits } from "../../../src/server/platform/lists/limits.ts";
import { Accounts } from "../../../src/server/core/ledger/accounts.ts";
import { refuse } from "../../../src/server/platform/refusal.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";

/** One answer, also as text, so that a test can look for what must not be in it. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  // The shape is what the test asserts.
  readonly body: {
    readonly success: boolean;
    readonly data: unknown;
    readonly error?: { readonly code: string; readonly fields?: Readonly<Record<string, string>> };
  };
}

/** A running laboratory. */
export interface Lab {
  readonly app: App;
  readonly http: FastifyInstance;
  /** The owner's connection: makes rows past the rules of the application. */
  readonly owner: Db;
  /** Token of a user of a type; merchants' types need their merchant. */
  token(type: UserType, merchantId?: bigint | null): string;
  /** Token of a merchant's key. */
  merchantToken(merchantId: bigint): string;
  get(url: string, token: string | null): Promise<Answered>;
  /** Moves the clock of the ids and of the app. */
  at(ms: number): void;
  close(): Promise<void>;
}

/** Starts a laboratory with a database of its own. */
export async function makeLab(routes: readonly AnyRoute[], searchLimits: SearchLimits = PATIENT): Promise<Lab> {
  const database = await testDatabase();
  const db = new Db({ url: database.appUrl, max: 10 });
  // Thousands of rows at once take a busy machine longer than a statement of the product may.
  const owner = new Db({ url: database.ownerUrl, max: 4, statementTimeoutMs: 300_000 });
  // Tests look back further than the product makes partitions for.
  await owner.one("select make_partitions_between((now() - interval '4 months')::date, now()::date)");
  let clock: number | null = null;
  const now = (): number => clock ?? Date.now();
  const idle = { idle: async () => undefined };
  const app: App = {
    env: readEnv({ LOG_LEVEL: "silent" }),
    db,
    ids: new IdMinter(now, 1),
    publicIds: new PublicIds(Buffer.alloc(32, 5)),
    config: { current: { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS } as Config, version: 1, sandbox: false, reload: async () => undefined }, // the defaults are a whole config
    secrets: new Secrets(Buffer.alloc(32, 9)),
    events: { publish: () => undefined },
    log: pino({ level: "silent" }),
    accounts: new Accounts(db, 0),
    acceptance: idle as unknown as App["acceptance"], // reading sides never take orders in
    posting: idle as unknown as App["posting"],
    offers: OFFERS,
    wakeOutbox: () => undefined,
    workers: { state: () => ({ alive: 1, silent: 0, ageMs: 0, working: true }) },
    now,
    searchLimits,
  };
  const users = new Map<string, UserActor>();
  const merchants = new Map<string, MerchantActor>();
  const http = await buildHttp({
    app,
    routes,
    plugins: [],
    auth: {
      session: async (request) => users.get(bearer(request)) ?? refuse("unauthorized"),
      merchant: async (request) => merchants.get(bearer(request)) ?? refuse("unauthorized"),
      device: async () => refuse("unauthorized"),
    },
  });
  return {
    app,
    http,
    owner,
    token(type, merchantId = null) {
      const token = `user-${type}-${merchantId ?? "none"}`;
      if (!users.has(token))
        users.set(token, {
          type: "user",
          id: app.ids.next(),
          account: token,
          userType: type,
          rights: rightsOf(type, null),
          merchantId,
          sessionId: 1n,
          recheckedUntilMs: 0,
        });
      return token;
    },
    merchantToken(merchantId) {
      const token = `merchant-${merchantId}`;
      merchants.set(token, { type: "merchant", merchantId, appId: `app${merchantId}` });
      return token;
    },
    async get(url, token) {
      const answer = await http.inject({ method: "GET", url, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
      const json = String(answer.headers["content-type"]).startsWith("application/json");
      return { status: answer.statusCode, text: answer.body, headers: answer.headers, body: json ? answer.json() : { success: false, data: null } };
    },
    at(ms) {
      clock = ms;
    },
    async close() {
      await http.close();
      await db.close();
      await owner.close();
      await database.drop();
    },
  };
}

/** Inserts rows given as objects; columns are those of the first. */
export async function insert(db: Db, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await db.run(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`, [toJson(rows)]);
}

const hex = (bytes: number): string => `\\x${randomBytes(bytes).toString("hex")}`;

/** A merchant with its accounts. */
export async function addMerchant(lab: Lab, name: string): Promise<bigint> {
  const id = lab.app.ids.next();
  await insert(lab.owner, "merchants", [
    {
      id,
      name,
      owner: "",
      app_id: `app${id}`.slice(0, 32),
      app_secret_hash: hex(32),
      app_secret_last4: "abcd",
      webhook_secret: hex(32),
      version: 1,
      payment_rate_bps: 0,
      payment_fixed: 0,
      disburse_rate_bps: 0,
      disburse_fixed: 0,
      ip_whitelist: [],
      require_ack: false,
      payments_open: true,
      disburses_open: true,
      enabled: true,
    },
  ]);
  for (const kind of ["merchant", "hold"]) await lab.owner.one("select account_open($1, $2, '')", [kind, id]);
  return id;
}

/** A wallet with its account. */
export async function addWallet(lab: Lab, name: string, account: string, operator = "bkash"): Promise<bigint> {
  const id = lab.app.ids.next();
  await lab.owner.run("insert into wallets (id, name, operator, wallet_type, api_type, account) values ($1, $2, $3, 'personal', 'manual', $4)", [
    id,
    name,
    operator,
    account,
  ]);
  await lab.owner.one("select account_open('wallet', $1, $2)", [id, operator]);
  return id;
}

/** A payment's row with its key; a completed one has what completion needs. */
export function paymentRow(
  lab: Lab,
  of: { merchantId: bigint; walletId: bigint; orderId: string },
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const id = lab.app.ids.next();
  const done = more["status"] === "completed";
  const amount = more["amount"] ?? 10_000;
  return {
    id,
    merchant_id: of.merchantId,
    merchant_order_id: of.orderId,
    operator: "bkash",
    wallet_id: of.walletId,
    amount,
    received_amount: done ? amount : null,
    fee: done ? 100 : null,
    fee_rate_bps: 100,
    fee_fixed: 0,
    trx_id: done ? `T${id}` : null,
    trx_key: done ? `T${id}` : null,
    customer: "01711111111",
    user_ref: null,
    status: "pending",
    reason: null,
    expires_at: new Date(lab.app.now() + 900_000).toISOString(),
    paid_at: done ? new Date(lab.app.now() + 60_000).toISOString() : null,
    remote_ip: "203.0.113.9",
    staff: "{}",
    notes: [],
    notify_status: "none",
    notify_attempts: 0,
    metadata: null,
    routing: null,
    message_id: null,
    request_hash: "\\x00",
    version: 1,
    ...more,
  };
}

/** Writes payments and their order numbers' keys. */
export async function addPayments(lab: Lab, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await insert(lab.owner, "payments", rows);
  await insert(
    lab.owner,
    "merchant_order_keys",
    rows.map((row) => ({ merchant_id: row["merchant_id"], direction: "payment", key: row["merchant_order_id"], order_id: row["id"] })),
  );
  const ids = rows.map((row) => row["id"] as bigint);
  // A payer of its own: amounts of these orders may be alike.
  await lab.owner.run(
    `insert into open_payments (payment_id, wallet_id, amount, payer, expires_at, expired_at)
     select id, wallet_id, amount, id::text, expires_at, case status when 'expired' then now() end from payments where id = any ($1) and status in ('pending', 'expired')`,
    [ids],
  );
  await lab.owner.run(
    `insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
     select operator, trx_key, 'credit', 'payment', id, message_id, coalesce(received_amount, amount), wallet_id from payments where id = any ($1) and trx_key is not null`,
    [ids],
  );
}

/** A message's row. */
export function smsRow(lab: Lab, walletId: bigint, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const id = lab.app.ids.next();
  return {
    id,
    wallet_id: walletId,
    device_id: null,
    operator: "bkash",
    sender: "bKash",
    text: `You have received Tk 100.00 from 01812345678. TrxID K${id}`,
    class: "bkash.received",
    kind: "receive",
    direction: "credit",
    amount: 10_000,
    balance: 50_000,
    trx_id: `K${id}`,
    trx_key: `K${id}`,
    counterparty: "01812345678",
    reference: null,
    operator_time: null,
    received_at: new Date(lab.app.now()).toISOString(),
    match_status: "unmatched",
    payment_id: null,
    continuity: "fits",
    reasons: "{}",
    evidence: [],
    origin: "device",
    in_suspense: false,
    processed: true,
    version: 1,
    ...more,
  };
}

/** Books one ledger transaction; legs are (account kind, owner, operator, change, entry kind). */
export async function book(
  lab: Lab,
  reference: { type: string; id: bigint },
  legs: readonly { kind: string; owner: bigint; operator?: string; change: bigint; entry: string; merchantId?: bigint }[],
): Promise<void> {
  const transaction = lab.app.ids.next();
  const posted = [];
  for (const leg of legs) {
    const account = await lab.owner.one<{ id: bigint }>("select account_open($1, $2, $3) as id", [leg.kind, leg.owner, leg.operator ?? ""]);
    posted.push({
      txn_id: transaction,
      entry_id: lab.app.ids.next(),
      account_id: account?.id ?? 0n,
      change: leg.change,
      kind: leg.entry,
      ref_type: reference.type,
      ref_id: reference.id,
      merchant_id: leg.merchantId ?? null,
      note: null,
    });
  }
  // Books never go back in time; the clock of a laboratory does, and what it books then stays at its own moment.
  await lab.owner.run("update accounts set last_entry_id = 0 where id = any ($1) and last_entry_id > $2", [posted.map((leg) => leg.account_id), transaction]);
  await lab.owner.run("select ledger_post($1)", [toJson(posted)]);
}

/** Books a completed payment: wallet +A, merchant +A and −F, fees +F. */
export function bookPayment(lab: Lab, merchantId: bigint, walletId: bigint, paymentId: bigint, amount: bigint, fee: bigint): Promise<void> {
  return book(lab, { type: "payment", id: paymentId }, [
    { kind: "wallet", owner: walletId, operator: "bkash", change: amount, entry: "payment" },
    { kind: "merchant", owner: merchantId, change: amount, entry: "payment", merchantId },
    { kind: "merchant", owner: merchantId, change: -fee, entry: "payment_fee", merchantId },
    { kind: "fees", owner: 0n, change: fee, entry: "payment_fee" },
  ]);
}
