/** The operators' own statement of a wallet, from the operators' side: every movement of the run, told by a message or not. */
import { plain } from "./money.ts";

/** One line of a wallet's account at its operator. Minor units. */
export interface StatementLine {
  readonly atMs: number;
  readonly trxId: string;
  readonly direction: "credit" | "debit";
  readonly amount: bigint;
  /** What the operator charged beside the amount. */
  readonly fee: bigint;
  readonly balance: bigint;
  /** Who was on the other side. */
  readonly party: string;
}

/** Lines of one wallet that an open-ended run remembers. */
const REMEMBERED = 20_000;
/** Both operators keep the time of Dhaka. */
const DHAKA_MS = 6 * 3_600_000;
const HEAD = "Date & Time,Transaction ID,Account,Paid In,Paid Out,Fee,Balance";

const stamp = (atMs: number): string => new Date(atMs + DHAKA_MS).toISOString().slice(0, 19).replace("T", " ");

function row(line: StatementLine): string {
  const [paidIn, paidOut] = line.direction === "credit" ? [plain(line.amount), ""] : ["", plain(line.amount)];
  return [stamp(line.atMs), line.trxId, line.party, paidIn, paidOut, plain(line.fee), plain(line.balance)].join(",");
}

/** The file as the operator's site gives it out. */
export function statementCsv(lines: readonly StatementLine[]): string {
  return `${[HEAD, ...lines.map(row)].join("\r\n")}\r\n`;
}

/** The lines of all wallets, oldest first. */
export class Statements {
  private readonly lines = new Map<string, StatementLine[]>();

  add(wallet: string, line: StatementLine): void {
    const list = this.lines.get(wallet) ?? [];
    this.lines.set(wallet, list);
    list.push(line);
    if (list.length > REMEMBERED) list.shift();
  }

  of(wallet: string): readonly StatementLine[] {
    return this.lines.get(wallet) ?? [];
  }
}
