/** What is typed is the same thing whichever keyboard wrote its digits and signs. */
import { describe, expect, it } from "vitest";
import { SEARCH_ON } from "../../../contract/search-on.ts";
import { PublicIds } from "../db/ids.ts";
import { APPROVAL_LIST } from "../../core/approvals/queries.ts";
import { DELIVERY_LIST } from "../../core/outbox/queries.ts";
import { AUDIT_LIST } from "../../features/audit-trail/queries.ts";
import { JOURNAL_LIST } from "../../features/journals/queries.ts";
import { MANUAL_LIST } from "../../features/manual/queries.ts";
import { SMS_LIST } from "../../features/sms/queries.ts";
import { byId, byOrderNumber, byPhone, byTrx, byUsedTrx, idOf } from "./filters.ts";
import { amounts, ids, names, openAmounts, orderNumbers, phones, tails, trxIds, usedTrxIds, wordsOf } from "./finds.ts";
import { type Reading, type Search, type Tools } from "./spec.ts";
import type { Sql } from "./sql.ts";

const publicIds = new PublicIds(Buffer.alloc(32, 3));
const tools = { publicIds, merchantId: null, userId: null, masked: false, hides: { messages: false, amounts: false }, nowMs: 0 } satisfies Tools;
const found = (readings: readonly Reading[]): Search[] => readings.map(({ find }) => find);

/** Everything that looks for a code: an id, a number of an order, a TrxID, a phone number, a sum. */
const CODES: readonly Search[] = [
  ...found([ids("payment"), ...orderNumbers("payment"), ...trxIds("t.trx_key"), ...usedTrxIds("payment"), ...phones("t.customer"), tails("t.trx_key")]),
  ...found([amounts("t.amount"), openAmounts]),
  byId("payment"),
  byOrderNumber("payment"),
  byTrx("t.trx_key"),
  byUsedTrx(),
  byPhone("t.customer"),
];
const fullWidth = (text: string): string => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const bangla = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0x9e6 + Number(digit)));
/** As chats and address books hand it over: with marks that nobody sees. */
const pasted = (text: string): string => `\u202a${text}\u202c\u200b`;

describe("a code", () => {
  const id = publicIds.encode("payment", 1_234_567_890_123_456n);
  const WAYS = { "in full width": fullWidth, "in Bangla digits": bangla, "as it is pasted": pasted } as const;

  it.each(Object.entries(WAYS))("is looked for %s as it is in plain signs", (_name, write) => {
    for (const text of [id, "LOTUS-900171", "9KX7AB4TQM", "01812340171", "+8801812340171", "340171", "1,170.33"])
      for (const search of CODES) expect(search(write(text), tools), `${write(text)} ${search}`).toEqual(search(text, tools));
    expect(idOf("payment", "t.id")(write(id), tools)).toEqual(idOf("payment", "t.id")(id, tools));
  });

  it("is found at all", () => {
    expect(CODES.filter((search) => search("01812340171", tools) !== null).length).toBeGreaterThan(10);
    expect(ids("payment").find(id, tools)).not.toBeNull();
  });
});

describe("an id that rows refer to", () => {
  const LISTS = { journals: JOURNAL_LIST, deliveries: DELIVERY_LIST, approvals: APPROVAL_LIST, manual: MANUAL_LIST, audit: AUDIT_LIST, sms: SMS_LIST };
  const id = publicIds.encode("payment", 1_234_567_890_123_456n);
  /** What is looked for among columns of ids. */
  const sought = (list: { readonly search: readonly Search[] }, text: string): Sql[] =>
    list.search.flatMap((search) => {
      const predicate = search(text, tools);
      return predicate?.text.some((part) => /_id\b/.test(part) && !part.includes("users")) === true ? [predicate] : [];
    });

  it.each(Object.entries(LISTS))("is looked for however it was typed: %s", (_name, list) => {
    expect(sought(list, id).length).toBeGreaterThan(0);
    const ways = [fullWidth(id), pasted(id), id.toLowerCase(), `${id.slice(0, 7)}-${id.slice(7)}`];
    // Numbers of orders are what they are: an id in small letters is none.
    const ids = (text: string): Sql[] => sought(list, text).filter((predicate) => !predicate.text.join().includes("merchant_order_keys"));
    for (const typed of ways) expect(ids(typed), typed).toEqual(ids(id));
  });
});

it("looks for words as they are typed", () => {
  for (const search of found([...names("t.name"), wordsOf("t.text")])) expect(search("莲花（上海）５", tools)?.values.join()).toContain("莲花（上海）５");
});

it.each(["*0171", "…0171", "……0171", "...0171", "＊0171", "**0171"])("searches on for %s", (text) => {
  expect(SEARCH_ON.test(text)).toBe(true);
  expect(text.replace(SEARCH_ON, "")).toBe("0171");
});
