/** One payout's play: at the door, on the phones or in people's hands, and to its end. */
import type { DisburseRow } from "../src/contract/disburses.schema.ts";
import type { DisburseCreate, MerchantDisburse } from "../src/contract/disburses.schema.ts";
import type { DeviceTask } from "../src/contract/devices.schema.ts";
import type { DisburseStatus, MerchantDisburseStatus } from "../src/contract/disburses.ts";
import type { Movement } from "./bank.ts";
import { MERCHANTS, WALLETS } from "./fleet.ts";
import { expectData, type Answer } from "./http.ts";
import type { Merchant } from "./merchant.ts";
import { plain } from "./money.ts";
import type { Office } from "./office.ts";
import type { Payer } from "./payer.ts";
import type { PlannedPayout } from "./payout-plan.ts";
import { ACTS, payoutScenario, type Act } from "./payout-scenarios.ts";
import type { PayoutTally } from "./payout-tally.ts";
import type { World } from "./scene.ts";

/** What payouts need beside the payments' world. */
export interface PayoutWorld extends World {
  readonly office: Office;
  readonly payouts: PayoutTally;
  /** Who is under way, by the number that is paid: it stands in every task and on every row. */
  readonly underWay: Map<string, PayoutScene>;
}

const FUNDS_PATIENCE_MS = 40_000;
/** How long the product may take to show what was done, ms. */
const PATIENCE_MS = 30_000;
/** A phone works one task after the other, so an order may wait behind many, ms. */
const TURN_MS = 150_000;
/** More than a small merchant has, less than an operator's bound. */
const MUCH = 50_000_00n;

export class PayoutScene {
  private done = 0;
  private readonly act: readonly Act[];

  constructor(
    readonly world: PayoutWorld,
    readonly plan: PlannedPayout,
  ) {
    this.act = payoutScenario(plan.scenario).acts;
  }

  get merchant(): Merchant {
    return this.world.merchants[this.plan.merchant] as Merchant;
  }

  /** The whole play; resolves when the order is over, or would never be. */
  async run(): Promise<void> {
    const { door, decision } = payoutScenario(this.plan.scenario);
    if (door === "too_little" || door === "own_wallet") return this.refused(door);
    this.world.underWay.set(this.plan.customer, this);
    const order = await this.place();
    if (order) {
      if (door === "twice") await this.again(order);
      if (decision) await this.decide(order.id, decision);
      for (let attempt = 1; attempt <= this.act.length; attempt += 1) await this.follow(order.id, attempt);
    }
    // One that was given up stays: its task may still come to a phone.
    this.world.underWay.delete(this.plan.customer);
  }

  /** A phone got the order's task. */
  async onTask(task: DeviceTask, payer: Payer): Promise<void> {
    const act = this.nextAct();
    const wallet = WALLETS.find((one) => one.account === task.wallet.account);
    if (!wallet) throw new Error(`a task names ${task.wallet.account}, which is no wallet of the demo`);
    await this.think(0.5);
    const how = ACTS[act];
    const movement = how.pays ? this.pay(wallet.key, task.reference, true) : null;
    const tell = (): Promise<unknown> => (movement ? this.world.phonesOf(wallet.key).first.deliver(movement.sms) : Promise.resolve());
    if (how.sms === "before") await tell();
    if (how.sms === "before") await this.think(0.3);
    await this.answer(task, payer, act, movement);
    // The operator's message takes its own way; the phone does not wait for it.
    if (how.sms === "after")
      void this.think(0.3)
        .then(tell)
        .catch((error: unknown) => this.trouble(error));
    this.done += 1;
  }

  /** The order came to a wallet that people work. */
  async byHand(row: DisburseRow): Promise<void> {
    const act = this.nextAct();
    const wallet = WALLETS.find((one) => one.name === row.wallet_name);
    if (!wallet) throw new Error(`payout ${row.id} went to ${row.wallet_name ?? "no wallet"}`);
    await this.think();
    if (ACTS[act].pays) await this.world.office.complete(row.id, this.pay(wallet.key, "", false));
    else await this.world.office.fail(row.id);
    this.done += 1;
  }

  private nextAct(): Act {
    const act = this.act[this.done];
    if (act === undefined) throw new Error(`payout ${this.plan.no} (${this.plan.scenario}) was to be paid once more than it may`);
    this.world.payouts.tried(this.plan.no);
    return act;
  }

  private pay(wallet: string, reference: string, told: boolean): Movement {
    const movement = this.world.bank.send(wallet, { amount: this.plan.amount, to: this.plan.customer, reference });
    this.world.payouts.paid(this.plan.no, movement);
    this.world.tally.days.paid(movement, told);
    // Where a phone reports the operator's message, it must find its order.
    if (told) this.world.tally.message("matched");
    this.world.say(
      `${movement.wallet.name}  -${plain(movement.amount)}  ${movement.trxId}  → ${this.plan.customer}  (${this.plan.scenario.replaceAll("_", " ")})`,
    );
    return movement;
  }

