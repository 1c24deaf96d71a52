/** How the search box may be meant: each way with how good a hit of it is, and whether an index serves it. Columns are text of the program. */
import type { IdKind } from "../../../contract/ids.ts";
import { readAmount } from "../../../contract/money.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { nationalPhone } from "../../../contract/phones.ts";
import { trxKey } from "../../../domain/messages/normalise.ts";
import { maskSql } from "./mask.ts";
import { inPattern, partOfName } from "./patterns.ts";
import type { Reading, Search, Tools } from "./spec.ts";
import { raw, sql, type Sql } from "./sql.ts";
import { asCode, ofCode } from "./typed.ts";

/** A beginning or a tail has so many characters at least. */
export const PART_FROM = 4;
/** A part that fits more order numbers or TrxIDs than this is answered from the first so many. */
const CAP = 1000;
/** What the mask of a phone number leaves to be read behind it. */
const SHOWN_TAIL = 4;

/** How much of a tail an index holds (db/schema/orders.sql); the rest is compared. */
const ORDER_TAIL = 4;
const TRX_TAIL = 3;

/** The tails that indexes serve, as readings of a list's own search box. */
export function servedTails(...readings: readonly (readonly Reading[])[]): Search[] {
  return readings
    .flat()
    .filter(({ match, walked }) => match === "tail" && walked !== true)
    .map(({ find }) => find);
}

/** What no index serves of some readings. */
export function walkedOnly(readings: readonly Reading[]): Reading[] {
  return readings.filter(({ walked }) => walked === true);
}

/** A public id, whole. */
export function ids(kind: IdKind): Reading {
  return {
    match: "exact",
    find: ofCode((q, tools) => {
      const id = tools.publicIds.decode(kind, q);
      return id === null ? null : sql`t.id = ${id}`;
    }),
  };
}

/** Merchants' own order numbers, through the table of their keys: whole, their beginning, their tail. */
export function orderNumbers(direction: "payment" | "disburse"): Reading[] {
  const among = (condition: (q: string) => Sql, from: number): Search => {
    return ofCode((q, tools) => {
      if (q.length < from || !/^[\x21-\x7e]{1,64}$/.test(q)) return null;
      const own = tools.merchantId === null ? raw("") : sql` and merchant_id = ${tools.merchantId}`;
      return sql`t.id = any(array(select order_id from merchant_order_keys where direction = ${direction} and ${condition(q)}${own} limit ${CAP}))`;
    });
  };
  return [
    { match: "exact", find: among((q) => sql`key = ${q}`, 1) },
    { match: "start", find: among((q) => sql`key like ${`${inPattern(q)}%`}`, PART_FROM) },
    { match: "tail", find: among((q) => sql`right(key, ${raw(String(ORDER_TAIL))}) = ${q.slice(-ORDER_TAIL)} and key like ${`%${inPattern(q)}`}`, PART_FROM) },
  ];
}

/** A TrxID's key as typed, null where it cannot be (part of) one. */
function keyOf(q: string, from: number): string | null {
  const key = trxKey(asCode(q));
  return key === null || key.length > 64 || key.length < from || !/^[A-Z0-9]+$/.test(key) ? null : key;
}

/** TrxIDs in a column with an index: whole and their beginning. Keys are upper case letters and digits, so Z bounds every continuation. */
export function trxIds(column: string): Reading[] {
  const of = raw(column);
  return [
    {
      match: "exact",
      find: (q) => {
        const key = trxKey(asCode(q));
        return key === null || key === "" || key.length > 64 ? null : sql`${of} = ${key}`;
      },
    },
    {
      match: "start",
      find: (q) => {
        const key = keyOf(q, PART_FROM);
        return key === null ? null : sql`${of} between ${key} and ${key + "Z".repeat(32)}`;
      },
    },
  ];
}

/** TrxIDs that orders were completed with, through the table of used ones: whole, their beginning, their tail. */
export function usedTrxIds(type: "payment" | "disburse"): Reading[] {
  const table = raw(type === "payment" ? "payments" : "disburses");
  const among = (from: number, condition: (key: string) => Sql): Search => {
    return (q, tools) => {
      const key = keyOf(q, from);
      if (key === null) return null;
      const own = tools.merchantId === null ? raw("") : sql` join ${table} p on p.id = u.object_id and p.merchant_id = ${tools.merchantId}`;
      return sql`t.id = any(array(select u.object_id from trx_used u${own} where ${condition(key)}
        and u.direction = ${type === "payment" ? "credit" : "debit"} and u.object_type = ${type} limit ${CAP}))`;
    };
  };
  const each = sql`u.operator = any(${OPERATORS}::text[])`;
  return [
    { match: "exact", find: among(1, (key) => sql`${each} and u.trx_key = ${key}`) },
    { match: "start", find: among(PART_FROM, (key) => sql`${each} and u.trx_key between ${key} and ${key + "Z".repeat(32)}`) },
    {
      match: "tail",
      find: among(PART_FROM, (key) => sql`right(u.trx_key, ${raw(String(TRX_TAIL))}) = ${key.slice(-TRX_TAIL)} and u.trx_key like ${`%${key}`}`),
    },
  ];
}

