/** The notification worker: claims in hundreds, sends in parallel, records in batches. Any number may run (rule 30). */
import { setMaxListeners } from "node:events";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import { listen, type Listening } from "../../platform/db/listen.ts";
import { observeBatch } from "../../platform/http/observe.ts";
import { Batcher } from "../../platform/batcher.ts";
import { type AttemptParts, attemptRow } from "./attempt.ts";
import { claimRows, recordResults, releaseRows, wasMoved, type ClaimedRow, type Result } from "./claim.ts";
import { ensureWebhookKey } from "./keys.ts";
import { LANE_LIMITS, type LaneLimits, Lanes, type Send, UNKNOWN_BUDGET } from "./lanes.ts";
import { makeOutbound, type Outbound } from "./outbound.ts";
import { WAITS_MS } from "./schedule.ts";
import { Signers } from "./signers.ts";
import { OUTBOX_CHANNEL } from "./queue.ts";

const CLAIM_LIMIT = 500;
const MAX_QUEUED = 2_000;
const RECORD_LIMIT = 300;
const TICK_MS = 250;
/** A merchant with too many slow sends waits this long, ms. */
const CROWDED_MS = 10_000;
/** What is left of the lease must cover a whole attempt, ms. */
const LEASE_RESERVE_MS = 20_000;
const STOP_GRACE_MS = 5_000;

export type WorkerApp = Pick<App, "db" | "ids" | "publicIds" | "secrets" | "events" | "log" | "now" | "env">;
export interface WorkerOptions {
  readonly waits?: readonly number[];
  /** How long a row belongs to this worker, ms; a worker that dies gives it back that way. */
  readonly leaseMs?: number;
  readonly limits?: LaneLimits;
  readonly outbound?: Outbound;
  readonly pollMs?: number;
}

export interface NotificationWorker {
  start(): Promise<void>;
  /** Something may be due now. */
  wake(): void;
  /** Waits for what is under way, gives back what has not begun. */
  stop(): Promise<void>;
  /** Resolves when nothing is due, under way or unrecorded. */
  idle(): Promise<void>;
}

class Worker implements NotificationWorker {
  private readonly lanes: Lanes<ClaimedRow>;
  private readonly outbound: Outbound;
  private readonly parts: AttemptParts;
  private readonly signers: Signers;
  private readonly recorder: Batcher<Result, void>;
  private readonly ending = new AbortController();
  private claiming: Promise<void> | null = null;
  private wanted = false;
  private after = "";
  private polledAt = 0;
  private started = false;
  private stopping = false;
  private unrecorded = 0;
  private timer: NodeJS.Timeout | null = null;
  private listener: Listening | null = null;

  constructor(
    private readonly app: WorkerApp,
    private readonly options: WorkerOptions,
  ) {
    this.lanes = new Lanes(options.limits ?? LANE_LIMITS);
    this.outbound = options.outbound ?? makeOutbound({ allowPrivate: app.env.webhookAllowPrivate });
    this.parts = { app, outbound: this.outbound, signal: this.ending.signal, waits: options.waits ?? WAITS_MS };
    this.signers = new Signers(app);
    setMaxListeners(0, this.ending.signal); // one per send under way
    this.recorder = new Batcher({ work: (results) => this.record(results), maxBatch: RECORD_LIMIT });
  }

  async start(): Promise<void> {
    await ensureWebhookKey(this.app);
    this.started = true;
    this.listener = await listen(
      this.app.db,
      OUTBOX_CHANNEL,
      () => this.wake(),
      () => this.wake(),
    );
    this.timer = setInterval(() => this.tick(), Math.min(TICK_MS, this.options.pollMs ?? TICK_MS));
    this.wake();
  }

  wake(): void {
    this.wanted = true;
    if (this.claiming || this.stopping || !this.started) return;
    this.claiming = this.claimAll().finally(() => {
      this.claiming = null;
    });
  }

