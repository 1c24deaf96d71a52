/** What a batch may be about, found by key: every message of a batch asks, and a list would be read from end to end each time. */
import { GIVING_BACK } from "../../../domain/ledger/message-kinds.ts";
import type { Facts } from "./facts.ts";
import type { Booked, Opened, OpenOrder, Used } from "./opened.ts";

function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The TrxID of a message, used for what it explained. */
export function usedBy(facts: Facts, type: string, id: bigint): Used {
  return {
    operator: facts.operator,
    trxKey: facts.trxKey as string,
    direction: facts.direction as "credit" | "debit",
    objectType: type,
    objectId: id,
    messageId: facts.id,
    amount: facts.amount as bigint,
    walletId: facts.walletId,
  };
}

/** TrxIDs that are booked or used, those of this batch too. */
export class KnownMoney {
  private readonly booked = new Map<string, Booked[]>();
  private readonly used = new Map<string, Used>();

  constructor(opened: Pick<Opened, "booked"> & Partial<Pick<Opened, "used">>) {
    for (const row of opened.booked) this.noteBooked(row);
    for (const row of opened.used ?? []) this.noteUsed(row);
  }

  /** Bookings of a TrxID on a wallet, of any kind. */
  bookedOn(walletId: bigint, trxKey: string): readonly Booked[] {
    return this.booked.get(`${walletId} ${trxKey}`) ?? [];
  }

  /** Whether the operator's word that it took this credit back came before the credit's own. */
  isTakenBack(walletId: bigint, trxKey: string): boolean {
    return this.bookedOn(walletId, trxKey).some(({ kind, direction }) => kind === "reversal" && direction === "debit");
  }

  /** Whether the operator's word that this debit's money came back, the whole of it, came before the debit's own. */
  isGivenBack({ walletId, trxKey, amount }: Pick<Facts, "walletId" | "trxKey" | "amount">): boolean {
    if (trxKey === null) return false;
    return this.bookedOn(walletId, trxKey).some((row) => row.direction === "credit" && row.amount === amount && GIVING_BACK.some((kind) => kind === row.kind));
  }

  /** The message that has booked what this one tells: the same kind, TrxID, amount and balance on the same wallet (rule 6). */
  bookedAs(facts: Facts): bigint | null {
    if (facts.trxKey === null) return null;
    const same = this.bookedOn(facts.walletId, facts.trxKey).find(
      (row) => row.kind === facts.kind && row.amount === facts.amount && row.balance === facts.balance,
    );
    return same?.messageId ?? null;
  }

  /** What a booked message of the wallet shares with this one beside its TrxID: all figures that both print, or the kind alone (rule 1). */
  repeatedBy({ walletId, trxKey, kind, direction, amount, balance }: Facts): "figures" | "kind" | null {
    if (trxKey === null) return null;
    const booked = this.bookedOn(walletId, trxKey);
    const moved = booked.filter((row) => row.direction === direction && row.amount === amount);
    if (moved.some((row) => row.balance === balance)) return "figures";
    if (booked.some((row) => row.kind === kind)) return "kind";
    // A balance that one of the two does not print makes no second movement of it.
    return moved.some((row) => row.balance === null || balance === null) ? "figures" : null;
  }

  /** A message that is booked with this batch. */
  noteFresh(facts: Facts, trxKey: string): void {
    this.noteBooked({
      walletId: facts.walletId,
      kind: facts.kind,
      trxKey,
      messageId: facts.id,
      amount: facts.amount,
      balance: facts.balance,
      direction: facts.direction,
    });
  }

  private noteBooked(row: Booked): void {
    pushTo(this.booked, `${row.walletId} ${row.trxKey}`, row);
  }

  /** What a TrxID was used for; it can be used once for each direction. */
  usedFor(operator: string, trxKey: string, direction: Used["direction"]): Used | undefined {
    return this.used.get(`${operator} ${direction} ${trxKey}`);
  }

  /** A claim that a message has ended, with a contradiction or by another TrxID: a later message of the batch that carries it is money of its own. */
  forgetUsed({ operator, direction, trxKey }: Readonly<{ operator: string; direction: string; trxKey: string | null }>): void {
    this.used.delete(`${operator} ${direction} ${trxKey}`);
  }

  noteUsed(row: Used): void {
    this.used.set(`${row.operator} ${row.direction} ${row.trxKey}`, row);
  }
}

/** The open orders of a batch. One that was matched or put before a person is taken out. */
export class OpenOrders {
  private readonly byId = new Map<bigint, OpenOrder>();
  private readonly byWallet = new Map<bigint, OpenOrder[]>();
  private readonly byTrx = new Map<string, OpenOrder[]>();

  constructor(opened: Opened) {
    for (const order of opened.orders) {
      this.byId.set(order.id, order);
      pushTo(this.byWallet, order.walletId, order);
      for (const key of order.trxKeys) pushTo(this.byTrx, key, order);
    }
  }

  get(id: bigint): OpenOrder | undefined {
    return this.byId.get(id);
  }

  take(id: bigint): void {
    this.byId.delete(id);
  }

  /** The orders that a message can mean at all: those that claim its TrxID on any wallet, first, and those of its wallet. */
  meantBy(walletId: bigint, trxKey: string): OpenOrder[] {
    const named = this.byTrx.get(trxKey) ?? [];
    const here = this.byWallet.get(walletId) ?? [];
    return [...named, ...here.filter((order) => !named.includes(order))].filter((order) => this.byId.has(order.id));
  }
}
