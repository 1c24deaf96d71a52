/** Messages that finance's tabs and statements need; loaded with them. */
import { reconciliation } from "./reconciliation.ts";
import { statistics } from "./statistics.ts";

export const books = { reconciliation, statistics };
