/** The open event streams of this process: what each may see, until its session ends. */
import type { ServerResponse } from "node:http";
import type { App } from "../context.ts";
import { idAt } from "../db/ids.ts";
import { readRights, RIGHTS_COLUMNS, sameRights, type RightsRow } from "../rights.ts";
import { isLiveBus, type LiveBus } from "./bus.ts";
import { ANY_OBJECT, eventBlock, resetBlock, visible, type LiveRow, type Watcher } from "./view.ts";

const PING_MS = 15_000;
/** Sessions of all streams are looked at this often, ms, with one statement. */
const CHECK_MS = 500;
/** When the server stops, streams are told to come again after this, ms, and up to so much more. */
const COME_AGAIN_MS = 100;
const SPREAD_MS = 1_000;
/** A client that has not read this much is told to read again later instead, bytes. */
const MAX_UNREAD = 262_144;
/** Streams of one user. */
export const MAX_STREAMS = 10;
/** A client that comes for the first time gets the last moments again: it may have read its page just before. */
const FIRST_MS = 3_000;

interface Stream extends Watcher {
  readonly userId: bigint;
  readonly sessionId: bigint;
  readonly response: ServerResponse;
  /** It reads too slowly: nothing is sent until it has caught up. */
  lagging: boolean;
  /** While older events are fetched, newer ones wait here. */
  held: LiveRow[] | null;
}
interface LiveSession extends RightsRow {
  id: bigint;
  merchant_id: bigint | null;
}

/** All streams of one application. */
export class Streams {
  private readonly open = new Set<Stream>();
  private readonly leave: () => void;
  private readonly timers: NodeJS.Timeout[];
  private checking = false;
  private closed = false;

  constructor(
    private readonly app: App,
    private readonly bus: LiveBus,
  ) {
    this.leave = bus.subscribe((news) => this.take(news));
    this.timers = [setInterval(() => this.ping(), PING_MS), setInterval(() => void this.check(), CHECK_MS)];
    for (const timer of this.timers) timer.unref();
  }

  /** How many streams are open. */
  get size(): number {
    return this.open.size;
  }

  /** How many streams a user has open. */
  countOf(userId: bigint): number {
    let count = 0;
    for (const stream of this.open) if (stream.userId === userId) count += 1;
    return count;
  }

  /** Serves a stream until the client leaves or its session ends. The headers have been written. */
  async serve(response: ServerResponse, watcher: Watcher & { userId: bigint; sessionId: bigint }, lastEventId: string | null): Promise<void> {
    if (this.closed) return void response.end(`retry: ${COME_AGAIN_MS}\n\n`);
    const stream: Stream = { ...watcher, response, lagging: false, held: [] };
    this.open.add(stream);
    response.on("close", () => this.open.delete(stream));
    response.on("drain", () => this.caughtUp(stream));
    response.on("error", () => this.open.delete(stream));
    const now = this.app.now();
    const first = lastEventId === null;
    const from = first ? idAt(now - FIRST_MS) : /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : null;
    // Says where to resume even before the first event.
    response.write(`retry: 1000\nid: ${idAt(now)}\n\n`);
    const missed = from === null ? null : await this.bus.since(from).catch(() => null);
    const held = stream.held ?? [];
    stream.held = null;
    if (missed === null) response.write(resetBlock(idAt(now)));
    const known = new Set((missed ?? []).map((row) => row.id));
    this.send(stream, [...(missed ?? []), ...held.filter((row) => !known.has(row.id))], new Map());
  }

  /** Ends all streams and stops looking. */
  close(): void {
    this.closed = true;
    this.leave();
    for (const timer of this.timers) clearInterval(timer);
    // Spread, so that they do not all come to the next server in one moment.
    for (const stream of this.open) stream.response.end(`: this server stops; come again\nretry: ${COME_AGAIN_MS + Math.floor(Math.random() * SPREAD_MS)}\n\n`);
    this.open.clear();
  }

  private take(news: readonly LiveRow[] | "reset"): void {
    if (this.open.size === 0) return;
    // Somebody's rights may be others now: his streams end before the next look is due.
    if (news !== "reset" && news.some((row) => row.kind === "users")) void this.check();
    const blocks = new Map<bigint, string>();
    for (const stream of this.open) {
      if (news === "reset") this.write(stream, resetBlock(idAt(this.app.now())));
      else if (stream.held) stream.held.push(...news);
      else this.send(stream, news, blocks);
    }
  }

  private send(stream: Stream, rows: readonly LiveRow[], blocks: Map<bigint, string>): void {
    let text = "";
    const kinds = new Set<string>();
    for (const row of rows) {
      if (!visible(stream, row)) continue;
      if (row.objectId === ANY_OBJECT && kinds.size === kinds.add(row.kind).size) continue; // "any of this kind" once
      let block = blocks.get(row.id);
      if (block === undefined) blocks.set(row.id, (block = eventBlock(this.app.publicIds, row)));
      text += block;
    }
    if (text !== "") this.write(stream, text);
  }

  private write(stream: Stream, text: string): void {
    if (stream.lagging) return;
    if (stream.response.writableLength > MAX_UNREAD) stream.lagging = true;
    else stream.response.write(text);
  }

  private caughtUp(stream: Stream): void {
    if (!stream.lagging) return;
    stream.lagging = false;
    stream.response.write(resetBlock(idAt(this.app.now())));
  }

  private ping(): void {
    for (const stream of this.open) this.write(stream, ": ping\n\n");
  }

  /** Ends the streams whose session has ended or whose user's rights have changed; a new connection shows the new ones. */
  private async check(): Promise<void> {
    if (this.checking || this.open.size === 0) return;
    this.checking = true;
    try {
      // Those that are open now: of one that comes while the database answers nothing was asked.
      const asked = [...this.open];
      const live = new Map((await this.sessions([...new Set(asked.map((stream) => stream.sessionId))])).map((row) => [row.id, row]));
      for (const stream of asked) {
        const session = live.get(stream.sessionId);
        if (session && session.user_type === stream.userType && session.merchant_id === stream.merchantId && sameRights(readRights(session), stream.rights))
          continue;
        this.open.delete(stream);
        stream.response.end();
      }
    } catch (error) {
      this.app.log.warn({ err: error }, "sessions of live streams could not be checked");
    } finally {
      this.checking = false;
    }
  }

  private sessions(ids: readonly bigint[]): Promise<LiveSession[]> {
    const now = this.app.now();
    const { session_idle_minutes: idle, session_absolute_hours: hours } = this.app.config.current;
    return this.app.db.rows<LiveSession>(
      `select s.id, ${RIGHTS_COLUMNS}, u.merchant_id from sessions s join users u on u.id = s.user_id left join merchants m on m.id = u.merchant_id
       where s.id = any ($1) and s.ended_at is null and s.last_act_at > $2 and s.id > $3 and u.enabled and u.deleted_at is null and m.deleted_at is null`,
      [ids, new Date(now - idle * 60_000), idAt(now - hours * 3_600_000)],
      "live_sessions",
    );
  }
}

const all = new WeakMap<App, Streams>();

/** How many streams are open; 0 where nobody has asked for one. */
export const openStreams = (app: App): number => all.get(app)?.size ?? 0;

/** The streams of an application; null where its bus is none of a running server. */
export function streamsOf(app: App): Streams | null {
  const found = all.get(app);
  if (found) return found;
  if (!isLiveBus(app.events)) return null;
  const made = new Streams(app, app.events);
  all.set(app, made);
  return made;
}
