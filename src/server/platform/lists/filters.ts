/** Ready-made filters and searches. Columns are text of the program; values are always parameters. */
import { foldPublicId, ID_LETTERS, PUBLIC_ID_PATTERN, type IdKind } from "../../../contract/ids.ts";
import { parseAmount } from "../../../contract/money.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { nationalPhone } from "../../../contract/phones.ts";
import { readSpan } from "../../../contract/time.ts";
import { trxKey } from "../../../domain/messages/normalise.ts";
import { idAt } from "../db/ids.ts";
import { maskSql } from "./mask.ts";
import { inPattern, partOfName } from "./patterns.ts";
import { UNFIT, type Filter, type Predicate, type Search, type Tools, type Unfit } from "./spec.ts";
import { allOf, raw, sql, type Sql } from "./sql.ts";
import { asCode, ofCode } from "./typed.ts";

/** A filter of a column without an index of its own. */
type Along = (value: string, tools: Tools) => { readonly along: Sql };

/** Equality with one value of an enumeration or a short text, in a column that an index leads with. */
export function equals(column: string): Filter {
  return (value) => sql`${raw(column)} = ${value}`;
}

/** Equality in a column without an index of its own. */
export function is(column: string): Along {
  return (value) => ({ along: sql`${raw(column)} = ${value}` });
}

/**
 * One of several comma separated values.
 * @param led values that lead an index ordered by id behind them, each of which is walked by itself; "all" of the column's,
 *   or those that a partial index holds
 */
export function oneOf(column: string, led: "all" | readonly string[] = []): Filter {
  return (value) => {
    const values = [...new Set(value.split(","))];
    const has = (item: string): boolean => led === "all" || led.includes(item);
    if (!values.some(has)) return { along: sql`${raw(column)} = any(${values}::text[])` };
    return { each: values.map((item) => sql`${raw(column)} = ${item}`), walked: !values.every(has) };
  };
}

/**
 * A public id of a kind; one that was never minted matches nothing, what is no id of that kind is unfit.
 * @param make the predicate; what it is given says that a column holds the id
 */
export function byPublicId<P extends Predicate>(kind: IdKind, make: (holds: (column: string) => Sql) => P): (value: string, tools: Tools) => P | Unfit {
  return (value, tools) => {
    const text = foldPublicId(asCode(value));
    if (!PUBLIC_ID_PATTERN.test(text) || text[0] !== ID_LETTERS[kind]) return UNFIT;
    const id = tools.publicIds.decode(kind, text);
    return make((column) => (id === null ? raw("false") : sql`${raw(column)} = ${id}`));
  };
}

/** As {@link byPublicId}, of one column. */
export function idOf(kind: IdKind, column: string): (value: string, tools: Tools) => Sql | Unfit {
  return byPublicId(kind, (holds) => holds(column));
}

/** A wallet; merchants learn nothing of wallets, so for them none matches. */
export function walletOf(column: string): (value: string, tools: Tools) => Sql | Unfit {
  return (value, tools) => (tools.merchantId === null ? idOf("wallet", column)(value, tools) : raw("false"));
}

/** A search for what is referred to, as a filter: the value must be a public id, and one that refers to nothing matches nothing. */
export function referringTo(search: Search): Filter {
  return (value, tools) => {
    const text = foldPublicId(asCode(value));
    return PUBLIC_ID_PATTERN.test(text) ? (search(text, tools) ?? raw("false")) : UNFIT;
  };
}

/** States of a notification that few orders are in: all of them have an index. */
const UNDELIVERED: ReadonlySet<string> = new Set(["waiting", "failed", "stopped"]);

/**
 * Any of some states of an order's notification, comma separated. Only what is not delivered yet has an index.
 * @param predicate finds one of those
 */
export function anyState(predicate: (state: string) => Sql, column: string): Filter {
  return (value) => {
    const states = [...new Set(value.split(","))];
    if (!states.every((state) => UNDELIVERED.has(state))) return { along: sql`${raw(column)} = any(${states}::text[])` };
    const [only] = states;
    return states.length === 1 && only !== undefined ? predicate(only) : { each: states.map(predicate) };
  };
}

