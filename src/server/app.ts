/** Builds the running application from its parts. Tests start here; `main.ts` only reads the environment and listens. */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { makeConfigStore, type RunningConfigStore } from "./core/config/store.ts";
import { offersOf, type Feature } from "./core/feature.ts";
import { session } from "./features/session/index.ts";
import { users } from "./features/users/index.ts";
import { config } from "./core/config/index.ts";
import { views } from "./features/views/index.ts";
import { merchants } from "./features/merchants/index.ts";
import { wallets } from "./features/wallets/index.ts";
import { devices } from "./features/devices/index.ts";
import { payments } from "./features/payments/index.ts";
import { disburses } from "./features/disburses/index.ts";
import { disburseBatches } from "./features/disburse-batches/index.ts";
import { sms } from "./features/sms/index.ts";
import { transfers } from "./features/transfers/index.ts";
import { withdrawal } from "./features/withdrawal/index.ts";
import { journals } from "./features/journals/index.ts";
import { outbox } from "./core/outbox/index.ts";
import { auditTrail } from "./features/audit-trail/index.ts";
import { approvals } from "./core/approvals/index.ts";
import { bulk } from "./core/bulk/index.ts";
import { manual } from "./features/manual/index.ts";
import { home } from "./features/home/index.ts";
import { reconciliation } from "./features/reconciliation/index.ts";
import { statements } from "./features/statements/index.ts";
import { statistics } from "./features/statistics/index.ts";
import { alerts } from "./core/alerts/index.ts";
import { switches } from "./core/switches/index.ts";
import { fees } from "./features/fees/index.ts";
import { links } from "./features/links/index.ts";
import { search } from "./features/search/index.ts";
import { exportsFeature } from "./features/exports/index.ts";
import { housekeeping } from "./features/housekeeping/index.ts";
import { seals } from "./core/seals/index.ts";
import { ledger } from "./core/ledger/index.ts";
import { unreported } from "./core/unreported/index.ts";
import { operators } from "./core/operators/index.ts";
// Names what the core adds to App in the emitted types, too.
export type { CoreParts } from "./core/context.ts";
import type { App, EventBus } from "./platform/context.ts";
import { DbClock } from "./platform/db/clock.ts";
import { READS_FIGURE, REPLICA_FIGURE, RISK_FIGURE } from "./platform/db/figures.ts";
import { loadPublicIds } from "./platform/db/ids.ts";
import { leaseNode, type NodeLease } from "./platform/db/lease.ts";
import { Db } from "./platform/db/pool.ts";
import { startWebhookKey } from "./core/outbox/keys.ts";
import { makeOutboxWake } from "./core/outbox/wake.ts";
import { makeNotificationWorker, type NotificationWorker } from "./core/outbox/worker.ts";
import { makeDeviceAuth } from "./features/devices/authenticate.ts";
import { payoutsIdle } from "./core/payouts/dispatch.ts";
import type { Env } from "./platform/env.ts";
import { makeLogger } from "./platform/log.ts";
import { makeEventBus } from "./platform/events/bus.ts";
import { eventsJobs } from "./platform/events/jobs.ts";
import { eventsPlugin, eventsRoutes } from "./platform/events/routes.ts";
import { docsPlugin } from "./platform/http/docs.ts";
import { Drain } from "./platform/http/drain.ts";
import { healthPlugin, nothingElse } from "./platform/http/health.ts";
import { OtlpExporter } from "./platform/trace/otlp.ts";
import { startTracing, stopTracing } from "./platform/trace/tracing.ts";
import { metricsPlugin } from "./platform/http/metrics.ts";
import type { AnyRoute } from "./platform/http/route.ts";
import { buildHttp, type HttpParts } from "./platform/http/server.ts";
import { closeLimits } from "./platform/http/shared-limits.ts";
import { staticPlugin } from "./platform/http/static.ts";
import { PaymentAcceptance } from "./core/acceptance/acceptance.ts";
import { BatchedPosting } from "./core/posting/posting.ts";
import { Heartbeat, WorkerWatch } from "./platform/jobs/heartbeat.ts";
import { JobRunner } from "./platform/jobs/runner.ts";
import { Accounts } from "./core/ledger/accounts.ts";
import { makeMerchantAuth } from "./features/merchants/authenticate.ts";
import { bodyOf } from "./features/payments/orders.ts";
import { limitsWithin, type SearchLimits } from "./platform/lists/limits.ts";
import { Secrets } from "./platform/secrets.ts";
import { makeSessionAuth } from "./core/session/authenticate.ts";

/** Every part of the product, in the order in which documents list their routes. What each offers stands in its own `index.ts`. */
const FEATURES: readonly Feature[] = [
  session,
  users,
  config,
  views,
  merchants,
  wallets,
  devices,
  payments,
  disburses,
  disburseBatches,
  sms,
  transfers,
  withdrawal,
  journals,
  outbox,
  auditTrail,
  approvals,
  bulk,
  manual,
  home,
  reconciliation,
  statements,
  statistics,
  alerts,
  switches,
  fees,
  search,
  exportsFeature,
  links,
  ledger,
  seals,
  unreported,
  operators,
  housekeeping,
];
/** What all parts offer together. */
export const OFFERS = offersOf(FEATURES);
/** Every route of the product. */
export const ROUTES: readonly AnyRoute[] = [...OFFERS.routes, ...eventsRoutes];
/** Everything of the database that /metrics shows. */
export const FIGURES = [...OFFERS.figures, READS_FIGURE, REPLICA_FIGURE, RISK_FIGURE];

