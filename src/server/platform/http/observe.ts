/** Figures of the running process (Prometheus); cheap enough for every request and every batch. */
import { AggregatorRegistry, Counter, Histogram, Registry, collectDefaultMetrics, type MetricObjectWithValues, type MetricValue } from "prom-client";

/** All figures; one per process. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
// Of several processes on one page: the latest start, which the library leaves out, and the worst lag instead of the mean.
for (const name of ["process_start_time_seconds", "nodejs_eventloop_lag_p99_seconds"])
  Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: "max" });

export const requestSeconds = new Histogram({
  name: "floatdesk_http_request_seconds",
  help: "Duration of requests by route",
  labelNames: ["method", "route", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});
const batchSize = new Histogram({
  name: "floatdesk_batch_size",
  help: "Items of one batch",
  labelNames: ["lane"],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  registers: [registry],
});
const deliverySeconds = new Histogram({
  name: "floatdesk_delivery_attempt_seconds",
  help: "Duration of notification attempts by kind of answer",
  labelNames: ["answer"],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 15],
  registers: [registry],
});
const figureFailures = new Counter({
  name: "floatdesk_metrics_failures_total",
  help: "Figures that could not be read for a scrape and are absent from it",
  labelNames: ["figure"],
  registers: [registry],
});
const eventsSent = new Counter({
  name: "floatdesk_live_events_total",
  help: "Live events by how they left: single or collapsed",
  labelNames: ["form"],
  registers: [registry],
});

/** Counts one batch of a lane (`acceptance`, `posting`, `outbox_claim`, …). */
export function observeBatch(lane: string, size: number): void {
  batchSize.observe({ lane }, size);
}

/** Counts one notification attempt. @param code HTTP status, null without an answer @param ms its duration */
export function observeDelivery(code: number | null, ms: number): void {
  deliverySeconds.observe({ answer: code === null ? "none" : `${Math.floor(code / 100)}xx` }, ms / 1000);
}

/** Counts live events as they are written. */
export function observeEvents(form: "single" | "collapsed", count: number): void {
  if (count > 0) eventsSent.inc({ form }, count);
}

/** The figures of one process, as processes send them to each other. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];
let othersFigures: (() => Promise<readonly Figures[]>) | null = null;
let lookAtSelf: () => void = () => undefined;

/** From now on `look` sets what a process knows of itself (connections, streams) whenever its figures are read. */
export function lookFirst(look: () => void): void {
  lookAtSelf = look;
}

/** From now on the page tells of all processes of this start. @param ask answers what the others have counted */
export function countWithOthers(ask: () => Promise<readonly Figures[]>): void {
  othersFigures = ask;
}

/** What this process has counted by itself. */
export function ownFigures(): Promise<Figures> {
  lookAtSelf();
  return registry.getMetricsAsJSON();
}

/** The page: figures of this process, or of all processes of this start together. */
export async function figuresPage(): Promise<string> {
  if (othersFigures === null) {
    lookAtSelf();
    return registry.metrics();
  }
  const all = [await ownFigures(), ...(await othersFigures())];
  return AggregatorRegistry.aggregate(all.map((figures) => [...figures])).metrics();
}

/** Counts a figure that could not be read. */
export function figureFailed(figure: string): void {
  figureFailures.inc({ figure });
}
