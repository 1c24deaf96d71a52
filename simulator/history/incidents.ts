/** What goes wrong in a month, and how it ends: an operator that is down, a message that is late, forgers, a reversal, a charge that nobody told. */
import { HOUR_MS, MINUTE_MS } from "../../src/contract/time.ts";
import { dhakaTime, type HistoryDay, type HistoryOrder, type HistoryPlan } from "./plan.ts";
import type { Office } from "./office.ts";
import type { Room } from "./room.ts";
import type { Act, Stream } from "./stream.ts";
import { grouped, plain } from "../money.ts";
import { printedTime } from "../trx.ts";
import { SENDER } from "../texts.ts";

/** Hours of Dhaka. */
const DOWN = { from: 14, stopped: 14.67, released: 17.25, back: 17.1 } as const;

/** Days before the end, in a month; a shorter history has them closer together. */
const WHEN = { outage: 11, missing: 7, reversal: 6, charge: 8, sender: 20, layout: 15, balance: 9 } as const;

export class Incidents {
  /** The message of the phone that had no network has gone its way. */
  private isMissed = false;
  private readonly closed = new Set<string>();
  private readonly switches: { readonly id: string; readonly version: number }[] = [];
  private today: HistoryDay | null = null;

  constructor(
    private readonly room: Room,
    private readonly stream: Stream,
    private readonly plan: HistoryPlan,
    private readonly later: (atMs: number, act: Act) => void,
  ) {}

  /** False while an operator's payouts are stopped. */
  isOpen(operator: string): boolean {
    return !this.closed.has(operator);
  }

  private isDay(name: keyof typeof WHEN): boolean {
    return this.today?.index === this.indexOf(name);
  }

  /** At least two days before the end, so that the days after it are worked, too. */
  private indexOf(name: keyof typeof WHEN): number {
    return this.plan.days - Math.max(2, Math.round((WHEN[name] * Math.min(this.plan.days, 30)) / 30));
  }

  private at(hour: number): number {
    return dhakaTime(this.today?.startMs ?? 0, 0, 0) + (hour % 24) * HOUR_MS;
  }

  /** Plans what this day brings. */
  beginDay(day: HistoryDay): void {
    this.today = day;
    if (this.isDay("outage")) {
      this.later(this.at(DOWN.stopped), () => this.stop());
      this.later(this.at(DOWN.released), () => this.release());
    }
    if (this.isDay("sender")) this.later(this.at(11), (room) => this.forge(room, "bk1", "sender"));
    if (this.isDay("layout")) this.later(this.at(16), (room) => this.forge(room, "ng1", "layout"));
    if (this.isDay("balance")) this.later(this.at(19), (room) => this.forge(room, "bk4", "balance"));
    if (this.isDay("charge")) this.later(this.at(20), (room) => this.charge(room));
    if (this.isDay("reversal")) this.later(this.at(18), (room) => this.reverse(room));
  }

  /** Orders that reach the product: while an operator is stopped, its orders are refused at the door, and a third of them goes to the other one. */
  letIn(orders: readonly HistoryOrder[]): HistoryOrder[] {
    if (!this.isDay("outage")) return [...orders];
    return orders.flatMap((order) => {
      if (order.operator !== "nagad" || order.atMs < this.at(DOWN.stopped) || order.atMs >= this.at(DOWN.released)) return [order];
      return order.amount % 30_00n === 0n ? [{ ...order, operator: "bkash" as const }] : [];
    });
  }

  /** When a message comes in: one comes two hours late, and what follows it on its wallet waits for it. */
  arrives(wallet: string, atMs: number): number {
    if (this.isMissed || !this.isDay("missing") || wallet !== "bk3" || atMs < this.at(11)) return atMs;
    this.isMissed = true;
    return atMs + 2 * HOUR_MS;
  }

