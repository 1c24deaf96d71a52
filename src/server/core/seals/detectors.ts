/** Whether an exception about sealed days still stands. */
import { idAt } from "../../platform/db/ids.ts";
import { sql } from "../../platform/lists/sql.ts";
import type { Detectors } from "../alerts/detectors.ts";
import { LATE_MS } from "./jobs.ts";

export const SEAL_DETECTORS: Detectors = {
  seal_late: {
    object: "books",
    from: "(select coalesce((select max(day) from day_seals), (select business_day(least((select min(id) from audit), (select min(id) from entries))) - 1)) as day) x",
    id: "null::bigint",
    raised: true,
    where: (m) => sql`day_start(x.day + 2) <= ${idAt(m.nowMs - LATE_MS)}::bigint`,
  },
};
