/** Builds the running application from its parts. Tests start here; `main.ts` only reads the environment and listens. */
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { approvalsJobs } from "./core/approvals/jobs.ts";
import { approvalsRoutes } from "./core/approvals/routes.ts";
import { auditTrailRoutes } from "./features/audit-trail/routes.ts";
import { configRoutes } from "./core/config/routes.ts";
import { makeConfigStore, type RunningConfigStore } from "./core/config/store.ts";
import type { App, EventBus } from "./platform/context.ts";
import { DbClock } from "./platform/db/clock.ts";
import { loadPublicIds } from "./platform/db/ids.ts";
import { leaseNode, type NodeLease } from "./platform/db/lease.ts";
import { Db } from "./platform/db/pool.ts";
import { ensureWebhookKey } from "./core/outbox/keys.ts";
import { deliveriesJobs } from "./core/outbox/jobs.ts";
import { deliveriesReadRoutes } from "./core/outbox/read-routes.ts";
import { deliveriesRoutes } from "./core/outbox/routes.ts";
import { makeOutboxWake } from "./core/outbox/wake.ts";
import { makeNotificationWorker, type NotificationWorker } from "./core/outbox/worker.ts";
import { makeDeviceAuth } from "./features/devices/authenticate.ts";
import { devicesHookPlugin } from "./features/devices/hooks.ts";
import { devicesJobs } from "./features/devices/jobs.ts";
import { devicesRoutes } from "./features/devices/routes.ts";
import { devicesTasksPlugin } from "./features/devices/task-hub.ts";
import { disburseBatchesJobs } from "./features/disburse-batches/jobs.ts";
import { disburseBatchesRoutes } from "./features/disburse-batches/routes.ts";
import { payoutsIdle } from "./core/payouts/dispatch.ts";
import { disbursesJobs } from "./features/disburses/jobs.ts";
import { disbursesReadRoutes } from "./features/disburses/read-routes.ts";
import { disbursesRoutes } from "./features/disburses/routes.ts";
import type { Env } from "./platform/env.ts";
import { makeEventBus } from "./platform/events/bus.ts";
import { eventsJobs } from "./platform/events/jobs.ts";
import { eventsPlugin, eventsRoutes } from "./platform/events/routes.ts";
import { exceptionsJobs } from "./core/alerts/jobs.ts";
import { exceptionsRoutes } from "./core/alerts/routes.ts";
import { feesJobs } from "./features/fees/jobs.ts";
import { feesRoutes } from "./features/fees/routes.ts";
import { exportRoutes } from "./exports.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { docsPlugin } from "./platform/http/docs.ts";
import { healthPlugin } from "./platform/http/health.ts";
import { metricsPlugin } from "./platform/http/metrics.ts";
import type { AnyRoute } from "./platform/http/route.ts";
import { buildHttp, type HttpParts } from "./platform/http/server.ts";
import { staticPlugin } from "./platform/http/static.ts";
import { PaymentIntake } from "./core/acceptance/acceptance.ts";
import { MessageSettler } from "./core/posting/posting.ts";
import { JobRunner, type Job } from "./platform/jobs/runner.ts";
import { journalsRoutes } from "./features/journals/routes.ts";
import { Accounts } from "./core/ledger/accounts.ts";
import { ledgerRoutes } from "./core/ledger/routes.ts";
import { makeMerchantAuth } from "./features/merchants/authenticate.ts";
import { manualRoutes } from "./features/manual/routes.ts";
import { merchantsRoutes } from "./features/merchants/routes.ts";
import { operatorsJobs } from "./core/operators/jobs.ts";
import { operatorsRoutes } from "./core/operators/routes.ts";
import { paymentsJobs } from "./features/payments/jobs.ts";
import { bodyOf } from "./features/payments/orders.ts";
import { paymentsReadRoutes } from "./features/payments/read-routes.ts";
import { paymentsRoutes } from "./features/payments/routes.ts";
import { reconciliationJobs } from "./features/reconciliation/jobs.ts";
import { reconciliationRoutes } from "./features/reconciliation/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { Secrets } from "./platform/secrets.ts";
import { makeSessionAuth } from "./core/session/authenticate.ts";
import { sessionJobs } from "./core/session/jobs.ts";
import { sessionRoutes } from "./core/session/routes.ts";
import { smsReadRoutes } from "./features/sms/read-routes.ts";
import { smsRoutes } from "./features/sms/routes.ts";
import { smsEndingsRoutes } from "./features/sms/endings/routes.ts";
import { smsRulesRoutes } from "./features/sms/rules/routes.ts";
import { statementsRoutes } from "./features/statements/routes.ts";
import { statisticsJobs } from "./features/statistics/jobs.ts";
import { transfersRoutes } from "./features/transfers/routes.ts";
import { switchesJobs } from "./core/switches/jobs.ts";
import { switchesRoutes } from "./core/switches/routes.ts";
import { usersRoutes } from "./features/users/routes.ts";
import { viewsRoutes } from "./features/views/routes.ts";
import { walletsRoutes } from "./features/wallets/routes.ts";
import { withdrawalRoutes } from "./features/withdrawal/routes.ts";

