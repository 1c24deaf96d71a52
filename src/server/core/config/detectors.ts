/** Whether an exception about scheduled changes still stands: as long as one that was held or refused is neither taken away nor scheduled anew. */
import { is, type Detectors } from "../alerts/detectors.ts";

export const CONFIG_DETECTORS: Detectors = {
  config_schedule: {
    object: "config",
    from: "(select 1 from config_schedules where status in ('held', 'refused') limit 1) x",
    id: "null::bigint",
    raised: true,
    where: is("true"),
  },
};
