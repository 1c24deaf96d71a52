/** The simulated operators: HTTP servers on loopback that speak the operators' own protocols. */
export { BkashSimulator } from "./bkash.ts";
export type { BkashMerchant } from "./bkash-state.ts";
export type { Fault } from "./faults.ts";
export { NagadSimulator } from "./nagad.ts";
export { keyPair, type NagadMerchant } from "./nagad-state.ts";
