/**
 * Messages in wordings that no rule reads, and the rule that an admin tries on one of them in the shadow. None of them moves money
 * that another message does not tell of, so the books follow the operators whatever somebody makes of them.
 */
import { grouped } from "../money.ts";
import { SENDER } from "../texts.ts";
import { printedTime } from "../trx.ts";
import { WALLETS } from "../fleet.ts";
import { dhakaTime, type HistoryDay, type HistoryPlan } from "./plan.ts";
import type { Room } from "./room.ts";
import type { Act, Stream } from "./stream.ts";

/** Texts that say nothing of money that has moved. */
interface Wording {
  readonly wallet: string;
  /** Hour of Dhaka. */
  readonly hour: number;
  /** On these days before the last one. */
  readonly days: readonly number[];
  readonly text: (before: number, atMs: number) => string;
}

/** The wallet on which bKash tries its next wording, beside the one that it prints today. */
const TRIED_ON = "bk1";
const TRIED = { from: 6, hour: 20 } as const;
const TRIED_TEMPLATE = "Money in: {amount} from {msisdn}. Charge {fee}. New balance {balance}. TrxID {trx}, {dt}";
/** The rule runs in the shadow from this day before the last one on. */
const SHADOW = { before: 4, hour: 11 } as const;
/** What is put aside on one day, and when. */
const ASIDE = { before: 5, hour: 16 } as const;

const ADVERTISED = "Pay your DESCO bill from home";
const advertised = (before: number): string => `${ADVERTISED}: bKash app > Pay Bill > Electricity. bka.sh/desco${20 + before}`;
const WORDINGS: readonly Wording[] = [
  { wallet: "bk4", hour: 10, days: [9, 8, 7, 6], text: advertised },
  { wallet: "bk1", hour: 12, days: [8, 7, 6], text: advertised },
  { wallet: "bk4", hour: 10, days: [3, 1], text: advertised },
  {
    wallet: "ng2",
    hour: 15,
    days: [5, 3, 1],
    text: (before) => `You have used Tk ${grouped(BigInt(241_350 - 21_800 * before) * 1_00n)} of your monthly Cash In limit of Tk 300,000.00. Helpline 16167.`,
  },
  {
    wallet: "bk6",
    hour: 17,
    days: [4, 2],
    text: (before, atMs) =>
      `Your Send Money request of Tk ${grouped(BigInt(650 + 90 * before) * 1_00n)} to 0171200${4310 + before} could not go through at ${printedTime(atMs)}. Please try again later.`,
  },
];

export class Wordings {
  constructor(
    private readonly room: Room,
    private readonly stream: Stream,
    private readonly plan: HistoryPlan,
    private readonly later: (atMs: number, act: Act) => void,
  ) {}

  /** Plans what this day brings. */
  beginDay({ index, startMs }: HistoryDay): void {
    const before = this.plan.days - index;
    // The set-up takes the first day.
    if (index === 0) return;
    for (const { wallet, hour, days, text } of WORDINGS)
      if (days.includes(before)) this.say(wallet, dhakaTime(startMs, hour, 7 * before), (atMs) => text(before, atMs));
    if (before <= TRIED.from) this.later(dhakaTime(startMs, TRIED.hour), () => this.repeat());
    if (before === Math.min(SHADOW.before, this.plan.days - 1)) this.later(dhakaTime(startMs, SHADOW.hour), () => this.shadow());
    if (before === ASIDE.before) this.later(dhakaTime(startMs, ASIDE.hour), () => this.putAside());
  }

  private say(wallet: string, atMs: number, text: (atMs: number) => string): void {
    const operator = WALLETS.find(({ key }) => key === wallet)?.operator ?? "bkash";
    this.stream.say(atMs, { wallet, sender: SENDER[operator], text: text(atMs), atMs, uid: `wording-${wallet}-${atMs}`, swap: false, firm: false });
  }

  /** The newest payment of the wallet is told once more, in the wording to come: the same TrxID, so it is the same money. */
  private async repeat(): Promise<void> {
    const { app, clock, wallet } = this.room;
    const paid = await app.db.one<{ amount: bigint; fee: bigint | null; balance: bigint; counterparty: string; trx_id: string; sent_at: Date }>(
      `select amount, fee, balance, counterparty, trx_id, sent_at from sms
       where wallet_id = $1 and match_status = 'matched' and kind = 'receive' and balance is not null and counterparty is not null and trx_id is not null order by id desc limit 1`,
      [wallet(TRIED_ON).id],
    );
    if (!paid) return;
    const { amount, fee, balance, counterparty, trx_id: trxId, sent_at: sentAt } = paid;
    this.say(
      TRIED_ON,
      clock.now() + 20_000,
      () =>
        `Money in: Tk ${grouped(amount)} from ${counterparty}. Charge Tk ${grouped(fee ?? 0n)}. New balance Tk ${grouped(balance)}. TrxID ${trxId}, ${printedTime(sentAt.getTime())}`,
    );
  }

  /** An admin writes a rule for the wording to come and lets it run beside what counts. */
  private async shadow(): Promise<void> {
    const { desk } = this.room;
    const { rule } = await desk.call("admin", "POST /api/sms/rules", {
      body: {
        operator: "bkash",
        class: "receive",
        template: TRIED_TEMPLATE,
        note: "bKash 试用的新文案，现与旧短信同时发出 · bKash's next wording, sent beside the present one for now",
      },
    });
    if (rule !== null) await desk.call("admin", "POST /api/sms/rules/:id/shadow", { id: rule.id, body: { version: rule.version } });
  }

  /** The operator on duty puts aside what only advertises, all at once. */
  private async putAside(): Promise<void> {
    const { app, desk, person } = this.room;
    const rows = await app.db.rows<{ id: bigint; version: number }>(
      "select id, version from sms where match_status = 'unparsed' and text like $1 order by id limit 100",
      [`${ADVERTISED}%`],
    );
    if (rows.length === 0) return;
    const items = rows.map(({ id, version }) => ({ id: app.publicIds.encode("sms", id), version }));
    const operator = person("operator");
    const { id } = await operator.call("POST /api/bulk", { body: { act: "sms.ignore", items } });
    await desk.job("bulk");
    const { version, waiting, amount } = await operator.call("GET /api/bulk/:id", { id });
    await operator.call("POST /api/bulk/:id/start", { id, body: { version, count: waiting, sum: amount ?? undefined, reason: "广告 · Advertising" } });
    await desk.job("bulk");
  }

  /** The rule looks at what has come. */
  end(): Promise<void> {
    return this.room.desk.job("rules-in-shadow");
  }
}
