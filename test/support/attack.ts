/** What the attacks share: how hard they try, people of every kind, digests of the books, answers as they left the server. */
import type { InjectOptions } from "fastify";
import { pino } from "pino";
import { expect } from "vitest";
import { PROGRAM_ERRORS } from "../../src/contract/errors.ts";
import { isMerchantType, USER_TYPES, type UserType } from "../../src/contract/permissions.ts";
import type { IdKind } from "../../src/contract/ids.ts";
import { startProduct, type Product } from "../../src/server/app.ts";
import { PATIENT } from "./parts/patient.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { credentialHash, randomToken } from "../../src/server/platform/secrets.ts";
import { hashPassword } from "../../src/server/core/session/passwords.ts";
import { ADMIN, next, TestProduct } from "./app.ts";
import { TEST_KEY } from "./key.ts";
import { Endings, FULL, raced, SEED, times, tried } from "./parts/effort.ts";
import { together } from "./parts/together.ts";

export { Endings, FULL, raced, SEED, times, together, tried };

/** Every `part`-th value, beginning elsewhere for each `turn`, so that many places together see all; all of them under `ATTACK=full`. */
export const thin = <T>(values: readonly T[], part: number, turn: number): readonly T[] =>
  FULL ? values : values.filter((_value, index) => (index + turn) % part === 0);

export const routeName = (route: Pick<AnyRoute, "method" | "url">): string => `${route.method} ${route.url}`;
/** An answer without what differs from call to call. */
export const plain = (text: string): string => text.replace(/"request_id":"[^"]*"/g, '"request_id":""');

/** One raw answer. */
export interface Raw {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed where it is JSON. */
  readonly json: {
    success?: boolean;
    data?: unknown;
    error?: { code?: string; message?: string; fields?: Record<string, string>; request_id?: string };
  } | null;
}

/** One call with any bytes as body; nothing is parsed or added but the credential. */
export async function send(product: Pick<Product, "http">, options: InjectOptions & { token?: string | null }): Promise<Raw> {
  const { token, ...rest } = options;
  const answer = await product.http.inject({ ...rest, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...rest.headers } });
  const isJson = answer.payload !== "" && String(answer.headers["content-type"] ?? "").startsWith("application/json");
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers, json: isJson ? (JSON.parse(answer.payload) as Raw["json"]) : null };
}

/** Words that must never leave the server: stacks, SQL states, statements, paths of files. */
const LEAKS = [
  /\bat [\w.<>]+ \(.*:\d+:\d+\)/,
  /\bSQLSTATE\b/i,
  /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b/i,
  /node_modules|\/src\/server\/|\.ts:\d+|file:\/\//,
  /violates|duplicate key|syntax error at|invalid input syntax|ECONNREFUSED/,
];

/** No failure of ours, and no inner words in what is refused. */
export function expectNoLeak(answer: Raw, what: string): void {
  if (answer.status >= 500) throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  if (answer.status >= 400) for (const leak of LEAKS) expect(answer.text, what).not.toMatch(leak);
}

/** What every answer keeps, however bad the question was: as {@link expectNoLeak}, in the wrapper. */
export function expectDecent(answer: Raw, what: string): void {
  expectNoLeak(answer, what);
  if (answer.status >= 400) {
    expect(answer.json, `${what}: ${answer.text.slice(0, 200)}`).toMatchObject({
      success: false,
      data: null,
      error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) },
    });
    // Routes of programs: `POST /v1/payments with …`.
    if (/^[A-Z]+ \/(v1|device)\//.test(what)) expect(PROGRAM_ERRORS, what).toContain(answer.json?.error?.code);
  }
}

/** A hash of all that is money: accounts, entries, used TrxIDs, and who owes what. */
export async function booksDigest(product: Pick<Product, "app">): Promise<string> {
  const row = await product.app.db.one<{ digest: string }>(
    `select md5(concat_ws('|',
       (select string_agg(concat_ws(',', id, balance, seq), ';' order by id) from accounts),
       (select concat_ws(',', count(*), coalesce(sum(amount), 0), coalesce(sum(('x' || substr(md5(concat_ws(',', id, account_id, seq, amount, before_balance, after_balance, ref_id)), 1, 8))::bit(32)::bigint), 0)) from entries),
       (select string_agg(concat_ws(',', operator, trx_key, direction, object_id), ';' order by operator, trx_key, direction) from trx_used))) as digest`,
  );
  return row?.digest ?? "";
}

/**
 * What the wallets' counters say against what their orders add up to (rule 14): reserved while open, on the day they were made, counted
 * when completed, on that day. Days and months are the operators' own, all of them in Dhaka; the counters' day may have turned meanwhile.
 */
