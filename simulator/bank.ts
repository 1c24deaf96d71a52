/** The operators' side: real balances, commission, transaction ids, and the message that each movement prints. */
import type { WalletPlan } from "./fleet.ts";
import { shareOf } from "./money.ts";
import type { Random } from "./random.ts";
import { floatReceivedText, floatSentText, sentText, type Moved } from "./sent-texts.ts";
import { forgedText, messageText, NOISE, SENDER, showsReference, type DemoOperator, type Forgery, type Printed, type Style } from "./texts.ts";
import { Statements } from "./statement.ts";
import { TrxIds } from "./trx.ts";

/** A message on its way from an operator (or a forger) to a phone. */
export interface Sms {
  /** Key of the wallet. */
  readonly wallet: string;
  readonly sender: string;
  readonly text: string;
  readonly atMs: number;
  /** Unique within a run; forwarders that number their messages use it. */
  readonly uid: string;
  /** A later message of the same wallet goes first. */
  readonly swap: boolean;
  /** Must not overtake another one. */
  readonly firm: boolean;
}

/** A movement and its message. Minor units. */
export interface Movement {
  readonly sms: Sms;
  readonly wallet: WalletPlan;
  readonly amount: bigint;
  /** What the operator added, printed or not. */
  readonly commission: bigint;
  /** What the operator charged beside the amount. */
  readonly cost: bigint;
  readonly trxId: string;
}

export interface Payment {
  readonly amount: bigint;
  readonly payer: string;
  readonly reference?: string;
  readonly style?: Style;
  readonly swap?: boolean;
  readonly firm?: boolean;
}

/** Money that leaves a wallet for a customer. Minor units. */
export interface Payout {
  readonly amount: bigint;
  readonly to: string;
  readonly reference: string;
}

/** What a personal wallet is charged for sending money; an agent's cash in is free. Minor units. */
const SEND_COST = 5_00n;
/** 0.41 % to an agent for each cash out; Nagad prints it, bKash adds it without a word. */
const COMMISSION = { parts: 41n, of: 10_000n } as const;

/** Both operators' books, as far as our wallets go. */
export class Bank {
  /** Every movement since the bank was opened. */
  readonly statements = new Statements();
  private readonly balances = new Map<string, bigint>();
  private readonly ids: TrxIds;
  private sent = 0;
  private atMs: number | null = null;

  /** @param run tells the runs of one demo apart in the ids of messages */
  constructor(
    private readonly wallets: ReadonlyMap<string, WalletPlan>,
    private readonly random: Random,
    private readonly run: string,
    private readonly clock: () => number,
  ) {
    this.ids = new TrxIds(random);
  }

  /** Does something at this moment, ms, whatever the clock says. */
  at<T>(ms: number, act: () => T): T {
    this.atMs = ms;
    try {
      return act();
    } finally {
      this.atMs = null;
    }
  }

  /** Sets what stands on a wallet now. */
  open(wallet: string, balance: bigint): void {
    this.balances.set(wallet, balance);
  }

  balanceOf(wallet: string): bigint {
    const balance = this.balances.get(wallet);
    if (balance === undefined) throw new Error(`wallet ${wallet} was not opened`);
    return balance;
  }

  /** Somebody pays into a wallet. */
  receive(key: string, payment: Payment): Movement {
    const wallet = this.wallet(key);
    const atMs = this.now();
    const commission = wallet.walletType === "agent" ? shareOf(payment.amount, COMMISSION.parts, COMMISSION.of) : 0n;
    const balance = this.balanceOf(key) + payment.amount + commission;
    this.balances.set(key, balance);
    const trxId = this.ids.of(wallet.operator, atMs);
    this.statements.add(key, { atMs, trxId, direction: "credit", amount: payment.amount, fee: 0n, balance, party: payment.payer });
    const printed: Printed = {
      operator: wallet.operator,
      walletType: wallet.walletType,
      amount: payment.amount,
      balance,
      commission: wallet.operator === "nagad" && wallet.walletType === "agent" ? commission : null,
      payer: payment.payer,
      reference: showsReference(wallet.walletType) ? (payment.reference ?? null) : null,
      trxId,
      atMs,
    };
    const sms = this.sms(key, SENDER[wallet.operator], messageText(printed, payment.style ?? "plain"), atMs, payment);
    return { sms, wallet, amount: payment.amount, commission, cost: 0n, trxId };
  }

