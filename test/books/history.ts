/** One random history of a wallet: what the operator does, what people, phones and merchants say, and in which order messages arrive. */
import { seeded } from "../support/messages/random.ts";
import { completeAttempt, recordOutcome } from "../../src/server/core/payouts/outcome.ts";
import type { PayoutLab } from "../payout/support.ts";
import { next, type Answer, type TestMerchant } from "../support/app.ts";
import { trxOf, type OperatorWallet, type Printed } from "./operator.ts";

/** Numbers that follow from a seed. */
export class Dice {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /** From 0 to below `below`. */
  roll(below: number): number {
    return (this.next() * 4_294_967_296) % below;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.roll(list.length)];
  }

  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }
}

interface Payout {
  readonly id: string;
  readonly key: bigint;
  readonly amount: bigint;
  readonly customer: string;
  paidWith: string | null;
  /** An operator gives a payout's money back once. */
  givenBack: boolean;
}
interface Payment {
  readonly id: string;
  readonly amount: bigint;
  readonly customer: string;
  paidWith: string | null;
  /** An operator takes a payment back once. */
  takenBack: boolean;
}
const text = (minor: bigint): string => `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`;

/** Steps of one history; `range` is what only this wallet takes, so that orders are routed to it. */
export class History {
  private readonly payouts: Payout[] = [];
  private readonly payments: Payment[] = [];
  private readonly transfers: { id: string; amount: bigint }[] = [];

  constructor(
    private readonly lab: PayoutLab,
    private readonly merchant: TestMerchant,
    private readonly wallet: OperatorWallet & { readonly publicId: string },
    private readonly other: OperatorWallet & { readonly publicId: string; readonly account: string },
    private readonly range: { readonly fromMinor: bigint; readonly width: number },
    private readonly dice: Dice,
  ) {}

  async step(): Promise<void> {
    const steps = [
      () => this.operatorMoves(),
      () => this.operatorMoves(),
      () => this.deliverOne(),
      () => this.deliverOne(),
      () => this.deliverOne(),
      () => this.deliverTwice(),
      () => this.orderPayment(),
      () => this.payerPays(),
      () => this.completePayment(),
      () => this.orderPayout(),
      () => this.operatorPays(),
      () => this.phoneSays(),
      () => this.completePayout(),
      () => this.transfer(),
      () => this.completeTransfer(),
      () => this.withdraw(),
      () => this.waitsOver(),
      () => this.believe(),
      () => this.correct("payments", this.payments),
      () => this.correct("disburses", this.payouts),
    ];
    await (steps[this.dice.roll(steps.length)] as () => Promise<void>)();
  }

  /** Everything arrives at last, in any order, and what waited for it is taken up. */
  async finish(): Promise<void> {
    for (const wallet of [this.wallet, this.other]) {
      while (wallet.undelivered.length > 0) await wallet.deliver(this.dice.pick(wallet.undelivered) as Printed);
      await this.waitsOver(wallet);
    }
  }

  private amount(): bigint {
    // Few amounts, so that several movements look alike.
    return this.range.fromMinor + BigInt(this.dice.roll(6) * 1_000 + (this.dice.chance(30) ? this.dice.roll(this.range.width) : 0));
  }

  private async operatorMoves(): Promise<void> {
    const { dice } = this;
    const amount = BigInt(1 + dice.roll(50)) * 100n;
    const who = `0179${String(dice.roll(3)).padStart(7, "0")}`;
    const loose = [
      { kind: "receive", direction: "credit", counterparty: who },
      { kind: "cash_in_received", direction: "credit", counterparty: who, commission: 20n },
      { kind: "cash_out_sent", direction: "debit", fee: 50n },
      { kind: "b2b_in", direction: "credit" },
      { kind: "b2b_out", direction: "debit", commission: 15n },
      { kind: "refund", direction: "credit" },
      { kind: "refund", direction: "debit" },
      { kind: "loan", direction: "credit" },
      { kind: "loan", direction: "debit" },
      { kind: "remittance", direction: "credit", extra: 25n },
      { kind: "cashback", direction: "credit", trx: null },
      { kind: "recharge", direction: "debit" },
      { kind: "bank_out", direction: "debit", fee: 10n },
      { kind: "reversal", direction: "debit" },
      { kind: "reversal", direction: "credit" },
    ] as const;
    const chosen = dice.pick(loose) as (typeof loose)[number];
    const taken = dice.chance(40) ? dice.pick(this.payments.filter((one) => one.paidWith !== null && !one.takenBack)) : undefined;
    const back = dice.chance(30) ? dice.pick(this.payouts.filter((one) => one.paidWith !== null && !one.givenBack)) : undefined;
    if (chosen.kind === "reversal" && chosen.direction === "debit" && taken) {
      taken.takenBack = true;
      this.wallet.move({ ...chosen, amount: taken.amount, trx: taken.paidWith });
    } else if (chosen.direction === "credit" && back && (chosen.kind === "refund" || chosen.kind === "reversal")) {
      back.givenBack = true;
      const kind = chosen.kind === "refund" ? "returned_failed" : "reversal";
      const named = dice.chance(50) ? { trx: back.paidWith } : {};
      this.wallet.move({ kind, direction: "credit", amount: back.amount, counterparty: back.customer, ...named });
    } else this.wallet.move({ ...chosen, amount });
  }

