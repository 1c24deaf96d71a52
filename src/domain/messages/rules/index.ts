/** Every rule, in order of trial per operator. */
import type { MessageOperator, MessageRule } from "../types.ts";
import { AIRTEL, EMOLA, MIXX, MTN_GHANA, MTN_RWANDA } from "./africa.ts";
import { BANGLA } from "./bangla.ts";
import { rulesFrom, type LayoutRow } from "./build.ts";
import { CREDITS } from "./credits.ts";
import { DEBITS } from "./debits.ts";
import { FAILURES } from "./failures.ts";
import { MPESA_ENGLISH, MPESA_PORTUGUESE, MPESA_SWAHILI } from "./mpesa.ts";
import { MPESA_KENYA } from "./mpesa-kenya.ts";
import { NAGAD } from "./nagad.ts";
import { ROCKET } from "./rocket.ts";

const SENTENCES = [...FAILURES, ...CREDITS, ...DEBITS];

const part = (rows: readonly LayoutRow[], suffix: string): readonly LayoutRow[] =>
  rows.map((row) => ({ ...row, part: row.part === undefined ? suffix : `${suffix}.${row.part}` }));
const withCurrency = (rows: readonly LayoutRow[], currency: string): readonly LayoutRow[] =>
  rows.map((row) => ({ ...row, examples: row.examples.map((text) => text.replaceAll("¤", currency).replace(/Ksh(?=[ \d.])/g, currency)) }));
/** Nagad's ids are shorter than those of the operators that print the same sentences. */
const withNagadIds = (rows: readonly LayoutRow[]): readonly LayoutRow[] =>
  rows.map((row) => ({
    ...row,
    examples: row.examples.map((text) => text.replace(/\b(?:DAB1CDE2|9AB1CDE2|01ABCDE2)(?=[A-Z]\d\b)/g, "7AB1CD").replace(/ Ref [a-z0-9 ]+\. Fee/, " Fee")),
  }));

/** Layout tables by operator; the first table that fits wins. */
const TABLES = {
  bkash: [...SENTENCES, ...BANGLA],
  nagad: [...NAGAD, ...withNagadIds([...part(SENTENCES, "sentence"), ...BANGLA])],
  rocket: [...ROCKET, ...part(SENTENCES, "sentence"), ...BANGLA],
  upay: [...SENTENCES, ...BANGLA],
  mpesa_ke: [...MPESA_KENYA, ...MPESA_ENGLISH],
  mpesa_mz: MPESA_PORTUGUESE,
  mpesa_tz: [...withCurrency(MPESA_ENGLISH, "TZS "), ...MPESA_SWAHILI],
  mtn_rw: MTN_RWANDA,
  mtn_gh: MTN_GHANA,
  airtel_ke: withCurrency(AIRTEL, "KES"),
  airtel_zm: withCurrency(AIRTEL, "ZMW"),
  emola_mz: EMOLA,
  mixx_tz: MIXX,
} as const satisfies Record<MessageOperator, readonly LayoutRow[]>;

/** All rules: the data that decides what a message says. */
export const RULES: readonly MessageRule[] = (Object.keys(TABLES) as MessageOperator[]).flatMap((operator) => rulesFrom(operator, TABLES[operator]));
export { NOISE_RULES } from "./noise.ts";
