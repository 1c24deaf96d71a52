/** Plays a plan: one order after the other at the chosen speed, many under way at once, all of them bounded. */
import type { PlannedOrder } from "./plan.ts";
import type { PlannedPayout } from "./payout-plan.ts";
import { PAYOUT_SCENARIOS, type PayoutScenario } from "./payout-scenarios.ts";
import { PayoutScene, type PayoutWorld } from "./payout-scene.ts";
import { RefusedAtAcceptance, Scene } from "./scene.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import { SCRIPTS } from "./scripts.ts";

/** Orders under way at once. */
const MOST = 300;

/** Finance does its back-office tasks beside this payment of every so many. */
const BACK_OFFICE_EVERY = 500;
const BACK_OFFICE_AT = 25;

/** The run was asked to end. */
export class Stopped extends Error {}

/** Plays orders and keeps count of what it played. */
export class Conductor {
  readonly played = new Map<Scenario, number>();
  readonly paidOut = new Map<PayoutScenario, number>();
  private readonly active = new Set<Promise<void>>();
  private started = 0;
  private finished = 0;

  constructor(
    private readonly world: PayoutWorld,
    private readonly perSecond: number,
    /** Finance's back-office tasks; done once for each call. */
    private readonly backOffice: () => Promise<void>,
  ) {}

  /** Orders begun and ended so far. */
  get progress(): { started: number; finished: number } {
    return { started: this.started, finished: this.finished };
  }

  /** Plays the whole plan; resolves when the last script has ended. @throws Stopped */
  async play(plan: Iterable<PlannedOrder>, payouts: Iterator<PlannedPayout>): Promise<void> {
    const begin = performance.now();
    let next = payouts.next();
    for (const order of plan) {
      const due = begin + ((order.no - 1 + order.pause * 0.8) * 1000) / this.perSecond;
      await this.world.sleep(Math.max(0, due - performance.now()));
      while (this.active.size >= MOST) await Promise.race(this.active);
      this.begin(order);
      for (; !next.done && next.value.afterOrder <= order.no; next = payouts.next()) this.payOut(next.value);
      if (order.no % BACK_OFFICE_EVERY === BACK_OFFICE_AT) this.add(this.backOffice(), "back office");
    }
    await Promise.all(this.active);
  }

  private begin(order: PlannedOrder): void {
    this.started += 1;
    this.played.set(order.scenario, (this.played.get(order.scenario) ?? 0) + 1);
    const script = this.one(order).finally(() => {
      this.active.delete(script);
      this.finished += 1;
    });
    this.active.add(script);
  }

  private payOut(payout: PlannedPayout): void {
    this.paidOut.set(payout.scenario, (this.paidOut.get(payout.scenario) ?? 0) + 1);
    this.add(new PayoutScene(this.world, payout).run(), `${payout.scenario}, payout ${payout.no}`);
  }

  private add(work: Promise<void>, what: string): void {
    const script = work
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) this.world.tally.trouble(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => this.active.delete(script));
    this.active.add(script);
  }

  private async one(order: PlannedOrder): Promise<void> {
    const scene = new Scene(this.world, order);
    const parts = await Promise.allSettled([SCRIPTS[order.scenario](scene), this.stray(order), this.noise(order)]);
    for (const part of parts) {
      if (part.status === "fulfilled" || part.reason instanceof Stopped) continue;
      const why = part.reason instanceof Error ? part.reason.message : String(part.reason);
      this.world.tally.trouble(part.reason instanceof RefusedAtAcceptance ? why : `${order.scenario}, order ${order.no}: ${why}`);
    }
  }

  /** Money that belongs to no order. */
  private async stray(order: PlannedOrder): Promise<void> {
    if (!order.stray) return;
    const { operator, amount, payer, wallet: index } = order.stray;
    const wallets = this.world.bank.walletsOf(operator);
    const wallet = wallets[index % wallets.length];
    if (!wallet) return;
    const money = this.world.bank.receive(wallet.key, { amount, payer });
    this.world.tally.money(money, "unmatched");
    await this.world.phonesOf(wallet.key).first.deliver(money.sms);
  }

  private async noise(order: PlannedOrder): Promise<void> {
    if (!order.noise) return;
    const wallets = this.world.bank.walletsOf(order.operator);
    const wallet = wallets[order.wallet % wallets.length];
    if (!wallet) return;
    const sms = this.world.bank.noise(wallet.key, order.noise.text, order.noise.code);
    this.world.tally.message("other");
    await this.world.phonesOf(wallet.key).first.deliver(sms);
  }

  /** What was played, for the report. */
  report(): string[] {
    const line = (times: number, says: string): string => `  ${String(times).padStart(5)}  ${says}`;
    const often = (one: [string, number], other: [string, number]): number => other[1] - one[1];
    return [
      ...[...this.played].sort(often).map(([scenario, times]) => line(times, SCENARIOS[scenario].says)),
      ...[...this.paidOut].sort(often).map(([scenario, times]) => line(times, `payout: ${PAYOUT_SCENARIOS[scenario].says}`)),
    ];
  }
}
