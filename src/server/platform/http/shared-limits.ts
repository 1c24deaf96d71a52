/**
 * Rate limits that hold across processes: each process counts in memory, which costs a call nothing, and tells the others a few
 * times a second what it gave away. Over time a limit is exact; what is given within one interval may exceed a burst, and is then
 * missing everywhere until it has come back. A process alone tells nobody.
 */
import { randomBytes } from "node:crypto";
import type { App } from "../context.ts";
import { heldNumbers } from "../db/lease.ts";
import { listen, type Listening } from "../db/listen.ts";
import { RateLimiter } from "./rate.ts";

const CHANNEL = "floatdesk_limits";
/** What was given away is told this often, ms. */
const TELL_EACH_MS = 200;
/** Whether there are others is looked up this often, ms. */
const LOOK_EACH_MS = 5_000;
/** A notification holds less than 8,000 bytes. */
const MOST_SUBJECTS = 80;

type Told = readonly [subject: string, tokens: number];

/** The limiters of an application, by name. */
class SharedLimits {
  private readonly origin = randomBytes(6).toString("hex");
  private readonly limiters = new Map<string, RateLimiter>();
  private readonly given = new Map<string, Map<string, number>>();
  private listening: Promise<Listening> | null = null;
  private hasOthers = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly app: Pick<App, "db" | "log">) {}

  limiter(name: string): RateLimiter {
    const found = this.limiters.get(name);
    if (found) return found;
    const made = new RateLimiter(
      () => performance.now(),
      (subject, tokens) => this.count(name, subject, tokens),
    );
    this.limiters.set(name, made);
    return made;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await (await this.listening)?.stop();
  }

  private count(name: string, subject: string, tokens: number): void {
    let subjects = this.given.get(name);
    if (!subjects) this.given.set(name, (subjects = new Map()));
    subjects.set(subject, (subjects.get(subject) ?? 0) + tokens);
    this.tellSoon();
  }

  private tellSoon(): void {
    if (this.timer === null && !this.closed) this.timer = setTimeout(() => void this.tell(), TELL_EACH_MS).unref();
  }

  private async tell(): Promise<void> {
    try {
      await this.look();
      const given = [...this.given].map(([name, subjects]) => [name, [...subjects]] as const);
      this.given.clear();
      if (!this.hasOthers || this.closed) return;
      this.listening ??= listen(
        this.app.db,
        CHANNEL,
        (payload) => this.hear(payload),
        () => undefined, // what was missed meanwhile only makes a limit looser for a moment
      );
      for (const [name, subjects] of given)
        for (let from = 0; from < subjects.length; from += MOST_SUBJECTS)
          await this.app.db.side.run("select pg_notify($1, $2)", [CHANNEL, JSON.stringify([this.origin, name, subjects.slice(from, from + MOST_SUBJECTS)])]);
    } catch (error) {
      this.app.log.warn({ err: error }, "other processes could not be told what was taken of limits");
    } finally {
      this.timer = null;
      // What was taken while the others were being told.
      if (this.given.size > 0) this.tellSoon();
    }
  }

  private async look(): Promise<void> {
    if (performance.now() - this.lookedAt < LOOK_EACH_MS) return;
    this.lookedAt = performance.now();
    this.hasOthers = (await heldNumbers(this.app.db.side)) > 1;
  }

  private hear(payload: string): void {
    try {
      // Written by tell() of another process of ours.
      const [origin, name, subjects] = JSON.parse(payload) as [string, string, Told[]];
      if (origin === this.origin) return;
      for (const [subject, tokens] of subjects) this.limiters.get(name)?.takenElsewhere(subject, tokens);
    } catch (error) {
      this.app.log.warn({ err: error }, "what another process told of limits could not be read");
    }
  }
}

const all = new WeakMap<object, SharedLimits>();

function limitsOf(app: Pick<App, "db" | "log">): SharedLimits {
  const found = all.get(app.db) ?? new SharedLimits(app);
  all.set(app.db, found);
  return found;
}

/** The limiter of a name: its subjects are the same in every process. */
export function sharedLimiter(app: Pick<App, "db" | "log">, name: string): RateLimiter {
  return limitsOf(app).limiter(name);
}

/** Tells and hears nothing more. */
export async function closeLimits(app: Pick<App, "db" | "log">): Promise<void> {
  await all.get(app.db)?.close();
}
