/** Plays a month: slot by slot what comes in, at each slot's end what people and machines do about it. */
import { HOUR_MS, MINUTE_MS } from "../../src/contract/time.ts";
import type { StoredPayment } from "../../src/server/core/acceptance/payment-order.ts";
import { Random } from "../random.ts";
import { Downloads } from "./downloads.ts";
import { Incidents } from "./incidents.ts";
import { Kept } from "./kept.ts";
import { leave } from "./left.ts";
import { notify } from "./notify.ts";
import { Office } from "./office.ts";
import { Payouts } from "./payouts.ts";
import { dhakaHour, dhakaTime, HistoryPlan, type HistoryDay } from "./plan.ts";
import type { Room } from "./room.ts";
import { Stream, takeDue, type Act } from "./stream.ts";
import { Wordings } from "./wordings.ts";

/** By day about an hour is written together, by night about three. */
const NIGHT_HOURS = 3;
/** The machine's own rounds: notifications, exceptions. */
const ROUND_MS = 3 * HOUR_MS;
/** The set-up takes the first hours of the first day. */
const SETUP_MS = 120 * MINUTE_MS;
/** So long before the end nobody has worked the queue off. */
const LEFT_MS = 5 * HOUR_MS;
/** A merchant sends a file of payouts so many days before the last one, at this hour of Dhaka. */
const FILE = { before: 3, hour: 12 } as const;
const isNight = (ms: number): boolean => dhakaHour(ms) < 7;

/** What a month came to. */
export interface MonthCounts {
  readonly orders: number;
  readonly refused: number;
  readonly messages: number;
  readonly payouts: number;
  readonly notifications: number;
}

export class Month {
  private readonly acts: { readonly atMs: number; readonly act: Act }[] = [];
  private readonly stream: Stream;
  private readonly office: Office;
  private readonly payouts: Payouts;
  private readonly incidents: Incidents;
  private readonly wordings: Wordings;
  private readonly downloads: Downloads;
  private readonly kept: Kept;
  private readonly random: Random;
  private notifications = 0;

  constructor(
    private readonly room: Room,
    private readonly plan: HistoryPlan,
    seed: string,
    private readonly print: (line: string) => void,
  ) {
    this.random = new Random(`${seed}/history/people`);
    this.stream = new Stream(room, `H${seed}`, {
      arrives: (wallet, atMs) => this.incidents.arrives(wallet, atMs),
      merchant: (atMs, act) => this.acts.push({ atMs, act }),
      toMatch: (order: StoredPayment, sms) => this.office.match(order, sms),
    });
    this.office = new Office(room, this.stream, this.random);
    this.payouts = new Payouts(room, this.stream, `H${seed}`);
    const later = (atMs: number, act: Act): void => void this.acts.push({ atMs, act });
    this.incidents = new Incidents(room, this.stream, plan, later);
    this.wordings = new Wordings(room, this.stream, plan, later);
    this.downloads = new Downloads(room, plan, later);
    this.kept = new Kept(room, plan, later);
  }

  async play(): Promise<MonthCounts> {
    const began = performance.now();
    for (const day of this.plan.all()) {
      await this.playDay(day);
      if (day.index % 5 === 4 || day.index === this.plan.days)
        this.print(
          `  ${day.day}  ${day.index + 1}/${this.plan.days + 1} days, ${this.stream.counts.accepted} orders  ${((performance.now() - began) / 1000).toFixed(0)} s`,
        );
    }
    const { accepted, refused, messages } = this.stream.counts;
    return { orders: accepted, refused, messages, payouts: this.payouts.counts.asked, notifications: this.notifications };
  }

  private async playDay(day: HistoryDay): Promise<void> {
    const payouts = [...day.payouts];
    const orders = [...day.orders];
    for (const part of [this.incidents, this.wordings, this.downloads, this.kept]) part.beginDay(day);
    if (day.index > 0 && day.index === this.plan.days - FILE.before)
      this.acts.push({ atMs: dhakaTime(day.startMs, FILE.hour), act: () => this.payouts.file(this.plan.refunds(), `refunds-${day.day}`) });
    await this.room.seen(day.endMs);
    for (let from = day.index === 0 ? day.startMs + SETUP_MS : day.startMs; from < day.endMs; ) {
      const to = this.slotEnd(from, day);
      await this.stream.ask(this.incidents.letIn(takeDue(orders, to)), (order) => this.incidents.changed(order));
      await this.stream.listen(to);
      await this.afterSlot(day, from, to, takeDue(payouts, to));
      from = to;
    }
    if (day.endMs < this.plan.endMs) await this.endDay(day);
  }

