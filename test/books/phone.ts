/** A phone whose wallet has reported money, with its operator's balance; the only one that orders are routed to. */
import { deliver } from "../support/simulated-sms.ts";
import { bkashTime, bkashTrx, next, received, type TestWallet } from "../support/app.ts";
import type { PayoutLab } from "../payout/support.ts";

const money = (minor: bigint): string => `${(minor / 100n).toString().replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${(minor % 100n).toString().padStart(2, "0")}`;
/** What the operator takes for each payout. */
const FEE = 500n;

/** What one wallet's books say beside its operator; minor units. */
export interface Figures {
  readonly books: bigint;
  readonly inTransit: bigint;
  readonly difference: bigint;
  readonly real: bigint;
  readonly stopped: boolean;
}

export class Phone {
  private constructor(
    private readonly lab: PayoutLab,
    readonly wallet: TestWallet,
    readonly key: bigint,
    private realMinor: bigint,
  ) {}

  static async start(lab: PayoutLab, realMinor = 100_000_00n, values: Record<string, unknown> = {}): Promise<Phone> {
    const wallet = await lab.product.onlyWallet(values);
    const phone = new Phone(lab, wallet, lab.app.publicIds.decode("wallet", wallet.id) as bigint, 0n);
    await phone.receives(realMinor, "01755550000");
    return phone;
  }

  async receives(amountMinor: bigint, from: string, trx = bkashTrx()): Promise<string> {
    this.realMinor += amountMinor;
    const answer = await this.lab.product.sms(this.wallet, received({ amount: money(amountMinor), from, balance: money(this.realMinor), trx }));
    return answer.data.items[0]?.id ?? "";
  }

  async sends(amountMinor: bigint, to: string, trx: string): Promise<void> {
    this.realMinor -= amountMinor + FEE;
    const text = `Send Money Tk ${money(amountMinor)} to ${to} successful. Ref 1. Fee Tk 5.00. Balance Tk ${money(this.realMinor)}. TrxID ${trx} at ${bkashTime()}`;
    await this.lab.product.sms(this.wallet, text);
  }

  /** Money leaves, and the message does not say to whom. */
  async sendsUnnamed(amountMinor: bigint, trx: string): Promise<void> {
    this.realMinor -= amountMinor + FEE;
    await this.simulated({ kind: "send_money", direction: "debit", amount: amountMinor, fee: FEE, trx });
  }

  /** Money comes, and the message does not say from whom. */
  async receivesUnnamed(amountMinor: bigint, trx: string): Promise<void> {
    this.realMinor += amountMinor;
    await this.simulated({ kind: "receive", direction: "credit", amount: amountMinor, trx });
  }

  /** Money comes now, and its message later: answers its delivery. */
  delayed(amountMinor: bigint): () => Promise<void> {
    this.realMinor += amountMinor;
    const at = { balance: this.realMinor, atMs: this.lab.app.now() };
    return () => this.simulated({ kind: "receive", direction: "credit", amount: amountMinor, trx: bkashTrx() }, at);
  }

  /** The same payer sends the amount once for each TrxID, or is sent it; the messages come at once. */
  async atOnce(kind: "send_money" | "receive", amountMinor: bigint, counterparty: string, trxIds: readonly string[]): Promise<void> {
    const { key: walletId, lab } = this;
    const [direction, fee] = kind === "receive" ? (["credit", undefined] as const) : (["debit", FEE] as const);
    const messages = trxIds.map((trx, at) => {
      this.realMinor += direction === "credit" ? amountMinor : -(amountMinor + FEE);
      return { kind, direction, amount: amountMinor, fee, trx, counterparty, balance: this.realMinor, atMs: lab.app.now() + at };
    });
    await deliver(lab.app, ...messages.map((one) => ({ ...one, walletId, operator: "bkash", walletType: "personal", text: `at once ${next()}` }) as const));
  }

  private async simulated(
    what: { kind: "send_money" | "receive"; direction: "debit" | "credit"; amount: bigint; fee?: bigint; trx: string },
    at = { balance: this.realMinor, atMs: this.lab.app.now() },
  ): Promise<void> {
    const { key: walletId, lab } = this;
    await deliver(lab.app, { ...what, ...at, walletId, operator: "bkash", walletType: "personal", counterparty: null, text: `simulated ${next()}` });
  }

  /** Books, what is in transit, and the open differences; minor units. */
  async figures(): Promise<Figures> {
    const row = await this.lab.owner.one<{ books: bigint; unreported: bigint; difference: bigint; stopped: boolean }>(
      `select a.balance as books, coalesce((select balance from accounts where kind = 'unreported' and owner_id = $1), 0)::bigint as unreported, c.difference, c.payouts_frozen as stopped
       from accounts a join wallet_continuity c on c.wallet_id = $1 where a.kind = 'wallet' and a.owner_id = $1`,
      [this.key],
    );
    if (!row) throw new Error("no such wallet");
    return { books: row.books, inTransit: row.unreported, difference: row.difference, real: this.realMinor, stopped: row.stopped };
  }
}
