/** Sends notifications: one resolution per connection, only to addresses that were checked, no redirects, bounded in time and size. */
import { isIP, type LookupFunction } from "node:net";
import { Pool } from "undici";
import { parseRetryAfter, type Answer } from "./schedule.ts";
import { addressesOf, hostOf, parseTarget, refusedAddresses, systemResolve, type Resolve } from "./target.ts";

export interface OutboundOptions {
  /** Permits private addresses and http: development only. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** For the whole attempt, ms. */
  readonly deadlineMs?: number;
  /** Of the answer's body, bytes. */
  readonly capBytes?: number;
  readonly connectionsPerOrigin?: number;
  /** Origins whose connections are kept. */
  readonly maxOrigins?: number;
}

export interface Outbound {
  /** Posts a body. Never throws: whatever happens is an {@link Answer}. `wholeBody` waits for the body of a success, too. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, wholeBody: boolean, signal?: AbortSignal): Promise<Answer>;
  /** Ends at once what is under way. */
  close(): Promise<void>;
}

/** How notifications introduce themselves. */
export const USER_AGENT = "Floatdesk-Webhooks/1";
const START_BYTES = 200;
/** A success whose body does not end is a success after this long, ms. */
const BODY_GRACE_MS = 2_000;

/** A target that may not be connected to; `code` is what the attempt shows. */
class NotReached extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  UND_ERR_HEADERS_OVERFLOW: "bad_answer",
  ENOTFOUND: "unresolvable",
  private: "private",
  unresolvable: "unresolvable",
};

/** The short word that an attempt shows for a failure. */
export function errorWord(error: unknown): string {
  const { code, name, cause, errors } = error as { code?: unknown; name?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string" && CODES[code]) return CODES[code];
  if (name === "HTTPParserError") return "bad_answer";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  if (typeof code === "string" && (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code) || /CERT/.test(code))) return "tls";
  if (Array.isArray(errors) && errors.length > 0) return errorWord(errors[0]);
  return cause ? errorWord(cause) : "failed";
}

/** The start of a body as it may be stored and shown: no control characters, nothing that is no text. */
export function bodyStart(bytes: Buffer): string | null {
  if (bytes.length === 0) return null;
  // oxlint-disable-next-line no-control-regex -- these are what must not be stored
  return new TextDecoder().decode(bytes.subarray(0, START_BYTES)).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ");
}

/** The addresses a connection may use are looked up, checked and handed over in one step, so that no second answer of the DNS counts. */
function checkedLookup(allowPrivate: boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    void addressesOf(hostname, resolve).then((addresses) => {
      const refused = refusedAddresses(addresses, allowPrivate);
      const usable = addresses.map((address) => ({ address, family: isIP(address) }));
      const first = usable[0];
      if (refused !== null || first === undefined) callback(new NotReached(refused ?? "unresolvable"), "", 0);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

/** Reads at most `cap` bytes; what the target sends beyond them is cut off with the connection. */
async function readBody(body: AsyncIterable<Buffer> & { destroy(error?: Error): unknown }, cap: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    if (size < START_BYTES) parts.push(part.subarray(0, START_BYTES));
    size += part.length;
    if (size > cap) break; // leaving the loop destroys the stream
  }
  return Buffer.concat(parts);
}

class OutboundClient implements Outbound {
  private readonly pools = new Map<string, Pool>();
  private readonly lookup: LookupFunction;
  private readonly deadlineMs: number;
  private readonly capBytes: number;

  constructor(private readonly options: OutboundOptions) {
    this.lookup = checkedLookup(options.allowPrivate, options.resolve ?? systemResolve(options.allowPrivate));
    this.deadlineMs = options.deadlineMs ?? 15_000;
    this.capBytes = options.capBytes ?? 65_536;
  }

  async post(target: string, headers: Readonly<Record<string, string>>, body: string, wholeBody: boolean, signal?: AbortSignal): Promise<Answer> {
    const startedAt = performance.now();
    const ms = (): number => Math.round(performance.now() - startedAt);
    const failed = (error: string): Answer => ({ code: null, ms: ms(), bodyStart: null, error, retryAfterMs: null });
    const url = parseTarget(target, this.options.allowPrivate);
    if (typeof url === "string") return failed(url);
    // A host that is an address never reaches the look-up.
    if (isIP(hostOf(url)) !== 0 && refusedAddresses([hostOf(url)], this.options.allowPrivate) !== null) return failed("private");
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.deadlineMs);
    const stop = (): void => deadline.abort();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const response = await this.poolOf(url.origin).request({ path: url.pathname + url.search, method: "POST", headers, body, signal: deadline.signal });
      const early = { code: response.statusCode, retryAfterMs: parseRetryAfter(String(response.headers["retry-after"] ?? ""), Date.now()) };
      const grace = wholeBody ? null : setTimeout(stop, BODY_GRACE_MS);
      try {
        const start = bodyStart(await readBody(response.body, this.capBytes));
        return { ...early, ms: ms(), bodyStart: start, error: null };
      } catch (error) {
        // The status has come; only the body broke off.
        return { ...early, ms: ms(), bodyStart: null, error: errorWord(error) };
      } finally {
        if (grace) clearTimeout(grace);
      }
    } catch (error) {
      return failed(signal?.aborted === true ? "stopped" : errorWord(error));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Connections per origin; the origin that was used longest ago gives way. */
  private poolOf(origin: string): Pool {
    const found = this.pools.get(origin);
    const pool =
      found ??
      new Pool(origin, {
        connections: this.options.connectionsPerOrigin ?? 8,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: 16_384,
        keepAliveTimeout: 4_000,
        connect: { lookup: this.lookup, timeout: Math.min(10_000, this.deadlineMs), maxCachedSessions: 4 },
      });
    this.pools.delete(origin);
    this.pools.set(origin, pool);
    if (this.pools.size > (this.options.maxOrigins ?? 500)) {
      for (const [oldest, idle] of this.pools) {
        this.pools.delete(oldest);
        void idle.close();
        break;
      }
    }
    return pool;
  }

  async close(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}

/** Builds the client. */
export function makeOutbound(options: OutboundOptions): Outbound {
  return new OutboundClient(options);
}