  async idle(): Promise<void> {
    while (this.claiming || this.lanes.queued > 0 || this.lanes.active > 0 || this.unrecorded > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearInterval(this.timer);
    await this.claiming;
    await releaseRows(this.app.db, this.lanes.drain(), this.app.now()).catch((error: unknown) =>
      this.app.log.warn({ err: error }, "notifications could not be given back"),
    );
    const grace = setTimeout(() => this.ending.abort(), STOP_GRACE_MS);
    await this.idle();
    clearTimeout(grace);
    await this.listener?.stop();
    await this.outbound.close();
  }

  private tick(): void {
    this.pump();
    if (performance.now() - this.polledAt >= (this.options.pollMs ?? 1_000)) this.wake();
  }

  private async claimAll(): Promise<void> {
    while (this.wanted && !this.stopping) {
      const room = Math.min(CLAIM_LIMIT, MAX_QUEUED - this.lanes.queued);
      if (room < CLAIM_LIMIT / 2) return; // `wanted` stays: the next finished send asks again
      this.wanted = false;
      this.polledAt = performance.now();
      try {
        const full = await this.claim(room);
        if (full || this.after !== "") this.wanted = true;
        if (!full) this.after = "";
      } catch (error) {
        this.app.log.warn({ err: error }, "notifications could not be claimed");
        return;
      }
      this.pump();
    }
  }

  /** @returns true when there may be more behind the last target */
  private async claim(limit: number): Promise<boolean> {
    const now = this.app.now();
    const budgets = this.lanes.budgets();
    const rows = await claimRows(this.app.db, {
      nowMs: now,
      leaseUntilMs: Math.floor(now + (this.options.leaseMs ?? 90_000)),
      after: this.after,
      budgets,
      budget: UNKNOWN_BUDGET,
      limit,
    });
    if (rows.length > 0) observeBatch("outbox_claim", rows.length);
    const mine = rows.filter((row) => row.lease_until !== null);
    try {
      if (mine.length > 0) await this.signers.load(mine.map((row) => row.merchant_id));
    } catch (error) {
      await releaseRows(this.app.db, mine, this.app.now());
      throw error;
    }
    // Oldest first, as far as one statement's answer has an order at all.
    mine.sort((left, right) => (left.id < right.id ? -1 : 1));
    this.lanes.add(mine, budgets);
    const full = rows.length >= limit;
    // What was moved to another target stands where its new one says, and says nothing of how far the claim came.
    const own = rows.filter((row) => !wasMoved(row, now));
    if (full && own.length > 0) this.after = own.reduce((last, row) => (row.target > last ? row.target : last), "");
    return full;
  }

  private pump(): void {
    for (let send = this.stopping ? null : this.lanes.next(); send; send = this.lanes.next()) void this.send(send);
    if (this.wanted && !this.claiming) this.wake();
  }

  private async send(send: Send<ClaimedRow>): Promise<void> {
    const { row } = send;
    this.unrecorded += 1;
    try {
      const now = this.app.now();
      if ((row.lease_until?.getTime() ?? 0) - now < Math.min(LEASE_RESERVE_MS, (this.options.leaseMs ?? 90_000) / 2)) return; // another worker takes it over
      if (this.lanes.crowded(row)) return await releaseRows(this.app.db, [row], now + CROWDED_MS);
      const result = await attemptRow({ ...this.parts, signer: this.signers.of(row.merchant_id) }, row, now);
      if (result) await this.recordOne(send, result);
      else await releaseRows(this.app.db, [row], this.app.now());
    } catch (error) {
      this.app.log.warn({ err: error, delivery: row.id.toString() }, "a notification was not recorded; its lease will end");
    } finally {
      this.unrecorded -= 1;
      this.finish(send);
    }
  }

  /** The target is free again as soon as it has answered; the record follows in its batch. */
  private recordOne(send: Send<ClaimedRow>, result: Result): Promise<void> {
    const recorded = this.recorder.submit(result);
    this.finish(send);
    return recorded;
  }

  private finish(send: Send<ClaimedRow>): void {
    if (send.finished) return;
    send.finished = true;
    if (this.lanes.done(send) && !this.stopping) this.wanted = true;
    this.pump();
  }

  private async record(results: readonly Result[]): Promise<void[]> {
    observeBatch("outbox_record", results.length);
    const touched = await recordResults(this.app.db, this.app.now(), results);
    const events: OutgoingEvent[] = results.map(({ row }) => ({
      kind: "deliveries",
      objectId: row.id,
      version: row.attempts + 1,
      change: "changed",
      merchantId: row.merchant_id,
    }));
    for (const item of touched) {
      if (item.kind === "next") this.wanted = true;
      else
        events.push({
          kind: item.kind === "payment" ? "payments" : "disburses",
          objectId: item.id,
          version: item.version,
          change: "changed",
          merchantId: item.merchant_id,
        });
    }
    this.app.events.publish(events);
    if (this.wanted) this.wake();
    return results.map(() => undefined);
  }
}

/** Builds the worker of this process; it does nothing until `start`. */
export function makeNotificationWorker(app: WorkerApp, options: WorkerOptions = {}): NotificationWorker {
  return new Worker(app, options);
}