/** The digits of a phone number as typed, without the country's code; null: it is none. */
function phoneDigits(q: string): string | null {
  const digits = nationalPhone(asCode(q));
  return /^\+?\d{3,20}$/.test(digits) ? digits : null;
}

const WHOLE_PHONE = 11;
/** The numbers of a mobile phone that end so, where seven digits or more of eleven are known: 01, three to nine, then anything. */
export function phonesEnding(tail: string): string[] {
  let starts = [""];
  for (let place = 0; place < WHOLE_PHONE - tail.length; place += 1) {
    const digits = place === 0 ? "0" : place === 1 ? "1" : place === 2 ? "3456789" : "0123456789";
    starts = starts.flatMap((start) => [...digits].map((digit) => start + digit));
  }
  return starts.map((start) => start + tail);
}

const TAIL_SERVED_FROM = 7;

/** Phone numbers in a column with an index: whole, their beginning, a long tail; a short tail among the newest. */
export function phones(column: string): Reading[] {
  const of = raw(column);
  const tailOf = (q: string, tools: Tools): string | null => {
    const digits = phoneDigits(q);
    if (digits === null || digits.startsWith("+") || digits.length < PART_FROM || digits.length >= WHOLE_PHONE) return null;
    return tools.masked && digits.length > SHOWN_TAIL ? null : digits;
  };
  return [
    {
      match: "exact",
      find: (q) => {
        const digits = phoneDigits(q);
        return digits === null ? null : sql`${of} = ${digits}`;
      },
    },
    {
      match: "start",
      find: (q, tools) => {
        const digits = phoneDigits(q);
        // A letter sorts behind every digit in every collation.
        return digits === null || tools.masked || digits.length < 5 || digits.length >= WHOLE_PHONE ? null : sql`${of} between ${digits} and ${`${digits}Z`}`;
      },
    },
    {
      match: "tail",
      find: (q, tools) => {
        const digits = tailOf(q, tools);
        return digits === null || digits.length < TAIL_SERVED_FROM ? null : sql`${of} = any(${phonesEnding(digits)}::text[])`;
      },
    },
    {
      match: "tail",
      walked: true,
      find: (q, tools) => {
        const digits = tailOf(q, tools);
        return digits === null ? null : sql`${of} like ${`%${digits}`}`;
      },
    },
  ];
}

/** Keys in a column that no index serves by its tail. */
export function tails(column: string): Reading {
  return {
    match: "tail",
    walked: true,
    find: ofCode((q) => (q.length < PART_FROM || !/^[\x21-\x7e]{1,64}$/.test(q) ? null : sql`upper(${raw(column)}) like ${`%${inPattern(q.toUpperCase())}`}`)),
  };
}

/** The same sum in any of some columns. */
export function amounts(...columns: readonly string[]): Reading {
  return {
    match: "amount",
    walked: true,
    find: (q, { hides }) => {
      const minor = hides.amounts ? null : readAmount(asCode(q));
      return minor === null || minor === 0n ? null : sql`${minor} in (${raw(columns.join(", "))})`;
    },
  };
}

/** Payments that may still be paid, by their sum: an index holds those. */
export const openAmounts: Reading = {
  match: "amount",
  find: (q, { hides }) => {
    const minor = hides.amounts ? null : readAmount(asCode(q));
    return minor === null ? null : sql`t.id = any(array(select payment_id from open_payments where amount = ${minor} order by payment_id desc limit 100))`;
  },
};

/** Names in a small table: whole, their beginning, words of them in their order, any part; upper or lower case alike. */
export function names(...columns: readonly string[]): Reading[] {
  return namesAs(columns, (column) => column);
}

/** The same of what may be a phone number, in the form in which the viewer reads it: who sees it masked cannot guess it digit by digit. */
export function maskedNames(...columns: readonly string[]): Reading[] {
  return namesAs(columns, (column, { masked }) => (masked ? maskSql(column) : column));
}

function namesAs(columns: readonly string[], shown: (column: string, tools: Tools) => string): Reading[] {
  const any = (pattern: string, tools: Tools): Sql =>
    columns.map((column) => sql`lower(${raw(shown(column, tools))}) like ${pattern}`).reduce((left, right) => sql`${left} or ${right}`);
  const like = (q: string): string => inPattern(q.toLowerCase());
  return [
    { match: "exact", find: (q, tools) => sql`(${any(like(q), tools)})` },
    { match: "start", find: (q, tools) => sql`(${any(`${like(q)}%`, tools)})` },
    { match: "part", find: (q, tools) => sql`(${any(partOfName(q), tools)})` },
  ];
}

/** Words of a message, in the form in which the viewer reads it. */
export function wordsOf(column: string): Reading {
  return {
    match: "part",
    walked: true,
    find: (q, tools) => (q.length < 3 || tools.hides.messages ? null : sql`${raw(tools.masked ? maskSql(column) : column)} ilike ${`%${inPattern(q)}%`}`),
  };
}
