/** Building blocks of the schemas that validate and document every call. Server only at run time; the web imports types. */
import * as z from "zod";
import { readSpan } from "./time.ts";
import { COUNT_CAP, PAGE_SIZES } from "./envelope.ts";
import { formatAmount, formatAmountOrNull, parseAmount } from "./money.ts";
import { ERRORS } from "./errors.ts";
import { OPERATOR_INFO, OPERATORS, type Operator } from "./operators.ts";

/** PostgreSQL can store neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** A text of bounded length without NUL and lone surrogates (PostgreSQL can store neither). */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine(isStorable, { params: { code: "invalid" } });
/** A sign that can be seen: no space, no control, none of those that only join or direct others. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A required line: trimmed, something to be seen in it, no line breaks. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => isStorable(value) && !/[\r\n]/.test(value), { params: { code: "invalid" } })
    .refine((value) => value === "" || VISIBLE.test(value), { params: { code: "required" } });
/** An amount as it stands in answers. */
export const amountOut = z.string().meta({ description: "decimal string with the currency's two decimals", examples: ["1250.00"] });
export const amountOutOrNull = amountOut.nullable();
const AMOUNT = { description: "decimal string, at most two decimals, no sign", examples: ["1250.00"] };
/** An amount in a request: a decimal string, parsed to minor units. */
export const amountIn = z
  .string()
  .refine((value) => parseAmount(value) !== null, { params: { code: "invalid" } })
  .meta(AMOUNT);
/** As {@link amountIn}, where the text itself is kept: "1000" becomes "1000.00", so that an amount is kept in one form however it was typed. */
export const amountKept = amountIn.overwrite((value) => formatAmountOrNull(parseAmount(value)) ?? value).meta(AMOUNT);
/** As {@link amountIn}, above zero. */
export const positiveAmountIn = amountIn.refine((value) => parseAmount(value) !== 0n, { params: { code: "too_small" } });
/** Turns a validated amount text into minor units. */
export function minor(validated: string): bigint {
  const value = parseAmount(validated);
  if (value === null) throw new RangeError("amount was not validated");
  return value;
}
export { formatAmount };
/** An instant as it stands in answers, which are made of real instants: nothing is left to check. In requests it is `z.iso.datetime()`. */
export const instant = z.string().meta({ format: "date-time", description: "ISO 8601, UTC, milliseconds" });
export const instantOrNull = instant.nullable();
export const publicId = z
  .string()
  .max(40)
  .meta({ examples: ["P261121XY12AB34"] });
/** As {@link publicId}, in answers that are given thousands of times a second: it is made here, so nothing is left to check. */
export const publicIdOut = z.string().meta({ examples: ["P261121XY12AB34"] });
export const operator = z.enum(OPERATORS);

const FORMS = OPERATORS.reduce<Map<string, Operator[]>>((all, one) => {
  const form = OPERATOR_INFO[one].accountPattern.source;
  return all.set(form, [...(all.get(form) ?? []), one]);
}, new Map());
/** A number of a customer in a request: {@link normaliseAccount} decides, by the operator of the same body, and the document says so. */
export const customerIn = line(20).meta({
  description: `a number of the operator; blanks, hyphens and, before 01, the code 88 of Bangladesh are left out. ${[...FORMS]
    .map(([form, operators]) => `${operators.join(", ")}: ${form}`)
    .join("; ")}`,
  examples: ["01712345678"],
});
/** Longest address that notifications may go to. */
export const MAX_ADDRESS = 500;
/** Where notifications go, in a request: `core/outbox/target.ts` decides, in the words of its refusal. */
export const notifyUrl = z
  .string()
  .max(MAX_ADDRESS)
  .meta({ description: ERRORS.target_not_allowed.message, examples: ["https://shop.example/hook"] });
/** The version that a change was decided on; the column is an int4. */
export const version = z.int().min(1).max(2_147_483_647);
export const ipList = z.array(z.string().max(64)).max(200);
/** How a whole number is written in an address; `2e1`, `0x14` and ` 20 ` are other texts. */
const DIGITS = /^(?:0|[1-9]\d*)$/;
/** A number in a query or a path, where all is text. A body, which the same schema may read, holds the number itself. */
export const inAddress = <T extends z.ZodType>(number: T) =>
  z.preprocess((given) => (typeof given === "string" && DIGITS.test(given) ? Number(given) : given), number);
