/** What a message proves of what was said before it. */
import type { Facts } from "../posting/facts.ts";
import type { OpenMovement, SaidObject } from "./store.ts";

/** What a message may prove: the movement of one object, in transit or booked on the wallet when it was said. */
export interface Claim {
  readonly objectType: SaidObject;
  readonly objectId: bigint;
  readonly walletId: bigint;
  readonly amountMinor: bigint;
  /** In transit; null: it stands on the wallet itself, as no message was expected when it was said. */
  readonly movement: OpenMovement | null;
}

/** What a message proved about an object, for the object's own row. */
export interface Proven {
  readonly claim: Claim;
  readonly facts: Facts;
  /** The object had been said to have another TrxID, or none. */
  readonly corrected: boolean;
}
