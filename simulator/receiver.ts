/** The merchants' end of the notifications: a loopback server that checks each signature and counts. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { webhookBody } from "../src/contract/webhooks.schema.ts";
import type { WebhookType } from "../src/contract/webhooks.ts";

/** One notification, however often it was tried. */
export interface Received {
  readonly webhookId: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly type: WebhookType;
}

const MAX_BODY = 262_144;
const MAX_AGE_S = 300;
/** Notifications that an open-ended run remembers. */
const REMEMBERED = 20_000;

/** True when one of the `v1` signatures over "{id}.{timestamp}.{body}" is right and fresh (Standard Webhooks). */
export function verifies(
  secret: string,
  headers: { readonly id: string; readonly timestamp: string; readonly signature: string },
  body: string,
  nowMs: number,
): boolean {
  if (!/^\d+$/.test(headers.timestamp) || Math.abs(nowMs / 1000 - Number(headers.timestamp)) > MAX_AGE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${headers.id}.${headers.timestamp}.${body}`).digest();
  return headers.signature.split(" ").some((part) => {
    const given = part.startsWith("v1,") ? Buffer.from(part.slice(3), "base64") : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    // A request of node:http without an encoding yields buffers.
    const bytes = part as Buffer;
    length += bytes.length;
    if (length > MAX_BODY) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}

export class Receiver {
  private readonly byId = new Map<string, Received>();
  private readonly listeners = new Set<() => void>();
  private readonly failed = new Set<string>();
  private server: Server | null = null;
  private arrived = 0;
  attempts = 0;
  badSignatures = 0;
  /** Signed, and not what the contract says of any type. */
  badBodies = 0;
  /** Instant of the last one, ms. */
  lastMs = 0;

  /** @param secrets per merchant's key, as shown at its creation */
  constructor(
    private readonly secrets: ReadonlyMap<string, string>,
    private readonly now: () => number,
    private readonly endless: boolean,
  ) {}

  /** Listens on the port if it is free, else on another; answers which. */
  async listen(port: number): Promise<number> {
    const server = createServer((request, response) => void this.take(request, response).catch(() => response.destroy()));
    this.server = server;
    const tryPort = (wanted: number): Promise<boolean> =>
      new Promise((done) => {
        server.once("error", () => done(false));
        server.listen(wanted, "127.0.0.1", () => done(true));
      });
    if (!(await tryPort(port)) && !(await tryPort(0))) throw new Error("no port for the merchants' notifications");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** All notifications so far, each once. */
  all(): Received[] {
    return [...this.byId.values()];
  }

  /** Resolves when the order's notification of this type is in, false after the time. */
  async waitFor(orderId: string, type: WebhookType, ms: number): Promise<boolean> {
    const there = (): boolean => this.all().some((one) => one.orderId === orderId && one.type === type);
    if (there()) return true;
    return new Promise<boolean>((done) => {
      const end = (result: boolean): void => {
        clearTimeout(timer);
        this.listeners.delete(check);
        done(result);
      };
      const check = (): void => {
        if (there()) end(true);
      };
      const timer = setTimeout(() => end(false), ms);
      this.listeners.add(check);
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const merchant = /^\/hooks\/([a-z]+)$/.exec(request.url ?? "")?.[1] ?? "";
    const secret = this.secrets.get(merchant);
    if (body === null || secret === undefined || request.method !== "POST") return void response.writeHead(404).end();
    const header = (name: string): string => String(request.headers[name] ?? "");
    const id = header("webhook-id");
    this.attempts += 1;
    this.lastMs = this.now();
    if (!verifies(secret, { id, timestamp: header("webhook-timestamp"), signature: header("webhook-signature") }, body, this.now())) {
      this.badSignatures += 1;
      return void response.writeHead(401).end();
    }
    this.arrived += 1;
    // Now and then a merchant's server is down for a moment, or loses its own answer: both lead to another try.
    const fails = this.arrived % 43 === 7 && !this.failed.has(id);
    const losesAnswer = this.arrived % 71 === 11 && !this.failed.has(id);
    if (fails || losesAnswer) this.failed.add(id);
    if (!fails) this.keep(id, merchant, body);
    response.writeHead(fails ? 503 : losesAnswer ? 500 : 200).end(fails || losesAnswer ? "" : "ok");
  }

  private keep(id: string, merchant: string, body: string): void {
    const said = webhookBody.safeParse(JSON.parse(body));
    if (!said.success) return void (this.badBodies += 1);
    const { type, data } = said.data;
    this.byId.set(id, { webhookId: id, merchant, orderId: String(data["id"] ?? ""), type });
    const [oldest] = this.byId.keys();
    if (this.endless && this.byId.size > REMEMBERED && oldest !== undefined) this.byId.delete(oldest);
    for (const listener of this.listeners) listener();
  }
}
