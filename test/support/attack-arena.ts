/** Two processes on one database, one merchant and wallets for races: every caller may come to either process. */
import { expect } from "vitest";
import type { Product } from "../../src/server/app.ts";
import { bkashTrx, next, received, type TestMerchant, type TestProduct, type TestWallet } from "./app.ts";
import { configure, limitsAgree, send, startBeside, startTarget, together, type Raw } from "./attack.ts";
import { expectInvariants } from "./invariants.ts";

/** One caller's call. */
export interface Move {
  readonly name: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
  readonly key?: string;
}
export interface Outcome extends Raw {
  readonly name: string;
  readonly good: boolean;
  readonly code: string;
}

export class Arena {
  private constructor(
    readonly product: TestProduct,
    readonly beside: Product,
    readonly merchant: TestMerchant,
  ) {}

  /** Starts both; jobs run in none of them, so that nothing moves but the callers. */
  static async open(): Promise<Arena> {
    const product = await startTarget({ ROLE: "api" });
    const beside = await startBeside(product, { ROLE: "api" });
    return new Arena(product, beside, await product.merchant({ payment_fee: { rate_bps: 100, fixed: "1.00" } }));
  }

  async close(): Promise<void> {
    await this.expectSound();
    await expectInvariants(this.product.product);
    await this.beside.stop();
    await this.product.stop();
  }

  /** The ledger integrity check, and the wallets' counters. */
  async expectSound(): Promise<void> {
    await this.product.product.jobs.runOnce("seal-audit");
    expect(await this.product.findings()).toEqual([]);
    expect(await limitsAgree(this.product.product)).toEqual([]);
  }

  /**
   * All moves at once, by turns to the one and the other process. Whatever they meet, none of them is a failure of ours.
   * @param first the moves that are ahead of the others, and by how many milliseconds
   */
  async race(moves: readonly Move[], first?: { readonly name: string | undefined; readonly headMs: number }): Promise<Outcome[]> {
    await this.product.phonesSpeak();
    return together(
      moves.map((move, index) => () => this.alone(move, index % 2 === 0 ? this.product.product : this.beside)),
      next(),
      (index) => (first?.name === undefined || moves[index]?.name === first.name ? 0 : first.headMs),
    );
  }

  /** One move, and nothing beside it: no phone speaks, whose word would be a change of its own. */
  async alone(move: Move, at: Pick<Product, "http"> = this.product.product): Promise<Outcome> {
    const raw = await send(at, {
      method: move.method ?? "POST",
      url: move.url,
      token: move.token,
      ...(move.method === "GET" ? {} : { payload: (move.body ?? {}) as object }),
      headers: move.key === undefined ? {} : { "idempotency-key": move.key },
    });
    if (raw.status >= 500) throw new Error(`${move.name} answered ${raw.status}: ${raw.text.slice(0, 300)}`);
    return { ...raw, name: move.name, good: raw.json?.success === true, code: raw.json?.error?.code ?? "" };
  }

  /** Changes parameters, and waits until both processes go by them: each looks for them only about once a second. */
  async configure(values: Record<string, unknown>): Promise<void> {
    await configure(this.product, values);
    await Promise.all([this.product.product.app.config.reload(), this.beside.app.config.reload()]);
  }

  /** An order of its own payer, and of an amount of its own among thousands, below what wants a second approval. */
  async order(values: Record<string, unknown> = {}): Promise<{ id: string; amount: string; customer: string; account: string }> {
    const serial = next();
    const [amount, customer] = [String(values["amount"] ?? `${300 + (serial % 9_000)}.00`), `0194${String(serial).padStart(7, "0")}`];
    const made = await this.product.pay(this.merchant, { amount, customer, ...values });
    if (made.status !== 201) throw new Error(`no order: ${made.text}`);
    return { id: made.data.id, amount, customer, account: made.data.receiving_account };
  }

  /** An order in review over a message of another amount, which waits in suspense. */
  async review(
    wallets: readonly TestWallet[],
  ): Promise<{ id: string; customer: string; amount: string; version: number; sms: string; trx: string; wallet: TestWallet }> {
    const order = await this.order();
    const wallet = wallets.find((one) => one.account === order.account);
    if (!wallet) throw new Error("the order went elsewhere");
    const trx = bkashTrx();
    await this.product.good("POST", `/v1/payments/${order.id}/trx`, this.merchant.secret, { trx_id: trx });
    const sms = await this.product.sms(wallet, received({ amount: "150.00", from: order.customer, trx }));
    const { status, version } = await this.detail(order.id);
    expect(status).toBe("review");
    return { ...order, version, sms: sms.data.items[0]?.id ?? "", trx, wallet };
  }

  detail(id: string): Promise<{
    status: string;
    version: number;
    trx_id: string | null;
    received_amount: string | null;
    entries: { kind: string; account: string }[];
    deliveries: { type: string }[];
    timeline: { kind: string }[];
  }> {
    return this.product.good("GET", `/api/payments/${id}`);
  }

  /** Messages with a TrxID. */
  async messages(trx: string): Promise<{ id: string; match_status: string; payment_id: string | null; reasons: string[]; version: number }[]> {
    return (
      await this.product.good<{ items: { id: string; match_status: string; payment_id: string | null; reasons: string[]; version: number }[] }>(
        "GET",
        `/api/sms?q=${trx}`,
      )
    ).items;
  }
}

/** So many calls of one kind. */
export const many = (count: number, move: (index: number) => Move): Move[] => Array.from({ length: count }, (_unused, index) => move(index));
/** Names of the moves that succeeded. */
export const winners = (outcomes: readonly Outcome[]): string[] => outcomes.filter((one) => one.good).map((one) => one.name);
