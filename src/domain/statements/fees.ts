/** A fee that a statement writes as a row of its own, under the TrxID of the movement that it was taken for. */
import type { StatementLine } from "./line.ts";

/** Rows that one TrxID can have: a movement, its fees, and all of them again. More is no statement. */
const MOST_ROWS = 20;
/** What such a row calls itself. */
const FEE = /(?:^|[^\p{L}])(?:fees?|charges?|vat)(?:[^\p{L}]|$)|手续费|服务费|চার্জ/iu;
/** What goes back to somebody is a movement, whatever it is called besides: a charge back is no charge. */
const BACK = /refund|revers|return|back|退|冲正|ফেরত/iu;
const isFee = (line: StatementLine): boolean => line.direction === "debit" && line.kind !== null && FEE.test(line.kind) && !BACK.test(line.kind);

const sameRow = (one: StatementLine, other: StatementLine): boolean =>
  one.direction === other.direction && one.amountMinor === other.amountMinor && one.kind === other.kind;

/** The movement with its fees; its balance is the one that is left when both are done. */
function merged(main: StatementLine, fees: readonly StatementLine[]): StatementLine {
  const balances = [main, ...fees].flatMap(({ balanceMinor }) => (balanceMinor === null ? [] : [balanceMinor]));
  return {
    ...main,
    feeMinor: fees.reduce((sum, fee) => sum + fee.amountMinor, 0n),
    balanceMinor: balances.length === 0 ? null : balances.reduce((least, one) => (one < least ? one : least)),
  };
}

/**
 * Puts fees with their movements. A row is a fee where its kind says so and one other movement, larger and without a fee
 * of its own, has its TrxID; whatever is not as plain as that stays as it stands.
 * @returns the rows in their order, and how many of them were fees
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
    const [fees, movements] = [group.filter(isFee), group.filter((line) => !isFee(line))];
    const [main] = movements;
    if (fees.length === 0 || main === undefined || movements.some((line) => !sameRow(line, main))) continue;
    const own = fees.filter((fee, index) => fees.findIndex((other) => sameRow(fee, other)) === index);
    if ((main.feeMinor ?? 0n) !== 0n || own.some((fee) => fee.amountMinor >= main.amountMinor || (fee.feeMinor ?? 0n) !== 0n)) continue;
    for (const fee of fees) gone.add(fee);
    mains.set(main, merged(main, own));
  }
  return { lines: lines.filter((line) => !gone.has(line)).map((line) => mains.get(line) ?? line), feeRows: gone.size };
}