/** As {@link anyState}, where the column itself leads the index. */
export function byNotify(column: string): Filter {
  return anyState((state) => sql`${raw(column)} = ${state}`, column);
}

function bounded(column: string, by: ">=" | "<="): (value: string) => { readonly along: Sql } | Unfit {
  return (value) => {
    const amount = parseAmount(value);
    return amount === null ? UNFIT : { along: sql`${raw(`${column} ${by}`)} ${amount}` };
  };
}

/** Amounts from this one on. */
export const atLeast = (column: string): ReturnType<typeof bounded> => bounded(column, ">=");

/** Amounts up to this one. */
export const atMost = (column: string): ReturnType<typeof bounded> => bounded(column, "<=");

/**
 * A filter of what refers to a payment or a payout, by what that order says.
 * @param type column that names the kind of what is referred to
 * @param id column of its number
 * @param filter reads columns of the alias `o`
 */
export function throughOrder(type: string, id: string, filter: (value: string, tools: Tools) => Sql | { readonly along: Sql } | Unfit): Filter {
  return (value, tools) => {
    const made = filter(value, tools);
    if ("unfit" in made) return made;
    const fits = "along" in made ? made.along : made;
    const of = (kind: "payment" | "disburse", table: string): Sql =>
      sql`(${raw(type)} = ${kind} and exists (select 1 from ${raw(table)} o where o.id = ${raw(id)} and ${fits}))`;
    return { along: sql`(${of("payment", "payments")} or ${of("disburse", "disburses")})` };
  };
}

/** An order that completes longer after it was made has its moment in `paid_late_at` as well (db/schema/orders.sql, payouts.sql). */
const PAID_LATE_MS = 3_600_000;
/** The last moment that is written with four digits of a year. */
const LAST_MS = Date.UTC(9999, 11, 31);
/** Clocks of processes differ by less. */
const APART_MS = 60_000;

/**
 * Orders that completed in a stretch of time, whenever they were made. No index holds when an order completed, since that changes on the usual
 * way (docs/decisions/0025): most completed soon after they were made, so they stand among the orders of that stretch; the few others are found
 * by a column of their own (docs/decisions/0088).
 */
export const paidIn: Filter = (value, { nowMs }) => {
  const span = readSpan(value, nowMs);
  if (span === null) return UNFIT;
  const { from, before } = span;
  const at = (ms: number): Sql => sql`${new Date(Math.min(Math.max(ms, 0), LAST_MS)).toISOString()}::timestamptz`;
  const inside = (column: string): Sql =>
    allOf([...(from === null ? [] : [sql`${raw(column)} >= ${at(from)}`]), ...(before === null ? [] : [sql`${raw(column)} < ${at(before)}`])]);
  const made = before === null ? [] : [sql`t.id < ${idAt(before + APART_MS)}`];
  if (from === null) return { along: allOf([...made, inside("t.paid_at")]) };
  const soon = idAt(from - PAID_LATE_MS);
  return { each: [allOf([sql`t.id >= ${soon}`, ...made, inside("t.paid_at")]), allOf([sql`t.id < ${soon}`, inside("t.paid_late_at")])] };
};

/** `true` or `false` of a boolean column. */
export function yesNo(column: string): Filter {
  return (value) => ({ along: value === "true" ? raw(column) : raw(`not ${column}`) });
}

/** Search: a public id of the list's own kind. */
export function byId(kind: IdKind, column = "t.id"): Search {
  return ofCode((q, tools) => {
    const id = tools.publicIds.decode(kind, q);
    return id === null ? null : sql`${raw(column)} = ${id}`;
  });
}

/** Search: what a public id of any kind refers to. @param make the predicate; null: rows refer to nothing of that kind */
export function referredTo(make: (kind: IdKind, id: bigint) => Sql | null): Search {
  return ofCode((q, { publicIds }) => {
    const kind = publicIds.kindOf(q);
    const id = kind === null ? null : publicIds.decode(kind, q);
    return kind === null || id === null ? null : make(kind, id);
  });
}

