/** The wallets' days as the product reconciles them, beside what the run did to them; and the operators' statements, imported. */
import { businessDay } from "../src/contract/time.ts";
import type { ReconciliationGroup } from "../src/contract/reconciliation.ts";
import type { ReconciliationDay, ReconciliationRow } from "../src/contract/reconciliation.schema.ts";
import type { Bank } from "./bank.ts";
import type { Figure } from "./table.ts";
import { DAY_KEYS, NO_DAY, type DaySums } from "./day-tally.ts";
import { WALLETS } from "./fleet.ts";
import { minorOf, plain } from "./money.ts";
import type { Person } from "./staff.ts";
import { statementCsv } from "./statement.ts";

/** A wallet as the reconciliation shows it now, over the days of the run. */
export interface WalletNow {
  readonly sums: DaySums;
  readonly estimated: bigint;
  /** Null where nobody reports a balance. */
  readonly real: bigint | null;
  /** Money on the imported statements. */
  readonly statementIn: bigint;
  readonly statementOut: bigint;
}
/** What a run expects of a wallet. */
export interface WalletExpected {
  /** What the run added to its day. */
  readonly sums: DaySums;
  /** What the run added to its books. */
  readonly change: bigint;
  /** Money on its statement that is float or a withdrawal of our own: it belongs to neither receipts nor payouts. */
  readonly own: { readonly in: bigint; readonly out: bigint };
}

const LABELS: Readonly<Record<keyof DaySums, { readonly says: string; readonly money: boolean }>> = {
  reportedIn: { says: "receipts reported", money: true },
  reportedInCount: { says: "receipts reported, count", money: false },
  reportedOut: { says: "payouts reported", money: true },
  reportedOutCount: { says: "payouts reported, count", money: false },
  bookedIn: { says: "receipts booked", money: true },
  bookedInCount: { says: "receipts booked, count", money: false },
  bookedOut: { says: "payouts booked", money: true },
  bookedOutCount: { says: "payouts booked, count", money: false },
  matched: { says: "matched", money: false },
  onlyMessage: { says: "only a message", money: false },
  onlyMessageSum: { says: "only a message, sum", money: true },
  onlyOrder: { says: "only an order", money: false },
  onlyOrderSum: { says: "only an order, sum", money: true },
  amountDiffers: { says: "amount differs", money: false },
  otherDay: { says: "on another day", money: false },
};

const sumsOfRow = (row: ReconciliationRow): Partial<DaySums> => ({
  reportedIn: minorOf(row.api.payment),
  reportedInCount: BigInt(row.api.payment_count),
  reportedOut: minorOf(row.api.disburse),
  reportedOutCount: BigInt(row.api.disburse_count),
  bookedIn: minorOf(row.system.payment),
  bookedInCount: BigInt(row.system.payment_count),
  bookedOut: minorOf(row.system.disburse),
  bookedOutCount: BigInt(row.system.disburse_count),
});

/** Count of a group and what it adds to the differences of both directions. */
function groupOf(day: ReconciliationDay, name: ReconciliationGroup): { count: bigint; sum: bigint } {
  const found = day.groups.find((one) => one.group === name);
  if (!found) throw new Error(`the day of ${day.day.wallet_name} has no group ${name}`);
  return { count: BigInt(found.count), sum: minorOf(found.payment_difference) + minorOf(found.disburse_difference) };
}

/** The figures of one day as the product answers them. */
export function sumsOfDay(day: ReconciliationDay): DaySums {
  const [message, order] = [groupOf(day, "only_message"), groupOf(day, "only_order")];
  return {
    ...NO_DAY,
    ...sumsOfRow(day.day),
    matched: groupOf(day, "matched").count + groupOf(day, "not_on_statement").count,
    onlyMessage: message.count,
    onlyMessageSum: message.sum,
    onlyOrder: order.count,
    onlyOrderSum: order.sum,
    amountDiffers: groupOf(day, "amount_differs").count,
    otherDay: groupOf(day, "other_day").count,
  };
}

const combine = (one: DaySums, other: DaySums, sign: 1n | -1n): DaySums => ({
  ...NO_DAY,
  ...Object.fromEntries(DAY_KEYS.map((key) => [key, one[key] + sign * other[key]])),
});

type PerWallet = (key: string) => bigint;

/** One row for all wallets together, and one for each wallet that differs. */
function rows(name: string, money: boolean, expected: PerWallet, booked: PerWallet): Figure[] {
  const text = (value: bigint): string => (money ? plain(value) : value.toString());
  const total = (of: PerWallet): bigint => WALLETS.reduce((sum, wallet) => sum + of(wallet.key), 0n);
  const wrong = WALLETS.filter((wallet) => expected(wallet.key) !== booked(wallet.key));
  return [
    { name, expected: text(total(expected)), booked: text(total(booked)) },
    ...wrong.map((wallet) => ({ name: `${name}, ${wallet.name}`, expected: text(expected(wallet.key)), booked: text(booked(wallet.key)) })),
  ];
}

/** Reads the reconciliation as finance does. */
export class DayBooks {
  private readonly from: string;

  constructor(
    private readonly finance: Person,
    private readonly walletId: (key: string) => string,
    private readonly now: () => number,
  ) {
    this.from = businessDay(now());
  }

