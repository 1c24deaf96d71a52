// Merchants and phones that never give up: a round is an order, its payment's message, and now and then a payout, which another wallet's
// phone sends (payer.mjs). What got no clear answer is sent again under the same key, and what was acknowledged is kept to be counted at
// the end.
import { ANSWER_MINUTES, Payer } from "./payer.mjs";
import { messageOf } from "./texts.mjs";

const CALL_MS = 8_000;
const AGAIN_MS = 150;
/** While nothing works, rounds do not pile up without end. */
const MOST_ROUNDS = 60;
const PAYOUT_EACH = 3;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export class Load {
  /** What was acknowledged: the caller's name for it, and the id in the answer. */
  orders = new Map();
  messages = new Map();
  payouts = new Map();
  /** TrxIDs of all messages, whatever became of them. */
  sent = new Set();
  /** Every call: when it began and ended (ms of performance.now), and whether it was taken. */
  calls = [];
  /** Answers that nobody should get, whatever was killed. */
  odd = [];
  skipped = 0;
  #stopped = false;
  #rounds = new Set();
  #serial = 0;

  /** @param first where the numbers begin: those of an earlier run stay apart */
  constructor(web, first) {
    this.web = web;
    this.first = first;
  }

  /** @param counts whether it says how long the cluster was away: a call that waits for something to come does not */
  async call(method, path, token, body, headers = {}, counts = true) {
    const began = performance.now();
    let status = 0;
    let answer = null;
    try {
      const response = await fetch(`${this.web}${path}`, {
        method,
        headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      });
      status = response.status;
      answer = await response.json();
    } catch {
      // No answer, or half of one: what became of it is not known.
      status = 0;
    }
    const taken = status >= 200 && status < 300 && answer?.success === true;
    if (counts) this.calls.push({ began, ended: performance.now(), taken });
    return { status, taken, data: answer?.data, code: answer?.error?.code };
  }

  /** As {@link call}, for what must work at once. */
  async good(...args) {
    const { taken, status, code, data } = await this.call(...args);
    if (!taken) throw new Error(`${args[0]} ${args[1]} answered ${status} ${code ?? ""}`);
    return data;
  }

  /** Makes the merchant and the wallet with its phone. */
  async prepare(adminPassword) {
    const { token } = await this.good("POST", "/api/signin", null, { account: "admin", password: adminPassword });
    const { version } = await this.good("GET", "/api/config", token);
    await this.good("PATCH", "/api/config", token, {
      version,
      v1_requests_per_second: 100_000,
      v1_burst: 100_000,
      device_requests_per_second: 100_000,
      payout_answer_minutes: ANSWER_MINUTES,
    });
    this.merchant = (await this.good("POST", "/api/merchants", token, { name: `Storm ${this.first}` })).app_secret;
    // Every order goes to the one wallet whose phone we are: those of an earlier storm are closed.
    const { items } = await this.good("GET", "/api/wallets?size=200", token);
    for (const { id, version: at, enabled } of items) if (enabled) await this.good("POST", `/api/wallets/${id}/disable`, token, { version: at });
    const account = `017${String(this.first % 100_000_000).padStart(8, "0")}`;
    const values = { name: `Storm ${this.first}`, operator: "bkash", wallet_type: "personal", api_type: "app", account, payout: false };
    const wallet = await this.good("POST", "/api/wallets", token, values);
    const bound = await this.good("POST", `/api/wallets/${wallet.id}/bind`, token, { version: wallet.version });
    this.phone = (await this.good("POST", "/device/bind", null, { code: bound.code, device: { name: "Storm" } })).token;
    this.payer = new Payer(this);
    await this.payer.prepare(token, this.first);
    this.calls = [];
  }

  /** Rounds begin by the clock, whatever became of those before. @param rate rounds a second */
  start(rate) {
    this.payer.start();
    this.timer = setInterval(() => {
      if (this.#rounds.size >= MOST_ROUNDS) {
        this.skipped += 1;
        return;
      }
      const round = this.#round().finally(() => this.#rounds.delete(round));
      this.#rounds.add(round);
    }, 1000 / rate);
  }

  /** Ends after the rounds under way. The paying phone goes on until payouts are settled (count.mjs). */
  async stop() {
    clearInterval(this.timer);
    const late = setTimeout(() => (this.#stopped = true), 60_000);
    await Promise.all(this.#rounds);
    clearTimeout(late);
  }

  async #round() {
    this.#serial += 1;
    const serial = this.#serial;
    const name = `storm-${this.first}-${serial}`;
    const customer = `019${String((this.first + serial) % 100_000_000).padStart(8, "0")}`;
    const amount = `${100 + (serial % 20_000)}.${String(serial % 100).padStart(2, "0")}`;
    const order = await this.untilTaken("/v1/payments", this.merchant, { merchant_order_id: name, amount, operator: "bkash", customer }, name);
    if (order === null) return;
    this.orders.set(name, order.id);
    const { trx, text } = messageOf((this.first % 40_000) * 100_000 + serial, { amount, from: customer });
    this.sent.add(trx);
    const stored = await this.untilTaken("/device/sms", this.phone, { sender: "bKash", text });
    if (stored === null) return;
    this.messages.set(trx, stored.items[0]?.id);
    if (serial % PAYOUT_EACH !== 0) return;
    const body = { merchant_order_id: `${name}-out`, amount: "21.00", operator: "bkash", customer };
    const payout = await this.untilTaken("/v1/disburses", this.merchant, body, `${name}-out`);
    if (payout !== null) this.payouts.set(`${name}-out`, payout.id);
  }

  /** A call until it is taken, or is refused for itself. Null: it was not, which is one of the odd answers. */
  async untilTaken(path, token, body, key) {
    while (!this.#stopped) {
      const { taken, status, data, code } = await this.call("POST", path, token, body, key === undefined ? {} : { "idempotency-key": key });
      if (taken) return data;
      // No answer, not now, or the one before is still under way. Anything else is said of the call itself.
      if (!(status === 0 || status >= 502 || status === 429 || code === "idempotency_running")) {
        this.odd.push(`${path}: ${status} ${code}`);
        if (status < 500) return null;
      }
      await sleep(AGAIN_MS);
    }
    this.odd.push(`${path}: no answer for a minute after the last kill`);
    return null;
  }
}
