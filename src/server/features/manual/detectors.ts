/** Where exceptions about manual operations are found, and whether they still stand. */
import { at, type Detectors } from "../../core/alerts/detectors.ts";
import { sql } from "../../platform/lists/sql.ts";

export const MANUAL_DETECTORS: Detectors = {
  manual_waiting: {
    object: "manual",
    from: "manual_operations x",
    id: "x.id",
    // One that stands in the approvals' inbox is there already.
    where: (m) =>
      sql`x.status = 'requested' and x.expires_at > ${at(m.nowMs)} and not exists (select 1 from approvals a where a.status = 'waiting' and a.object_type = 'manual' and a.object_id = x.id)`,
    since: "time_of_id(x.id)",
    merchant: "x.merchant_id",
    wallet: "x.wallet_id",
    amount: "x.amount",
  },
};
