/**
 * Sends spans to a collector, as OTLP over HTTP in JSON. Beside the work, never in its way: a queue of bounded length, one call at a
 * time, nothing repeated; what cannot be sent is dropped and counted.
 */
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { registry } from "../http/observe.ts";
import type { Attributes, EndedSpan } from "./tracing.ts";

/** Spans that wait at most; those of one call; how long one is waited for, ms; and how a call that is stuck ends, ms. */
const MOST_WAITING = 4_096;
const AT_ONCE = 512;
const GATHER_MS = 1_000;
const CALL_MS = 5_000;
/** A collector that is away is said to be so this often, ms. */
const SAID_EACH_MS = 60_000;

const counted = new Counter({
  name: "floatdesk_trace_spans_total",
  help: "Spans of traces by what became of them: sent, or dropped because the collector was away or too slow",
  labelNames: ["result"],
  registers: [registry],
});

const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
const attributesOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));

/** A span as OTLP writes it. */
const spanOf = (span: EndedSpan): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  ...(span.links.length === 0 ? {} : { links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })) }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanos(span.fromMs),
  endTimeUnixNano: nanos(span.toMs),
  attributes: attributesOf(span.attributes),
  status: span.hasFailed ? { code: 2 } : {},
});

/** Where spans go. */
export interface ExporterOptions {
  /** As `OTEL_EXPORTER_OTLP_ENDPOINT` has it: `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly role: string;
  readonly log: Logger;
}

/** The exporter of this process. */
export class OtlpExporter {
  private queue: EndedSpan[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private saidAt = Number.NEGATIVE_INFINITY;
  private readonly resource: object;

  constructor(private readonly options: ExporterOptions) {
    this.resource = { attributes: attributesOf({ "service.name": "floatdesk", "service.instance.id": String(process.pid), "floatdesk.role": options.role }) };
  }

  /** Takes a span. */
  readonly take = (span: EndedSpan): void => {
    if (this.queue.length >= MOST_WAITING) {
      counted.inc({ result: "dropped" });
      return;
    }
    this.queue.push(span);
    if (this.queue.length >= AT_ONCE) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  };

  /** Sends what waits, as far as the collector takes it. Never throws. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.queue.length > 0) {
      const spans = this.queue.splice(0, AT_ONCE);
      const isSent = await this.send(spans);
      counted.inc({ result: isSent ? "sent" : "dropped" }, spans.length);
      // The next ones would fare no better.
      if (!isSent) return;
    }
  }

  private async send(spans: readonly EndedSpan[]): Promise<boolean> {
    const { endpoint, headers, log } = this.options;
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ resourceSpans: [{ resource: this.resource, scopeSpans: [{ scope: { name: "floatdesk" }, spans: spans.map(spanOf) }] }] }),
        signal: AbortSignal.timeout(CALL_MS),
        redirect: "error",
      });
      await answer.arrayBuffer();
      if (answer.ok) return true;
      this.complain(() => log.warn({ status: answer.status }, "the collector of traces refuses them"));
    } catch (error) {
      this.complain(() => log.warn({ err: error }, "the collector of traces does not answer"));
    }
    return false;
  }

  private complain(say: () => void): void {
    if (performance.now() - this.saidAt < SAID_EACH_MS) return;
    this.saidAt = performance.now();
    say();
  }
}
