/** Shapes of taught endings. */
import * as z from "zod";
import { instant, instantOrNull, operator, publicId, text, version } from "./schema.ts";
import { ENDING_ACTIONS, ENDING_MAX, ENDING_MIN, ENDING_STATUSES } from "./sms-endings.ts";
import { smsTried } from "./sms.schema.ts";

export const smsEndingRow = z.object({
  id: publicId,
  operator,
  text: z.string(),
  note: z.string().nullable(),
  status: z.enum(ENDING_STATUSES),
  /** The message that it was taught from. */
  sms_id: publicId.nullable(),
  created_by: z.string(),
  created_at: instant,
  switched_by: z.string().nullable(),
  switched_at: instantOrNull,
  version: z.int(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(ENDING_ACTIONS)),
});
export type SmsEndingRow = z.infer<typeof smsEndingRow>;
/** Newest first. */
export const smsEndingList = z.object({ items: z.array(smsEndingRow) });
export type SmsEndingList = z.infer<typeof smsEndingList>;
export const smsEndingQuery = z.strictObject({ operator: operator.optional() });

/** What an ending would change of the newest stored messages of its operator, as they are read today. */
export const smsEndingTrial = z.object({
  /** Messages that were looked at. */
  looked: z.int(),
  /** There was no time to look at those that are older than this; null: there was. */
  cut_at: instant.nullable(),
  /** Held until now, and would pass. */
  passes: z.int(),
  /** With these words too, but something else would still hold them. */
  held: z.int(),
  /** With these words too, but posted all the same: their balance proved the money, or a person decided. */
  settled: z.int(),
  /** Newest first, those that would pass before the others. */
  samples: z.array(z.object({ id: publicId, received_at: instant, becomes: z.enum(["passes", "held", "settled"]), text: z.string(), result: smsTried })),
});
export type SmsEndingTrial = z.infer<typeof smsEndingTrial>;

export const smsEndingCreate = z.strictObject({
  operator,
  text: text(ENDING_MAX, ENDING_MIN),
  note: text(500, 1).optional(),
  /** The message that it is taught from. */
  sms_id: publicId.optional(),
  /** Only tried; nothing is kept. */
  dry_run: z.boolean().optional(),
});
/** `ending` is null after a dry run. */
export const smsEndingCreated = z.object({ ending: smsEndingRow.nullable(), trial: smsEndingTrial });
export type SmsEndingCreated = z.infer<typeof smsEndingCreated>;
export const smsEndingSwitch = z.strictObject({ version });