/** Every route of the product, by feature. */
export const ROUTES: readonly AnyRoute[] = [
  ...sessionRoutes,
  ...usersRoutes,
  ...configRoutes,
  ...viewsRoutes,
  ...merchantsRoutes,
  ...walletsRoutes,
  ...devicesRoutes,
  ...paymentsReadRoutes,
  ...paymentsRoutes,
  ...disbursesReadRoutes,
  ...disbursesRoutes,
  ...disburseBatchesRoutes,
  ...smsReadRoutes,
  ...smsRoutes,
  ...smsEndingsRoutes,
  ...smsRulesRoutes,
  ...transfersRoutes,
  ...withdrawalRoutes,
  ...journalsRoutes,
  ...deliveriesReadRoutes,
  ...deliveriesRoutes,
  ...auditTrailRoutes,
  ...approvalsRoutes,
  ...manualRoutes,
  ...homeRoutes,
  ...reconciliationRoutes,
  ...statementsRoutes,
  ...exceptionsRoutes,
  ...switchesRoutes,
  ...feesRoutes,
  ...searchRoutes,
  ...ledgerRoutes,
  ...eventsRoutes,
  ...operatorsRoutes,
  ...exportRoutes,
];
const JOBS: readonly Job[] = [
  ...approvalsJobs,
  ...paymentsJobs,
  ...disbursesJobs,
  ...disburseBatchesJobs,
  ...sessionJobs,
  ...devicesJobs,
  ...deliveriesJobs,
  ...eventsJobs,
  ...statisticsJobs,
  ...exceptionsJobs,
  ...switchesJobs,
  ...feesJobs,
  ...reconciliationJobs,
  ...operatorsJobs,
];

/** What a running product is made from. */
export interface ProductOptions {
  readonly env: Env;
  readonly appUrl: string;
  readonly secretKey: Buffer;
  readonly log?: Logger;
  /** Called while the database is away, again and again: brings an embedded one back. */
  readonly reviveDatabase?: () => Promise<void>;
  readonly poolMax?: number;
}

/** The running product. */
export interface Product {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly jobs: JobRunner;
  readonly worker: NotificationWorker;
  /** Stops taking calls, finishes what is under way, gives everything back. */
  stop(): Promise<void>;
}

const REDACTED = ["req.headers.authorization", "req.headers.cookie", "headers.authorization", "*.password", "*.token", "*.secret"];

/** The logger: an allow list of fields is kept by logging fields, never whole objects; credentials are redacted besides. */
export function makeLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: "***" }, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

interface Parts {
  app: App;
  config: RunningConfigStore;
  clock: DbClock;
  lease: NodeLease;
  bus: EventBus & { close(): Promise<void> };
  worker: NotificationWorker;
}

async function makeParts(options: ProductOptions): Promise<Parts> {
  const log = options.log ?? makeLogger(options.env.logLevel);
  const db = new Db({
    url: options.appUrl,
    max: options.poolMax ?? 16,
    onError: (error) => log.warn({ reason: error.message }, "a database connection was lost"),
  });
  const clock = await DbClock.start(db);
  const { minter, lease } = await leaseNode(db, clock.now, {
    onLost: (error) => log.error({ err: error }, "the database is away: nothing is taken until it is back"),
    onBack: (node) => log.warn({ node }, "the database is back"),
    ...(options.reviveDatabase ? { revive: options.reviveDatabase } : {}),
  });
  const config = await makeConfigStore({ db, log, sandbox: options.env.sandbox });
  const accounts = new Accounts(db, lease.node);
  await accounts.load();
  const publicIds = await loadPublicIds(db);
  const secrets = new Secrets(options.secretKey);
  const bus = await makeEventBus({ db, ids: minter, log, now: clock.now });
  let worker: NotificationWorker | null = null;
  const app: App = {
    env: options.env,
    db,
    ids: minter,
    publicIds,
    config,
    secrets,
    accounts,
    events: bus,
    log,
    now: clock.now,
    intake: new PaymentIntake(
      () => app,
      (order) => bodyOf(app, order),
    ),
    settler: new MessageSettler(() => app),
    wakeOutbox: makeOutboxWake({ db, worker: options.env.role === "api" ? null : { wake: () => worker?.wake() }, log }),
  };
  await ensureWebhookKey(app);
  worker = makeNotificationWorker(app);
  return { app, config, clock, lease, bus, worker };
}

/** Builds the product without listening; jobs and the notification worker run unless the role is `api`. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const parts = await makeParts(options);
  const { app, worker } = parts;
  const httpParts: HttpParts = {
    app,
    routes: ROUTES,
    auth: { session: makeSessionAuth(app), merchant: makeMerchantAuth(app), device: makeDeviceAuth(app) },
    plugins: [metricsPlugin, healthPlugin, devicesHookPlugin, devicesTasksPlugin, docsPlugin, eventsPlugin, staticPlugin],
  };
  const http = await buildHttp(httpParts);
  const jobs = new JobRunner(app, JOBS);
  parts.config.start();
  if (options.env.role !== "api") {
    jobs.start();
    await worker.start();
  }
  return {
    app,
    http,
    jobs,
    worker,
    async stop() {
      // Calls under way have a moment to finish (closing.ts).
      await http.close();
      await app.intake.idle();
      await app.settler.idle();
      await jobs.stop();
      await payoutsIdle(app);
      await worker.stop();
      parts.config.stop();
      parts.clock.stop();
      await parts.bus.close();
      await parts.lease.release();
      await app.db.close();
    },
  };
}
