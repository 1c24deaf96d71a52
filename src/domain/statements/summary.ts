/** Rows of an operator's statement that are no movement: totals, opening and closing balances. */
import type { CsvRow } from "../csv.ts";
import { readTime } from "./values.ts";

/** What such a row calls itself, folded as {@link fold} does; the longest first, so that what follows is left over. */
const WORDS = [
  "grand total",
  "sub total",
  "subtotal",
  "total credits?",
  "total debits?",
  "total amount",
  "total transactions?",
  "total in",
  "total out",
  "totals?",
  "sum",
  "(?:opening|closing|starting|ending|previous|final) balance",
  "balance (?:b/f|c/f|b/d|c/d|bf|cf|brought forward|carried forward|forward)",
  "(?:b/f|c/f|brought forward|carried forward)",
  "合计",
  "总计",
  "小计",
  "共计",
  "(?:收入|支出|借方|贷方|本页|本期)?合计",
  "(?:期初|期末|上期|本期|起始|结束)余额",
  "承前余?额?",
  "结转余?额?",
  "(?:সর্ব)?মোট(?: জমা| উত্তোলন| ক্রেডিট| ডেবিট| পরিমাণ)?",
  "(?:প্রারম্ভিক|সমাপনী|শুরুর|শেষ|পূর্বের) (?:ব্যালেন্স|ব্যালান্স|স্থিতি|জের)",
].map((word) => word.normalize("NFC"));

// No two alternatives begin alike, so a long cell is read once.
/** Digits with what stands around them in amounts, counts and dates, and the currency. */
const FIGURES = String.raw`(?:[\p{Nd}\s.,:;+()/–-]|tk|bdt|৳|টাকা|元|笔|[cd]r|[ap]m)*`;
const ONLY_FIGURES = new RegExp(`^${FIGURES}$`, "u");
const SUMMARY = new RegExp(`^(?:${WORDS.join("|")})${FIGURES}$`, "u");

const fold = (text: string): string => text.normalize("NFKC").normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/**
 * True for a row that sums up others or names a balance: it says so in a cell of its own, its column of TrxIDs holds
 * none, and nothing else stands in it but figures and dates. A movement that merely lost its TrxID is none.
 * @param trxColumn index of the column of TrxIDs
 */
export function isSummaryRow(row: CsvRow, trxColumn: number): boolean {
  const cells = row.cells.map((cell) => fold(cell.text).slice(0, 200));
  const says = cells.map((text) => SUMMARY.test(text) && !ONLY_FIGURES.test(text));
  if (!says.includes(true)) return false;
  const trx = cells[trxColumn] ?? "";
  if (trx !== "" && says[trxColumn] !== true && !/^[-–]+$/.test(trx)) return false;
  return cells.every((text, index) => says[index] === true || ONLY_FIGURES.test(text) || readTime(text, 0) !== null);
}
