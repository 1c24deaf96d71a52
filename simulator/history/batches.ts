/** Many orders, or many messages, of many moments in one transaction each: the product's own batches, with the clock put on between their items. */
import { acceptBatch, readOf as acceptanceReadOf } from "../../src/server/core/acceptance/batch/accept.ts";
import { contentHash, type PaymentOrder, type StoredPayment } from "../../src/server/core/acceptance/payment-order.ts";
import { WalletBoards } from "../../src/server/core/acceptance/wallet-board.ts";
import { feeRuleFor, loadMerchant } from "../../src/server/core/parties/merchants.ts";
import { postBatch } from "../../src/server/core/posting/batch/post.ts";
import { readOf as postingReadOf, type OpenedJson } from "../../src/server/core/posting/batch/read.ts";
import type { Incoming } from "../../src/server/core/posting/facts.ts";
import { prepare } from "../../src/server/core/posting/posting.ts";
import type { Opened } from "../../src/server/core/acceptance/payment-order.ts";
import type { App } from "../../src/server/platform/context.ts";
import { IdMinter, idTime } from "../../src/server/platform/db/ids.ts";
import { Undone } from "../../src/server/platform/db/undone.ts";
import type { Operator } from "../../src/contract/operators.ts";
import type { Sms } from "../bank.ts";
import type { HistoryClock } from "./clock.ts";

/** An order as a merchant sends it. */
export interface Wanted {
  readonly atMs: number;
  readonly merchantId: bigint;
  readonly number: string;
  readonly operator: Operator;
  readonly amount: bigint;
  readonly customer: string | null;
}

/** A message with where and when it comes in. */
export interface Arriving {
  readonly sms: Sms;
  readonly atMs: number;
  readonly walletId: bigint;
  readonly deviceId: bigint;
}

/** Mints ids of moments that are said beforehand, under a process number of its own. */
class TimedIds {
  private atMs = 0;
  private readonly minter: IdMinter;

  constructor(node: number) {
    this.minter = new IdMinter(() => this.atMs, node);
  }

  at(ms: number): bigint {
    this.atMs = ms;
    return this.minter.next();
  }
}

/** Process numbers beside the product's own, 0. */
const ORDERS = 1;
const MESSAGES = 2;

export class Batches {
  private readonly orderIds = new TimedIds(ORDERS);
  private readonly messageIds = new TimedIds(MESSAGES);
  private readonly boards = new WalletBoards();

  constructor(
    private readonly app: App,
    private readonly clock: HistoryClock,
  ) {}

  /** Takes orders in, each at its moment, oldest first. @returns what stands afterwards; null: no wallet could take it */
  async accept(wanted: readonly Wanted[]): Promise<(StoredPayment | null)[]> {
    if (wanted.length === 0) return [];
    const orders = await Promise.all(wanted.map((one) => this.order(one)));
    const ids = wanted.map((one) => this.orderIds.at(one.atMs));
    // An order asks for one id, its own.
    const minted = { next: () => ids.shift() } as unknown as IdMinter;
    const app: App = { ...this.app, ids: minted };
    const result = await app.db.batchTx(acceptanceReadOf(app, orders), (tx, opened: Opened) =>
      acceptBatch(app, tx, orders, { opened, body: (order) => order, kept: this.boards }),
    );
    return result.answers.map((answer) => (answer instanceof Undone ? null : answer.order));
  }

  /** Takes messages in, each at its moment, oldest first. */
  async post(arriving: readonly Arriving[]): Promise<bigint[]> {
    if (arriving.length === 0) return [];
    const { app, clock } = this;
    const items: Incoming[] = [];
    for (const { sms, atMs, walletId, deviceId } of arriving)
      items.push(
        await prepare(
          app,
          {
            walletId,
            deviceId,
            sender: sms.sender,
            text: sms.text,
            sentAtMs: sms.atMs,
            receivedAtMs: atMs,
            externalId: sms.uid,
            origin: "device",
          },
          this.messageIds.at(atMs),
        ),
      );
    await clock.database(Math.max(clock.now(), ...arriving.map((one) => one.atMs)));
    const before: NonNullable<Parameters<typeof postBatch>[2]["before"]> = (item, poster) => {
      clock.ahead(idTime(item.id));
      poster.moveTo(clock.now());
    };
    const result = await app.db.batchTx(postingReadOf(app, items, []), (tx, opened: OpenedJson) => postBatch(app, tx, { items, before }, opened));
    return result.answers.map((answer) => answer.id);
  }

  private async order(wanted: Wanted): Promise<PaymentOrder> {
    const merchant = await loadMerchant(this.app, wanted.merchantId);
    if (!merchant) throw new Error(`there is no merchant ${wanted.merchantId}`);
    const order = {
      merchantId: wanted.merchantId,
      merchantOrderId: wanted.number,
      operator: wanted.operator,
      amountMinor: wanted.amount,
      customer: wanted.customer,
      userRef: null,
      notifyUrl: null,
      metadata: null,
      expiresInSeconds: this.app.config.current.payment_expiry_minutes * 60,
      askedExpirySeconds: null,
      feeRule: feeRuleFor(merchant, "payment", wanted.operator),
      remoteIp: "198.51.100.7",
      idempotency: null,
    };
    return { ...order, contentHash: contentHash(order) };
  }
}
