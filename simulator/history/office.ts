/** What people do day by day: decide what waits, close days, pay merchants out, move float. */
import { DAY_MS } from "../../src/contract/time.ts";
import type { StoredPayment } from "../../src/server/core/acceptance/payment-order.ts";
import { WALLETS } from "../fleet.ts";
import { minorOf, plain } from "../money.ts";
import type { Random } from "../random.ts";
import { statementCsv } from "../statement.ts";
import { NotDone } from "./desk.ts";
import type { HistoryDay } from "./plan.ts";
import type { Room } from "./room.ts";
import type { Stream } from "./stream.ts";

const REASONS = ["The customer sent another amount and asked for it back", "金额不符，客户要求退回"];
const LOW = 340_000_00n;
const TOP_UP = 60_000_00n;
const WEEKLY = 15_000_00n;
const HIGH = 220_000_00n;
const MATCH_AFTER_MS = 40 * 60_000;

interface ToMatch {
  readonly order: StoredPayment;
  readonly sms: () => Promise<bigint | null>;
  readonly fromMs: number;
}

export class Office {
  private readonly toMatch: ToMatch[] = [];
  private readonly toPay: { readonly id: bigint }[] = [];
  /** What stood on each wallet at the operators as a day ended. */
  private readonly ended = new Map<string, Map<string, bigint>>();
  /** Where statements were imported up to. */
  private readonly imported = new Map<string, number>();

  constructor(
    private readonly room: Room,
    private readonly stream: Stream,
    private readonly random: Random,
  ) {}

  /** A message that nothing ties to its order but a person. */
  match(order: StoredPayment, sms: () => Promise<bigint | null>): void {
    this.toMatch.push({ order, sms, fromMs: this.room.clock.now() });
  }

  /** The day is over: what stands on the wallets then is what it is closed with. */
  endDay({ day }: HistoryDay): void {
    this.ended.set(day, new Map(WALLETS.map(({ key }) => [key, this.room.bank.balanceOf(key)])));
  }

  /** The operator on duty works the queue off. */
  async decide(): Promise<void> {
    await this.decideReviews();
    const { desk, app, clock } = this.room;
    for (const { order, sms, fromMs } of this.toMatch.splice(0)) {
      if (fromMs > clock.now() - MATCH_AFTER_MS) {
        this.toMatch.push({ order, sms, fromMs });
        continue;
      }
      const id = await sms();
      if (id === null) continue;
      const row = await app.db.one<{ version: number; match_status: string }>("select version, match_status from sms where id = $1", [id]);
      if (row?.match_status !== "unmatched") continue;
      const body = {
        version: row.version,
        payment_id: app.publicIds.encode("payment", order.id),
        note: "Paid from a relative's wallet; the customer sent a screenshot",
      };
      await this.tolerant(desk.call("operator", "POST /api/sms/:id/match", { id: app.publicIds.encode("sms", id), body }));
    }
  }

  private async decideReviews(): Promise<void> {
    const { desk, app, clock } = this.room;
    const rows = await app.db.rows<{ id: bigint; version: number; sms: bigint }>(
      `select p.id, p.version, s.id as sms from payments p join sms s on s.payment_id = p.id and s.match_status = 'review' where p.status = 'review' order by p.id limit 50`,
    );
    for (const row of rows) {
      await clock.moveTo(clock.now() + this.random.int(15_000, 50_000));
      const id = app.publicIds.encode("payment", row.id);
      const act = this.random.chance(0.7)
        ? desk.call("operator", "POST /api/payments/:id/approve", {
            id,
            body: {
              version: row.version,
              message_id: app.publicIds.encode("sms", row.sms),
              amount: "received",
              note: "The customer agrees to the amount received",
            },
          })
        : desk.call("operator", "POST /api/payments/:id/reject", { id, body: { version: row.version, reason: this.random.pick(REASONS) } });
      await this.tolerant(act);
    }
  }

  /** What somebody else has decided meanwhile is no trouble. */
  private async tolerant(act: Promise<unknown>): Promise<void> {
    await act.catch((error: unknown) => {
      if (!(error instanceof NotDone) || !["conflict", "wrong_state"].includes(error.code)) throw error;
    });
  }

