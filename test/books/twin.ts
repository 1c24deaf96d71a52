/** One of two products that live through the same histories: orders and messages go the batched way here and the plain way there. */
import { readOf, type OpenedJson } from "../../src/server/core/posting/batch/read.ts";
import { postBatch } from "../../src/server/core/posting/batch/post.ts";
import { postPlainly, takeUpPlainly } from "../../src/server/core/posting/plain/post.ts";
import { byTime, type Incoming } from "../../src/server/core/posting/facts.ts";
import { PaymentAcceptance } from "../../src/server/core/acceptance/acceptance.ts";
import { contentHash, type AcceptanceAnswer, type PaymentOrder, type StoredPayment } from "../../src/server/core/acceptance/payment-order.ts";
import { acceptPlainly } from "../../src/server/core/acceptance/plain.ts";
import { StoredAnswer } from "../../src/server/platform/answer.ts";
import type { App } from "../../src/server/platform/context.ts";
import { IdMinter } from "../../src/server/platform/db/ids.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { Refused } from "../../src/server/platform/refusal.ts";
import { TestProduct } from "../support/app.ts";
import { incoming, type SimulatedSms } from "../support/simulated-sms.ts";

/** What both products are told; `wallet` counts the wallets from 0. */
export type TwinSms = Omit<SimulatedSms, "walletId" | "operator" | "walletType"> & { readonly wallet: number };
export type TwinOrder = Pick<PaymentOrder, "merchantOrderId" | "amountMinor" | "customer"> & { readonly key: string | null };

/** The clock of the histories, ms. */
export interface HistoryClock {
  ms: number;
}

/** Ids of the histories come from a node of their own: the product's acts mint theirs by the real clock. */
const NODE = 7;

const bodyOf = (order: StoredPayment): unknown => ({ number: order.merchantOrderId, amount: order.amountMinor.toString(), status: order.status });

/** One product and its wallets. */
export abstract class Twin {
  wallets: { readonly id: bigint }[] = [];
  private opened = 0;
  merchant!: { readonly key: bigint; readonly secret: string };
  protected readonly app: App;
  readonly owner: Db;

  protected constructor(
    readonly product: TestProduct,
    clock: HistoryClock,
  ) {
    const now = (): number => clock.ms;
    this.app = { ...product.product.app, now, ids: new IdMinter(now, NODE) };
    this.owner = new Db({ url: product.ownerUrl, max: 2 });
  }

  /** Accepts orders that come at once; answers what each was told. */
  abstract accept(orders: readonly TwinOrder[]): Promise<string[]>;
  /** Takes messages that come at once, and what waits on their wallets. */
  abstract deliver(messages: readonly TwinSms[]): Promise<string[]>;
  /** Takes up what waits on all wallets. */
  abstract takeUp(): Promise<void>;

  /** Changes the configuration. */
  async configure(values: Record<string, unknown>): Promise<void> {
    const { version } = await this.product.good<{ version: number }>("GET", "/api/config");
    await this.product.good("PATCH", "/api/config", this.product.admin, { version, ...values });
  }

  /** The merchant of all orders. */
  async begin(): Promise<void> {
    await this.configure({ one_person: true, manual_complete_threshold: "99999999.00" });
    const merchant = await this.product.merchant({ name: "Histories", notify_url: "https://merchant.test/hook" });
    this.merchant = { key: this.app.publicIds.decode("merchant", merchant.id) as bigint, secret: merchant.secret };
  }

  /** New wallets, and those before take no more orders. @param limitsOf the limits of each */
  async open(count: number, limitsOf: (index: number) => Record<string, unknown>): Promise<void> {
    await this.owner.run("update wallets set enabled = false");
    this.wallets = [];
    for (let index = 0; index < count; index += 1) {
      const account = `0170${String((this.opened += 1)).padStart(7, "0")}`;
      const values = { name: `Wallet ${account}`, operator: "bkash", wallet_type: "personal", api_type: "manual", account, ...limitsOf(index) };
      const made = await this.product.good<{ id: string }>("POST", "/api/wallets", this.product.admin, values);
      this.wallets.push({ id: this.app.publicIds.decode("wallet", made.id) as bigint });
    }
  }

  async stop(): Promise<void> {
    await this.owner.close();
    await this.product.stop();
  }

