/** Sealed days: the ledger and the audit trail of a business day under one signed root. */
import * as z from "zod";
import { amountOut, instant } from "./schema.ts";
import { SEAL_FAULTS } from "./seals.ts";

// The database's calendar has no year 0000.
const day = z
  .string()
  .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .meta({ description: "business day (Asia/Shanghai)", examples: ["2026-11-25"] });
const hash = z.string().meta({ description: "SHA-256, hexadecimal" });

/** Rows of one answer. */
export const SEAL_PAGE = 50;
export const sealQuery = z.strictObject({ before: day.optional().meta({ description: "days before this one; `next` of the answer before" }) });
export const sealDayParams = z.strictObject({ date: day });

/** What the last re-computation came to. */
const checked = z.object({
  ok: z.boolean(),
  fault: z.enum(SEAL_FAULTS).nullable().meta({ description: "the first thing that does not fit what was signed; null: nothing" }),
  checked_at: instant,
});
export const sealRow = z.object({
  day: z.string(),
  hash,
  root: hash.meta({ description: "root of the day's entries" }),
  audit_root: hash,
  key_id: z.string(),
  currency: z.string(),
  entries: z.int(),
  accounts: z.int(),
  debits: amountOut,
  credits: amountOut,
  audit_rows: z.int(),
  sealed_at: instant,
  checked: checked.nullable(),
  archived: z.boolean().meta({ description: "its entries and audit rows are in files" }),
});
export type SealRow = z.infer<typeof sealRow>;
/** A month whose entries and audit rows are in files: `folder` as whoever runs the server named it. */
export const archivedMonth = z.object({
  month: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  entries: z.int(),
  audit_rows: z.int(),
  root: hash.meta({ description: "root over the seals of its days" }),
  folder: z.string(),
  by: z.string(),
  archived_at: instant,
});
export type ArchivedMonth = z.infer<typeof archivedMonth>;
export const sealList = z.object({
  items: z.array(sealRow),
  next: z.string().nullable(),
  /** Business days that have ended and are not sealed yet. */
  waiting: z.int(),
  /** Newest first. */
  archived: z.array(archivedMonth),
});
export type SealList = z.infer<typeof sealList>;

export const sealKeys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      public: z.string().meta({ description: "Ed25519, raw, base64" }),
      endorsed_by: z.string().nullable(),
      endorsement: z.string().nullable().meta({ description: "signature of the key before it, base64" }),
      from: instant,
    }),
  ),
});
export type SealKeys = z.infer<typeof sealKeys>;
/** `current`: id of the newest key, as it was shown to who decided. */
export const sealKeyRenew = z.strictObject({ current: z.string().regex(/^dsk_[0-9a-f]{16}$/) });
export const sealChecked = checked;

export const proofQuery = z.strictObject({
  month: z
    .string()
    .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/)
    .meta({ description: "business month (Asia/Shanghai)", examples: ["2026-11"] }),
});
