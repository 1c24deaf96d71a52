/** The model of by-hand.test.ts: what each act does to a handful of balances, and what is refused. */
import { expect } from "vitest";
import { formatAmount } from "../../src/contract/money.ts";
import type { LabMerchant, LabWallet, MoneyLab, Told } from "../support/parts/transfers.ts";

interface Merchant {
  readonly lab: LabMerchant;
  free: bigint;
  hold: bigint;
  reserve: bigint;
  enabled: boolean;
  deleted: boolean;
}
interface Wallet {
  readonly lab: LabWallet;
  balance: bigint;
  frozen: bigint;
  deleted: boolean;
}
interface Row {
  readonly id: string;
  readonly amount: bigint;
  status: string;
  version: number;
}
type Withdrawal = Row & { readonly of: Merchant };
type Transfer = Row & { readonly from: Wallet | null; readonly to: Wallet | null; readonly expected: bigint };
type Operation = Row & { readonly kind: string; readonly merchant: Merchant | null; readonly wallet: Wallet | null };

/** One act as it is drawn; what it means depends on what is there. */
export interface Move {
  readonly act: (typeof ACTS)[number];
  readonly which: number;
  readonly side: number;
  readonly size: "least" | "some" | "all" | "beyond";
  readonly cost: bigint;
  /** Something is out of order: the version is old, the reference was used, the wrong person asks. */
  readonly odd: boolean;
}

const OFTEN = ["submit", "approve", "paidOutside", "paidFromWallet", "transfer", "agree", "complete", "ask", "apply"] as const;
const SELDOM = ["reject", "withdraw", "fail", "refuse", "able", "gone", "walletGone", "keep"] as const;
export const ACTS = [...OFTEN, ...OFTEN, ...SELDOM] as const;

const free = (wallet: Wallet): bigint => wallet.balance - wallet.frozen;
const isOpen = ({ status }: Row): boolean => ["pending", "approved", "processing"].includes(status);

export class World {
  private readonly withdrawals: Withdrawal[] = [];
  private readonly transfers: Transfer[] = [];
  private readonly operations: Operation[] = [];
  private readonly references: string[] = [];
  /** TrxIDs that paid something out of a wallet, and into one: each direction has its own. */
  private readonly debits: string[] = [];
  private readonly credits: string[] = [];
  private static serial = 0;

  private constructor(
    private readonly lab: MoneyLab,
    private readonly merchants: readonly Merchant[],
    private readonly wallets: readonly Wallet[],
  ) {}

  static async open(lab: MoneyLab): Promise<World> {
    const merchant = async (balance: bigint): Promise<Merchant> => ({
      lab: await lab.merchant(balance),
      free: balance,
      hold: 0n,
      reserve: 0n,
      enabled: true,
      deleted: false,
    });
    const wallet = async (balance: bigint): Promise<Wallet> => ({ lab: await lab.wallet(balance), balance, frozen: 0n, deleted: false });
    return new World(lab, [await merchant(100_000n), await merchant(0n)], [await wallet(200_000n), await wallet(0n)]);
  }

  /** What the model holds, account by account. */
  held(): readonly bigint[][] {
    return [...this.merchants.map((one) => [one.free, one.hold]), ...this.wallets.map((one) => [one.balance, one.frozen])];
  }

  /** The same by counting the entries, and what is frozen on the wallets' rows. */
  async counted(): Promise<readonly bigint[][]> {
    const sum = async (kind: string, owner: bigint): Promise<bigint> =>
      (
        await this.lab.owner.one<{ sum: bigint }>(
          "select coalesce(sum(e.amount), 0)::bigint as sum from entries e join accounts a on a.id = e.account_id where a.kind = $1 and a.owner_id = $2",
          [kind, owner],
        )
      )?.sum ?? 0n;
    const merchants = this.merchants.map(({ lab }) => Promise.all([sum("merchant", lab.id), sum("hold", lab.id)]));
    const wallets = this.wallets.map(({ lab }) => Promise.all([sum("wallet", lab.id), this.lab.frozen(lab)]));
    return Promise.all([...merchants, ...wallets]);
  }

