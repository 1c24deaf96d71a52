/** Calls of the product's public interfaces: bounded in number and in time, retried where the product asks for it. */
import type { Envelope, Failure } from "../src/contract/envelope.ts";

/** What came back. `data` is null when `error` is not. */
export interface Answer<T> {
  readonly status: number;
  readonly data: T | null;
  readonly error: Failure["error"] | null;
  readonly headers: Headers;
}

/** The product cannot be reached at all. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 15_000;
const IN_FLIGHT = 32;
const TRIES = 4;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A client with at most so many requests under way. */
export class Http {
  private free = IN_FLIGHT;
  private readonly queue: (() => void)[] = [];

  constructor(readonly base: string) {}

  /**
   * Sends a request and reads the wrapper. 429 and 503 are tried again after the time that the product names.
   * @throws Unreachable when nobody answers, Error when the answer is no wrapper
   */
  async send<T>(call: Call): Promise<Answer<T>> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once<T>(call, tries);
      if (answer === null) continue;
      if ((answer.status !== 429 && answer.status !== 503) || tries >= TRIES) return answer;
      await pause(Math.min(5, Number(answer.headers.get("retry-after") ?? 1)) * 1000);
    }
  }

  private async once<T>(call: Call, tries: number): Promise<Answer<T> | null> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((go) => this.queue.push(go));
    try {
      const response = await fetch(this.base + call.path, {
        method: call.method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(call.headers ? { headers: call.headers } : {}),
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      // The wrapper of every answer is the contract's; what is none fails below.
      const envelope = (await response.json()) as Envelope<T>;
      if (typeof envelope.success !== "boolean") throw new TypeError("no wrapper");
      return {
        status: response.status,
        headers: response.headers,
        data: envelope.success ? envelope.data : null,
        error: envelope.success ? null : envelope.error,
      };
    } catch (error) {
      const why = error instanceof Error ? error : new Error(String(error));
      if (tries < TRIES) {
        await pause(250 * tries);
        return null;
      }
      throw new Unreachable(
        `${call.method} ${call.path.replace(/(hooks\/).*/, "$1…")} failed: ${why.cause instanceof Error ? why.cause.message : why.message}`,
      );
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** An answer that had to be a success. @throws Error that names call and code */
export function expectData<T>(answer: Answer<T>, what: string): T {
  if (answer.error)
    throw new Error(
      `${what}: the product answered ${answer.status} ${answer.error.code}${answer.error.fields ? ` ${JSON.stringify(answer.error.fields)}` : ""}`,
    );
  // Not an error, so the wrapper's data; null is a value that some calls answer.
  return answer.data as T;
}
