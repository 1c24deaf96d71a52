/**
 * Traces: a span for each request, batch, job and notification, and under it one for each statement. Nothing of this runs, and
 * nothing is paid for, until {@link startTracing}; values, bodies and addresses are in no span.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** What a span tells beside its name and its times. */
export type Attributes = Readonly<Record<string, string | number>>;
/** OTLP's numbers. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;

/** Where a span stands: what its children and other systems need of it. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
}
/** A span that has ended. */
export interface EndedSpan extends Place {
  readonly parentId: string | null;
  readonly links: readonly Place[];
  readonly name: string;
  readonly kind: number;
  /** Ms since 1970, with fractions. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}
/** Takes spans that ended. Must return at once and never throw. */
export type Export = (span: EndedSpan) => void;

interface Beginning {
  readonly name: string;
  readonly kind?: keyof typeof KINDS;
  readonly parent: Place | null;
  readonly links?: readonly Place[];
}

const nowMs = (): number => performance.timeOrigin + performance.now();

/** A span under way. */
export class Span implements Place {
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString("hex");
  private readonly fromMs = nowMs();

  constructor(
    private readonly beginning: Beginning,
    private readonly send: Export,
  ) {
    this.traceId = beginning.parent?.traceId ?? randomBytes(16).toString("hex");
  }

  /** As the header `traceparent` names it (W3C). */
  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-01`;
  }

  /** @param name where the one that it began with was not the last word */
  end(attributes: Attributes, hasFailed: boolean, name = this.beginning.name): void {
    const { kind, parent, links } = this.beginning;
    this.send({
      traceId: this.traceId,
      spanId: this.spanId,
      parentId: parent?.spanId ?? null,
      links: links ?? [],
      name,
      kind: KINDS[kind ?? "internal"],
      fromMs: this.fromMs,
      toMs: nowMs(),
      attributes,
      hasFailed,
    });
  }
}

interface Tracing {
  readonly send: Export;
  readonly spans: AsyncLocalStorage<Span>;
}
let tracing: Tracing | null = null;

/** Begins to trace in this process. */
export function startTracing(send: Export): void {
  tracing = { send, spans: new AsyncLocalStorage() };
}

/** Ends it. */
export function stopTracing(): void {
  tracing = null;
}

/** Reads a `traceparent`; null where there is none, it is malformed, or its sender does not trace this. */
export function placeOf(header: unknown): Place | null {
  const [, traceId, spanId] = (typeof header === "string" && /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]?[13579bdf]$/.exec(header)) || [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : null;
}

/** The span that the running code belongs to. */
export function currentSpan(): Span | null {
  return tracing?.spans.getStore() ?? null;
}

/** Begins a span; null while nothing is traced. Without a parent it begins a trace. */
export function beginSpan(beginning: Beginning): Span | null {
  return tracing === null ? null : new Span(beginning, tracing.send);
}

/** Runs `work` as part of a span. */
export function within<T>(span: Span, work: () => T): T {
  return tracing === null ? work() : tracing.spans.run(span, work);
}

/** Runs `work` in a span of its own. @param attributes of what it answered */
export async function inSpan<T>(beginning: Beginning, work: (span: Span | null) => Promise<T>, attributes: (value: T) => Attributes = () => ({})): Promise<T> {
  const span = beginSpan(beginning);
  if (span === null) return work(null);
  try {
    const value = await within(span, () => work(span));
    span.end(attributes(value), false);
    return value;
  } catch (error) {
    span.end({ "error.type": error instanceof Error ? error.name : typeof error }, true);
    throw error;
  }
}

/** What a statement without a name does, without its values: `select payments`. */
function summaryOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update|join)\s+([a-z_]+)/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}

/** Runs a statement, in a span where it is part of one. @param name of the prepared statement, where it has one */
export function tracedStatement<T>(sql: string, name: string | undefined, run: () => Promise<T>): Promise<T> {
  if (tracing === null) return run();
  const parent = currentSpan();
  if (parent === null) return run();
  const summary = name ?? summaryOf(sql);
  const span = beginSpan({ name: summary, kind: "client", parent });
  return run().then(
    (value) => {
      span?.end({ "db.system.name": "postgresql", "db.query.summary": summary }, false);
      return value;
    },
    (error: unknown) => {
      const { code } = (error ?? {}) as { code?: unknown };
      span?.end(
        { "db.system.name": "postgresql", "db.query.summary": summary, ...(typeof code === "string" ? { "db.response.status_code": code } : {}) },
        true,
      );
      throw error;
    },
  );
}
