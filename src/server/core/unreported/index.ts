/** What was said of a wallet before its message came. */
import type { Feature } from "../feature.ts";
import { WALLET_CHECKS } from "./integrity.ts";

export const unreported: Feature = {
  name: "unreported",
  integrityChecks: WALLET_CHECKS,
};