  /** Finance imports the operators' statements and closes a day, with a reason where it differs. */
  async closeDay(day: string, reasons: ReadonlyMap<string, string>): Promise<void> {
    await this.importStatements(day);
    const { desk, clock, wallet } = this.room;
    const real = this.ended.get(day);
    const { items } = await desk.call("finance", "GET /api/reconciliation", { query: { from: day, to: day } });
    for (const { key } of WALLETS) {
      const row = items.find((item) => item.wallet_id === wallet(key).publicId);
      const stands = real?.get(key);
      if (!row || stands === undefined || row.closed) continue;
      await clock.moveTo(clock.now() + 4_000);
      const differs = plain(stands) !== row.estimated_balance;
      const reason = reasons.get(key) ?? "A message of the last minute came after midnight";
      await desk.call("finance", "POST /api/reconciliation/:id/:date/close", {
        id: row.wallet_id,
        date: day,
        body: { real_balance: plain(stands), ...(differs ? { reason } : {}) },
      });
    }
  }

  /** The statements of a day, as the operators give them out the next morning. */
  async importStatements(day: string): Promise<void> {
    const { desk, wallet, bank, clock } = this.room;
    const until = Date.parse(`${day}T16:00:00Z`);
    for (const { key } of WALLETS) {
      const lines = bank.statements.of(key);
      const from = this.imported.get(key) ?? 0;
      const end = lines.findLastIndex((line) => line.atMs < until) + 1;
      if (end <= from) continue;
      this.imported.set(key, end);
      await clock.moveTo(clock.now() + 3_000);
      await desk.call("finance2", "POST /api/reconciliation/:id/import", {
        id: wallet(key).publicId,
        body: { file_name: `${key}-${day}.csv`, text: statementCsv(lines.slice(from, end)), clock: "operator", dry_run: false },
      });
    }
  }

  /** A merchant's own person asks for most of what it has; finance pays it from the bank in the afternoon. */
  async withdraw(merchant: Room["merchants"][number]): Promise<void> {
    const { desk, app } = this.room;
    const { max_available, stopped } = await desk.call(merchant.account, "GET /api/withdrawal/available", { query: {} });
    const amount = (minorOf(max_available) / 1_000_00n) * 700_00n;
    if (stopped !== null || amount < 2_000_00n) return;
    const { id, version } = await desk.call(merchant.account, "POST /api/withdrawal", {
      body: { receiving_account: "DBBL 117.103.4521", amount: plain(amount), note: "Settlement" },
    });
    await desk.decide("finance", "finance2", "POST /api/withdrawal/:id/approve", { id, body: { version } });
    const row = app.publicIds.decode("withdrawal", id);
    if (row !== null) this.toPay.push({ id: row });
  }

  /** One that finance has not looked at yet. */
  async askFor(merchant: Room["merchants"][number], amount: bigint): Promise<void> {
    const { max_available } = await this.room.desk.call(merchant.account, "GET /api/withdrawal/available", { query: {} });
    if (minorOf(max_available) < amount) return;
    await this.room.desk.call(merchant.account, "POST /api/withdrawal", {
      body: { receiving_account: "City Bank 330.87.1120", amount: plain(amount), note: "Weekly settlement" },
    });
  }

  async payWithdrawals(): Promise<void> {
    const { desk, app } = this.room;
    for (const { id } of this.toPay.splice(0)) {
      const row = await app.db.one<{ version: number; status: string }>("select version, status from withdrawals where id = $1", [id]);
      if (row?.status !== "approved") continue;
      const publicId = app.publicIds.encode("withdrawal", id);
      await desk.decide("finance2", "finance", "POST /api/withdrawal/:id/paid", {
        id: publicId,
        body: { version: row.version, reference: `EFT-${publicId.slice(-6)}` },
      });
    }
  }

  /** Float goes from wallets that collect to those that pay out, and what is too much to the bank. @param isWeekly the day of a fixed sum */
  async moveFloat(isWeekly: boolean): Promise<void> {
    const { bank } = this.room;
    if (isWeekly && bank.balanceOf("ng2") > 2n * WEEKLY) await this.transfer("wallet", "ng2", "ng5", WEEKLY);
    for (const [from, to] of [
      ["bk2", "bk5"],
      ["ng2", "ng5"],
    ] as const)
      if (bank.balanceOf(to) < LOW && bank.balanceOf(from) > TOP_UP) await this.transfer("wallet", from, to, TOP_UP);
    for (const { key, collects } of WALLETS) {
      const balance = bank.balanceOf(key);
      if (collects && balance > HIGH) await this.transfer("b2b_out", key, null, (balance / 50_000_00n - 1n) * 50_000_00n);
    }
  }

