/** A wallet's business days as the statistics, the reconciliation and the close see them; closed days as they were frozen. */
import type { Operator } from "../../../contract/operators.ts";
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import { bookedFigures, type DayFlow } from "../../../domain/statements/wallet-days.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readDays, type CloseRaw, type DaysRead, type RealRaw, type WalletOfDays } from "./read-days.ts";

/** Figures of one day, minor units; what a close freezes. Counts are whole numbers. */
export interface DayFigures {
  readonly opening: bigint;
  /** Booked on closed days before this one after they were closed. */
  readonly late: bigint;
  readonly change: bigint;
  readonly estimated: bigint;
  readonly real: bigint | null;
  readonly realAt: string | null;
  readonly profit: bigint;
  readonly yesterdayCredit: bigint;
  readonly yesterdayDebit: bigint;
  readonly apiPayment: bigint;
  readonly apiPaymentCount: bigint;
  readonly apiDisburse: bigint;
  readonly apiDisburseCount: bigint;
  readonly systemPayment: bigint;
  readonly systemPaymentCount: bigint;
  readonly systemDisburse: bigint;
  readonly systemDisburseCount: bigint;
  readonly b2bCredit: bigint;
  readonly b2bDebit: bigint;
  readonly manualCredit: bigint;
  readonly manualDebit: bigint;
}

export interface WalletDay {
  readonly walletId: bigint;
  readonly walletName: string;
  readonly operator: Operator;
  readonly day: Day;
  readonly figures: DayFigures;
  readonly flows: readonly DayFlow[];
  readonly closed: boolean;
  readonly close: CloseRaw | null;
}

const STAMPS: ReadonlySet<string> = new Set(["realAt"]);

/** Frozen figures as they stand in the database: whole numbers as digits. */
function thaw(stored: Readonly<Record<string, string | null>>): DayFigures {
  const entries = Object.entries(stored).map(([name, value]) => [name, value === null || STAMPS.has(name) ? value : BigInt(value)]);
  return Object.fromEntries(entries) as unknown as DayFigures; // written by the close from the same type
}

/** A deleted wallet ends with its deletion or its last entry, and not at all while money stands on it. */
function endOf(wallet: WalletOfDays, today: Day): Day {
  if (wallet.deleted_at === null || wallet.balance !== 0n) return today;
  const deleted = businessDay(wallet.deleted_at.getTime());
  return wallet.last_day !== null && wallet.last_day > deleted ? wallet.last_day : deleted;
}

/** First and last day of a wallet's life within the range; null when it has none there. */
export function spanOf(wallet: WalletOfDays, from: Day, to: Day, today: Day): { first: Day; last: Day } | null {
  const born = businessDay(idTime(wallet.id));
  const first = [born, wallet.first_day].reduce<Day>((early, day) => (day !== null && day < early ? day : early), born);
  const ended = endOf(wallet, today);
  const last = [to, today, ended].reduce((early, day) => (day < early ? day : early));
  const begin = from > first ? from : first;
  return begin <= last ? { first: begin, last } : null;
}

const NO_REPORT = { payment: 0n, payment_count: 0, disburse: 0n, disburse_count: 0 };

function figuresOf(read: DaysRead, wallet: WalletOfDays, day: Day, base: { opening: bigint; late: bigint; real: RealRaw | null }): DayFigures {
  const key = `${wallet.id}/${day}`;
  const change = read.changes.get(key) ?? 0n;
  const report = read.reports.get(key) ?? NO_REPORT;
  const booked = bookedFigures(read.flows.get(key) ?? []);
  const before = bookedFigures(read.flows.get(`${wallet.id}/${addDays(day, -1)}`) ?? []);
  return {
    opening: base.opening,
    late: base.late,
    change,
    estimated: base.opening + base.late + change,
    real: base.real?.balance ?? null,
    realAt: base.real?.at.toISOString() ?? null,
    profit: booked.profitMinor,
    yesterdayCredit: before.creditMinor,
    yesterdayDebit: before.debitMinor,
    apiPayment: report.payment,
    apiPaymentCount: BigInt(report.payment_count),
    apiDisburse: report.disburse,
    apiDisburseCount: BigInt(report.disburse_count),
    systemPayment: booked.systemPaymentMinor,
    systemPaymentCount: BigInt(booked.systemPaymentCount),
    systemDisburse: booked.systemDisburseMinor,
    systemDisburseCount: BigInt(booked.systemDisburseCount),
    b2bCredit: booked.b2bCreditMinor,
    b2bDebit: booked.b2bDebitMinor,
    manualCredit: booked.manualCreditMinor,
    manualDebit: booked.manualDebitMinor,
  };
}

/** The days of one wallet in order: each opens where the books stood, or where the day before it was closed. */
function daysOf(read: DaysRead, wallet: WalletOfDays, range: { first: Day; last: Day; from: Day }): WalletDay[] {
  const days: WalletDay[] = [];
  let ledger = read.openings.get(wallet.id) ?? 0n;
  let real = read.realBefore.get(wallet.id) ?? null;
  for (let day = range.from; day <= range.last; day = addDays(day, 1)) {
    const key = `${wallet.id}/${day}`;
    // Without a report the last one still stands.
    real = read.reals.get(key) ?? real;
    const before = read.closes.get(`${wallet.id}/${addDays(day, -1)}`);
    const opening = before && before.reopened_at === null ? before.estimated : ledger;
    const close = read.closes.get(key) ?? null;
    const closed = close !== null && close.reopened_at === null;
    const now = figuresOf(read, wallet, day, { opening, late: ledger - opening, real });
    ledger += now.change;
    if (day < range.first) continue;
    days.push({
      walletId: wallet.id,
      walletName: wallet.name,
      operator: wallet.operator,
      day,
      figures: closed ? thaw(close.figures) : now,
      flows: read.flows.get(key) ?? [],
      closed,
      close,
    });
  }
  return days;
}

/** Days of wallets in a range of business days, wallet by wallet, oldest first. The caller has caught up with the books. */
export async function walletDays(app: App, q: Queryable, range: { from: Day; to: Day; walletId: bigint | null }): Promise<WalletDay[]> {
  const today = businessDay(app.now());
  const read = await readDays(q, range);
  return read.wallets.flatMap((wallet) => {
    const life = spanOf(wallet, range.from, range.to, today);
    return life === null ? [] : daysOf(read, wallet, { ...life, from: range.from });
  });
}
