/** Where exceptions about withdrawals are found, and whether they still stand. */
import { is, type Detectors } from "../../core/alerts/detectors.ts";

export const WITHDRAWAL_DETECTORS: Detectors = {
  withdrawal_waiting: {
    object: "withdrawal",
    from: "withdrawals x",
    id: "x.id",
    where: is("x.status in ('pending', 'approved')"),
    since: "time_of_id(x.id)",
    merchant: "x.merchant_id",
    amount: "x.amount",
  },
};
