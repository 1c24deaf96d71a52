/** Merchants and phones that go on whatever happens to the server: they keep what was acknowledged and repeat what was not. */
import { expect } from "vitest";
import { bkashTrx, next, received } from "./app.ts";
import { until } from "./parts/until.ts";
import type { ServerProcess } from "./attack-server.ts";

export interface Site {
  readonly admin: string;
  readonly merchant: string;
  readonly device: string;
}

/** Makes a merchant and a wallet with a bound phone. */
export async function prepareSite(server: ServerProcess): Promise<Site> {
  const admin = await server.signIn();
  const { version } = await server.good<{ version: number }>("GET", "/api/config", admin);
  await server.good("PATCH", "/api/config", admin, { version, v1_requests_per_second: 100_000, v1_burst: 100_000, device_requests_per_second: 100_000 });
  const merchant = await server.good<{ app_secret: string }>("POST", "/api/merchants", admin, { name: "Steady" });
  const wallet = await server.good<{ id: string; version: number }>("POST", "/api/wallets", admin, {
    name: "Steady",
    operator: "bkash",
    wallet_type: "personal",
    api_type: "app",
    account: `017${String(next()).padStart(8, "0")}`,
  });
  const bound = await server.good<{ code: string }>("POST", `/api/wallets/${wallet.id}/bind`, admin, { version: wallet.version });
  const { token } = await server.good<{ token: string }>("POST", "/device/bind", null, { code: bound.code, device: { name: "Steady" } });
  return { admin, merchant: merchant.app_secret, device: token };
}

interface Acknowledged {
  readonly id: string;
  readonly number: string;
  readonly amount: string;
  readonly payer: string;
}

/** Callers that never give up. One round is an order and its payment's message. With several servers each call goes to all of them at once. */
export class Load {
  /** Orders that were acknowledged, by the merchant's number. */
  readonly orders = new Map<string, Acknowledged>();
  /** Messages that were acknowledged: TrxID to id. */
  readonly messages = new Map<string, string>();
  /** Answers that no caller should get, whatever happened. */
  readonly odd: string[] = [];
  private stopped = false;
  private running: Promise<void>[] = [];
  private cents = 0;

  constructor(
    private readonly servers: () => readonly ServerProcess[],
    private readonly site: Site,
  ) {}

  start(callers: number): void {
    this.running = Array.from({ length: callers }, () => this.caller());
  }

  /** Waits until it has got so much further; a fault in the middle of nothing proves nothing. */
  async progress(steps: number): Promise<void> {
    const from = this.orders.size + this.messages.size;
    await until(() => this.orders.size + this.messages.size >= from + steps || this.odd.length > 0);
  }

  /** Ends after the rounds under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async caller(): Promise<void> {
    while (!this.stopped) {
      const number = `load-${next()}`;
      this.cents += 1;
      const order = {
        merchant_order_id: number,
        amount: `${100 + (this.cents % 40_000)}.${String(this.cents % 100).padStart(2, "0")}`,
        operator: "bkash",
        customer: `019${String(next()).padStart(8, "0")}`,
      };
      const made = await this.untilTaken<{ id: string }>("/v1/payments", this.site.merchant, order, (data) => data.id, { "idempotency-key": number });
      if (!made) return;
      this.orders.set(number, { id: made.id, number, amount: order.amount, payer: order.customer });
      const trx = bkashTrx();
      const text = received({ amount: order.amount, from: order.customer, trx });
      const stored = await this.untilTaken<{ items: { id: string }[] }>(
        "/device/sms",
        this.site.device,
        { sender: "bKash", text },
        (data) => data.items[0]?.id ?? "",
      );
      if (!stored) return;
      this.messages.set(trx, stored.items[0]?.id ?? "");
    }
  }

  /** Repeats while there is no answer, or one that asks to come again. */
  private async untilTaken<T>(path: string, token: string, body: unknown, idOf: (data: T) => string, headers: Record<string, string> = {}): Promise<T | null> {
    for (const giveUpAt = Date.now() + 40_000; Date.now() < giveUpAt; ) {
      const answers = await Promise.all(this.servers().map((server) => server.call<T>("POST", path, token, body, headers)));
      const taken = answers.filter((answer) => answer.status >= 200 && answer.status < 300);
      for (const { status, code } of answers) if (status >= 300 && status !== 503 && code !== "idempotency_running") this.odd.push(`${status} ${code}`);
      if (new Set(taken.map((answer) => idOf(answer.data))).size > 1) this.odd.push(`two objects for one call of ${path}`);
      if (taken[0]) return taken[0].data;
      await new Promise((done) => setTimeout(done, 20));
    }
    this.odd.push("nobody answered for forty seconds");
    return null;
  }
}

function grouped(rows: readonly Record<string, string>[], field: string): Map<string, Record<string, string>[]> {
  const groups = new Map<string, Record<string, string>[]>();
  for (const row of rows) groups.set(row[field] ?? "", [...(groups.get(row[field] ?? "") ?? []), row]);
  return groups;
}

/** Everything that was acknowledged is there, once, completed by its own message; the ledger is sound. */
export async function expectKept(server: ServerProcess, site: Site, load: Load): Promise<void> {
  expect([...new Set(load.odd)], server.said).toEqual([]);
  const admin = await server.signIn();
  const listed = async (list: string): Promise<Record<string, string>[]> => {
    const rows: Record<string, string>[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: Record<string, string>[]; next_cursor: string | null } = await server.good("GET", `/api/${list}?size=200&cursor=${cursor}`, admin);
      rows.push(...page.items);
      cursor = page.next_cursor;
    }
    return rows;
  };
  // A message whose batch was cut off is kept, and taken up again by the server within seconds.
  await until(async () => (await server.good<{ items: unknown[] }>("GET", "/api/sms?status=held&size=10", admin)).items.length === 0);
  const [payments, messages] = [await listed("payments"), await listed("sms")];
  const [byNumber, byTrx] = [grouped(payments, "merchant_order_id"), grouped(messages, "trx_id")];
  expect(new Set([...payments, ...messages].map((row) => row["id"])).size).toBe(payments.length + messages.length);
  for (const order of load.orders.values()) expect(byNumber.get(order.number)?.map((row) => [row["id"], row["amount"]])).toEqual([[order.id, order.amount]]);
  for (const [trx, id] of load.messages) expect(byTrx.get(trx)?.map((row) => [row["id"], row["match_status"]])).toEqual([[id, "matched"]]);
  const paid = payments.filter((row) => row["status"] === "completed");
  expect(paid.length).toBe(byTrx.size);
  const cents = (rows: readonly Record<string, string>[]): bigint =>
    rows.reduce((sum, row) => sum + BigInt((row["received_amount"] ?? "0").replace(".", "")), 0n);
  const { available } = await server.good<{ available: string }>("GET", "/v1/balance", site.merchant);
  expect(BigInt(available.replace(".", ""))).toBe(cents(paid));
  const proof = await server.good<{ ok: boolean; findings: unknown[] }>("POST", "/api/proof", admin, {});
  expect(proof.findings).toEqual([]);
}