export function limitsAgree(product: Pick<Product, "app">): Promise<{ wallet: string; counted: string; orders: string }[]> {
  return product.app.db.rows(
    `select w.account as wallet, concat_ws(' ', u.day_amount, u.day_count, u.month_amount, u.month_count) as counted, concat_ws(' ', p.day_amount, p.day_count, p.month_amount, p.month_count) as orders
     from wallet_usage u join wallets w on w.id = u.wallet_id cross join lateral (
       select coalesce(sum(amount) filter (where day = u.day), 0)::bigint as day_amount, count(*) filter (where day = u.day)::int as day_count,
         coalesce(sum(amount) filter (where date_trunc('month', day) = u.month), 0)::bigint as month_amount, count(*) filter (where date_trunc('month', day) = u.month)::int as month_count
       from (select case when status = 'completed' then received_amount else amount end as amount,
           (case when status = 'completed' then paid_at else time_of_id(id) end at time zone 'Asia/Dhaka')::date as day
         from payments where wallet_id = w.id and status in ('pending', 'review', 'completed')) o) p
     where u.direction = 'in' and (u.day_amount, u.day_count, u.month_amount, u.month_count) is distinct from (p.day_amount, p.day_count, p.month_amount, p.month_count)`,
  );
}

/** A person with a session. */
export interface Person {
  readonly id: string;
  readonly account: string;
  readonly token: string;
  readonly sessionId: string;
}
export interface PersonOptions {
  readonly merchantId?: string | null;
  readonly account?: string;
  readonly mustChange?: boolean;
  /** What a custom role of his lists; left out: he has none. */
  readonly role?: readonly string[];
}

/** What {@link person} has for a password. */
export const PASSWORD = "a-long Test phrase 42";
let hashed: Promise<string> | null = null;

/** Adds a person and signs him in, past the password hash, which these tests are not about. */
export async function person(product: TestProduct, type: UserType, options: PersonOptions = {}): Promise<Person> {
  const { app } = product.product;
  const [id, account] = [app.ids.next(), options.account ?? `${type.replace("_", "-")}-${next()}`];
  const merchant = isMerchantType(type) ? app.publicIds.decode("merchant", options.merchantId ?? (await product.merchant()).id) : null;
  const role = options.role === undefined ? null : await roleOf(product, type, options.role);
  await app.db.run(
    "insert into users (id, account, email, password_hash, must_change_password, user_type, merchant_id, role_id) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    [id, account, `${account}@example.org`, await (hashed ??= hashPassword(PASSWORD)), options.mustChange ?? false, type, merchant, role],
  );
  return { id: app.publicIds.encode("user", id), account, ...(await session(product, id)) };
}

/** Makes a role past the rules, whatever it lists. @returns its id */
export async function roleOf(product: Pick<TestProduct, "product">, type: UserType, permissions: readonly string[]): Promise<number> {
  const made = await product.product.app.db.one<{ id: number }>(
    "insert into user_roles (name, user_type, permissions, created_at) values ($1, $2, $3, now()) returning id",
    [`role ${next()}`, type, permissions],
  );
  return made?.id ?? 0;
}

/** Opens a session of a user, just re-authenticated. */
export async function session(product: TestProduct, userId: bigint): Promise<{ token: string; sessionId: string }> {
  const { app } = product.product;
  const [id, token] = [app.ids.next(), randomToken()];
  await app.db.run("insert into sessions (id, user_id, token_hash, rechecked_at, user_agent) values ($1, $2, $3, now(), 'attack')", [
    id,
    userId,
    credentialHash(token),
  ]);
  return { token, sessionId: app.publicIds.encode("session", id) };
}

/** One person of each type. */
export async function people(product: TestProduct, merchantId: string): Promise<Record<UserType, Person>> {
  const made = await Promise.all(USER_TYPES.map(async (type) => [type, await person(product, type, { merchantId })] as const));
  // Every type has been given its person.
  return Object.fromEntries(made) as Record<UserType, Person>;
}

/** An id of a kind that nothing has. */
export function missingId(product: Pick<Product, "app">, kind: IdKind): string {
  return product.app.publicIds.encode(kind, product.app.ids.next());
}

/** Starts a product whose limits of calls are out of the way. */
export async function startTarget(env: NodeJS.ProcessEnv = {}): Promise<TestProduct> {
  const product = await TestProduct.start(env);
  await configure(product, {
    v1_requests_per_second: 100_000,
    v1_burst: 100_000,
    device_requests_per_second: 100_000,
    signin_per_address_minute: 1000,
    signin_per_account_half_hour: 1000,
  });
  return product;
}

/** Changes parameters as the admin does. */
export async function configure(product: TestProduct, values: Record<string, unknown>): Promise<void> {
  const { version } = await product.good<{ version: number }>("GET", "/api/config");
  await product.good("PATCH", "/api/config", product.admin, { version, ...values });
}

/** A second process of the same deployment, as far as one process can be two: all of the product again on the same database. */
export function startBeside(product: TestProduct, more: NodeJS.ProcessEnv = {}): Promise<Product> {
  const env = readEnv({ LOG_LEVEL: "silent", WEBHOOK_ALLOW_PRIVATE: "1", ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password, ...more });
  return startProduct({
    env,
    appUrl: product.databaseUrl,
    secretKey: TEST_KEY,
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    poolMax: 12,
    besideOthers: true,
    searchLimits: PATIENT,
  });
}
