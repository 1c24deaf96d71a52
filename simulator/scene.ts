/** What the scripts of all scenarios are made from: placing, paying, forwarding, waiting. */
import type { MerchantPayment, PaymentCreate } from "../src/contract/payments.schema.ts";
import type { WebhookOf } from "../src/contract/webhooks.ts";
import type { PaymentStatus } from "../src/contract/payments.ts";
import type { Bank, Movement, Payment, Sms } from "./bank.ts";
import { expectData } from "./http.ts";
import type { Merchant } from "./merchant.ts";
import { plain } from "./money.ts";
import type { Phone, Stored } from "./phone.ts";
import type { PlannedOrder } from "./plan.ts";
import type { Receiver } from "./receiver.ts";
import type { Person } from "./staff.ts";
import type { ExpectedOutcome, Tally } from "./tally.ts";

/** Everything that a script may touch. */
export interface World {
  readonly merchants: readonly Merchant[];
  readonly bank: Bank;
  readonly phonesOf: (wallet: string) => { first: Phone; second: Phone | null };
  /** Key of the wallet with this account. */
  readonly walletByAccount: (account: string) => string;
  readonly operatorStaff: Person;
  readonly receiver: Receiver;
  readonly tally: Tally;
  /** How long people take at this speed, ms. */
  readonly paceMs: number;
  /** Names the orders of this run. */
  readonly prefix: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Tells what happened, where somebody watches. */
  readonly say: (line: string) => void;
}

/** An order that the product took, and where its money goes. */
export interface Placed {
  readonly order: MerchantPayment;
  readonly wallet: string;
  readonly walletType: NonNullable<MerchantPayment["wallet_type"]>;
}

/** The order was refused at the door; the script ends. */
export class RefusedAtAcceptance extends Error {}

const PATIENCE_MS = 20_000;

/** One order's play. */
export class Scene {
  constructor(
    readonly world: World,
    readonly plan: PlannedOrder,
  ) {}

  get merchant(): Merchant {
    return this.world.merchants[this.plan.merchant] as Merchant;
  }

  /** What the merchant sends. Odd orders also carry what merchants attach. */
  request(more: Partial<PaymentCreate> = {}): PaymentCreate {
    const { plan } = this;
    const extras: Partial<PaymentCreate> = plan.no % 3 === 0 ? { user_id: `user-${plan.no % 97}`, metadata: { cart: plan.no, note: "সিমুলেশন 模拟" } } : {};
    return { merchant_order_id: `${this.world.prefix}-${plan.no}`, amount: plain(plan.amount), operator: plan.operator, ...extras, ...more };
  }

  /** Places the order. @throws RefusedAtAcceptance */
  async place(more: Partial<PaymentCreate> = {}, idempotencyKey?: string): Promise<Placed> {
    const answer = await this.merchant.create(this.request(more), idempotencyKey);
    if (answer.error) {
      this.world.tally.refused += 1;
      throw new RefusedAtAcceptance(`order ${this.plan.no} was refused: ${answer.status} ${answer.error.code}`);
    }
    const order = expectData(answer, "order");
    if (order.receiving_account === null || order.wallet_type === null) throw new Error(`order ${this.plan.no} names no wallet`);
    this.world.tally.placed(this.plan.no, this.merchant.key);
    return { order, wallet: this.world.walletByAccount(order.receiving_account), walletType: order.wallet_type };
  }

  /** The payer takes his time. */
  think(share = 1): Promise<void> {
    return this.world.sleep(this.world.paceMs * share * (0.3 + 1.4 * this.plan.pause));
  }

  /** Money at the operator. */
  pay(wallet: string, more: Partial<Payment> = {}): Movement {
    return this.world.bank.receive(wallet, { amount: this.plan.paid, payer: this.plan.payer, ...more });
  }

  /** The wallet's phone forwards it. */
  forward(sms: Sms): Promise<Stored> {
    return this.world.phonesOf(sms.wallet).first.deliver(sms);
  }

  /** The order must end like this. */
  ends(status: PaymentStatus, events: readonly WebhookOf<"payment">[], received: bigint | null = null): void {
    this.world.tally.ends(this.plan.no, status, events, received);
  }

  /** Completed at once by this money. */
  completes(movement: Movement): void {
    this.ends("completed", ["payment.completed"], movement.amount);
    this.world.tally.money(movement, "matched");
    this.tell(movement, "matched");
  }

  /** Real money that pays nothing. */
  leaves(movement: Movement, outcome: ExpectedOutcome): void {
    this.world.tally.money(movement, outcome);
    this.tell(movement, outcome);
  }

  async submit(placed: Placed, trxId: string): Promise<void> {
    expectData(await this.merchant.submitTrx(placed.order.id, trxId), `TrxID of order ${this.plan.no}`);
  }

  /** Waits until the order shows a status; goes on after a while, the comparison will tell. */
  async until(placed: Placed, status: PaymentStatus, patienceMs = PATIENCE_MS): Promise<boolean> {
    for (const end = Date.now() + patienceMs; Date.now() < end; ) {
      const order = expectData(await this.merchant.get(placed.order.id), "order");
      if (order.status === status) return true;
      await this.world.sleep(Math.min(1000, Math.max(100, this.world.paceMs / 2)));
    }
    this.world.tally.trouble(`order ${placed.order.id} did not become ${status} in time`);
    return false;
  }

  private tell(movement: Movement, outcome: ExpectedOutcome): void {
    this.world.say(
      `${movement.wallet.name}  +${plain(movement.amount)}  ${movement.trxId}  ${outcome === "matched" ? "→ order" : outcome}  (${this.plan.scenario.replaceAll("_", " ")})`,
    );
  }
}