  private async deliverOne(): Promise<void> {
    const wallet = this.dice.chance(85) ? this.wallet : this.other;
    const message = this.dice.chance(60) ? wallet.undelivered[0] : this.dice.pick(wallet.undelivered);
    if (message) await wallet.deliver(message);
  }

  private async deliverTwice(): Promise<void> {
    const message = this.dice.pick(this.wallet.printed.filter((one) => !this.wallet.undelivered.includes(one)));
    if (message) await this.wallet.deliver(message);
  }

  private async orderPayment(): Promise<void> {
    const amount = this.amount();
    const customer = `0188${String(next()).padStart(7, "0")}`;
    const answer = await this.lab.product.pay(this.merchant, { amount: text(amount), customer });
    if (answer.success) this.payments.push({ id: answer.data.id, amount, customer, paidWith: null, takenBack: false });
  }

  private async payerPays(): Promise<void> {
    const order = this.dice.pick(this.payments.filter((one) => one.paidWith === null));
    if (!order) return;
    order.paidWith = trxOf();
    const amount = this.dice.chance(80) ? order.amount : order.amount + 100n;
    this.wallet.move({ kind: "receive", direction: "credit", amount, counterparty: order.customer, trx: order.paidWith });
  }

  private act(kind: string, id: string, action: string, body: Record<string, unknown>): Promise<Answer> {
    return this.acted(kind, id, (version) => this.lab.product.call("POST", `/api/${kind}/${id}/${action}`, this.lab.product.admin, { version, ...body }));
  }

  private async acted(kind: string, id: string, act: (version: number) => Promise<Answer>): Promise<Answer> {
    const row = await this.lab.product.good<{ version: number }>("GET", `/api/${kind}/${id}`);
    const answer = await act(row.version);
    if (answer.status >= 500) throw new Error(`${kind} ${id}: ${answer.text}`);
    return answer;
  }

  /** A TrxID as people type it: right, another's, or invented. */
  private typed(right: string | null): string {
    if (right !== null && this.dice.chance(50)) return right;
    const others = this.wallet.printed.flatMap((one) => (one.trx ? [one.trx] : []));
    return (this.dice.chance(50) ? this.dice.pick(others) : undefined) ?? trxOf();
  }

  private async completePayment(): Promise<void> {
    const order = this.dice.pick(this.payments);
    if (!order) return;
    const amount = this.dice.chance(70) ? {} : { amount: text(order.amount + 500n) };
    await this.act("payments", order.id, "complete", { trx_id: this.typed(order.paidWith), note: "by hand", ...amount });
  }

  /** A person moves the TrxID that was said of an order to another movement; of one that is proven, or not completed, it is refused. */
  private async correct(kind: "payments" | "disburses", orders: readonly (Payment | Payout)[]): Promise<void> {
    const order = this.dice.pick(orders);
    if (order) await this.act(kind, order.id, "correct", { trx_id: this.typed(order.paidWith), reason: "by hand" });
  }

  private async orderPayout(): Promise<void> {
    const amount = this.amount();
    const customer = `0199${String(this.dice.chance(30) ? 1 : next()).padStart(7, "0")}`;
    const answer = await this.lab.order(this.merchant, { amount: text(amount), customer });
    if (answer.status !== 201) return;
    this.payouts.push({
      id: answer.data.id,
      key: this.lab.app.publicIds.decode("disburse", answer.data.id) as bigint,
      amount,
      customer,
      paidWith: null,
      givenBack: false,
    });
    await this.lab.dispatch();
  }