  /** A wallet pays a customer. @throws Error when the operator would refuse: too little on it */
  send(key: string, payout: Payout): Movement {
    const wallet = this.wallet(key);
    const atMs = this.now();
    const cost = wallet.walletType === "personal" ? SEND_COST : 0n;
    // Only Nagad pays an agent for a cash in at once, and prints it.
    const commission = wallet.walletType === "agent" && wallet.operator === "nagad" ? shareOf(payout.amount, COMMISSION.parts, COMMISSION.of) : 0n;
    if (this.balanceOf(key) < payout.amount + cost) throw new Error(`wallet ${wallet.name} has too little to pay ${payout.to}`);
    const balance = this.balanceOf(key) - payout.amount - cost + commission;
    this.balances.set(key, balance);
    const trxId = this.ids.of(wallet.operator, atMs);
    this.statements.add(key, { atMs, trxId, direction: "debit", amount: payout.amount, fee: cost, balance, party: payout.to });
    const { operator, walletType } = wallet;
    const text = sentText({
      operator,
      walletType,
      amount: payout.amount,
      fee: cost,
      balance,
      commission: commission > 0n ? commission : null,
      to: payout.to,
      reference: payout.reference,
      trxId,
      atMs,
    });
    return { sms: this.sms(key, SENDER[operator], text, atMs, {}), wallet, amount: payout.amount, commission, cost, trxId };
  }

  /** Float leaves a wallet or comes to it; `party` is the other side's account. */
  float(key: string, direction: "in" | "out", amount: bigint, party: string, trxId?: string): Movement {
    const wallet = this.wallet(key);
    const atMs = this.now();
    const balance = this.balanceOf(key) + (direction === "in" ? amount : -amount);
    this.balances.set(key, balance);
    const moved: Moved = { operator: wallet.operator, amount, balance, party, trxId: trxId ?? this.ids.of(wallet.operator, atMs), atMs };
    this.statements.add(key, { atMs, trxId: moved.trxId, direction: direction === "in" ? "credit" : "debit", amount, fee: 0n, balance, party });
    const text = direction === "in" ? floatReceivedText(moved) : floatSentText(moved);
    return { sms: this.sms(key, SENDER[wallet.operator], text, atMs, {}), wallet, amount, commission: 0n, cost: 0n, trxId: moved.trxId };
  }

  /** A forged message: nothing has moved. */
  forge(key: string, payment: Payment, forgery: Forgery): Sms {
    const wallet = this.wallet(key);
    const atMs = this.now();
    const guess = this.balanceOf(key) + payment.amount + BigInt(this.random.int(20_000, 90_000)) * 1_00n + 37n;
    const printed: Printed = {
      operator: wallet.operator,
      walletType: wallet.walletType,
      amount: payment.amount,
      balance: guess,
      commission: wallet.walletType === "agent" && wallet.operator === "nagad" ? 410n : null,
      payer: payment.payer,
      reference: null,
      trxId: this.ids.of(wallet.operator, atMs),
      atMs,
    };
    const { sender, text } = forgedText(printed, forgery);
    return this.sms(key, sender, text, atMs, {});
  }

  /** A code, a notice, promotion. */
  noise(key: string, text: number, code: string): Sms {
    const { operator } = this.wallet(key);
    const texts: readonly string[] = NOISE[operator];
    return this.sms(key, SENDER[operator], (texts[text % texts.length] as string).replace("{code}", code), this.now(), {});
  }

  /** The wallets of an operator to which payers send money. */
  walletsOf(operator: DemoOperator): WalletPlan[] {
    return [...this.wallets.values()].filter((wallet) => wallet.operator === operator && wallet.collects);
  }

  private now(): number {
    return this.atMs ?? this.clock();
  }

  private wallet(key: string): WalletPlan {
    const found = this.wallets.get(key);
    if (!found) throw new Error(`no wallet ${key}`);
    return found;
  }

  private sms(wallet: string, sender: string, text: string, atMs: number, how: { readonly swap?: boolean; readonly firm?: boolean }): Sms {
    this.sent += 1;
    return { wallet, sender, text, atMs, uid: `${this.run}-${this.sent}`, swap: how.swap ?? false, firm: how.firm ?? false };
  }
}
