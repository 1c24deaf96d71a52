/** Where exceptions about payments are found, and whether they still stand. */
import { at, is, orders, type Detectors } from "../../core/alerts/detectors.ts";
import { sql } from "../../platform/lists/sql.ts";

/** No refusal for so long: wallets take orders again. */
const NO_WALLET_QUIET_MS = 30 * 60_000;

export const PAYMENT_DETECTORS: Detectors = {
  payment_review: orders("payment", is("x.aside = 'review'")),
  no_wallet: {
    object: "operator",
    from: "alerts x",
    id: "x.object_id",
    raised: true,
    where: (m) => sql`x.id = al.id and coalesce((x.data ->> 'last_at')::timestamptz, x.since) > ${at(m.nowMs - NO_WALLET_QUIET_MS)}`,
  },
};
