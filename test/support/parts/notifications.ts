/** Parts for the tests of notifications and live events: an App without HTTP, a merchant, a receiver that behaves as told. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS, type Config } from "../../../src/contract/config.ts";
import type { MerchantPayment } from "../../../src/contract/payments.schema.ts";
import type { WebhookOf } from "../../../src/contract/webhooks.ts";
import { OFFERS } from "../../../src/server/app.ts";
import type { App, OutgoingEvent } from "../../../src/server/platform/context.ts";
import { IdMinter, PublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { readEnv } from "../../../src/server/platform/env.ts";
import { Accounts } from "../../../src/server/core/ledger/accounts.ts";
import { Secrets } from "../../../src/server/platform/secrets.ts";
import { insertNotifications, notificationRow, type NotificationRow } from "../../../src/server/core/outbox/queue.ts";
import { secretBinding } from "../../../src/server/core/outbox/sign.ts";
import { PATIENT } from "./patient.ts";

/** An App with a real database and everything else at its simplest; what it publishes is kept. */
export interface TestParts {
  readonly app: App;
  readonly db: Db;
  readonly published: OutgoingEvent[];
}

/** Builds the App. @param node node number of its ids, so that several may stand side by side */
export function makeParts(appUrl: string, node = 0, env: NodeJS.ProcessEnv = {}): TestParts {
  const db = new Db({ url: appUrl, max: 6 });
  const published: OutgoingEvent[] = [];
  const idle = { idle: async () => undefined };
  const app: App = {
    env: readEnv({ WEBHOOK_ALLOW_PRIVATE: "1", LOG_LEVEL: "silent", ...env }),
    db,
    searchLimits: PATIENT,
    ids: new IdMinter(() => Date.now(), node),
    publicIds: new PublicIds(Buffer.alloc(32, 7)),
    config: { current: { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS } as Config, version: 1, sandbox: false, reload: async () => undefined }, // the defaults are a whole config
    secrets: new Secrets(Buffer.alloc(32, 9)),
    events: { publish: (events) => void published.push(...events) },
    log: pino({ level: "silent" }),
    acceptance: idle as unknown as App["acceptance"], // not used by what is tested here
    accounts: new Accounts(db, 0),
    posting: idle as unknown as App["posting"],
    offers: OFFERS,
    wakeOutbox: () => undefined,
    workers: { state: () => ({ alive: 1, silent: 0, ageMs: 0, working: true }) },
    now: () => Date.now(),
  };
  return { app, db, published };
}

/** Adds a merchant and answers its id and HMAC key. */
export async function addMerchant(app: App, values: { url?: string; requireAck?: boolean } = {}): Promise<{ id: bigint; secret: Buffer }> {
  const id = app.ids.next();
  const secret = randomBytes(32);
  await app.db.run(
    "insert into merchants (id, name, app_id, app_secret_hash, app_secret_last4, webhook_secret, notify_url, require_ack) values ($1, $2, $3, $4, 'abcd', $5, $6, $7)",
    [
      id,
      `merchant ${id}`,
      randomBytes(8).toString("hex"),
      randomBytes(32),
      app.secrets.seal(secret, secretBinding(id)),
      values.url ?? null,
      values.requireAck ?? false,
    ],
  );
  return { id, secret };
}

/** Queues one notification about a payment that need not exist. */
export async function queue(
  app: App,
  values: { merchantId: bigint; url: string | null; objectId?: bigint; type?: WebhookOf<"payment">; data?: object; giveUpAt?: string; nextAt?: string },
): Promise<NotificationRow> {
  const made = notificationRow(app, {
    merchantId: values.merchantId,
    objectId: values.objectId ?? app.ids.next(),
    type: values.type ?? "payment.completed",
    url: values.url,
    data: said(values.data ?? { amount: "10.00" }),
  });
  const row = { ...made, give_up_at: values.giveUpAt ?? made.give_up_at, next_at: values.nextAt ?? made.next_at };
  await insertNotifications(app.db, [row]);
  return row;
}

/** What a notification is queued with where only its way is tested: nothing reads it there. */
export const said = (data: object): MerchantPayment => data as MerchantPayment;

/** Adds a payment that is completed, as far as the database insists. */
export async function addPayment(app: App, merchantId: bigint, url: string | null = null): Promise<bigint> {
  const id = app.ids.next();
  await app.db.run(
    `insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, received_amount, fee, fee_rate_bps, fee_fixed, trx_id, trx_key, status, expires_at, paid_at, notify_url, notify_status, request_hash)
     values ($1, $2, $3, 'bkash', 1, 1000, 1000, 0, 0, 0, $3, $3, 'completed', now(), now(), $4, 'waiting', '\\x00')`,
    [id, merchantId, `order-${id}`, url],
  );
  return id;
}

/** One request that a receiver got. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}
export interface Receiver {
  readonly url: string;
  readonly got: Received[];
  close(): Promise<void>;
}

/** A receiver on loopback. `behave` answers each request; it gets the number of the try, from 1. */
export async function makeReceiver(
  behave: (response: ServerResponse, nth: number, request: IncomingMessage) => void = (response) => void response.end("ok"),
): Promise<Receiver> {
  const got: Received[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({ id: String(request.headers["webhook-id"]), headers: request.headers, body: Buffer.concat(parts).toString(), atMs: Date.now() });
      behave(response, got.length, request);
    });
    request.on("error", () => undefined); // cut by a test
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // a TCP server's address is never a path
    got,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
