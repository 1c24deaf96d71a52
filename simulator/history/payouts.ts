/** A month's payouts: asked for by merchants, approved where they are large, paid by phones and by hand, and what goes wrong. */
import type { DeviceTask } from "../../src/contract/devices.schema.ts";
import type { MerchantDisburse } from "../../src/contract/disburses.schema.ts";
import { dispatchInTurn } from "../../src/server/core/payouts/dispatch.ts";
import type { Movement } from "../bank.ts";
import { WALLETS } from "../fleet.ts";
import { plain } from "../money.ts";
import { NotDone } from "./desk.ts";
import type { HistoryPayout } from "./plan.ts";
import type { Room } from "./room.ts";
import type { Stream } from "./stream.ts";

interface Row {
  readonly id: bigint;
  readonly version: number;
  readonly customer: string;
  readonly status: string;
  readonly wallet_id: bigint | null;
  readonly amount: bigint;
}

/** Wallets that pay out by a phone, and by hand. */
const PHONES = WALLETS.filter((wallet) => wallet.paysOut && wallet.rail === "app");
const BY_HAND = WALLETS.filter((wallet) => wallet.rail === "manual");
const MESSAGE_AFTER_MS = 9_000;
const SLOW_MESSAGE_MS = 26 * 60_000;

export class Payouts {
  /** Under way, by the number that is paid. */
  private readonly underWay = new Map<string, HistoryPayout>();
  readonly counts = { asked: 0, unfunded: 0, reset: 0 };
  private number = 0;

  constructor(
    private readonly room: Room,
    private readonly stream: Stream,
    private readonly prefix: string,
  ) {}

  /**
   * Plays what merchants ask for now, and what waits from before.
   * @param isWorked somebody of finance is there  @param isOpen false for an operator whose payouts are stopped
   */
  async play(
    due: readonly HistoryPayout[],
    { isWorked, isOpen }: { readonly isWorked: boolean; readonly isOpen: (operator: string) => boolean },
  ): Promise<void> {
    const { clock, app } = this.room;
    // One after the other, here and where they are sent: who is first decides which TrxIDs the operators deal, and a seed has one history.
    for (const payout of due) await this.ask(payout);
    if (this.underWay.size === 0) return;
    await clock.moveTo(clock.now() + 20_000);
    if (isWorked) await this.decide();
    if (isWorked) await this.resetFailed();
    await clock.moveTo(clock.now() + 5_000);
    await dispatchInTurn(app);
    await clock.moveTo(clock.now() + 8_000);
    for (const { key, operator } of PHONES) if (isOpen(operator)) await this.phone(key);
    if (isWorked) await this.byHand();
  }

  private async ask(payout: HistoryPayout): Promise<void> {
    const merchant = this.room.merchants[payout.merchant];
    if (!merchant) return;
    const body = {
      merchant_order_id: `${this.prefix}-out-${(this.number += 1)}`,
      amount: plain(payout.amount),
      operator: payout.operator,
      customer: payout.customer,
    };
    try {
      await this.room.desk.merchant<{ order: MerchantDisburse }>(merchant.id, "POST /v1/disburses", { body });
      this.counts.asked += 1;
      this.underWay.set(payout.customer, payout);
    } catch (error) {
      // A merchant that has collected too little asks for less another day; a stopped operator's are asked for again.
      if (!(error instanceof NotDone) || !["insufficient_balance", "intake_closed"].includes(error.code)) throw error;
      this.counts.unfunded += 1;
    }
  }

  /** A merchant's person sends a file of payouts, all of one merchant. */
  async file(payouts: readonly HistoryPayout[], name: string): Promise<void> {
    const merchant = this.room.merchants[payouts[0]?.merchant ?? 0];
    if (!merchant) return;
    const rows = payouts.map(({ operator, amount, customer }, at) => `${name}-${at + 1},${operator},${plain(amount)},${customer}`);
    const csv = ["merchant_order_id,operator,amount,customer", ...rows].join("\n");
    const amount = plain(payouts.reduce((sum, payout) => sum + payout.amount, 0n));
    const person = this.room.person(merchant.account);
    const body = { csv, file_name: `${name}.csv`, dry_run: false, expect: { count: payouts.length, amount } };
    await person.call("POST /api/disburses/batch", { body });
    await this.room.desk.job("disburse-batches");
    for (const payout of payouts) this.underWay.set(payout.customer, payout);
    this.counts.asked += payouts.length;
  }