  protected orderOf({ key, ...asked }: TwinOrder): PaymentOrder {
    const content = {
      ...asked,
      merchantId: this.merchant.key,
      operator: "bkash" as const,
      userRef: null,
      notifyUrl: null,
      metadata: null,
      expiresInSeconds: 900,
      askedExpirySeconds: null,
      feeRule: { rateBps: 150, fixedMinor: 10n, minMinor: null, maxMinor: null },
      remoteIp: null,
      idempotency:
        key === null
          ? null
          : {
              actor: "merchant:histories",
              route: "POST /v1/payments",
              key,
              bodyHash: Buffer.alloc(32, Number(asked.amountMinor % 251n)),
              secret: false,
              status: 201,
            },
    };
    return { ...content, contentHash: contentHash(content) };
  }

  protected itemOf({ wallet, ...sms }: TwinSms): Incoming {
    const walletId = this.wallets[wallet]?.id;
    if (walletId === undefined) throw new Error(`no wallet ${wallet}`);
    return incoming(this.app, { ...sms, walletId, operator: "bkash", walletType: "personal" });
  }

  protected walletsOf(messages: readonly TwinSms[]): bigint[] {
    return [...new Set(messages.map(({ wallet }) => this.wallets[wallet]?.id as bigint))].sort((left, right) => Number(left - right));
  }
}

function told(answer: AcceptanceAnswer): string {
  if (answer instanceof Refused) return answer.code;
  return answer instanceof StoredAnswer ? `stored ${answer.status} ${answer.body}` : `${answer.created ? "created" : "found"} ${answer.order.merchantOrderId}`;
}

/** The product as it runs. */
export class BatchedTwin extends Twin {
  private readonly acceptance = new PaymentAcceptance(() => this.app, bodyOf);

  static async start(clock: HistoryClock): Promise<BatchedTwin> {
    return new BatchedTwin(await TestProduct.start({ ROLE: "api" }), clock);
  }

  async accept(orders: readonly TwinOrder[]): Promise<string[]> {
    return (await Promise.all(orders.map((order) => this.acceptance.submit(this.orderOf(order))))).map(told);
  }

  async deliver(messages: readonly TwinSms[]): Promise<string[]> {
    const items = messages.map((message) => this.itemOf(message));
    const result = await this.app.db.batchTx(readOf(this.app, items, []), (tx, opened: OpenedJson) => postBatch(this.app, tx, { items }, opened));
    return result.answers.map((answer) => answer.result);
  }

  async takeUp(): Promise<void> {
    const wallets = this.wallets.map((wallet) => wallet.id);
    await this.app.db.batchTx(readOf(this.app, [], wallets), (tx, opened: OpenedJson) => postBatch(this.app, tx, { items: [], wallets }, opened));
  }
}

/** One order and one message at a time, each in a transaction of its own. */
export class PlainTwin extends Twin {
  static async start(clock: HistoryClock): Promise<PlainTwin> {
    return new PlainTwin(await TestProduct.start({ ROLE: "api" }), clock);
  }

  async accept(orders: readonly TwinOrder[]): Promise<string[]> {
    const answers: string[] = [];
    for (const order of orders) answers.push(told((await this.app.db.tx((tx) => acceptPlainly(this.app, tx, this.orderOf(order), bodyOf))).answer));
    return answers;
  }

  async deliver(messages: readonly TwinSms[]): Promise<string[]> {
    const items = messages.map((message) => this.itemOf(message));
    const answers = new Map<bigint, string>();
    for (const item of items.toSorted(byTime)) answers.set(item.id, (await this.app.db.tx((tx) => postPlainly(this.app, tx, item))).answer.result);
    const waiting = await this.app.db.rows<{ wallet_id: bigint }>(
      "select distinct wallet_id from sms where wallet_id = any ($1) and (match_status = 'held' or (match_status = 'review' and booked_txn is null))",
      [this.walletsOf(messages)],
    );
    for (const walletId of this.walletsOf(messages))
      if (waiting.some((row) => row.wallet_id === walletId)) await this.app.db.tx((tx) => takeUpPlainly(this.app, tx, walletId));
    return items.map((item) => answers.get(item.id) as string);
  }

  async takeUp(): Promise<void> {
    for (const { id } of this.wallets) await this.app.db.tx((tx) => takeUpPlainly(this.app, tx, id));
  }
}