  private async flying(): Promise<Payout | undefined> {
    const order = this.dice.pick(this.payouts);
    const attempt = order && (await this.lab.owner.one("select 1 from disburse_attempts where disburse_id = $1", [order.key]));
    return attempt ? order : undefined;
  }

  private async operatorPays(): Promise<void> {
    const order = await this.flying();
    if (!order || order.paidWith !== null) return;
    order.paidWith = trxOf();
    const wrong = this.dice.chance(10);
    // Without a payee it proves what was said of its TrxID, by a person at last.
    const payee = this.dice.chance(20) ? {} : { counterparty: this.dice.chance(5) ? "01700000001" : order.customer };
    this.wallet.move({
      kind: "send_money",
      direction: "debit",
      amount: wrong ? order.amount + 300n : order.amount,
      fee: 500n,
      ...payee,
      trx: order.paidWith,
    });
  }

  private async phoneSays(): Promise<void> {
    const order = await this.flying();
    if (!order) return;
    const trxId = this.typed(order.paidWith);
    await recordOutcome(this.lab.app, (tx, emit) =>
      completeAttempt(this.lab.app, tx, { disburseId: order.key, no: 1 }, { source: "device", trxId, costMinor: null }, emit),
    );
  }

  private async completePayout(): Promise<void> {
    const order = await this.flying();
    if (order) await this.act("disburses", order.id, "complete", { trx_id: this.typed(order.paidWith), note: "by hand" });
  }

  private async transfer(): Promise<void> {
    const amount = BigInt(1 + this.dice.roll(20)) * 100n;
    const made = await this.lab.product.good<{ id: string; version: number }>("POST", "/api/transfers", this.lab.product.admin, {
      kind: "wallet",
      from_wallet_id: this.wallet.publicId,
      to_wallet_id: this.other.publicId,
      amount: text(amount),
      expected_cost: "1.00",
    });
    const answer = await this.act("transfers", made.id, "approve", {});
    if (!answer.success) return;
    this.transfers.push({ id: made.id, amount });
    if (!this.dice.chance(70)) return;
    const trx = trxOf();
    this.wallet.move({ kind: "send_money", direction: "debit", amount, fee: 100n, counterparty: this.other.account, trx });
    this.other.move({ kind: "receive", direction: "credit", amount, trx });
  }

  private async completeTransfer(): Promise<void> {
    const transfer = this.dice.pick(this.transfers);
    if (transfer) await this.act("transfers", transfer.id, "complete", this.dice.chance(50) ? {} : { trx_id: this.typed(null) });
  }

  private async withdraw(): Promise<void> {
    const amount = BigInt(1 + this.dice.roll(20)) * 100n;
    const made = await this.lab.product.call<{ id: string; version: number }>("POST", "/api/withdrawal", this.lab.product.admin, {
      merchant_id: this.merchant.id,
      receiving_account: "01722220000",
      amount: text(amount),
      note: "history",
    });
    if (!made.success) return;
    await this.act("withdrawal", made.data.id, "approve", {});
    const trx = trxOf();
    const paid = await this.act("withdrawal", made.data.id, "paid", { reference: this.typed(trx), wallet_id: this.wallet.publicId });
    if (paid.success || this.dice.chance(20))
      this.wallet.move({ kind: "send_money", direction: "debit", amount, fee: 200n, counterparty: this.dice.chance(80) ? "01722220000" : "01711110000", trx });
  }

  /** The waiting time of held messages is over. */
  private async waitsOver(wallet: OperatorWallet = this.wallet): Promise<void> {
    await this.lab.owner.run("update sms set held_until = now() - interval '1 second' where wallet_id = $1 and match_status = 'held'", [wallet.walletId]);
    await this.lab.app.posting.sweep();
  }

  /** A person believes a message that does not fit, and gives it to an order. */
  private async believe(): Promise<void> {
    const held = await this.lab.owner.rows<{ id: bigint; version: number }>(
      "select id, version from sms where wallet_id = $1 and match_status in ('review', 'held', 'unmatched') and direction = 'credit' order by id",
      [this.wallet.walletId],
    );
    const message = this.dice.pick(held);
    const order = this.dice.pick(this.payments);
    if (!message || !order) return;
    const answer = await this.lab.product.call("POST", `/api/sms/${this.lab.app.publicIds.encode("sms", message.id)}/match`, this.lab.product.admin, {
      version: message.version,
      payment_id: order.id,
    });
    if (answer.status >= 500) throw new Error(answer.text);
  }
}
