/** A database on several servers. Other parts import from here only. */
export { type Address, addressOf, type Host, readAddress } from "./address.ts";
export { cut } from "./ask.ts";
export { connectTo } from "./connect.ts";
export { readRisks, riskSentence } from "./durable.ts";
export { ENDS_WHEN_GONE } from "./gone.ts";
export { sessionAt } from "./session.ts";
export { NoPrimary, Primary, READ_ONLY } from "./primary.ts";
