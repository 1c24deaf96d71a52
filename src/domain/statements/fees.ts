/** A fee or a commission that a statement writes as a row of its own, under the TrxID of the movement that it was taken or paid for. */
import type { StatementLine } from "./line.ts";

/** Rows that one TrxID can have: a movement, its fees and commissions, and all of them again. More is no statement. */
const MOST_ROWS = 20;
/** What such a row calls itself. */
const FEE = /(?:^|[^\p{L}])(?:fees?|charges?|vat)(?:[^\p{L}]|$)|手续费|服务费|চার্জ/iu;
const COMMISSION = /(?:^|[^\p{L}-])(?:commissions?|comm)(?:[^\p{L}]|$)|佣金|কমিশন/iu;
/** What goes back to somebody is a movement, whatever it is called besides: a charge back is no charge. */
const BACK = /refund|revers|return|back|退|冲正|ফেরত/iu;
/** What the operator took for a movement, or paid for it. */
const isPart = ({ direction, kind }: StatementLine): boolean =>
  kind !== null && !BACK.test(kind) && (COMMISSION.test(kind) || (direction === "debit" && FEE.test(kind)));
/** What a row took from the wallet, without a fee in its own column. */
const chargeOf = (row: StatementLine): bigint => (row.direction === "debit" ? row.amountMinor : -row.amountMinor);

const sameRow = (one: StatementLine, other: StatementLine): boolean =>
  one.direction === other.direction && one.amountMinor === other.amountMinor && one.kind === other.kind;

/** The balance that is left when all of the rows are done, in whatever order they stand: no other row begins with it. Null: it cannot be told. */
function balanceOf(rows: readonly StatementLine[]): bigint | null {
  const known = rows.flatMap((row) =>
    row.balanceMinor === null ? [] : [{ after: row.balanceMinor, before: row.balanceMinor + chargeOf(row) + (row.feeMinor ?? 0n) }],
  );
  const last = known.filter(({ after }) => !known.some(({ before }) => before === after));
  return last.length === 1 ? (last[0]?.after ?? null) : null;
}

/** The movement with what was charged for it, less what was paid for it. */
function merged(main: StatementLine, parts: readonly StatementLine[]): StatementLine {
  return {
    ...main,
    feeMinor: parts.reduce((sum, part) => sum + chargeOf(part), main.feeMinor ?? 0n),
    balanceMinor: balanceOf([main, ...parts]),
  };
}

/** Whether the parts can be the movement's: smaller than it, and no fee beside one that its own row has already. */
function belong(main: StatementLine, parts: readonly StatementLine[]): boolean {
  const charged = (main.feeMinor ?? 0n) !== 0n && parts.some((part) => part.direction === "debit");
  return !charged && parts.every((part) => part.amountMinor < main.amountMinor && (part.feeMinor ?? 0n) === 0n);
}

/**
 * Puts fees and commissions with their movements. A row is one where its kind says so and one other movement, larger and without a fee
 * of its own, has its TrxID; whatever is not as plain as that stays as it stands.
 * @returns the rows in their order, and how many of them were fees or commissions
 */
export function withFees(lines: readonly StatementLine[]): { lines: readonly StatementLine[]; feeRows: number } {
  const byTrx = new Map<string, StatementLine[]>();
  for (const line of lines) {
    const group = byTrx.get(line.trxKey);
    if (group) group.push(line);
    else byTrx.set(line.trxKey, [line]);
  }
  const gone = new Set<StatementLine>();
  const mains = new Map<StatementLine, StatementLine>();
  for (const group of byTrx.values()) {
    if (group.length > MOST_ROWS) continue;
    const [parts, movements] = [group.filter(isPart), group.filter((line) => !isPart(line))];
    const [main] = movements;
    if (parts.length === 0 || main === undefined || movements.some((line) => !sameRow(line, main))) continue;
    const own = parts.filter((part, index) => parts.findIndex((other) => sameRow(part, other)) === index);
    if (!belong(main, own)) continue;
    for (const part of parts) gone.add(part);
    mains.set(main, merged(main, own));
  }
  return { lines: lines.filter((line) => !gone.has(line)).map((line) => mains.get(line) ?? line), feeRows: gone.size };
}
