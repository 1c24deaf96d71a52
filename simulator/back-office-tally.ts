/** What must stand in the books about withdrawals, float and operations by hand. Minor units. */
export type WithdrawalEnd = "paid" | "rejected" | "pending";
export type TransferEnd = "completed" | "cancelled" | "failed";
export type CreditEnd = "applied" | "rejected";

interface Count {
  readonly times: number;
  readonly amount: bigint;
}
const NOTHING: Count = { times: 0, amount: 0n };

function add<K>(to: Map<K, Count>, key: K, amount: bigint): void {
  const { times, amount: before } = to.get(key) ?? NOTHING;
  to.set(key, { times: times + 1, amount: before + amount });
}

/** Keeps the expectation about finance's back-office tasks. */
export class BackOfficeTally {
  private readonly withdrawn = new Map<WithdrawalEnd, Count>();
  private readonly transferred = new Map<TransferEnd, Count>();
  private readonly credited = new Map<CreditEnd, Count>();
  private readonly balances = new Map<string, bigint>();
  private readonly holds = new Map<string, bigint>();
  private readonly moved = new Map<string, bigint>();
  private readonly listed = new Map<string, { in: bigint; out: bigint }>();
  /** Withdrawals that were not submitted, since the merchant had too little. */
  unfunded = 0;

  withdrawal(merchant: string, amount: bigint, end: WithdrawalEnd): void {
    add(this.withdrawn, end, amount);
    if (end !== "rejected") this.balances.set(merchant, this.balanceOf(merchant) - amount);
    if (end === "pending") this.holds.set(merchant, this.heldFor(merchant) + amount);
  }

  transfer(amount: bigint, end: TransferEnd): void {
    add(this.transferred, end, amount);
  }

  credit(merchant: string, amount: bigint, end: CreditEnd): void {
    add(this.credited, end, amount);
    if (end === "applied") this.balances.set(merchant, this.balanceOf(merchant) + amount);
  }

  /** A wallet's money moved, signed; `amount` is what the operator's statement says of it, without its fee. */
  move(wallet: string, change: bigint, amount = change): void {
    this.moved.set(wallet, this.onWallet(wallet) + change);
    const before = this.listedOn(wallet);
    this.listed.set(wallet, amount > 0n ? { ...before, in: before.in + amount } : { ...before, out: before.out - amount });
  }

  withdrawals(end: WithdrawalEnd): Count {
    return this.withdrawn.get(end) ?? NOTHING;
  }

  transfers(end: TransferEnd): Count {
    return this.transferred.get(end) ?? NOTHING;
  }

  credits(end: CreditEnd): Count {
    return this.credited.get(end) ?? NOTHING;
  }

  /** Change of what the merchant may spend. */
  balanceOf(merchant: string): bigint {
    return this.balances.get(merchant) ?? 0n;
  }

  /** Change of what is held for its withdrawals. */
  heldFor(merchant: string): bigint {
    return this.holds.get(merchant) ?? 0n;
  }

  /** Money on the wallet's statement that no payment or payout stands for: the product knows it as its own. */
  listedOn(key: string): { readonly in: bigint; readonly out: bigint } {
    return this.listed.get(key) ?? { in: 0n, out: 0n };
  }

  onWallet(key: string): bigint {
    return this.moved.get(key) ?? 0n;
  }
}
