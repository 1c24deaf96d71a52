/** Messages that finance's tabs and statements need; loaded with them. */
import { reconciliation } from "./reconciliation.ts";

export const books = { reconciliation };