  private rows(status: string): Promise<Row[]> {
    return this.room.app.db.rows<Row>(
      "select id, version, customer, status, wallet_id, amount from disburses where status = $1 and customer = any ($2) order by id",
      [status, [...this.underWay.keys()]],
    );
  }

  private publicId({ id }: Row): string {
    return this.room.app.publicIds.encode("disburse", id);
  }

  /** Large ones wait for a person: most are approved. */
  private async decide(): Promise<void> {
    for (const row of await this.rows("review")) {
      const id = this.publicId(row);
      if (row.amount % 70_00n === 0n) {
        await this.room.desk.call("finance", "POST /api/disburses/:id/reject", {
          id,
          body: { version: row.version, reason: "The customer's account is under review at the merchant" },
        });
        this.underWay.delete(row.customer);
      } else await this.room.desk.decide("finance", "finance2", "POST /api/disburses/:id/approve", { id, body: { version: row.version } });
    }
  }

  /** What a phone could not pay is sent again by two people, and is paid then. */
  private async resetFailed(): Promise<void> {
    for (const row of await this.rows("attempt_failed")) {
      await this.room.desk.decide("finance", "finance2", "POST /api/disburses/:id/reset", {
        id: this.publicId(row),
        body: { version: row.version, reason: "The phone's app was updated; the operator shows no payment" },
      });
      const payout = this.underWay.get(row.customer);
      if (payout) this.underWay.set(row.customer, { ...payout, outcome: "paid" });
      this.counts.reset += 1;
    }
  }

  /** A phone takes its tasks one after the other. */
  private async phone(key: string): Promise<void> {
    const { desk, wallet, clock, bank } = this.room;
    const { deviceId } = wallet(key);
    for (;;) {
      const task = await desk.device<DeviceTask | null>(deviceId, "GET /device/tasks", { query: { wait: 0 } });
      if (task === null) return;
      const paying = WALLETS.find((one) => one.account === task.wallet.account)?.key ?? key;
      const outcome = this.underWay.get(task.customer)?.outcome ?? "failed";
      await clock.moveTo(clock.now() + 7_000);
      const answer = (body: object): Promise<unknown> => desk.device(deviceId, "POST /device/tasks/:id", { params: { id: task.id }, body });
      if (outcome === "failed") {
        await answer({ result: "failed", reason: "The app refused" });
        continue;
      }
      const amount = this.underWay.get(task.customer)?.amount ?? 0n;
      const movement = bank.send(paying, { amount, to: task.customer, reference: task.reference });
      if (outcome === "paid") await answer({ result: "sent", trx_id: movement.trxId });
      if (outcome === "unsure") await answer({ result: "unknown" });
      this.tell(movement, outcome === "unsure" ? SLOW_MESSAGE_MS : MESSAGE_AFTER_MS);
      this.underWay.delete(task.customer);
    }
  }

  private tell(movement: Movement, afterMs: number): void {
    // Of one wallet in the order in which the operator booked, or its balances would not follow each other.
    this.stream.say(this.room.clock.now() + afterMs, movement.sms);
  }

  /** Finance pays from the manual wallets and types what it did. */
  private async byHand(): Promise<void> {
    const { bank, desk, wallet } = this.room;
    const hands = new Map(BY_HAND.map(({ key }) => [wallet(key).id, key]));
    for (const row of await this.rows("processing")) {
      const key = row.wallet_id === null ? undefined : hands.get(row.wallet_id);
      if (key === undefined) continue;
      const movement = bank.send(key, { amount: row.amount, to: row.customer, reference: "" });
      await desk.decide("finance", "finance2", "POST /api/disburses/:id/complete", {
        id: this.publicId(row),
        body: { version: row.version, trx_id: movement.trxId, cost: plain(movement.cost), note: "Paid from the manual wallet" },
      });
      this.underWay.delete(row.customer);
    }
  }
}