  make(move: Move): Promise<void> {
    return this[move.act](move);
  }

  private async call(who: string, url: string, body: Record<string, unknown>, against: string | null): Promise<Told<{ id: string; version: number }>> {
    const told = await this.lab.call<{ id: string; version: number }>(who, "POST", url, body);
    expect(told.error?.code ?? null, `${url} ${told.text}`).toBe(against);
    return told;
  }

  /** An act on a row: refused where its state is none of `from`, or for what else stands against it; else the row has the new state. */
  private async on(
    row: Row,
    url: string,
    to: { from: string; status: string; body?: Record<string, unknown>; who?: string; odd?: boolean; against?: string | null },
  ): Promise<boolean> {
    const old = to.odd === true && row.version > 1;
    const against = old ? "conflict" : to.from.split(" ").includes(row.status) ? (to.against ?? null) : "wrong_state";
    await this.call(to.who ?? "finance", url, { version: old ? row.version - 1 : row.version, ...to.body }, against);
    if (against !== null) return false;
    row.status = to.status;
    row.version += 1;
    return true;
  }

  private merchant({ side }: Move): Merchant {
    return this.merchants[side] as Merchant;
  }
  private wallet({ side }: Move): Wallet {
    return this.wallets[side] as Wallet;
  }
  /** One of the newest rows, most likely one that something can be done with. */
  private row<T extends Row>(rows: readonly T[], { which, odd }: Move): T | undefined {
    const near = odd ? rows : rows.filter((row) => isOpen(row) || row.status === "requested");
    return near[near.length - 1 - (which % Math.max(near.length, 1))];
  }
  private amount({ size, which }: Move, most: bigint): bigint {
    const drawn = { least: 1n, some: BigInt(1 + which) * 1_111n, all: most, beyond: most + 1n }[size];
    return drawn > 0n ? drawn : 1n;
  }
  private fresh(used: string[], odd: boolean): { readonly text: string; readonly isUsed: boolean } {
    const [again] = odd ? used.slice(-1) : [];
    return { text: again ?? `HAND${String((World.serial += 1)).padStart(6, "0")}`, isUsed: again !== undefined };
  }

  private async submit(move: Move): Promise<void> {
    const of = this.merchant(move);
    const most = of.free > of.reserve ? of.free - of.reserve : 0n;
    const amount = this.amount(move, most);
    const against = of.deleted ? "validation_failed" : !of.enabled ? "merchant_disabled" : amount > most ? "insufficient_balance" : null;
    const told = await this.call(
      "admin",
      "/api/withdrawal",
      { merchant_id: of.lab.publicId, receiving_account: "bank 1", amount: formatAmount(amount) },
      against,
    );
    if (against !== null) return;
    of.free -= amount;
    of.hold += amount;
    this.withdrawals.push({ id: told.data.id, amount, status: "pending", version: 1, of });
  }

  private async approve(move: Move): Promise<void> {
    const row = this.row(this.withdrawals, move);
    if (!row) return;
    // Whoever submitted it asks.
    const own = move.odd && row.version === 1;
    await this.on(row, `/api/withdrawal/${row.id}/approve`, {
      from: "pending",
      status: "approved",
      odd: move.odd,
      ...(own ? { who: "admin", against: "same_person" } : {}),
    });
  }

  private async reject(move: Move): Promise<void> {
    const row = this.row(this.withdrawals, move);
    if (!row) return;
    if (!(await this.on(row, `/api/withdrawal/${row.id}/reject`, { from: "pending approved", status: "rejected", body: { reason: "no" } }))) return;
    row.of.hold -= row.amount;
    row.of.free += row.amount;
  }

  private async paidOutside(move: Move): Promise<void> {
    const row = this.row(this.withdrawals, move);
    if (!row) return;
    const { text, isUsed } = this.fresh([...this.references, ...this.debits], move.odd);
    const against = isUsed ? "reference_used" : null;
    if (!(await this.on(row, `/api/withdrawal/${row.id}/paid`, { from: "approved", status: "paid", body: { reference: text }, against }))) return;
    this.references.push(text);
    row.of.hold -= row.amount;
  }