const PREFIX_FROM = 4;
/** A prefix that fits more order numbers or TrxIDs than this is answered from the first so many. */
const PREFIX_CAP = 1000;

/** Order numbers of merchants that are the text or begin with it. */
function orderIds(direction: "payment" | "disburse", q: string, tools: Tools): Sql {
  const own = tools.merchantId === null ? raw("") : sql` and merchant_id = ${tools.merchantId}`;
  const exact = sql`select order_id from merchant_order_keys where direction = ${direction} and key = ${q}${own}`;
  if (q.length < PREFIX_FROM) return exact;
  const pattern = `${inPattern(q)}%`;
  return sql`${exact} union all (select order_id from merchant_order_keys where direction = ${direction} and key like ${pattern}${own} limit ${PREFIX_CAP})`;
}

/** Search: a merchant's order number, exact or its beginning (four characters or more), through the key table. */
export function byOrderNumber(direction: "payment" | "disburse", column = "t.id"): Search {
  return ofCode((q, tools) => (/^[\x21-\x7e]{1,64}$/.test(q) ? sql`${raw(column)} = any(array(${orderIds(direction, q, tools)}))` : null));
}

/** Search: a TrxID, exact or its beginning. Keys are upper case letters and digits, so Z bounds every continuation. */
export function byTrx(column: string): Search {
  return (q) => {
    const key = trxKey(asCode(q));
    if (key === null || key === "" || key.length > 64) return null;
    if (key.length < PREFIX_FROM || !/^[A-Z0-9]+$/.test(key)) return sql`${raw(column)} = ${key}`;
    return sql`${raw(column)} between ${key} and ${key + "Z".repeat(32)}`;
  };
}

const usedBy = byTrx("u.trx_key");

/** Search: the TrxID that a payment was completed with, exact or its beginning, through the table of used TrxIDs. */
export function byUsedTrx(column = "t.id"): Search {
  return (q, tools) => {
    const key = usedBy(q, tools);
    const own = tools.merchantId === null ? raw("") : sql` join payments p on p.id = u.object_id and p.merchant_id = ${tools.merchantId}`;
    return (
      key &&
      sql`${raw(column)} = any(array(select u.object_id from trx_used u${own} where u.operator = any(${OPERATORS}::text[]) and ${key}
        and u.direction = 'credit' and u.object_type = 'payment' limit ${PREFIX_CAP}))`
    );
  };
}

/**
 * Search: a phone number, exact or its beginning (five digits or more), with or without the country code. Who reads numbers masked finds
 * whole ones only: by beginnings the hidden digits could be tried one by one.
 */
export function byPhone(column: string): Search {
  return (q, { masked }) => {
    const digits = nationalPhone(asCode(q));
    if (!/^\+?\d{3,20}$/.test(digits)) return null;
    if (masked || digits.length < 5 || digits.length >= 11) return sql`${raw(column)} = ${digits}`;
    // A letter sorts behind every digit in every collation.
    return sql`${raw(column)} between ${digits} and ${`${digits}Z`}`;
  };
}

/** Search: the beginning of a text in a small table, upper or lower case alike. */
export function byPrefix(column: string): Search {
  return (q) => sql`lower(${raw(column)}) like ${`${inPattern(q.toLowerCase())}%`}`;
}

const partOf = (expression: string, q: string): Sql => sql`lower(${raw(expression)}) like ${partOfName(q)}`;

/** Search: words anywhere in a column of a small table, in their order. What may hold a phone number is looked at by {@link byMaskedPart}. */
export function byPart(column: string): Search {
  return (q) => partOf(column, q);
}

/** The same in the form in which the viewer reads the column: who sees numbers in part cannot try the hidden digits one by one. */
export function byMaskedPart(column: string): Search {
  return (q, { masked }) => partOf(masked ? maskSql(column) : column, q);
}
