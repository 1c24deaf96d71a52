/** A running server with the wallets' and devices' routes over a database of its own, for their tests. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS, type Config } from "../../../src/contract/config.ts";
import { rightsOf, type UserType } from "../../../src/contract/permissions.ts";
import { OFFERS } from "../../../src/server/app.ts";
import type { App, OutgoingEvent, UserActor } from "../../../src/server/platform/context.ts";
import { IdMinter, loadPublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { makeDeviceAuth } from "../../../src/server/features/devices/authenticate.ts";
import { devicesHookPlugin } from "../../../src/server/features/devices/hooks.ts";
import { devicesRoutes } from "../../../src/server/features/devices/routes.ts";
import { devicesTasksPlugin } from "../../../src/server/features/devices/task-hub.ts";
import { readEnv } from "../../../src/server/platform/env.ts";
import { bearer } from "../../../src/server/platform/http/auth.ts";
import { buildHttp, sendNotFound } from "../../../src/server/platform/http/server.ts";
import { PaymentAcceptance } from "../../../src/server/core/acceptance/acceptance.ts";
import type { MessagePosting } from "../../../src/server/core/posting/posting.ts";
import type { IncomingSms } from "../../../src/server/core/posting/incoming.ts";
import { Accounts } from "../../../src/server/core/ledger/accounts.ts";
import { refuse } from "../../../src/server/platform/refusal.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { walletsRoutes } from "../../../src/server/features/wallets/routes.ts";
import { PATIENT } from "./patient.ts";

/** A posting that keeps what it was given; the same text from the same wallet is a duplicate. */
export class RecordingPosting implements MessagePosting {
  readonly messages: IncomingSms[] = [];
  /** Thrown by the next submissions, as when the database is gone. */
  failure: Error | null = null;

  constructor(private readonly nextId: () => bigint) {}

  async submit(message: IncomingSms): Promise<{ id: bigint; result: "stored" | "duplicate" }> {
    if (this.failure) throw this.failure;
    const known = this.messages.some((other) => other.walletId === message.walletId && other.text === message.text);
    if (!known) this.messages.push(message);
    return { id: this.nextId(), result: known ? "duplicate" : "stored" };
  }

  async sweep(): Promise<number> {
    return 0;
  }

  async idle(): Promise<void> {}
}

/** JSON of an answer in this product's wrapper; `T` is what the test expects and then compares. */
export interface Answer<T = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly data: T;
  readonly error: { readonly code: string; readonly fields?: Readonly<Record<string, string>>; readonly details?: Readonly<Record<string, unknown>> } | null;
  readonly headers: LightMyRequestResponse["headers"];
  readonly text: string;
}

export interface TestServer {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly posting: RecordingPosting;
  readonly events: OutgoingEvent[];
  readonly config: Config & Record<string, unknown>;
  /** Moves the server's clock. */
  advance(ms: number): void;
  /** A call with a session of a user type. */
  as<T = Readonly<Record<string, unknown>>>(
    type: UserType,
    method: "GET" | "POST" | "PATCH",
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Any call. */
  call<T = Readonly<Record<string, unknown>>>(options: InjectOptions): Promise<Answer<T>>;
  close(): Promise<void>;
}

function answerOf<T>(response: LightMyRequestResponse): Answer<T> {
  const body = response.body === "" ? {} : (JSON.parse(response.body) as Partial<Answer<T>>);
  return { status: response.statusCode, data: body.data as T, error: body.error ?? null, headers: response.headers, text: response.body };
}

/** Starts it over a migrated database. */
export async function startTestServer(appUrl: string): Promise<TestServer> {
  const log = pino({ level: "silent" });
  const db = new Db({ url: appUrl, max: 8 });
  let offsetMs = 0;
  const now = (): number => Date.now() + offsetMs;
  const ids = new IdMinter(now, 0);
  const posting = new RecordingPosting(() => ids.next());
  const events: OutgoingEvent[] = [];
  const config = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS } as unknown as Config & Record<string, unknown>;
  const accounts = new Accounts(db, 0);
  const app: App = {
    env: readEnv({ PUBLIC_URL: "https://pay.example" }),
    db,
    searchLimits: PATIENT,
    ids,
    publicIds: await loadPublicIds(db),
    secrets: new Secrets(Buffer.alloc(32, 7)),
    log,
    now,
    accounts,
    posting,
    config: { current: config, version: 1, sandbox: false, reload: async () => undefined },
    events: { publish: (list) => void events.push(...list) },
    acceptance: new PaymentAcceptance(
      () => app,
      async () => ({}) as never,
    ),
    offers: OFFERS,
    wakeOutbox: () => undefined,
    workers: { state: () => ({ alive: 1, silent: 0, ageMs: 0, working: true }) },
  };
  const session = async (request: Parameters<typeof bearer>[0]): Promise<UserActor> => {
    const [, type, id] = /^user:(\w+):(\d+)$/.exec(bearer(request)) ?? refuse("unauthorized");
    return {
      type: "user",
      id: BigInt(id ?? "0"),
      account: `${type}@test`,
      userType: type as UserType,
      rights: rightsOf(type as UserType, null),
      merchantId: null,
      sessionId: 1n,
      recheckedUntilMs: Number.MAX_SAFE_INTEGER,
    };
  };
  const http = await buildHttp({
    app,
    routes: [...walletsRoutes, ...devicesRoutes],
    auth: { session, merchant: async () => refuse("unauthorized"), device: makeDeviceAuth(app) },
    plugins: [devicesHookPlugin, devicesTasksPlugin],
  });
  http.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  await http.ready();
  const call = async <T>(options: InjectOptions): Promise<Answer<T>> => answerOf<T>(await http.inject(options));
  return {
    app,
    http,
    posting,
    events,
    config,
    call,
    advance: (ms) => void (offsetMs += ms),
    as: (type, method, url, body, headers = {}) =>
      call({ method, url, headers: { authorization: `Bearer user:${type}:7`, ...headers }, ...(body === undefined ? {} : { payload: body as object }) }),
    close: async () => {
      await http.close();
      await db.close();
    },
  };
}