  private async paidFromWallet(move: Move): Promise<void> {
    const [row, wallet] = [this.row(this.withdrawals, move), this.wallet(move)];
    if (!row) return;
    const { text, isUsed } = this.fresh(this.debits, move.odd);
    const body = { reference: text, wallet_id: wallet.lab.publicId, cost: formatAmount(move.cost) };
    const url = `/api/withdrawal/${row.id}/paid`;
    if (wallet.deleted) {
      await this.call("finance", url, { version: row.version, ...body }, "validation_failed");
      return;
    }
    const against = isUsed ? "trx_used" : row.amount + move.cost > free(wallet) ? "insufficient_balance" : null;
    if (!(await this.on(row, url, { from: "approved", status: "paid", body, against }))) return;
    this.debits.push(text);
    row.of.hold -= row.amount;
    wallet.balance -= row.amount + move.cost;
  }

  private async transfer(move: Move): Promise<void> {
    const kind = (["wallet", "b2b_in", "b2b_out"] as const)[move.which % 3] as "wallet" | "b2b_in" | "b2b_out";
    const [one, other] = [this.wallet(move), this.wallets[1 - move.side] as Wallet];
    const [from, to] = [kind === "b2b_in" ? null : one, kind === "b2b_in" ? one : kind === "wallet" ? other : null];
    const amount = this.amount(move, from === null ? 10_000n : free(from) - move.cost);
    const against = from?.deleted || to?.deleted ? "validation_failed" : null;
    const sides = { ...(from ? { from_wallet_id: from.lab.publicId } : {}), ...(to ? { to_wallet_id: to.lab.publicId } : {}) };
    const told = await this.call(
      "operator",
      "/api/transfers",
      { kind, ...sides, amount: formatAmount(amount), expected_cost: formatAmount(move.cost) },
      against,
    );
    if (against === null) this.transfers.push({ id: told.data.id, amount, status: "pending", version: 1, from, to, expected: move.cost });
  }

  private async agree(move: Move): Promise<void> {
    const row = this.row(this.transfers, move);
    if (!row) return;
    const needed = row.amount + row.expected;
    const against = row.from !== null && needed > free(row.from) ? "insufficient_balance" : null;
    if (!(await this.on(row, `/api/transfers/${row.id}/approve`, { from: "pending", status: "processing", against, odd: move.odd }))) return;
    if (row.from) row.from.frozen += needed;
  }

  private async withdraw(move: Move): Promise<void> {
    const row = this.row(this.transfers, move);
    if (row) await this.on(row, `/api/transfers/${row.id}/cancel`, { from: "pending", status: "cancelled", odd: move.odd });
  }

  private async complete(move: Move): Promise<void> {
    const row = this.row(this.transfers, move);
    if (!row) return;
    const { from, to, amount, expected } = row;
    const { text, isUsed } = this.fresh(from ? this.debits : this.credits, move.odd);
    const bears = (from ?? to) as Wallet;
    const beyond = move.cost - (from ? expected : amount);
    const against = isUsed ? "trx_used" : beyond > 0n && beyond > free(bears) ? "insufficient_balance" : null;
    const body = { trx_id: text, cost: formatAmount(move.cost) };
    if (!(await this.on(row, `/api/transfers/${row.id}/complete`, { from: "processing", status: "completed", body, against }))) return;
    if (from) {
      this.debits.push(text);
      from.balance -= amount;
      from.frozen -= amount + expected;
    }
    if (to) {
      this.credits.push(text);
      to.balance += amount;
    }
    bears.balance -= move.cost;
  }

  private async fail(move: Move): Promise<void> {
    const row = this.row(this.transfers, move);
    if (!row) return;
    if (!(await this.on(row, `/api/transfers/${row.id}/fail`, { from: "processing", status: "failed", body: { reason: "no" } }))) return;
    if (row.from) row.from.frozen -= row.amount + row.expected;
  }