  private async answer(task: DeviceTask, payer: Payer, act: Act, movement: Movement | null): Promise<void> {
    const how = ACTS[act].answers;
    if (how === "none") return;
    if (how === "unknown") return void expectData(await payer.answer(task, { result: "unknown" }), "a phone's answer");
    if (how === "failed" || movement === null)
      return void expectData(await payer.answer(task, { result: "failed", reason: "The app refused" }), "a phone's answer");
    const sent = { result: "sent", trx_id: movement.trxId } as const;
    const first = expectData(await payer.answer(task, sent), "a phone's answer");
    if (how !== "again") return;
    const same = await payer.answer(task, sent);
    if (!this.world.payouts.sameAnswers.note(same.status === 200 && same.data?.answered_at === first.answered_at))
      this.trouble(`a repeated answer was answered ${same.status}`);
    const other = await payer.answer(task, { result: "failed", reason: "Changed its mind" });
    if (!this.world.payouts.otherAnswers.note(other.error?.code === "already_answered")) this.trouble(`another answer was answered ${other.status}`);
  }

  /** Sees one attempt through: what pays completes the order, what does not is looked after by people. */
  private async follow(id: string, attempt: number): Promise<void> {
    const act = this.act[attempt - 1] as Act;
    for (const end = Date.now() + TURN_MS; this.done < attempt && Date.now() < end; ) await this.world.sleep(Math.max(150, this.world.paceMs / 2));
    if (this.done < attempt) throw new Error(`payout ${id} came neither to a phone nor to people in time`);
    if (ACTS[act].pays) return void (await this.until(id, ["completed"]));
    await this.untilStaff(id, attempt, ACTS[act].answers === "unknown" ? ["unknown", "attempt_failed"] : ["attempt_failed"]);
    await this.think();
    if ((await this.world.office.look(id)).status === "unknown") await this.world.office.fail(id);
    if (attempt < this.act.length) return this.world.office.reset(id);
    this.world.payouts.ends(this.plan.no, "failed");
    await this.world.office.fail(id);
    await this.until(id, ["failed"]);
  }

  private request(more: Partial<DisburseCreate> = {}): DisburseCreate {
    const { plan } = this;
    return { merchant_order_id: `${this.world.prefix}-out-${plan.no}`, amount: plain(plan.amount), operator: plan.operator, customer: plan.customer, ...more };
  }

  /** Asks until the merchant has collected enough; null when it never had. */
  private async place(): Promise<MerchantDisburse | null> {
    for (const end = Date.now() + FUNDS_PATIENCE_MS; ; ) {
      const answer = await this.merchant.payOut(this.request());
      if (answer.error?.code !== "insufficient_balance") {
        const order = expectData(answer, `payout ${this.plan.no}`);
        this.world.payouts.placed(this.plan.no, this.merchant.key, this.plan.amount);
        return order;
      }
      if (Date.now() > end) break;
      await this.world.sleep(1000);
    }
    this.world.payouts.unfunded += 1;
    return null;
  }

  private async again(order: MerchantDisburse): Promise<void> {
    const answer = await this.merchant.payOut(this.request());
    if (!this.world.payouts.repeats.note(answer.status === 200 && answer.data?.id === order.id))
      this.trouble(`payout ${order.id} sent again was answered ${answer.status} ${answer.data?.id ?? answer.error?.code}`);
  }

  private async refused(door: "too_little" | "own_wallet"): Promise<void> {
    const own = WALLETS.filter((wallet) => wallet.operator === this.plan.operator);
    const more = door === "too_little" ? { amount: plain(MUCH) } : { customer: own[this.plan.turn % own.length]?.account ?? "" };
    // Only where it is certain that the merchant has less.
    if (door === "too_little" && (await this.merchant.available()) >= MUCH / 2n) return;
    const answer: Answer<MerchantDisburse> = await this.merchant.payOut(this.request(more));
    const right = door === "too_little" ? answer.error?.code === "insufficient_balance" : answer.error?.code === "customer_is_wallet";
    const attempts = door === "too_little" ? this.world.payouts.tooLittle : this.world.payouts.ownWallet;
    if (!attempts.note(right)) this.trouble(`a payout that had to be refused (${door}) was answered ${answer.status} ${answer.error?.code ?? "success"}`);
  }

  private async decide(id: string, decision: "approve" | "reject" | "cancel"): Promise<void> {
    await this.until(id, ["review"]);
    await this.think();
    if (decision === "approve") return this.world.office.approve(id);
    this.world.payouts.ends(this.plan.no, decision === "reject" ? "rejected" : "cancelled");
    if (decision === "reject") await this.world.office.reject(id);
    else expectData(await this.merchant.cancelPayout(id), "cancel");
  }

  private think(share = 1): Promise<void> {
    return this.world.sleep(this.world.paceMs * share * (0.3 + 1.4 * this.plan.pause));
  }

  private async until(id: string, statuses: readonly MerchantDisburseStatus[]): Promise<void> {
    await this.wait(id, statuses, async () => expectData(await this.merchant.payout(id), "payout").status);
  }

  private async untilStaff(id: string, attempt: number, statuses: readonly DisburseStatus[]): Promise<void> {
    await this.wait(id, statuses, async () => {
      const row = await this.world.office.look(id);
      return row.attempts.length >= attempt ? row.status : "pending";
    });
  }

  private async wait(id: string, statuses: readonly string[], read: () => Promise<string>): Promise<void> {
    let last = "";
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      last = await read();
      if (statuses.includes(last)) return;
      await this.world.sleep(Math.min(1000, Math.max(150, this.world.paceMs)));
    }
    throw new Error(`payout ${id} of ${MERCHANTS[this.plan.merchant]?.name ?? ""} is ${last}, not ${statuses.join(" or ")}, in time`);
  }

  private trouble(what: unknown): void {
    this.world.tally.trouble(`${this.plan.scenario}, payout ${this.plan.no}: ${what instanceof Error ? what.message : String(what)}`);
  }
}
