/** Where exceptions about phones are found, and whether they still stand. */
import { is, type Detectors } from "../../core/alerts/detectors.ts";

export const DEVICE_DETECTORS: Detectors = {
  device_silent: {
    object: "device",
    from: "devices x",
    id: "x.id",
    raised: true,
    where: is(`x.revoked_at is null and exists (select 1 from device_links l join wallets w on w.id = l.wallet_id
      where l.device_id = x.id and l.ended_at is null and l.bound_at is not null and w.deleted_at is null and w.enabled and w.api_type = 'app')`),
  },
};
