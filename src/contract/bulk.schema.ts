import * as z from "zod";
import { publicId, version } from "./schema.ts";

export const bulkItems = z
  .array(z.strictObject({ id: publicId, version }))
  .min(1)
  .max(200);
export const bulkOut = z.object({ items: z.array(z.object({ id: publicId, ok: z.boolean(), code: z.string().nullable(), version: z.int().nullable() })) });
export type BulkOut = z.infer<typeof bulkOut>;