  /** Every wallet as it stands now, by its key. */
  async read(): Promise<ReadonlyMap<string, WalletNow>> {
    const to = businessDay(this.now());
    const { items } = await this.finance.call("GET /api/reconciliation", { query: { from: this.from, to } });
    const found = await Promise.all(
      WALLETS.map(async (wallet): Promise<[string, WalletNow]> => {
        const own = items.filter((row) => row.wallet_id === this.walletId(wallet.key)).sort((one, other) => (one.date < other.date ? -1 : 1));
        const last = own.at(-1);
        if (!last) throw new Error(`the reconciliation lacks ${wallet.name}`);
        const days = await Promise.all(own.map(({ date }) => this.detail(wallet.key, date)));
        const statement = (of: "payment" | "disburse"): bigint => own.reduce((sum, row) => sum + minorOf(row.statement?.[of] ?? "0.00"), 0n);
        return [
          wallet.key,
          {
            sums: days.map(sumsOfDay).reduce((sum, one) => combine(sum, one, 1n), NO_DAY),
            estimated: minorOf(last.estimated_balance),
            real: last.real_balance === null ? null : minorOf(last.real_balance),
            statementIn: statement("payment"),
            statementOut: statement("disburse"),
          },
        ];
      }),
    );
    return new Map(found);
  }

  private detail(wallet: string, date: string): Promise<ReconciliationDay> {
    return this.finance.call("GET /api/reconciliation/:id/:date", { id: this.walletId(wallet), date });
  }

  /** Compares the days; then imports the operators' statements and compares the third column. */
  async figures(before: ReadonlyMap<string, WalletNow>, expected: (key: string) => WalletExpected, bank: Bank): Promise<Figure[]> {
    const now = await this.read();
    const grown = (key: string): DaySums => combine(stateOf(now, key).sums, stateOf(before, key).sums, -1n);
    const reports = (key: string): boolean => WALLETS.some((wallet) => wallet.key === key && wallet.rail === "app");
    return [
      ...DAY_KEYS.flatMap((key) =>
        rows(
          `day: ${LABELS[key].says}`,
          LABELS[key].money,
          (wallet) => expected(wallet).sums[key],
          (wallet) => grown(wallet)[key],
        ),
      ),
      ...rows(
        "day: estimated balance",
        true,
        (key) => stateOf(before, key).estimated + expected(key).change,
        (key) => stateOf(now, key).estimated,
      ),
      ...rows(
        "day: real balance",
        true,
        (key) => (reports(key) ? bank.balanceOf(key) : 0n),
        (key) => stateOf(now, key).real ?? 0n,
      ),
      ...rows(
        "day: wallets without a real balance",
        false,
        (key) => (reports(key) ? 0n : 1n),
        (key) => (stateOf(now, key).real === null ? 1n : 0n),
      ),
      ...(await this.thirdColumn(before, expected, bank)),
    ];
  }

  private async thirdColumn(before: ReadonlyMap<string, WalletNow>, expected: (key: string) => WalletExpected, bank: Bank): Promise<Figure[]> {
    const taken = new Map<string, bigint>();
    for (const wallet of WALLETS) taken.set(wallet.key, await this.importStatement(wallet.key, bank));
    const now = await this.read();
    const onlyStatement = await this.ofRun("only_statement", bank);
    const missing = await this.ofRun("not_on_statement", bank);
    const onStatement = (key: string, direction: "credit" | "debit"): bigint =>
      bank.statements.of(key).reduce((sum, line) => (line.direction === direction ? sum + line.amount : sum), 0n);
    return [
      ...rows(
        "statement: lines taken",
        false,
        (key) => BigInt(bank.statements.of(key).length),
        (key) => taken.get(key) ?? 0n,
      ),
      ...rows(
        "statement: money in",
        true,
        (key) => onStatement(key, "credit") - expected(key).own.in,
        (key) => stateOf(now, key).statementIn - stateOf(before, key).statementIn,
      ),
      ...rows(
        "statement: money out",
        true,
        (key) => onStatement(key, "debit") - expected(key).own.out,
        (key) => stateOf(now, key).statementOut - stateOf(before, key).statementOut,
      ),
      ...rows("statement: only there", false, () => 0n, onlyStatement),
      ...rows("statement: missing there", false, () => 0n, missing),
      ...rows(
        "statement: amount differs",
        false,
        (key) => stateOf(before, key).sums.amountDiffers,
        (key) => stateOf(now, key).sums.amountDiffers,
      ),
    ];
  }

  /** @returns lines that were new to the product */
  private async importStatement(wallet: string, bank: Bank): Promise<bigint> {
    const lines = bank.statements.of(wallet);
    if (lines.length === 0) return 0n;
    const body = { file_name: `${wallet}-${this.from}.csv`, text: statementCsv(lines) };
    return BigInt((await this.finance.call("POST /api/reconciliation/:id/import", { id: this.walletId(wallet), body })).fresh);
  }

  /** Pairs of a group that are this run's; the newest of a group are listed, so all of them are. */
  private async ofRun(group: ReconciliationGroup, bank: Bank): Promise<PerWallet> {
    const { items } = await this.finance.call("GET /api/reconciliation", { query: { from: this.from, to: businessDay(this.now()) } });
    const counts = new Map<string, bigint>();
    for (const wallet of WALLETS) {
      const known = new Set(bank.statements.of(wallet.key).map((line) => line.trxId));
      for (const row of items.filter((one) => one.wallet_id === this.walletId(wallet.key))) {
        const pairs = (await this.detail(wallet.key, row.date)).groups.find((one) => one.group === group)?.items ?? [];
        const own = pairs.filter((pair) => pair.trx_id !== null && known.has(pair.trx_id)).length;
        counts.set(wallet.key, (counts.get(wallet.key) ?? 0n) + BigInt(own));
      }
    }
    return (key) => counts.get(key) ?? 0n;
  }
}

function stateOf(wallets: ReadonlyMap<string, WalletNow>, key: string): WalletNow {
  const found = wallets.get(key);
  if (!found) throw new Error(`no wallet ${key}`);
  return found;
}