  /** Some minute of the next hour, so that people's acts do not all stand at full hours; files are made when they are due, a day ends where it ends. */
  private slotEnd(from: number, day: HistoryDay): number {
    const hours = isNight(from) ? NIGHT_HOURS : 1;
    const end = (Math.floor(from / HOUR_MS) + hours) * HOUR_MS + this.random.int(2 * MINUTE_MS, 55 * MINUTE_MS);
    const to = end > day.endMs - 5 * MINUTE_MS ? day.endMs : end;
    return this.downloads.dueIn(from, to, day) ?? to;
  }

  private async afterSlot(day: HistoryDay, from: number, to: number, payouts: HistoryDay["payouts"]): Promise<void> {
    const { clock, desk } = this.room;
    await clock.moveTo(to);
    if (to === day.endMs) this.office.endDay(day);
    for (const { act } of takeDue(this.acts, to)) await act(this.room);
    await this.downloads.make(day);
    await desk.job("sweep-held");
    await desk.job("expire-payments");
    const isWorked = to < this.plan.endMs - LEFT_MS;
    if (day.index > 0) await this.payouts.play(payouts, { isWorked, isOpen: (operator) => this.incidents.isOpen(operator) });
    const isRound = Math.floor(from / ROUND_MS) < Math.floor(to / ROUND_MS);
    if (isRound) this.notifications += await notify(this.room, this.random);
    if (isRound) await desk.job("exceptions.sweep");
    // The last hours of the history are left to whoever looks at the demo.
    if (isWorked) await this.people(day, from, to);
  }

  /** Who is at work does what is due in this hour of Dhaka. */
  private async people(day: HistoryDay, from: number, to: number): Promise<void> {
    const due = (hour: number, minute = 0): boolean => {
      const at = dhakaTime(day.startMs, hour, minute);
      return from <= at && at < to;
    };
    if (!isNight(to) && Math.floor(from / (2 * HOUR_MS)) < Math.floor(to / (2 * HOUR_MS))) await this.office.decide();
    if (due(10, 30) && day.index > 0) await this.incidents.close(this.office, day);
    if (due(12) && (day.index % 7 === 2 || day.index % 7 === 5)) for (const merchant of this.room.merchants) await this.office.withdraw(merchant);
    if (due(13) && day.index > 0) await this.office.moveFloat(day.index % 7 === 3);
    if (due(15)) await this.office.payWithdrawals();
    if (due(17)) await this.office.tidy();
  }

  private async endDay(day: HistoryDay): Promise<void> {
    const { clock, desk } = this.room;
    await clock.moveTo(day.endMs + 11 * MINUTE_MS);
    for (const job of ["statistics.fold", "reconciliation.keep", "seal-audit", "exceptions.tidy"]) await desk.job(job);
  }

  /** The last words: what the server would have done by itself by now. */
  async end(): Promise<void> {
    const { desk, clock } = this.room;
    // What is left open: a large payout, one that a phone could not pay, a withdrawal, float.
    await this.payouts.play(this.plan.leftOpen(), { isWorked: false, isOpen: () => true });
    await this.office.askFor(this.room.merchants[1] as Room["merchants"][number], 5_000_00n);
    await this.office.askForFloat();
    // For yesterday's close, where the history ends before the hour at which that is done.
    await this.office.importStatements(this.plan.dayAt(this.plan.days - 1));
    await this.stream.tellAll();
    await clock.moveTo(this.plan.endMs);
    await this.wordings.end();
    await this.kept.end();
    // Until the phones of the demo say themselves that they live.
    await this.room.seen(this.plan.endMs + 5 * MINUTE_MS);
    this.notifications += await notify(this.room, this.random);
    for (const job of ["statistics.fold", "reconciliation.fold", "reconciliation.keep", "exceptions.sweep"]) await desk.job(job);
    await leave(this.room);
    await desk.job("seal-audit");
  }
}
