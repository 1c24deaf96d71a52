/** Figures of what runs by itself: how long each job takes, when it last succeeded, how often it failed. */
import { Counter, Gauge, Histogram } from "prom-client";
import { registry } from "../http/observe.ts";

/** Prometheus has a label `job` of its own, under which it would put ours away. */
const LABEL = "job_name";
const duration = new Histogram({
  name: "floatdesk_job_duration_seconds",
  help: "Duration of the runs of a job in this process",
  labelNames: [LABEL],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  registers: [registry],
});
const failures = new Counter({
  name: "floatdesk_job_failures_total",
  help: "Runs of a job that failed in this process",
  labelNames: [LABEL],
  registers: [registry],
});
const succeededAt = new Map<string, number>();
// It registers itself, and is read when somebody asks.
void new Gauge({
  name: "floatdesk_job_last_success_age_seconds",
  help: "Since the last run of a job in this process that succeeded",
  aggregator: "min",
  labelNames: [LABEL],
  registers: [registry],
  collect() {
    for (const [job, at] of succeededAt) this.set({ [LABEL]: job }, (performance.now() - at) / 1000);
  },
});

/** Counts one run. A run that found the job under way in another process is none. @param fromMs when it began, by `performance.now()` */
export function observeRun(job: string, fromMs: number, hasFailed: boolean): void {
  const now = performance.now();
  duration.observe({ [LABEL]: job }, (now - fromMs) / 1000);
  if (hasFailed) failures.inc({ [LABEL]: job });
  else succeededAt.set(job, now);
}
