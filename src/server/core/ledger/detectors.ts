/** Where exceptions about the ledger check are found, and whether they still stand. */
import { is, type Detectors } from "../alerts/detectors.ts";

export const LEDGER_DETECTORS: Detectors = {
  proof_broken: {
    object: "books",
    from: "(select ok from integrity_checks order by id desc limit 1) x",
    id: "null::bigint",
    raised: true,
    where: is("not x.ok"),
  },
};
