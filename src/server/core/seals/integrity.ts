/** Sealed days within the ledger integrity check: some in turn every hour, all on demand. */
import type { IntegrityReads } from "../ledger/integrity.ts";
import { daysInTurn, keepChecked, recompute, type SealChecked } from "./check.ts";

/** Entries that one check re-computes: some seconds. */
const ENTRIES_IN_TURN = 300_000;

export const SEAL_READS: IntegrityReads = {
  sealed_day: async (tx, { publicIds, everything }) => {
    const checked: SealChecked[] = [];
    for (const day of await daysInTurn(tx, everything ? Number.POSITIVE_INFINITY : ENTRIES_IN_TURN)) checked.push(await recompute(tx, { publicIds }, day));
    return {
      findings: checked.flatMap(({ day, fault }) => (fault === null ? [] : [{ id: day, facts: { fault } }])),
      keep: (q) => keepChecked(q, checked),
    };
  },
};
