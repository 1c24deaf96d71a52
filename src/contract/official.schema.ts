import * as z from "zod";
import { CREDENTIAL_NAMES } from "./official.ts";
import { instant, text } from "./schema.ts";

/** What is shown of an official wallet's connection: never a credential, only that it is there and how it ends. */
export const walletOfficial = z.object({
  base_url: z.string(),
  payout_base_url: z.string(),
  /** Name of each stored credential and its masked form. */
  credentials: z.partialRecord(z.enum(CREDENTIAL_NAMES), z.string()),
  /** All that collecting, or paying out, needs is there. */
  collects: z.boolean(),
  pays: z.boolean(),
  changed_at: instant,
});
export type WalletOfficial = z.infer<typeof walletOfficial>;

const address = z.string().trim().max(200);
/**
 * The connection as it is written: what is given replaces, an empty text removes, what is not given stays. `null` in
 * place of the whole forgets everything.
 */
export const walletOfficialIn = z
  .strictObject({
    base_url: address.optional(),
    payout_base_url: address.optional(),
    credentials: z.partialRecord(z.enum(CREDENTIAL_NAMES), text(8000)).optional(),
  })
  .nullable()
  .optional();
export type WalletOfficialIn = z.infer<typeof walletOfficialIn>;