  /** What stands against a credit or a debit by hand now. */
  private refused({ kind, merchant, wallet, amount }: Pick<Operation, "kind" | "merchant" | "wallet" | "amount">): string | null {
    if (merchant?.deleted || wallet?.deleted) return "wrong_state";
    if (kind === "merchant_debit" && merchant !== null && amount > merchant.free) return "insufficient_balance";
    return kind === "wallet_debit" && wallet !== null && amount > free(wallet) ? "insufficient_balance" : null;
  }

  private async ask(move: Move): Promise<void> {
    const kind = ["merchant_credit", "merchant_debit", "wallet_credit", "wallet_debit"][move.which % 4] as string;
    const [merchant, wallet] = kind.startsWith("merchant") ? [this.merchant(move), null] : [null, this.wallet(move)];
    const amount = this.amount(move, merchant ? merchant.free : free(wallet as Wallet));
    const against = this.refused({ kind, merchant, wallet, amount });
    const whose = merchant ? { merchant_id: merchant.lab.publicId } : { wallet_id: wallet?.lab.publicId };
    const told = await this.call("finance", "/api/manual", { kind, ...whose, amount: formatAmount(amount), note: "by the statement" }, against);
    if (against === null) this.operations.push({ id: told.data.id, amount, status: "requested", version: 1, kind, merchant, wallet });
  }

  private async apply(move: Move): Promise<void> {
    const row = this.row(this.operations, move);
    if (!row) return;
    const own = move.odd && row.status === "requested";
    const against = own ? "same_person" : this.refused(row);
    if (!(await this.on(row, `/api/manual/${row.id}/apply`, { from: "requested", status: "applied", who: own ? "finance" : "finance2", against }))) return;
    const change = row.kind.endsWith("_credit") ? row.amount : -row.amount;
    if (row.merchant) row.merchant.free += change;
    if (row.wallet) row.wallet.balance += change;
  }

  private async refuse(move: Move): Promise<void> {
    const row = this.row(this.operations, move);
    if (row) await this.on(row, `/api/manual/${row.id}/reject`, { from: "requested", status: "rejected", who: "finance2", body: { reason: "no" } });
  }

  private async version(table: "merchants" | "wallets", id: bigint): Promise<number> {
    return (await this.lab.owner.one<{ version: number }>(`select version from ${table} where id = $1`, [id]))?.version ?? 0;
  }

  private async able(move: Move): Promise<void> {
    const of = this.merchant(move);
    const version = await this.version("merchants", of.lab.id);
    const against = of.deleted ? "wrong_state" : null;
    await this.call("admin", `/api/merchants/${of.lab.publicId}/${of.enabled ? "disable" : "enable"}`, { version }, against);
    if (against === null) of.enabled = !of.enabled;
  }

  private async gone(move: Move): Promise<void> {
    const of = this.merchant(move);
    const version = await this.version("merchants", of.lab.id);
    const used = !of.deleted && (of.free !== 0n || of.hold !== 0n);
    await this.call("admin", `/api/merchants/${of.lab.publicId}/${of.deleted ? "recover" : "delete"}`, { version }, used ? "still_in_use" : null);
    if (!used) of.deleted = !of.deleted;
  }

  private async walletGone(move: Move): Promise<void> {
    const wallet = this.wallet(move);
    const version = await this.version("wallets", wallet.lab.id);
    const under = this.transfers.some((row) => isOpen(row) && (row.from === wallet || row.to === wallet));
    const used = !wallet.deleted && (wallet.balance !== 0n || wallet.frozen !== 0n || under);
    await this.call("admin", `/api/wallets/${wallet.lab.publicId}/${wallet.deleted ? "recover" : "delete"}`, { version }, used ? "still_in_use" : null);
    if (!used) wallet.deleted = !wallet.deleted;
  }

  /** Finance sets what a withdrawal has to leave. */
  private async keep(move: Move): Promise<void> {
    const of = this.merchant(move);
    of.reserve = of.reserve === 0n ? BigInt(move.which) * 5_000n : 0n;
    await this.lab.owner.run("update merchants set withdrawal_reserve = $2 where id = $1", [of.lab.id, of.reserve]);
  }
}
