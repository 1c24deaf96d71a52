/** Builds the running application from its parts. Tests start here; `main.ts` only reads the environment and listens. */
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { approvalsJobs } from "./approvals/jobs.ts";
import { approvalsRoutes } from "./approvals/routes.ts";
import { auditTrailRoutes } from "./audit-trail/routes.ts";
import { configRoutes } from "./config/routes.ts";
import { makeConfigStore, type RunningConfigStore } from "./config/store.ts";
import type { App, EventBus } from "./context.ts";
import { DbClock } from "./db/clock.ts";
import { loadPublicIds } from "./db/ids.ts";
import { leaseNode, type NodeLease } from "./db/lease.ts";
import { Db } from "./db/pool.ts";
import { ensureWebhookKey } from "./deliveries/keys.ts";
import { deliveriesJobs } from "./deliveries/jobs.ts";
import { deliveriesReadRoutes } from "./deliveries/read-routes.ts";
import { deliveriesRoutes } from "./deliveries/routes.ts";
import { makeOutboxWake } from "./deliveries/wake.ts";
import { makeNotificationWorker, type NotificationWorker } from "./deliveries/worker.ts";
import { makeDeviceAuth } from "./devices/authenticate.ts";
import { devicesHookPlugin } from "./devices/hooks.ts";
import { devicesJobs } from "./devices/jobs.ts";
import { devicesRoutes } from "./devices/routes.ts";
import { devicesTasksPlugin } from "./devices/task-hub.ts";
import { disburseBatchesJobs } from "./disburse-batches/jobs.ts";
import { disburseBatchesRoutes } from "./disburse-batches/routes.ts";
import { payoutsIdle } from "./disburses/dispatch.ts";
import { disbursesJobs } from "./disburses/jobs.ts";
import { disbursesReadRoutes } from "./disburses/read-routes.ts";
import { disbursesRoutes } from "./disburses/routes.ts";
import type { Env } from "./env.ts";
import { makeEventBus } from "./events/bus.ts";
import { eventsJobs } from "./events/jobs.ts";
import { eventsPlugin, eventsRoutes } from "./events/routes.ts";
import { exceptionsJobs } from "./exceptions/jobs.ts";
import { exceptionsRoutes } from "./exceptions/routes.ts";
import { feesJobs } from "./fees/jobs.ts";
import { feesRoutes } from "./fees/routes.ts";
import { exportRoutes } from "./list/export-routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { docsPlugin } from "./http/docs.ts";
import { healthPlugin } from "./http/health.ts";
import { metricsPlugin } from "./http/metrics.ts";
import type { AnyRoute } from "./http/route.ts";
import { buildHttp, type HttpParts } from "./http/server.ts";
import { staticPlugin } from "./http/static.ts";
import { PaymentIntake } from "./intake/intake.ts";
import { MessageSettler } from "./intake/settler.ts";
import { JobRunner, type Job } from "./jobs/runner.ts";
import { journalsRoutes } from "./journals/routes.ts";
import { Accounts } from "./ledger/accounts.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { makeMerchantAuth } from "./merchants/authenticate.ts";
import { manualRoutes } from "./manual/routes.ts";
import { merchantsRoutes } from "./merchants/routes.ts";
import { operatorsJobs } from "./operators/jobs.ts";
import { operatorsRoutes } from "./operators/routes.ts";
import { paymentsJobs } from "./payments/jobs.ts";
import { bodyOf } from "./payments/orders.ts";
import { paymentsReadRoutes } from "./payments/read-routes.ts";
import { paymentsRoutes } from "./payments/routes.ts";
import { reconciliationJobs } from "./reconciliation/jobs.ts";
import { reconciliationRoutes } from "./reconciliation/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { Secrets } from "./secrets.ts";
import { makeSessionAuth } from "./session/authenticate.ts";
import { sessionJobs } from "./session/jobs.ts";
import { sessionRoutes } from "./session/routes.ts";
import { smsReadRoutes } from "./sms/read-routes.ts";
import { smsRoutes } from "./sms/routes.ts";
import { smsEndingsRoutes } from "./sms/endings/routes.ts";
import { smsRulesRoutes } from "./sms/rules/routes.ts";
import { statementsRoutes } from "./statements/routes.ts";
import { statisticsJobs } from "./statistics/jobs.ts";
import { transfersRoutes } from "./transfers/routes.ts";
import { switchesJobs } from "./switches/jobs.ts";
import { switchesRoutes } from "./switches/routes.ts";
import { usersRoutes } from "./users/routes.ts";
import { viewsRoutes } from "./views/routes.ts";
import { walletsRoutes } from "./wallets/routes.ts";
import { withdrawalRoutes } from "./withdrawal/routes.ts";

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