  /** How an order goes on such a day. */
  changed(order: HistoryOrder): HistoryOrder {
    if (this.isDay("outage") && order.operator === "nagad" && order.atMs >= this.at(DOWN.from) && order.atMs < this.at(DOWN.stopped)) {
      // The operator takes no money; what was under way is booked and told only when it is back.
      if (order.amount % 40_00n !== 0n) return { ...order, outcome: "never" };
      return {
        ...order,
        outcome: order.amount % 80_00n === 0n ? "stranger" : "late",
        paysAfterMs: this.at(DOWN.back) - order.atMs + (Number(order.amount / 10_00n) % 9) * MINUTE_MS,
      };
    }
    return order;
  }

  private async stop(): Promise<void> {
    const { desk } = this.room;
    const targets = (["in", "out"] as const).map((direction) => ({ scope: "operator" as const, direction, operator: "nagad" as const }));
    const { items } = await desk.call("operator", "POST /api/switches/stop", { body: { targets, reason: "Nagad is down: payers cannot pay", minutes: null } });
    this.switches.push(...items);
    this.closed.add("nagad");
  }

  private async release(): Promise<void> {
    for (const { id, version } of this.switches.splice(0))
      await this.room.desk.decide("admin", "finance", "POST /api/switches/:id/open", { id, body: { version, note: "Nagad works again" } });
    this.closed.delete("nagad");
  }

  private forge({ bank, clock }: Room, wallet: string, forgery: "sender" | "layout" | "balance"): Promise<void> {
    this.stream.say(clock.now() + 2 * MINUTE_MS, bank.forge(wallet, { amount: 1_450_00n, payer: "01398220417" }, forgery));
    return Promise.resolve();
  }

  /** The operator charges a wallet for something that no message tells: the day is closed with a difference, and booked the next day. */
  private charge({ bank }: Room): Promise<void> {
    bank.open("bk6", bank.balanceOf("bk6") - CHARGE);
    return Promise.resolve();
  }

  /** The operator takes back what a payer sent by mistake. */
  private async reverse({ app, bank, clock, keyOf, wallet }: Room): Promise<void> {
    const wallets = ["bk1", "bk4"].map((key) => wallet(key).id);
    const paid = await app.db.one<{ wallet_id: bigint; amount: bigint; customer: string; trx_id: string }>(
      "select wallet_id, received_amount as amount, customer, trx_id from payments where status = 'completed' and wallet_id = any ($1) and customer is not null and received_amount > 30000 order by id desc limit 1",
      [wallets],
    );
    if (!paid) return;
    const key = keyOf(paid.wallet_id);
    const atMs = clock.now() + 3 * MINUTE_MS;
    bank.open(key, bank.balanceOf(key) - paid.amount);
    const text = `Tk ${grouped(paid.amount)} received from ${paid.customer} has been reversed. Balance Tk ${grouped(bank.balanceOf(key))}. TrxID ${paid.trx_id} at ${printedTime(atMs)}`;
    this.stream.say(atMs, { wallet: key, sender: SENDER.bkash, text, atMs, uid: `reversed-${paid.trx_id}`, swap: false, firm: false });
  }

  /** Closes the day before; the day after a charge first books it. */
  async close(office: Office, day: HistoryDay): Promise<void> {
    const isCharged = day.index === this.indexOf("charge") + 1;
    const { desk, wallet } = this.room;
    const yesterday = this.plan.dayAt(day.index - 1);
    // The last one is left to whoever looks at the demo; its statements are there.
    if (day.index === this.plan.days) return office.importStatements(yesterday);
    await office.closeDay(yesterday, isCharged ? new Map([["bk6", "bKash charged 115.00 for the month; booked today"]]) : new Map());
    if (!isCharged) return;
    const asked = await desk.call("finance", "POST /api/manual", {
      body: { kind: "wallet_debit", wallet_id: wallet("bk6").publicId, amount: plain(CHARGE), note: "Monthly charge of bKash, on its bill" },
    });
    await desk.decide("finance2", "finance", "POST /api/manual/:id/apply", { id: asked.id, body: { version: asked.version } });
  }
}

const CHARGE = 115_00n;
