/** What both sides agree on about sealed days beside their schemas. */
import type { Needed } from "./needed.ts";

/** What the file of a sealed day's audit rows asks for. It is the trail as it was sealed, whole: nothing in it can be masked. */
export const SEALED_TRAIL_NEEDS = { all: ["seals.audit", "phones.unmask"] } as const satisfies Needed;

/** What can be wrong with a sealed day, in the order in which it is looked for. */
export const SEAL_FAULTS = ["chain", "signature", "summary", "accounts", "entries", "figures", "audit", "audit_hash"] as const;
export type SealFault = (typeof SEAL_FAULTS)[number];
