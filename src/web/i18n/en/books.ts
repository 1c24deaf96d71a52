/** Messages that finance's tabs and statements need; loaded with them. */
import { findings } from "./findings.ts";
import { reconciliation } from "./reconciliation.ts";
import { seals } from "./seals.ts";
import { statistics } from "./statistics.ts";

export const books = { findings, reconciliation, seals, statistics };
