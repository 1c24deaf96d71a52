/** A product whose connections to the database can be cut at any statement, beside a steady one on the same database. */
import { pino } from "pino";
import { expect } from "vitest";
import { startProduct, type Product } from "../../src/server/app.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import type { Answer, TestProduct } from "./app.ts";
import { FULL, limitsAgree, send, startTarget, tried } from "./attack.ts";
import { DatabaseWire, type Cut } from "./attack-proxy.ts";
import { MortalProcess } from "./attack-mortal.ts";
import { expectInvariants } from "./invariants.ts";
import { TEST_KEY } from "./key.ts";

const MOST_STATEMENTS = 100;
const MOST_TRIES = 12;

/** A flow: made ready in quiet, called over the shaky wire after `cut`, looked at. */
export interface Flow {
  readonly name: string;
  /** Statements that it has at least; 2: a batch opens, then writes and commits. */
  readonly least?: number;
  run(cut: () => void): Promise<void>;
}

export class ShakyPair {
  private constructor(
    readonly steady: TestProduct,
    private readonly wire: DatabaseWire,
    /** Whose wire is cut. */
    readonly shaky: Product,
  ) {}
  /** Who is asked in its place while a process is swept. */
  private mortal: MortalProcess | null = null;

  /** Starts both. @param prepare what has to be there before the shaky one reads its configuration */
  static async start(prepare?: (steady: TestProduct) => Promise<void>): Promise<ShakyPair> {
    const steady = await startTarget({ ROLE: "api" });
    await prepare?.(steady);
    const wire = await DatabaseWire.open(steady.databaseUrl);
    const shaky = await startProduct({
      env: readEnv({ LIST_BUDGET_MS: "10000", LOG_LEVEL: "silent", ROLE: "api", WEBHOOK_ALLOW_PRIVATE: "1" }),
      appUrl: wire.url,
      secretKey: TEST_KEY,
      log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
      poolMax: 4,
    });
    return new ShakyPair(steady, wire, shaky);
  }

  /** Proves the books and ends both. */
  async stop(): Promise<void> {
    await this.steady.product.jobs.runOnce("seal-audit");
    expect(await this.steady.findings()).toEqual([]);
    expect(await limitsAgree(this.steady.product)).toEqual([]);
    await expectInvariants(this.steady.product);
    await this.mortal?.remove();
    await this.shaky.stop();
    await this.wire.close();
    await this.steady.stop();
  }

  /** One call over the shaky product, repeated like a client does until it is told how it ended. */
  async insist(method: "GET" | "POST", url: string, token: string, body: unknown, key: string | null): Promise<Answer> {
    const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
    for (let tries = 1; ; tries += 1) {
      const answer = this.mortal
        ? await this.mortal.ask(method, url, token, body, headers)
        : await send(this.shaky, { method, url, token, ...(body === undefined ? {} : { payload: body as object }), headers });
      if (answer.status < 500 && answer.json?.error?.code !== "idempotency_running")
        return {
          ...answer,
          success: answer.json?.success ?? false,
          data: answer.json?.data as Record<string, unknown>,
          error: answer.json?.error as Answer["error"],
        };
      if (answer.status >= 500) expect([answer.status, answer.json?.error?.code, answer.headers["retry-after"]]).toEqual([503, "not_ready", "1"]);
      if (tries === MOST_TRIES) throw new Error(`${url} still answers ${answer.text}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  /** Cuts the wire at each statement of a flow, one after the other, until it has no more. */
  sweep(when: Cut["when"], flow: Flow): Promise<void> {
    return this.sweepOver(this.wire, when, flow);
  }

  /** As {@link sweep}, with a process of its own behind the wire that dies at the statement: nothing of it cleans up or tries again. */
  async sweepKilling(when: Cut["when"], flow: Flow): Promise<void> {
    this.mortal ??= await MortalProcess.start(this.steady);
    try {
      const { mortal } = this;
      await this.sweepOver(mortal.wire, when, flow, () => mortal.revive());
    } finally {
      await this.mortal.remove();
      this.mortal = null;
    }
  }

  /** @param revive whoever was ended by the cut is there again after it, before the next one is armed */
  private async sweepOver(wire: DatabaseWire, when: Cut["when"], flow: Flow, revive?: () => Promise<void>): Promise<void> {
    for (let at = 1; at <= MOST_STATEMENTS; at += 1) {
      tried("K1");
      await flow.run(() => wire.arm({ at, when }));
      const isCut = await wire.disarm();
      await revive?.();
      if (!isCut) {
        // The flow has fewer statements than this: all of them have been tried. A batch has two: it opens, and it writes and commits.
        expect(at).toBeGreaterThan(flow.least ?? 2);
        return;
      }
    }
    throw new Error(`more than ${MOST_STATEMENTS} statements`);
  }
}

/** Every flow, cut before and after each statement. @param half of them alone outside of the whole count: one way for each flow, by turns */
export const cuts = (flows: readonly Flow[], half = false): (readonly [Cut["when"], string, Flow])[] =>
  flows
    .flatMap((flow, at) => (["before", "after"] as const).map((when, turn) => ({ when, flow, now: !half || FULL || (at + turn) % 2 === 0 })))
    .filter(({ now }) => now)
    .map(({ when, flow }) => [when, flow.name, flow] as const);