/** An object that its address names by a number that the database counts up. */
export const numberParams = z.object({ id: inAddress(z.int().positive().max(2_147_483_647)) });
export const note = text(1000);
export const reason = line(500);
export const flag = z.boolean();
/** An empty object: calls without a body. */
export const empty = z.strictObject({});

export const feeRule = z.strictObject({
  rate_bps: z.int().min(0).max(10_000),
  fixed: amountKept.default("0.00"),
  min: amountKept.nullable().default(null),
  max: amountKept.nullable().default(null),
});
export const feeRuleOut = z.object({ rate_bps: z.int(), fixed: amountOut, min: amountOutOrNull, max: amountOutOrNull });
export type FeeRuleJson = z.infer<typeof feeRuleOut>;

/** The answer of a list of rows. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
    searched_back_to: instantOrNull.optional().meta({
      description:
        "Set while this page is not full and the search for its rows is not over: the instant up to which it has come, in the list's order. The page then holds the rows found so far, perhaps none; `next_cursor` goes on exactly there.",
    }),
    search_cursor: z.string().nullable().optional().meta({
      description:
        "Beside `searched_back_to`: the cursor that goes on with the search. It is `next_cursor`, or `prev_cursor` of a page that was reached backwards.",
    }),
    total: z.object({
      value: z.int().min(0).max(COUNT_CAP),
      exact: z.boolean(),
      searched_back_to: instant.optional().meta({ description: "Set where counting took too long: at least `value` rows, counted up to this instant." }),
    }),
    sums: z
      .record(z.string(), amountOut)
      .nullable()
      .optional()
      .meta({ description: "Over all filtered rows; null where they are too many, or where there was no time for all of them." }),
    partial_sums: z
      .object({ values: z.record(z.string(), amountOut), searched_back_to: instant })
      .optional()
      .meta({
        description: "In place of `sums` where there was no time for all rows: those of the rows up to an instant.",
      }),
    figures_late: z.literal(true).optional().meta({
      description:
        "Only with `figures=soon`: total and sums take longer than the rows. `total` counts at least the rows of this page, `sums` is null; ask for `only=figures`.",
    }),
  });

/** Filters that every list takes. `from` and `to` are instants or Shanghai days (both ends included). */
export const listQuery = z.strictObject({
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  q: z.string().max(100).optional(),
  size: inAddress(z.number().refine((value) => (PAGE_SIZES as readonly number[]).includes(value), { params: { code: "not_allowed" } })).optional(),
  cursor: z.string().max(60).optional(),
  sort: z.enum(["-created_at", "created_at"]).optional(),
  /** `total`: how many rows match, without rows and sums; `figures`: both of these, without rows. */
  only: z.enum(["total", "figures"]).optional(),
  /** `soon`: rows do not wait for a total and sums that take longer; the answer then says `figures_late`, and `only=figures` brings them. */
  figures: z.literal("soon").optional(),
});
/** A stretch of time as one value: a preset, a day, or two ends with `..` between them. */
export const span = z
  .string()
  .max(64)
  .refine((value) => readSpan(value, 0) !== null, { params: { code: "invalid" } })
  .meta({
    description:
      "a stretch of time: `today`, `last_7_days` and their kin, a day, or two ends with `..` between them (days or instants, both included, one may be left out)",
    examples: ["today", "2026-11-01..2026-11-07"],
  });
export const idParams = z.strictObject({ id: publicId });
/** One value or several, comma separated, of an enumeration. */
export const csvOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .max(400)
    .refine((value) => value.split(",").every((part) => (values as readonly string[]).includes(part)), { params: { code: "not_allowed" } })
    .optional();
export const deletedFilter = z.enum(["only", "with"]).optional();

export const timelineItem = z.object({
  at: instant,
  kind: z.string(),
  actor: z.object({ type: z.string(), id: z.string().nullable(), account: z.string().nullable() }).nullable(),
  text_key: z.string(),
  params: z.record(z.string(), z.unknown()),
  data: z.unknown().nullable(),
});
export type TimelineItem = z.infer<typeof timelineItem>;
export const entryRow = z.object({
  id: z.string(),
  account: z.string(),
  kind: z.string(),
  amount: amountOut,
  before_balance: amountOut,
  after_balance: amountOut,
  created_at: instant,
});
