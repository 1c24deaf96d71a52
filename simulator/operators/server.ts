/** A loopback HTTP server that answers calls by name, meets faults at the edge of the commit, and keeps what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault, Faults } from "./faults.ts";

/** A call as its handler sees it. */
export interface OperatorCall {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** What the address pattern's groups matched. */
  readonly parts: readonly string[];
  /** The JSON body; an empty object where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The answer's signature is to be wrong. */
  readonly spoilSignature: boolean;
}

/** What a handler answers. `html` is a page for a person. */
export interface OperatorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly html?: string;
}

/** One address. */
export interface OperatorRoute {
  readonly call: string;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** Runs to its end without a pause: that is the operator's commit. */
  handle(call: OperatorCall): OperatorAnswer;
}

/** A call that came in, as tests look at it. */
export interface Asked {
  readonly call: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const MAX_BODY = 262_144;
/** Calls that are kept. */
const KEPT = 5_000;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    // A request of node:http without an encoding yields buffers.
    const bytes = part as Buffer;
    size += bytes.length;
    if (size > MAX_BODY) return null;
    parts.push(bytes);
  }
  const text = Buffer.concat(parts).toString("utf8");
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The server of one operator. */
export class OperatorServer {
  readonly asked: Asked[] = [];
  private server: Server | null = null;
  private base = "";

  constructor(
    private readonly routes: readonly OperatorRoute[],
    private readonly faults: Faults,
  ) {}

  /** Address without a trailing slash, once it listens. */
  get url(): string {
    return this.base;
  }

  /** How often a call came in, faults included. */
  count(call: string): number {
    return this.asked.filter((entry) => entry.call === call).length;
  }

  async listen(port = 0): Promise<void> {
    const server = createServer((request, response) => void this.take(request, response).catch(() => response.destroy()));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    // A TCP server's address is never a path.
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.server) return resolve();
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://operator");
    const body = await bodyOf(request);
    const path = url.pathname.replace(/\/{2,}/g, "/");
    const route = this.routes.find((one) => one.method === request.method && one.path.test(path));
    if (!route) return this.send(response, { status: 404, body: { message: "Not Found" } });
    if (body === null) return this.send(response, { status: 400, body: { message: "Bad Request" } });
    this.asked.push({ call: route.call, path: url.pathname + url.search, headers: request.headers, body });
    if (this.asked.length > KEPT) this.asked.shift();
    const parts = [...(route.path.exec(path) ?? [])].slice(1).map(decodeURIComponent);
    const fault = this.faults.take(route.call);
    const answer = (): OperatorAnswer =>
      route.handle({ headers: request.headers, query: url.searchParams, parts, body, spoilSignature: fault?.kind === "wrong_signature" });
    await this.meet(fault, response, answer);
  }

  private async meet(fault: Fault | null, response: ServerResponse, answer: () => OperatorAnswer): Promise<void> {
    if (fault?.kind === "drop_before") return void response.destroy();
    if (fault?.kind === "status" && fault.after !== true) return this.send(response, { status: fault.status, body: { message: "Service Unavailable" } });
    if (fault?.kind === "body" && fault.after !== true) return this.send(response, { body: fault.body });
    const right = answer();
    if (fault?.kind === "drop_after") return void response.destroy();
    if (fault?.kind === "status") return this.send(response, { status: fault.status, body: { message: "Service Unavailable" } });
    if (fault?.kind === "body") return this.send(response, { body: fault.body });
    if (fault?.kind === "slow") await pause(fault.ms);
    this.send(response, right);
  }

  private send(response: ServerResponse, answer: OperatorAnswer): void {
    if (response.destroyed) return;
    const page = answer.html !== undefined;
    response.writeHead(answer.status ?? 200, { "content-type": page ? "text/html; charset=utf-8" : "application/json", ...answer.headers });
    response.end(page ? answer.html : JSON.stringify(answer.body ?? {}));
  }
}
