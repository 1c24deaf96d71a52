/** Where exceptions about notifications are found, and whether they still stand. */
import { is, type Detectors } from "../alerts/detectors.ts";
import { GIVEN_UP } from "./queries.ts";

export const DELIVERY_DETECTORS: Detectors = {
  delivery_failed: {
    object: "merchant",
    from: "merchants x",
    id: "x.id",
    raised: true,
    where: is(`exists (select 1 from (${GIVEN_UP}) o where o.merchant_id = x.id)`),
  },
};
