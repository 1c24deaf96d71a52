/**
 * Calls to operators: known hosts only, bounded in time and size, no redirects, through the wallet's own proxy where it
 * has one. Without a proxy the addresses are looked up, checked and connected to in one step, as notifications do it.
 */
import { isIP, type LookupFunction } from "node:net";
import { Agent, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from "undici";
import { errorWord } from "../outbox/outbound.ts";
import { addressesOf, hostOf, refusedAddresses, systemResolve } from "../outbox/target.ts";

/** One call. `path` is appended to the base address. */
export interface OperatorRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** For the whole call, ms. */
  readonly timeoutMs: number;
}

/** What came back: an answer of any status, or nothing that can be relied on. */
export type OperatorReply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly json: Readonly<Record<string, unknown>> | null;
    }
  /** `code` is a short word for logs and evidence; whether the operator has acted is not known. */
  | { readonly kind: "lost"; readonly code: string };

const CAP_BYTES = 262_144;
const CONNECT_MS = 10_000;
const MAX_DISPATCHERS = 200;
const USER_AGENT = "Floatdesk/1";

/** A refusal of our own, before anything is sent. */
class NotReached extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

function checkedLookup(allowPrivate: boolean): LookupFunction {
  const resolve = systemResolve(allowPrivate);
  return (hostname, options, callback) => {
    void addressesOf(hostname, resolve).then((addresses) => {
      const refused = refusedAddresses(addresses, allowPrivate);
      const usable = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = usable;
      if (refused !== null || first === undefined) callback(new NotReached(refused ?? "unresolvable"), "", 0);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // An answer that has no end is no answer; leaving the loop destroys the stream.
    if (size > CAP_BYTES) throw new NotReached("too_large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function jsonOf(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The client of one process. */
export class OperatorClient {
  private readonly dispatchers = new Map<string, Dispatcher>();
  private readonly direct: Agent;

  constructor(private readonly allowPrivate: boolean) {
    this.direct = new Agent({
      connections: 16,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 4_000,
      connect: { lookup: checkedLookup(allowPrivate), timeout: CONNECT_MS },
    });
  }

  /** Sends a call. Never throws: whatever happens is a reply. */
  async send(request: OperatorRequest, proxy: string | null): Promise<OperatorReply> {
    try {
      const url = new URL(request.url);
      if (url.protocol !== "https:" && !this.allowPrivate) return { kind: "lost", code: "not_https" };
      // A host that is an address never reaches the look-up.
      if (proxy === null && isIP(hostOf(url)) !== 0 && refusedAddresses([hostOf(url)], this.allowPrivate) !== null) return { kind: "lost", code: "private" };
      const answer = await this.dispatcher(proxy).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: {
          "user-agent": USER_AGENT,
          accept: "application/json",
          ...request.headers,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: AbortSignal.timeout(request.timeoutMs),
      });
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value ?? "")]),
      );
      return { kind: "answer", status: answer.statusCode, headers, json: jsonOf(await readBody(answer.body)) };
    } catch (error) {
      return { kind: "lost", code: error instanceof NotReached ? error.code : errorWord(error) };
    }
  }

  private dispatcher(proxy: string | null): Dispatcher {
    if (proxy === null) return this.direct;
    const found = this.dispatchers.get(proxy);
    const made = found ?? this.through(proxy);
    this.dispatchers.delete(proxy);
    this.dispatchers.set(proxy, made);
    if (this.dispatchers.size > MAX_DISPATCHERS) {
      for (const [oldest, idle] of this.dispatchers) {
        this.dispatchers.delete(oldest);
        void idle.close();
        break;
      }
    }
    return made;
  }

  /** The proxy resolves the operator's name; which host that is was decided when the wallet was saved. */
  private through(proxy: string): Dispatcher {
    const url = new URL(proxy);
    const auth = (): string => `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    const connect = { timeout: CONNECT_MS };
    if (url.protocol === "http:" || url.protocol === "https:") {
      const token = url.username === "" ? {} : { token: `Basic ${Buffer.from(auth()).toString("base64")}` };
      return new ProxyAgent({ uri: `${url.protocol}//${url.host}`, proxyTunnel: true, headersTimeout: 0, bodyTimeout: 0, connect, ...token });
    }
    const named = url.username === "" ? {} : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    return new Socks5ProxyAgent(`socks5://${url.host}`, named);
  }

  async close(): Promise<void> {
    const all = [this.direct, ...this.dispatchers.values()];
    this.dispatchers.clear();
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
  }
}

const clients = new WeakMap<object, OperatorClient>();

/** The client of this application. */
export function operatorClient(app: { readonly db: object; readonly env: { readonly webhookAllowPrivate: boolean } }): OperatorClient {
  const found = clients.get(app.db);
  if (found) return found;
  const made = new OperatorClient(app.env.webhookAllowPrivate);
  clients.set(app.db, made);
  return made;
}
