/** Showing for a moment what a person's role masks. */
import * as z from "zod";
import { REASON_MIN, REVEALED_FIELDS } from "./reveal.ts";
import { line } from "./schema.ts";

export const revealAsked = z.strictObject({ field: z.enum(REVEALED_FIELDS), reason: line(200).min(REASON_MIN) });
export type RevealAsked = z.infer<typeof revealAsked>;
