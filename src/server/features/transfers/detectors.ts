/** Where exceptions about transfers are found, and whether they still stand. */
import { is, type Detectors } from "../../core/alerts/detectors.ts";

export const TRANSFER_DETECTORS: Detectors = {
  transfer_waiting: {
    object: "transfer",
    from: "transfers x",
    id: "x.id",
    where: is("x.status = 'pending'"),
    since: "time_of_id(x.id)",
    wallet: "x.from_wallet_id",
    amount: "x.amount",
  },
};
