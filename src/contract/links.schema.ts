/** Redacted links to one order or withdrawal. */
import * as z from "zod";
import { LINK_SPAN_NAMES } from "./links.ts";
import { LOCALES } from "./locale.ts";
import { instant, instantOrNull, publicId, publicIdOut } from "./schema.ts";

/** Links are numbered: they are told to nobody but who may end them. */
const linkId = z.string().regex(/^[1-9][0-9]{0,17}$/);
export const linkParams = z.strictObject({ id: linkId });
export const linkQuery = z.strictObject({ object: publicId });

export const linkRow = z.object({
  id: linkId,
  object: publicIdOut,
  made_at: instant,
  /** Account of who made it. */
  made_by: z.string(),
  expires_at: instant,
  with_amount: z.boolean(),
  language: z.enum(LOCALES),
  /** How often it was opened. */
  opened: z.int(),
  last_opened_at: instantOrNull,
  /** Whether it opens now: its maker is there and may still share what it shows. */
  opens: z.boolean(),
});
export type LinkRow = z.infer<typeof linkRow>;
export const linkList = z.object({ items: z.array(linkRow) });

export const linkCreate = z.strictObject({
  object: publicId,
  valid: z.enum(LINK_SPAN_NAMES),
  with_amount: z.boolean().default(false),
  language: z.enum(LOCALES),
});
export type LinkCreate = z.output<typeof linkCreate>;
/** `path`: what the address ends with; it is answered this once. */
export const linkMade = z.object({ link: linkRow, path: z.string() });
export type LinkMade = z.infer<typeof linkMade>;
