/** Shapes of what no rule reads. */
import * as z from "zod";
import { instant, instantOrNull, operator, publicId } from "./schema.ts";
import { SHAPE_MARKS } from "./sms-shapes.ts";

export const smsShapeQuery = z.strictObject({ operator: operator.optional() });

export const smsShape = z.object({
  operator: operator.nullable(),
  /** The wording: words as they are, and marks for what varies. */
  parts: z.array(z.object({ mark: z.enum(SHAPE_MARKS).nullable(), text: z.string() })),
  count: z.int(),
  first_at: instant,
  last_at: instant,
  /** Who sent them, the most frequent first. */
  senders: z.array(z.string()),
  /** The newest one; of a one-time code nothing is shown. */
  example: z.object({ id: publicId, text: z.string() }),
  /** A template to begin a rule with; null: no own rule reads such a text, since it tells a one-time code. */
  proposal: z.string().nullable(),
});
export type SmsShape = z.infer<typeof smsShape>;

/** What nobody could read, by its wording, the most frequent first. */
export const smsShapes = z.object({
  items: z.array(smsShape),
  /** Unread messages that were looked at, newest first. */
  looked: z.int(),
  /** Of those: messages of further wordings, which are not shown. */
  others: z.int(),
  /** When the oldest of them came; null: there was none. */
  until: instantOrNull,
  /** There are older ones that were not looked at. */
  more: z.boolean(),
});
export type SmsShapes = z.infer<typeof smsShapes>;
