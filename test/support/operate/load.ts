/** Callers of a product behind a proxy: each call is sent once, and what fails is kept. */
import { request } from "node:https";
import { expect, vi } from "vitest";
import { ADMIN, received } from "../app.ts";

const CALLERS = 4;

/** One call through the proxy, sent once over a connection of its own. */
export function call(port: number, method: string, path: string, token: string | null, body?: unknown): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const sent = request({ host: "127.0.0.1", port, method, path, headers, rejectUnauthorized: false, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text }));
      answer.on("error", fail);
    });
    sent.on("error", fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
async function good<T>(port: number, method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const { status, text } = await call(port, method, path, token, body);
  if (status > 299) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Orders, their messages and lists without a pause, until it is told to end. */
export class Load {
  /** Why calls failed. */
  readonly wrong: string[] = [];
  /** Orders that were begun. */
  count = 0;
  private calling = true;
  private readonly callers: Promise<void>[];

  private constructor(
    private port: number,
    private readonly tokens: { readonly merchant: string; readonly phone: string; readonly person: string },
  ) {
    this.callers = Array.from({ length: CALLERS }, () => this.caller());
  }

  /** Signs in, makes a merchant, a wallet and its phone, and begins. @param port where a proxy takes TLS */
  static async start(port: number): Promise<Load> {
    const { token } = await good<{ token: string }>(port, "POST", "/api/signin", null, ADMIN);
    const merchant = await good<{ app_secret: string }>(port, "POST", "/api/merchants", token, { name: "Under load" });
    const named = { name: "Wallet", operator: "bkash", wallet_type: "personal", api_type: "app", account: "01700000001" };
    const wallet = await good<{ id: string; version: number }>(port, "POST", "/api/wallets", token, named);
    const bound = await good<{ code: string }>(port, "POST", `/api/wallets/${wallet.id}/bind`, token, { version: wallet.version });
    const phone = await good<{ token: string }>(port, "POST", "/device/bind", null, { code: bound.code, device: { name: "Phone" } });
    return new Load(port, { merchant: merchant.app_secret, phone: phone.token, person: token });
  }

  /** From now on calls go to this port. */
  through(port: number): void {
    this.port = port;
  }

  private async caller(): Promise<void> {
    while (this.calling) {
      await this.round((this.count += 1)).catch((error: unknown) => void this.wrong.push(String(error)));
    }
  }

  private async round(index: number): Promise<void> {
    const customer = `017${10_000_000 + index}`;
    const amount = `${100 + (index % 3_000)}.00`;
    const { merchant, phone, person } = this.tokens;
    await good(this.port, "POST", "/v1/payments", merchant, { merchant_order_id: `order-${index}`, amount, operator: "bkash", customer });
    await good(this.port, "POST", "/device/sms", phone, { sender: "bKash", text: received({ amount, from: customer }) });
    await good(this.port, "GET", "/api/payments?size=10", person);
  }

  /** Until so many more have begun. */
  more(orders: number): Promise<void> {
    const wanted = this.count + orders;
    return vi.waitFor(() => expect(this.count).toBeGreaterThan(wanted), { timeout: 120_000, interval: 50 });
  }

  /** Until what is under way has ended. */
  async end(): Promise<void> {
    this.calling = false;
    await Promise.all(this.callers);
  }
}
