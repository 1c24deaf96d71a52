/** The stream of orders and messages of a month, slot by slot: what is asked for, paid, and said by the phones. */
import type { StoredPayment } from "../../src/server/core/acceptance/payment-order.ts";
import type { Movement, Sms } from "../bank.ts";
import { WALLETS } from "../fleet.ts";
import { showsReference } from "../texts.ts";
import type { Arriving } from "./batches.ts";
import type { HistoryOrder } from "./plan.ts";
import type { Room } from "./room.ts";

/** Something that happens at a moment. */
interface Due<T> {
  readonly atMs: number;
  readonly what: T;
}

/** Money on its way to a wallet. */
interface Money {
  readonly wallet: string;
  readonly amount: bigint;
  readonly payer: string;
  readonly reference?: string;
  /** From the money to its message, ms. */
  readonly saidAfterMs: number;
  /** Told what the operator booked. */
  readonly then?: (movement: Movement) => void;
}

/** Takes what is due out of a list, oldest first. */
export function takeDue<T extends { readonly atMs: number }>(list: T[], untilMs: number): T[] {
  const due = list.filter(({ atMs }) => atMs < untilMs).toSorted((left, right) => left.atMs - right.atMs);
  const rest = list.filter(({ atMs }) => atMs >= untilMs);
  list.splice(0, list.length, ...rest);
  return due;
}

/** An act of somebody, done where a slot ends. */
export type Act = (room: Room) => Promise<void>;

/** What people have to do about orders, as it comes up. */
export interface Work {
  /** When a message comes in, ms: a phone may be without a network. */
  arrives(wallet: string, atMs: number): number;
  /** The merchant submits a TrxID, or takes an order back. */
  merchant(atMs: number, act: Act): void;
  /** A person has to match this message to this order. */
  toMatch(order: StoredPayment, sms: () => Promise<bigint | null>): void;
}

export class Stream {
  private readonly money: Due<Money>[] = [];
  private readonly messages: Due<Sms>[] = [];
  private readonly types = new Map(WALLETS.map((wallet) => [wallet.key, wallet.walletType]));
  private orders = 0;
  /** How many orders came in, and how many no wallet could take. */
  readonly counts = { accepted: 0, refused: 0, messages: 0 };

  constructor(
    private readonly room: Room,
    private readonly prefix: string,
    private readonly work: Work,
  ) {}

  /** Money comes to a wallet at this moment. */
  pay(atMs: number, money: Money): void {
    this.money.push({ atMs, what: money });
  }

  /** A message comes in at this moment, whatever it says. */
  say(atMs: number, sms: Sms): void {
    this.messages.push({ atMs, what: sms });
  }

  /** Takes a slot's orders in, each at its moment. @param outcomes how each goes instead, where something is out of order */
  async ask(orders: readonly HistoryOrder[], outcomes: (order: HistoryOrder) => HistoryOrder): Promise<void> {
    const planned = orders.map(outcomes);
    const accepted = await this.room.batches.accept(
      planned.map((order) => ({
        atMs: order.atMs,
        merchantId: this.merchantOf(order).id,
        number: `${this.prefix}-${(this.orders += 1)}`,
        operator: order.operator,
        amount: order.amount,
        customer: order.outcome === "reference" || order.outcome === "trx" ? null : order.payer,
      })),
    );
    for (const [index, stored] of accepted.entries()) {
      if (stored === null) this.counts.refused += 1;
      else this.goOn(planned[index] as HistoryOrder, stored);
    }
  }

  /** Takes in what the phones say until a moment. */
  async listen(untilMs: number): Promise<void> {
    const { bank } = this.room;
    for (const { atMs, what } of takeDue(this.money, untilMs)) {
      const movement = bank.at(atMs, () =>
        bank.receive(what.wallet, { amount: what.amount, payer: what.payer, ...(what.reference === undefined ? {} : { reference: what.reference }) }),
      );
      what.then?.(movement);
      this.say(this.work.arrives(what.wallet, atMs + what.saidAfterMs), movement.sms);
    }
    await this.tell(takeDue(this.messages, untilMs));
  }

  /** Every message that is still on its way comes in now: after the history nobody knows of them. */
  async tellAll(): Promise<void> {
    const nowMs = this.room.clock.now();
    await this.tell(takeDue(this.messages, Number.POSITIVE_INFINITY).map(({ what }) => ({ atMs: nowMs, what })));
  }

  private async tell(messages: readonly Due<Sms>[]): Promise<void> {
    const arriving: Arriving[] = messages.map(({ atMs, what }) => {
      const { id, deviceId } = this.room.wallet(what.wallet);
      return { sms: what, atMs, walletId: id, deviceId };
    });
    this.counts.messages += arriving.length;
    await this.room.batches.post(arriving);
  }

  private merchantOf(order: HistoryOrder): Room["merchants"][number] {
    return this.room.merchants[order.merchant] as Room["merchants"][number];
  }

  private goOn(order: HistoryOrder, stored: StoredPayment): void {
    this.counts.accepted += 1;
    const { outcome, payer, stranger, paid, saidAfterMs } = order;
    const wallet = this.room.keyOf(stored.walletId);
    const paidAt = order.atMs + order.paysAfterMs;
    const publicId = this.room.app.publicIds.encode("payment", stored.id);
    const pay = (more: Partial<Money> = {}): void => this.pay(paidAt, { wallet, amount: paid, payer, saidAfterMs, ...more });
    switch (outcome) {
      case "never":
        return;
      case "reference":
        if (showsReference(this.types.get(wallet) ?? "agent")) return pay({ reference: publicId });
        return this.submits(order, publicId, pay, paidAt);
      case "trx":
        return this.submits(order, publicId, pay, paidAt);
      case "cancelled":
        return this.work.merchant(order.atMs + 90_000, (room) =>
          room.desk.merchant(this.merchantOf(order).id, "POST /v1/payments/:id/cancel", { params: { id: publicId } }),
        );
      case "stranger":
        return pay({
          payer: stranger,
          then: ({ sms }) => this.work.toMatch(stored, () => this.find(sms)),
        });
      case "twice":
        pay();
        return this.pay(paidAt + 45_000, { wallet, amount: paid, payer, saidAfterMs });
      case "wrong":
        return this.submits(order, publicId, pay, paidAt);
      case "exact":
      case "late":
        return pay();
    }
  }

  /** The merchant's customer types the TrxID of his payment. */
  private submits(order: HistoryOrder, publicId: string, pay: (more: Partial<Money>) => void, paidAt: number): void {
    pay({
      then: ({ trxId }) =>
        this.work.merchant(paidAt + 60_000, (room) =>
          room.desk.merchant(this.merchantOf(order).id, "POST /v1/payments/:id/trx", { params: { id: publicId }, body: { trx_id: trxId } }),
        ),
    });
  }

  private async find(sms: Sms): Promise<bigint | null> {
    const row = await this.room.app.db.one<{ id: bigint }>("select id from sms where wallet_id = $1 and text = $2 order by id desc limit 1", [
      this.room.wallet(sms.wallet).id,
      sms.text,
    ]);
    return row?.id ?? null;
  }
}
