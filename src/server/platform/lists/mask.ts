/**
 * What a viewer may read of the objects that he sees: phone numbers (`phones.unmask`), texts of messages (`messages.read`) and amounts
 * (`amounts.see`). One home for the rule; a merchant's own programs read everything of theirs (docs/decisions/0064).
 */
import { AMOUNT_SOURCE, coverAmounts } from "../../../contract/amount-in-text.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { DIGIT_BLOCKS } from "../../../domain/messages/normalise.ts";
import type { Actor } from "../context.ts";
import { holds } from "./scope.ts";
import type { Masks, Viewer } from "./spec.ts";

/** The digits from one to another as a class, in every script that messages come in. */
const digit = (from: number, to: number): string =>
  `[${[0x30, ...DIGIT_BLOCKS].map((zero) => `${String.fromCharCode(zero + from)}-${String.fromCharCode(zero + to)}`).join("")}]`;
const D = digit(0, 9);
const APART = `[A-Za-z${D.slice(1)}`;
/** Between the digits of a number as telephones print it. */
const S = "[ -]?";
const [ZERO, EIGHT, NEXT] = [digit(0, 0), digit(8, 8), `${S}${D}`];
/** The digits of a mobile number behind its nought, and its last four. */
const MOBILE = [`${digit(1, 1)}${S}${digit(3, 9)}`, `(?:${NEXT}){4}${S}(${D}(?:${NEXT}){3})`] as const;
/**
 * What can be a phone number: a mobile number in one piece or several, with the country's code or without, and any other run of digits.
 * Read alike by JavaScript, which takes the first that fits, and PostgreSQL, which takes the longest.
 */
const NUMBER_SOURCE = `(?<!${APART})(?:([+]?${EIGHT}${S}${EIGHT}${S}${ZERO})${S}(?:${ZERO}${S})?${MOBILE.join("")}|(${ZERO}${S}${MOBILE[0]})${MOBILE[1]}|([+]?${D}{3})${D}{3,8}(${D}{4}))(?!${APART})`;
const NUMBER = new RegExp(NUMBER_SOURCE, "g");

/** True when the viewer sees phone numbers in part only. */
export function masksPhones(viewer: Viewer): boolean {
  return lacks(viewer, "phones.unmask");
}

/** True when the viewer reads no texts of messages, nor finds any by their words. */
export function hidesMessages(viewer: Viewer): boolean {
  return lacks(viewer, "messages.read");
}

/** True when the viewer reads no amounts, nor finds anything by them. */
export function hidesAmounts(viewer: Viewer): boolean {
  return lacks(viewer, "amounts.see");
}

function lacks(viewer: Viewer, permission: Permission): boolean {
  return viewer.type === "user" && !holds(viewer, permission);
}

/** What stands in the place of a text or an amount that is not for the viewer. */
export const HIDDEN = "•••";

/** All of a viewer's masks: for what the database writes. */
export function masksOf(viewer: Viewer): Masks {
  return { phones: masksPhones(viewer), messages: hidesMessages(viewer), amounts: hidesAmounts(viewer) };
}

/** The text of a message as this viewer may read it. */
export function messageFor(viewer: Viewer, text: string | null): string | null {
  return text !== null && hidesMessages(viewer) ? HIDDEN : phoneFor(viewer, text);
}

/** Where a list goes on: opaque, and sent back as it came. */
const CURSOR = /^(?:next|prev|search)_cursor$/;

/** Data with a mask in place of each amount, whatever its field is called. */
export function withoutAmounts<T>(data: T): T {
  return mapTexts(data, (text, name) => (name !== null && CURSOR.test(name) ? text : coverAmounts(text, HIDDEN)));
}

/** What stands beside an object that is shown for a reason: masked as ever, also where the answer as a whole is not. */
export function besideFor<T>(viewer: Viewer, data: T): T {
  return hidesAmounts(viewer) ? withoutAmounts(data) : data;
}

/** How answers are shown to whoever calls: as they are, or {@link withoutAmounts}. The server asks it for every answer, so no verb has to remember it. */
export function amountsFor(actor: Actor): <T>(data: T) => T {
  return actor.type === "user" && actor.amountsRevealed !== true && hidesAmounts(actor) ? withoutAmounts : (data) => data;
}

/** The same as an SQL expression, for exports. */
export function withoutAmountsSql(expression: string): string {
  return `regexp_replace(${expression}, '${AMOUNT_SOURCE}', '${HIDDEN}', 'g')`;
}

type MapText = (text: string, name: string | null) => string;
/** What merchants write themselves: a number in it may be a phone number or an amount. Elsewhere numbers are counts. */
const FREE = "metadata";

/** A number as a text that the masks know; the number itself where they leave it. */
function mapNumber(value: number, map: MapText, name: string | null): number | string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const mapped = map(text, name);
  return mapped === text ? value : mapped;
}

/** Texts at any depth become others, and numbers of {@link FREE}; everything else stays, instants and what has a class of its own among it. */
function mapTexts<T>(data: T, map: MapText, name: string | null = null, isFree = false): T {
  if (typeof data === "string") return map(data, name) as T; // a text becomes a text, and nothing else changes
  if (typeof data === "number") return (isFree ? mapNumber(data, map, name) : data) as T; // what is free may be either
  if (Array.isArray(data)) return data.map((item: unknown) => mapTexts(item, map, name, isFree)) as T;
  if (data === null || typeof data !== "object" || (Object.getPrototypeOf(data) !== Object.prototype && Object.getPrototypeOf(data) !== null)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, mapTexts(item, map, key, isFree || key === FREE)])) as T;
}

/** `01712345678` becomes `017****5678`; anything shorter than ten digits stays. */
export function maskPhones(text: string): string {
  return text.replace(NUMBER, "$1$3$5****$2$4$6");
}

/** The text as this viewer may read it. */
export function phoneFor(viewer: Viewer, text: string | null): string | null {
  return text !== null && masksPhones(viewer) ? maskPhones(text) : text;
}

/** A merchant's own number of an order, which may look like a phone number. */
const NO_PHONE: ReadonlySet<string> = new Set(["merchant_order_id"]);

/** Data as this viewer may read it: phone numbers in its texts, at any depth. */
export function phonesIn<T>(viewer: Viewer, data: T): T {
  if (!masksPhones(viewer)) return data;
  return mapTexts(data, (text, name) => (name !== null && NO_PHONE.has(name) ? text : maskPhones(text)));
}

/** The same mask as an SQL expression, for exports. */
export function maskSql(expression: string): string {
  return String.raw`regexp_replace(${expression}, '${NUMBER_SOURCE}', '\1\3\5****\2\4\6', 'g')`;
}
