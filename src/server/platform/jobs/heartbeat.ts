/**
 * Signs of life of the processes that run jobs and send notifications. Each worker writes a row of its own; every process reads
 * the rows, judged by the database's clock alone, and so knows within half a minute that nobody does that work any more.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { EventBus, Workers, WorkersState } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { ANY_OBJECT } from "../events/view.ts";

/** A worker says this often that it lives, ms. */
const BEAT_MS = 5_000;
/** A worker that has said nothing for this long is silent, ms: three beats that did not come. */
export const SILENT_AFTER_MS = 15_000;
/** The rows are read this often, ms. */
const LOOK_MS = 3_000;
/** A worker that died is forgotten after this, seconds; one that stopped in its own order, at once. */
const FORGET_SECONDS = 3_600;

interface Parts {
  readonly db: Db;
  readonly log: Logger;
}

/** The sign of life of this process, while it runs jobs. */
export class Heartbeat {
  private readonly id = randomBytes(8).toString("hex");
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> | null = null;
  private saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: Parts) {}

  /** True while the row of this process is as fresh as others expect it. */
  get isFresh(): boolean {
    return performance.now() - this.saidAt < SILENT_AFTER_MS;
  }

  /** Says it at once and then again and again. */
  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beating ??= this.beat().finally(() => (this.beating = null));
    }, BEAT_MS);
    this.timer.unref();
  }

  /** Says goodbye: a worker that was stopped is not missed. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.beating;
    await this.parts.db.side.run("delete from worker_heartbeats where id = $1", [this.id]).catch(() => undefined); // forgotten by itself, later
  }

  private async beat(): Promise<void> {
    const askedAt = performance.now();
    try {
      await this.parts.db.side.run(
        `with forgotten as (delete from worker_heartbeats where beat_at < clock_timestamp() - make_interval(secs => $4) and id <> $1)
         insert into worker_heartbeats (id, host, pid, beat_at) values ($1, $2, $3, clock_timestamp())
         on conflict (id) do update set beat_at = excluded.beat_at`,
        [this.id, hostname(), process.pid, FORGET_SECONDS],
        "worker_beat",
      );
      this.saidAt = askedAt;
    } catch (error) {
      this.parts.log.warn({ err: error }, "the worker could not say that it lives");
    }
  }
}

/** Looks at the workers' signs of life; who watches home is told when the last of them falls silent, and when one is back. */
export class WorkerWatch implements Workers {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private seen: Omit<WorkersState, "working"> = { alive: 0, silent: 0, ageMs: null };
  private seenAt = performance.now();
  /** What home was told last. */
  private told = false;

  constructor(private readonly parts: Parts & { readonly events: EventBus }) {}

  /** Looks at once and then again and again. */
  async start(): Promise<void> {
    await this.look();
    this.told = this.state().working;
    this.timer = setInterval(() => {
      this.looking ??= this.lookAndTell().finally(() => (this.looking = null));
    }, LOOK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.looking;
  }

  state(): WorkersState {
    const { alive, silent, ageMs } = this.seen;
    if (ageMs === null) return { alive, silent, ageMs, working: false };
    const nowMs = ageMs + performance.now() - this.seenAt;
    const working = nowMs < SILENT_AFTER_MS;
    return working ? { alive, silent, ageMs: nowMs, working } : { alive: 0, silent: alive + silent, ageMs: nowMs, working };
  }

  private async lookAndTell(): Promise<void> {
    await this.look();
    const { working } = this.state();
    if (working === this.told) return;
    this.told = working;
    if (working) this.parts.log.warn("a worker is back: jobs run and notifications are sent");
    else this.parts.log.error("no worker has said that it lives: jobs do not run, notifications are not sent");
    this.parts.events.publish([{ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null }]);
  }

  private async look(): Promise<void> {
    const askedAt = performance.now();
    try {
      const row = await this.parts.db.side.one<{ alive: number; silent: number; age: number | null }>(
        `select count(*) filter (where age < $1)::int as alive, count(*) filter (where age >= $1)::int as silent, min(age) as age
         from (select greatest(extract(epoch from clock_timestamp() - beat_at), 0)::float8 * 1000 as age from worker_heartbeats) beats`,
        [SILENT_AFTER_MS],
        "worker_look",
      );
      const beforeMs = this.state().ageMs;
      // A worker that said goodbye leaves no row: what it said last grows older.
      if (row) this.seen = { alive: row.alive, silent: row.silent, ageMs: row.age ?? beforeMs };
      this.seenAt = row?.age === null ? performance.now() : askedAt;
    } catch (error) {
      this.parts.log.warn({ err: error }, "the workers could not be looked at");
    }
  }
}
