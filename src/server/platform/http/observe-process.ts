/** Figures that a process knows of itself, set when somebody asks for them. */
import { Gauge } from "prom-client";
import type { App } from "../context.ts";
import { openStreams } from "../events/streams.ts";
import { registry } from "./observe.ts";

const connections = new Gauge({
  name: "floatdesk_db_connections",
  help: "Database connections of this process by pool: in use, idle, and calls that wait for one",
  labelNames: ["pool", "state"],
  registers: [registry],
});
const connectionsMax = new Gauge({
  name: "floatdesk_db_connections_max",
  help: "Most connections that a pool opens",
  labelNames: ["pool"],
  registers: [registry],
});
const streams = new Gauge({ name: "floatdesk_event_streams", help: "Event streams that are open in this process", registers: [registry] });
const workers = new Gauge({
  name: "floatdesk_workers",
  help: "Processes that run jobs: alive, or silent within the last hour",
  // Each process sees the same rows.
  aggregator: "max",
  labelNames: ["state"],
  registers: [registry],
});
const heartbeatAge = new Gauge({
  name: "floatdesk_worker_heartbeat_age_seconds",
  help: "Since any worker last said that it lives; absent when this process has seen none",
  aggregator: "min",
  registers: [registry],
});

/** Brings up to date what the process itself knows. */
export function observeProcess(app: App): void {
  for (const { pool, inUse, idle, waiting, max } of app.db.connections()) {
    connections.set({ pool, state: "in_use" }, inUse);
    connections.set({ pool, state: "idle" }, idle);
    connections.set({ pool, state: "waiting" }, waiting);
    connectionsMax.set({ pool }, max);
  }
  streams.set(openStreams(app));
  const { alive, silent, ageMs } = app.workers.state();
  workers.set({ state: "alive" }, alive);
  workers.set({ state: "silent" }, silent);
  if (ageMs === null) heartbeatAge.remove();
  else heartbeatAge.set(ageMs / 1000);
}
