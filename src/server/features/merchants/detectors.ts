/** What of merchants needs a person. */
import { is, type Detectors } from "../../core/alerts/detectors.ts";

export const MERCHANT_DETECTORS: Detectors = {
  // A merchant is deleted with nothing to its name. Money for its expired orders may still come, and a payment of it be taken back: both are real and are booked.
  merchant_deleted_moves: {
    object: "merchant",
    from: "(select m.id, a.balance as amount from merchants m join accounts a on a.kind = 'merchant' and a.owner_id = m.id where m.deleted_at is not null and a.balance <> 0) x",
    id: "x.id",
    where: is("true"),
    merchant: "x.id",
    amount: "x.amount",
    moves: true,
  },
};
