/** The payout rail `manual`: a person pays by himself, then says so. Nothing is sent anywhere, so nothing can be sent twice. */
import type { PayoutPort } from "./port.ts";

/** The attempt waits for a person; only the books and a person know how it ended. */
export const manualPort: PayoutPort = {
  submit: async () => ({ kind: "accepted", operatorReference: null }),
  query: async () => ({ kind: "not_supported" }),
  notFoundGraceMs: 0,
};
