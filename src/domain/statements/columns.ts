/** Which column of an operator's statement is what, by the words of its header in both languages. */
import { type NamedColumns, STATEMENT_FIELDS, type StatementField } from "../../contract/reconciliation.ts";

const ALIASES: Readonly<Record<StatementField, readonly string[]>> = {
  trx_id: [
    "trxid",
    "trxno",
    "transactionid",
    "transactionno",
    "transactionnumber",
    "txnid",
    "txnno",
    "receiptno",
    "交易号",
    "交易编号",
    "交易流水号",
    "流水号",
    "交易id",
    "交易单号",
  ],
  time: [
    "time",
    "datetime",
    "dateandtime",
    "dateandtimes",
    "date",
    "trxtime",
    "trxdate",
    "transactiontime",
    "transactiondate",
    "transactiondatetime",
    "txndate",
    "txntime",
    "completiontime",
    "时间",
    "日期",
    "交易时间",
    "交易日期",
    "完成时间",
    "日期时间",
  ],
  amount: ["amount", "trxamount", "transactionamount", "txnamount", "amountbdt", "amounttk", "金额", "交易金额"],
  direction: ["direction", "drcr", "crdr", "debitcredit", "creditdebit", "inout", "方向", "收支", "借贷", "收付"],
  credit: [
    "credit",
    "cr",
    "creditamount",
    "in",
    "paidin",
    "moneyin",
    "received",
    "cashin",
    "amountin",
    "收入",
    "收入金额",
    "贷方",
    "贷方金额",
    "入账",
    "入账金额",
  ],
  debit: [
    "debit",
    "dr",
    "debitamount",
    "out",
    "paidout",
    "moneyout",
    "sent",
    "withdrawn",
    "amountout",
    "支出",
    "支出金额",
    "借方",
    "借方金额",
    "出账",
    "出账金额",
  ],
  fee: ["fee", "fees", "charge", "charges", "transactionfee", "servicecharge", "手续费", "费用"],
  balance: ["balance", "balanceafter", "closingbalance", "runningbalance", "availablebalance", "余额", "账户余额", "交易后余额"],
  counterparty: [
    "counterparty",
    "otherparty",
    "customer",
    "customerno",
    "sender",
    "receiver",
    "from",
    "to",
    "fromto",
    "msisdn",
    "mobileno",
    "phone",
    "account",
    "对方",
    "对方账号",
    "对方号码",
    "对方账户",
    "手机号",
    "客户",
  ],
  kind: [
    "type",
    "transactiontype",
    "trxtype",
    "txntype",
    "kind",
    "details",
    "description",
    "particulars",
    "service",
    "类型",
    "交易类型",
    "业务类型",
    "说明",
    "摘要",
  ],
  status: ["status", "transactionstatus", "trxstatus", "txnstatus", "state", "result", "状态", "交易状态", "交易结果"],
};

/** Longer texts name no column that anybody knows; what stands in brackets would be looked for in the square of their length. */
const MAX_HEADER = 200;

/** Header text without what differs from file to file: case, blanks, signs, what stands in brackets. */
function foldHeader(text: string): string {
  return text
    .slice(0, MAX_HEADER)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[([（【].*?[)\]）】]/g, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Fields that a statement cannot do without; either `amount` or one of `credit` and `debit` besides. */
export function missingFields(columns: Readonly<Partial<Record<StatementField, number>>>): StatementField[] {
  const missing: StatementField[] = (["trx_id", "time"] as const).filter((field) => columns[field] === undefined);
  const sides = columns.credit !== undefined || columns.debit !== undefined;
  return columns.amount === undefined && !sides ? [...missing, "amount"] : missing;
}

const placeOf = (headers: readonly string[], name: string): number => headers.findIndex((text) => text.trim() === name.trim());

/** Fields whose column the caller named, and which the file lacks. */
export function lackingFields(headers: readonly string[], named: NamedColumns): StatementField[] {
  return STATEMENT_FIELDS.filter((field) => typeof named[field] === "string" && placeOf(headers, named[field]) < 0);
}

/** Headers of columns that would be read, had the caller not said that the file has none. @param read the columns that are read */
export function unreadHeaders(headers: readonly string[], named: NamedColumns, read: Readonly<Partial<Record<StatementField, number>>>): string[] {
  const none = STATEMENT_FIELDS.filter((field) => named[field] === null);
  if (none.length === 0) return [];
  const found = findColumns(headers, Object.fromEntries(Object.entries(named).filter(([, header]) => header !== null)));
  const taken = Object.values(read);
  return none.flatMap((field) => (found[field] === undefined || taken.includes(found[field]) ? [] : [headers[found[field]] ?? ""]));
}

/**
 * Finds the columns: as the caller named them, else by their words; a header serves one field only. For a named field
 * no other column is taken: it would be booked as what it is not.
 */
export function findColumns(headers: readonly string[], named: NamedColumns): Partial<Record<StatementField, number>> {
  const folded = headers.map(foldHeader);
  const columns: Partial<Record<StatementField, number>> = {};
  const taken = new Set<number>();
  const take = (field: StatementField, index: number): void => {
    if (index < 0 || taken.has(index) || columns[field] !== undefined) return;
    columns[field] = index;
    taken.add(index);
  };
  for (const field of STATEMENT_FIELDS) {
    const header = named[field];
    if (typeof header === "string") take(field, placeOf(headers, header));
  }
  for (const field of STATEMENT_FIELDS.filter((one) => named[one] === undefined)) {
    // The first words of the list are the surest ones.
    for (const alias of ALIASES[field])
      take(
        field,
        folded.findIndex((text, index) => text === alias && !taken.has(index)),
      );
  }
  return columns;
}

/**
 * A second column that tells the time of a line: many files write the date in one and the clock in another.
 * @returns -1 without one
 */
export function timePartner(headers: readonly string[], columns: Readonly<Partial<Record<StatementField, number>>>): number {
  const taken = new Set(Object.values(columns));
  return headers.findIndex((header, index) => !taken.has(index) && ALIASES.time.includes(foldHeader(header)));
}
