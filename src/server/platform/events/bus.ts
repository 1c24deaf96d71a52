/**
 * Live events across processes (rule 33): gathered for a moment, written once, told once. A burst costs the sender
 * a map entry; beyond a few hundred a moment single objects give way to "this kind has changed".
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { EventKind } from "../../../contract/events.ts";
import type { EventBus, OutgoingEvent } from "../context.ts";
import { idAt, idTime, nodeOf, placesOf, type IdMinter } from "../db/ids.ts";
import { listen, type Listening } from "../db/listen.ts";
import { toJson, type Db } from "../db/pool.ts";
import { observeEvents } from "../http/observe.ts";
import { EVERYONE, ANY_OBJECT, type LiveRow } from "./view.ts";

const CHANNEL = "floatdesk_events";
/** Events are gathered for this long, ms; longer while they come in bursts, since no screen reads faster. */
const GATHER_MS = 20;
const GATHER_BURST_MS = 200;
/** Rows of single objects: at once, and per second over time. */
const MAX_SINGLE = 300;
const SINGLE_PER_SECOND = 600;
/** Kinds and merchants of a burst are told apart up to here; beyond, all merchants are told. */
const MAX_COLLAPSED = 200;
/** Live events are kept for this long, ms. */
export const KEEP_MS = 600_000;
/** Events of two processes may be committed this much out of order, ms: a resume reads them again rather than miss one. */
const OVERLAP_MS = 3_000;
const MAX_REPLAY = 1_000;

/** Gets what happened; `reset`: something may have been missed. */
export type Listener = (news: readonly LiveRow[] | "reset") => void;

export interface LiveBus extends EventBus {
  /** @returns how to leave */
  subscribe(listener: Listener): () => void;
  /** Events after this one, oldest first, some of them perhaps again; null when it lies too far back. */
  since(id: bigint): Promise<readonly LiveRow[] | null>;
  /** Sends what is gathered and leaves the database. */
  close(): Promise<void>;
}
export interface BusParts {
  readonly db: Db;
  readonly ids: IdMinter;
  readonly log: Logger;
  readonly now: () => number;
}
type Pending = Omit<LiveRow, "id">;

/** True for the bus of a running server, which streams can subscribe to. */
export function isLiveBus(bus: EventBus): bus is LiveBus {
  return "subscribe" in bus;
}

class Bus implements LiveBus {
  private readonly origin = randomBytes(6).toString("hex");
  private readonly listeners = new Set<Listener>();
  private pending = new Map<string, Pending>();
  private collapsed = new Map<string, Pending>();
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> | null = null;
  private tokens = SINGLE_PER_SECOND;
  private refilledAt = performance.now();
  private inBurst = false;
  private listening: Listening | null = null;
  private closed = false;

  constructor(private readonly parts: BusParts) {}

