// The phone of the wallet that pays out: it takes a task, sends its money once, says so, and forwards the operator's message about it.
// What it sent is written down here, beside the product, by the reference of the attempt.
import { messageOf } from "./texts.mjs";

const FUNDS_MINOR = 50_000_000n;
const WAIT_SECONDS = 5;
const AGAIN_MS = 150;
/** Where the product never works again a storm ends all the same, and says so, ms. */
const GIVES_UP_MS = 60_000;
/** What the phone says it has sent, and no message confirms, is looked at after so long. A task that it never heard of is unknown after five minutes. */
export const ANSWER_MINUTES = 1;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const text = (minor) => `${(minor / 100n).toLocaleString("en-US")}.${String(minor % 100n).padStart(2, "0")}`;

export class Payer {
  /** Money that really left, by reference of the attempt: how often, and how much in all. */
  sends = new Map();
  /** What the operator says is on the wallet, minor units. */
  balanceMinor = 0n;
  /** Until when it goes on asking; it begins with no end. */
  #until = Number.POSITIVE_INFINITY;
  #stopped = false;
  #work = null;
  #serial = 0;

  /** @param load of which this is a part: its calls, and what is said again until it is taken */
  constructor(load) {
    this.load = load;
  }

  /** Makes the wallet, binds its phone, and puts money on it as the operator does: by a message with a balance. */
  async prepare(token, first) {
    const account = `016${String(first % 100_000_000).padStart(8, "0")}`;
    const values = { name: `Storm pays ${first}`, operator: "bkash", wallet_type: "personal", api_type: "app", account, collect: false, payout: true };
    const wallet = await this.load.good("POST", "/api/wallets", token, values);
    const bound = await this.load.good("POST", `/api/wallets/${wallet.id}/bind`, token, { version: wallet.version });
    this.walletId = wallet.id;
    this.account = account;
    this.first = first;
    this.phone = (await this.load.good("POST", "/device/bind", null, { code: bound.code, device: { name: "Storm pays" } })).token;
    this.balanceMinor = FUNDS_MINOR;
    const funds = messageOf(this.#next(), { amount: text(FUNDS_MINOR), from: "01700000000", balance: text(this.balanceMinor) });
    await this.load.good("POST", "/device/sms", this.phone, { sender: "bKash", text: funds.text });
  }

  /** TrxIDs above those of the payments' messages; all of them have seven digits to the base of 24. */
  #next() {
    this.#serial += 1;
    return 4_010_000_000 + (this.first % 5_000) * 100_000 + this.#serial;
  }

  start() {
    this.#work = this.#run();
  }

  /** Ends when nothing is left to take, or nobody answers for a minute. */
  async stop() {
    this.#stopped = true;
    this.#until = performance.now() + GIVES_UP_MS;
    await this.#work;
  }

  async #run() {
    for (;;) {
      const wait = this.#stopped ? 0 : WAIT_SECONDS;
      const { taken, data } = await this.load.call("GET", `/device/tasks?wait=${wait}`, this.phone, undefined, {}, false);
      if (taken && data !== null) await this.#pay(data);
      else if (taken && this.#stopped) return;
      else if (performance.now() > this.#until) return;
      else if (!taken) await sleep(AGAIN_MS);
    }
  }

  async #pay({ id, amount, customer, reference }) {
    const minor = BigInt(amount.replaceAll(/[.,]/g, ""));
    const before = this.sends.get(reference) ?? { times: 0, minor: 0n };
    this.sends.set(reference, { times: before.times + 1, minor: before.minor + minor });
    this.balanceMinor -= minor;
    const { trx, text: sentence } = messageOf(this.#next(), { amount: text(minor), to: customer, reference, balance: text(this.balanceMinor) });
    await this.load.untilTaken(`/device/tasks/${id}`, this.phone, { result: "sent", trx_id: trx });
    await this.load.untilTaken("/device/sms", this.phone, { sender: "bKash", text: sentence });
  }
}
