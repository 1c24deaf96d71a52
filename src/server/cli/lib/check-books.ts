/** The ledger integrity check of a database that no server of this process works on. */
import { pino } from "pino";
import { OFFERS } from "../../app.ts";
import { checkIntegrity, type IntegrityResult } from "../../core/ledger/integrity.ts";
import { loadPublicIds } from "../../platform/db/ids.ts";
import { leaseNode } from "../../platform/db/lease.ts";
import { Db } from "../../platform/db/pool.ts";

/** @param everything every sealed day is re-computed, not only those that were looked at longest ago */
export async function checkBooks(appUrl: string, everything = false): Promise<IntegrityResult> {
  const db = new Db({ url: appUrl, max: 2, statementTimeoutMs: 0 });
  const { minter, lease } = await leaseNode(db, () => Date.now());
  try {
    return await checkIntegrity({
      db,
      ids: minter,
      publicIds: await loadPublicIds(db),
      now: () => Date.now(),
      log: pino({ level: "silent" }),
      offers: OFFERS,
      everything,
    });
  } finally {
    await lease.release();
    await db.close();
  }
}