  /** Asked for, and not approved yet. */
  async askForFloat(): Promise<void> {
    const { desk, wallet } = this.room;
    await desk.call("operator", "POST /api/transfers", {
      body: { kind: "wallet", from_wallet_id: wallet("ng2").publicId, to_wallet_id: wallet("ng5").publicId, amount: "20000.00", note: "For the evening" },
    });
  }

  private async transfer(kind: "wallet" | "b2b_out", from: string, to: string | null, amount: bigint): Promise<void> {
    const { desk, wallet, bank, clock } = this.room;
    const account = (key: string | null): string => WALLETS.find((one) => one.key === key)?.account ?? "01788000999";
    const made = await desk.call("finance", "POST /api/transfers", {
      body: { kind, from_wallet_id: wallet(from).publicId, ...(to === null ? {} : { to_wallet_id: wallet(to).publicId }), amount: plain(amount) },
    });
    await clock.moveTo(clock.now() + 60_000);
    await desk.decide("finance2", "finance", "POST /api/transfers/:id/approve", { id: made.id, body: { version: made.version } });
    const out = bank.float(from, "out", amount, account(to));
    this.stream.say(clock.now() + 5_000, out.sms);
    if (to !== null) this.stream.say(clock.now() + 8_000, bank.float(to, "in", amount, account(from), out.trxId).sms);
  }

  /** What nobody may believe is put aside, wallets go on after a break that was looked at, and money that nobody claims is written off. */
  async tidy(): Promise<void> {
    const { app, desk, clock } = this.room;
    const before = new Date(clock.now() - DAY_MS / 24);
    const doubted = await app.db.rows<{ id: bigint; version: number }>(
      "select id, version from sms where (match_status = 'suspicious' or (match_status = 'review' and payment_id is null)) and received_at < $1 order by id",
      [before],
    );
    for (const { id, version } of doubted) {
      const body = { version, reason: "Forged: the operator's statement has no such payment" };
      await this.tolerant(desk.call("operator", "POST /api/sms/:id/ignore", { id: app.publicIds.encode("sms", id), body }));
    }
    const stopped = await app.db.rows<{ id: bigint; version: number }>(
      `select w.id, w.version from wallets w join wallet_continuity c on c.wallet_id = w.id
       where c.payouts_frozen or exists (select from wallet_discrepancies d where d.wallet_id = w.id and d.closed_at is null and not d.skipped and d.since < $1) order by w.id`,
      [before],
    );
    for (const { id, version } of stopped)
      await desk.call("admin", "POST /api/wallets/:id/clear", { id: app.publicIds.encode("wallet", id), body: { version } });
    await this.resolveReversals();
    await this.writeOff();
  }

  private async resolveReversals(): Promise<void> {
    const { app, desk } = this.room;
    const rows = await app.db.rows<{ id: bigint; version: number }>(
      "select id, version from alerts where kind = 'payment_reversed' and status = 'open' order by id",
    );
    for (const { id, version } of rows) {
      const publicId = app.publicIds.encode("exception", id);
      await desk.call("finance", "POST /api/exceptions/:id/comments", {
        id: publicId,
        body: { text: "@operator The payer had typed a wrong number; the merchant knows and has kept the goods." },
      });
      await desk.call("finance", "POST /api/exceptions/:id/resolve", { id: publicId, body: { version, note: "Agreed with the merchant" } });
    }
  }

  private async writeOff(): Promise<void> {
    const { app, desk, clock } = this.room;
    const rows = await app.db.rows<{ id: bigint }>(
      "select id from sms where match_status = 'unmatched' and in_suspense and received_at < $1 order by id limit 20",
      [new Date(clock.now() - 3 * DAY_MS)],
    );
    for (const { id } of rows) {
      const asked = await desk.call("finance", "POST /api/manual", {
        body: { kind: "write_off", sms_id: app.publicIds.encode("sms", id), note: "Nobody has claimed it for three days" },
      });
      await desk.decide("finance2", "finance", "POST /api/manual/:id/apply", { id: asked.id, body: { version: asked.version } });
    }
  }
}
