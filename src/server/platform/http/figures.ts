/**
 * Figures that the database knows, for /metrics: read when somebody asks for them, at most every few seconds, each within a bound.
 * One that cannot be read is left out and counted, so that it is missed instead of believed.
 */
import { Gauge, Registry } from "prom-client";
import type { App } from "../context.ts";
import type { Queryable } from "../db/pool.ts";
import { figureFailed } from "./observe.ts";

/** What was read is used again for this long, ms: any number of scrapers cost the database the same. */
const KEPT_MS = 10_000;
/** A statement for a figure, ms; and what a scrape waits for all of them, ms. */
const STATEMENT_MS = 1_500;
const SCRAPE_MS = 3_000;

/** One value of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metrics that are read together. */
export interface Figure {
  /** As `floatdesk_metrics_failures_total` names it. */
  readonly name: string;
  /** The metrics by name, with what they say and their labels. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly labels?: readonly string[] }>>;
  /** Reads all of them within a read-only transaction. What is left out has no value now. */
  read(app: App, tx: Queryable): Promise<Readonly<Record<string, readonly Sample[]>>>;
}

/** The figures of one product. */
export class Figures {
  readonly registry = new Registry();
  private readonly gauges = new Map<string, Gauge>();
  private readAt = Number.NEGATIVE_INFINITY;
  private reading = Promise.resolve();
  private readonly underWay = new Set<string>();

  constructor(
    private readonly app: App,
    private readonly figures: readonly Figure[],
  ) {
    for (const figure of figures)
      for (const [name, { help, labels }] of Object.entries(figure.gauges))
        this.gauges.set(name, new Gauge({ name, help, labelNames: [...(labels ?? [])], registers: [this.registry] }));
    this.forgetAll();
  }

  /** Brings the figures up to date where they are not, and gives up waiting after a while. Never throws. */
  refresh(): Promise<void> {
    if (performance.now() - this.readAt >= KEPT_MS) {
      this.readAt = performance.now();
      this.reading = this.readAll();
    }
    // Who comes meanwhile waits for the same.
    return this.reading;
  }

  private async readAll(): Promise<void> {
    const late = new Promise<void>((done) => setTimeout(done, SCRAPE_MS).unref());
    const reads = this.figures.map((figure) => this.refreshOne(figure));
    await Promise.race([Promise.all(reads), late]);
    for (const figure of this.figures) if (this.underWay.has(figure.name)) this.fail(figure, null);
  }

  private async refreshOne(figure: Figure): Promise<void> {
    // Still stuck from before: not once more beside it.
    if (this.underWay.has(figure.name)) return;
    this.underWay.add(figure.name);
    try {
      const samples = await this.app.db.tx(async (tx) => {
        await tx.run(`set local transaction_read_only = on`);
        await tx.run(`set local statement_timeout = ${STATEMENT_MS}`);
        return figure.read(this.app, tx);
      });
      this.forget(figure);
      for (const [name, values] of Object.entries(samples)) for (const { labels, value } of values) this.gauges.get(name)?.set({ ...labels }, value);
    } catch (error) {
      this.fail(figure, error);
    } finally {
      this.underWay.delete(figure.name);
    }
  }

  private fail(figure: Figure, error: unknown): void {
    this.forget(figure);
    figureFailed(figure.name);
    this.app.log.warn({ ...(error === null ? {} : { err: error }), reason: figure.name }, "figures for /metrics could not be read");
  }

  private forgetAll(): void {
    for (const figure of this.figures) this.forget(figure);
  }

  /** A gauge without labels would say 0 after a reset alone. */
  private forget(figure: Figure): void {
    for (const name of Object.keys(figure.gauges)) {
      const gauge = this.gauges.get(name);
      gauge?.reset();
      if (!figure.gauges[name]?.labels) gauge?.remove();
    }
  }
}
