/** How the sealed days stand. */
import { businessDay, addDays, DAY_MS } from "../../../contract/time.ts";
import type { Figure } from "../../platform/http/figures.ts";
import { SEAL_AFTER_MS } from "./seal.ts";

export const SEAL_FIGURES: readonly Figure[] = [
  {
    name: "seals",
    gauges: {
      floatdesk_days_unsealed: { help: "Business days that have ended and are not sealed, since the last sealed one; absent before the first" },
      floatdesk_seals_broken: { help: "Sealed days whose last re-computation did not give what was signed" },
    },
    async read(app, tx) {
      const row = await tx.one<{ last: string | null; broken: bigint }>(
        "select (select max(day) from day_seals)::text as last, (select count(*) from day_seal_checks where not ok) as broken",
      );
      const broken = { floatdesk_seals_broken: [{ value: Number(row?.broken ?? 0n) }] };
      if (!row || row.last === null) return broken;
      const ended = addDays(businessDay(app.now() - SEAL_AFTER_MS), -1);
      const days = Math.round((Date.parse(ended) - Date.parse(row.last)) / DAY_MS);
      return { ...broken, floatdesk_days_unsealed: [{ value: Math.max(0, days) }] };
    },
  },
];