  publish(events: readonly OutgoingEvent[]): void {
    for (const event of events) this.add(event);
    if (events.length > 0) this.schedule();
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async since(id: bigint): Promise<readonly LiveRow[] | null> {
    // What was told already and is being kept would be in neither.
    await this.flushing;
    const at = idTime(id);
    const now = this.parts.now();
    if (at < now - KEEP_MS + OVERLAP_MS || at > now + OVERLAP_MS) return null;
    const rows = await this.read("id > $1 order by id limit $2", [idAt(at - OVERLAP_MS), MAX_REPLAY + 1]);
    return rows.length > MAX_REPLAY ? null : rows;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.flushing;
    await this.flush();
    await this.listening?.stop();
  }

  /** Hears of other processes' events; after a lost connection everybody is told to read again. */
  async listen(): Promise<void> {
    this.listening = await listen(
      this.parts.db,
      CHANNEL,
      (payload) => void this.hear(payload),
      () => this.tell("reset"),
    );
  }

  private add(event: OutgoingEvent): void {
    const { kind, objectId, version, change, merchantId } = event;
    if (this.pending.size >= MAX_SINGLE) return this.collapse(kind, merchantId);
    // An object has one merchant; what tells of a whole kind tells each merchant's people of theirs.
    const key = objectId === ANY_OBJECT ? `${kind}:${objectId}:${merchantId}` : `${kind}:${objectId}`;
    const known = this.pending.get(key);
    // The newest version counts; what was created in this moment stays so.
    if (!known) this.pending.set(key, { kind, objectId, version, change, merchantId });
    else this.pending.set(key, { ...known, version: Math.max(known.version, version), change: known.change === "created" ? "created" : change });
  }

  private collapse(kind: EventKind, merchantId: bigint | null): void {
    const all = this.collapsed.size >= MAX_COLLAPSED && merchantId !== null ? EVERYONE : merchantId;
    const key = `${kind}:${all}`;
    if (!this.collapsed.has(key)) this.collapsed.set(key, { kind, objectId: ANY_OBJECT, version: 0, change: "changed", merchantId: all });
  }

  private schedule(): void {
    if (this.timer || this.closed) return;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.flushing = (this.flushing ?? Promise.resolve()).then(() => this.flush());
      },
      this.inBurst ? GATHER_BURST_MS : GATHER_MS,
    );
  }

  private takePending(): Pending[] {
    const now = performance.now();
    this.tokens = Math.min(SINGLE_PER_SECOND, this.tokens + ((now - this.refilledAt) / 1000) * SINGLE_PER_SECOND);
    this.refilledAt = now;
    if (this.collapsed.size > 0 || this.pending.size > this.tokens) {
      for (const event of this.pending.values()) this.collapse(event.kind, event.merchantId);
      this.pending.clear();
    }
    this.inBurst = this.collapsed.size > 0;
    this.tokens -= this.pending.size;
    const rows = [...this.pending.values(), ...this.collapsed.values()];
    observeEvents("single", this.pending.size);
    observeEvents("collapsed", this.collapsed.size);
    this.pending = new Map();
    this.collapsed = new Map();
    return rows;
  }

  private async flush(): Promise<void> {
    const events = this.takePending();
    let rows: LiveRow[];
    try {
      rows = events.map((event) => ({ id: this.parts.ids.next(), ...event }));
    } catch {
      // No ids while the database is away: who listens reads again.
      this.tell("reset");
      return;
    }
    const first = rows[0];
    const last = rows.at(-1);
    if (!first || !last) return;
    this.tell(rows);
    try {
      await this.parts.db.rows(
        `with written as (
           insert into live_events (id, kind, object_id, version, change, merchant_id)
             select id, kind, object_id, version, change, merchant_id from json_to_recordset($1::json) as x (id bigint, kind text, object_id bigint, version int, change text, merchant_id bigint)
         ) select pg_notify($2, $3)`,
        [
          toJson(
            rows.map(({ id, kind, objectId, version, change, merchantId }) => ({ id, kind, object_id: objectId, version, change, merchant_id: merchantId })),
          ),
          CHANNEL,
          `${this.origin}:${first.id}:${last.id}`,
        ],
        "live_events_write",
      );
    } catch (error) {
      // Streams of this process have the events; those of others read again after their next reset.
      this.parts.log.warn({ err: error }, "live events were not written");
    }
  }

  /** Another process wrote a batch: its ids are those between two, in that process's places. */
  private async hear(payload: string): Promise<void> {
    const [origin, first, last] = payload.split(":");
    if (origin === this.origin || first === undefined || last === undefined || this.listeners.size === 0) return;
    try {
      const places = placesOf(nodeOf(BigInt(first)) ?? 0);
      this.tell(
        await this.read("id between $1 and $2 and (id & 4095) between $3 and $4 order by id", [first, last, places.first, places.first + places.count - 1]),
      );
    } catch {
      this.tell("reset");
    }
  }

  private read(where: string, params: readonly unknown[]): Promise<LiveRow[]> {
    return this.parts.db.rows<LiveRow>(
      `select id, kind, object_id as "objectId", version, change, merchant_id as "merchantId" from live_events where ${where}`,
      params,
    );
  }

  private tell(news: readonly LiveRow[] | "reset"): void {
    for (const listener of this.listeners) listener(news);
  }
}

/** Builds the bus of this process and begins to listen. */
export async function makeEventBus(parts: BusParts): Promise<LiveBus> {
  const bus = new Bus(parts);
  await bus.listen();
  return bus;
}
