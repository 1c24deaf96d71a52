/** Where exceptions about requests for approval are found, and whether they still stand. */
import { at, type Detectors } from "../alerts/detectors.ts";
import { sql } from "../../platform/lists/sql.ts";

export const APPROVAL_DETECTORS: Detectors = {
  approval_waiting: {
    object: "approval",
    from: "approvals x",
    id: "x.id",
    where: (m) => sql`x.status = 'waiting' and x.expires_at > ${at(m.nowMs)}`,
    since: "time_of_id(x.id)",
    amount: "x.amount",
  },
};