/** What a running product is made from. */
export interface ProductOptions {
  readonly env: Env;
  readonly appUrl: string;
  readonly secretKey: Buffer;
  /** Read with beside it while the key is changed. */
  readonly secretKeyAlso?: Buffer | null;
  readonly log?: Logger;
  /** Called while the database is away, again and again: brings an embedded one back. */
  readonly reviveDatabase?: () => Promise<void>;
  readonly poolMax?: number;
  /** Other processes take calls on the same database. */
  readonly besideOthers?: boolean;
  /** How long lists search, where it is not to be as `LIST_BUDGET_MS` says. */
  readonly searchLimits?: SearchLimits;
  /** Tells the time, ms, where that is not the database's clock: the history of a demo is made by a clock that somebody moves. */
  readonly now?: () => number;
}

/** The running product. */
export interface Product {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly jobs: JobRunner;
  readonly worker: NotificationWorker;
  readonly drain: Drain;
  /** Stops taking calls, finishes what is under way, gives everything back. */
  stop(): Promise<void>;
}

interface Parts {
  app: App;
  config: RunningConfigStore;
  clock: Pick<DbClock, "now" | "stop">;
  lease: NodeLease;
  bus: EventBus & { close(): Promise<void> };
  watch: WorkerWatch;
  worker: NotificationWorker;
}

async function makeParts(options: ProductOptions): Promise<Parts> {
  const log = options.log ?? makeLogger(options.env.logLevel);
  const db = new Db({
    url: options.appUrl,
    max: options.poolMax ?? 16,
    replicaUrl: options.env.databaseReplicaUrl,
    onReplicaAway: (place, error) => log.warn({ replica: place, err: error }, "a database copy is not read; the primary answers"),
    onError: (error) => log.warn({ err: error }, "a database connection was lost"),
    onPrimary: (place) => log.warn({ primary: place }, place === null ? "no database server takes writes" : "the database's primary is known"),
  });
  const clock = options.now ? { now: options.now, stop: () => undefined } : await DbClock.start(db);
  const { minter, lease } = await leaseNode(db, clock.now, {
    onLost: (error) => log.error({ err: error }, "the database is away: nothing is taken until it is back"),
    onBack: (node) => log.warn({ node }, "the database is back"),
    ...(options.reviveDatabase ? { revive: options.reviveDatabase } : {}),
  });
  const config = await makeConfigStore({ db, log, sandbox: options.env.sandbox });
  const accounts = new Accounts(db, lease.node);
  await accounts.load();
  const publicIds = await loadPublicIds(db);
  const secrets = new Secrets(options.secretKey, options.secretKeyAlso);
  const bus = await makeEventBus({ db, ids: minter, log, now: clock.now });
  const watch = new WorkerWatch({ db, log, events: bus });
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
    searchLimits: options.searchLimits ?? limitsWithin(options.env.listBudgetMs),
    workers: watch,
    acceptance: new PaymentAcceptance(
      () => app,
      (order) => bodyOf(app, order),
      options.besideOthers,
    ),
    posting: new BatchedPosting(() => app),
    offers: OFFERS,
    wakeOutbox: makeOutboxWake({ db, worker: options.env.role === "api" ? null : { wake: () => worker?.wake() }, log }),
  };
  await startWebhookKey(app);
  worker = makeNotificationWorker(app);
  return { app, config, clock, lease, bus, watch, worker };
}

/** What a process answers over HTTP: everything, or as a worker that it lives and its figures. */
function surfaceOf(role: Env["role"]): Pick<HttpParts, "routes" | "plugins"> {
  return role === "worker"
    ? { routes: [], plugins: [metricsPlugin, healthPlugin, nothingElse] }
    : { routes: ROUTES, plugins: [metricsPlugin, healthPlugin, ...OFFERS.plugins, docsPlugin, eventsPlugin, staticPlugin] };
}

/** Builds the product without listening; jobs and the notification worker run unless the role is `api`. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const parts = await makeParts(options);
  const { app, worker } = parts;
  const { env } = options;
  const drain = new Drain();
  const endpoint = env.otelExporterOtlpEndpoint;
  const exporter = endpoint === null ? null : new OtlpExporter({ endpoint, headers: env.otelExporterOtlpHeaders, role: env.role, log: app.log });
  if (exporter) startTracing(exporter.take);
  const heartbeat = env.role === "api" ? null : new Heartbeat(app);
  const http = await buildHttp({
    app,
    ...surfaceOf(env.role),
    auth: { session: makeSessionAuth(app), merchant: makeMerchantAuth(app), device: makeDeviceAuth(app) },
    figures: FIGURES,
    drain,
    ...(env.role === "worker" && heartbeat ? { heartbeat } : {}),
  });
  const jobs = new JobRunner(app, [...OFFERS.jobs, ...eventsJobs]);
  parts.config.start();
  if (heartbeat) {
    jobs.start();
    await worker.start();
    await heartbeat.start();
  }
  await parts.watch.start();
  return {
    app,
    http,
    jobs,
    worker,
    drain,
    async stop() {
      drain.begin();
      // Calls under way are answered (closing.ts).
      await http.close();
      await closeLimits(app);
      await app.acceptance.idle();
      await app.posting.idle();
      await jobs.stop();
      await payoutsIdle(app);
      await worker.stop();
      await heartbeat?.stop();
      await parts.watch.stop();
      parts.config.stop();
      parts.clock.stop();
      await parts.bus.close();
      await parts.lease.release();
      await app.db.close();
      if (exporter) stopTracing();
      await exporter?.flush();
    },
  };
}
