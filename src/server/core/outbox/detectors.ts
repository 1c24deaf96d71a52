/** Where exceptions about notifications are found, and whether they still stand. */
import { is, type Detectors } from "../alerts/detectors.ts";
import { OWED } from "./queries.ts";

export const DELIVERY_DETECTORS: Detectors = {
  delivery_failed: {
    object: "merchant",
    from: "merchants x",
    id: "x.id",
    raised: true,
    where: is(`exists (select 1 from (${OWED}) o where o.merchant_id = x.id)`),
  },
};
