/** Limits under which no list of a test is cut short because the machine is busy. */
import { SEARCH_LIMITS, type SearchLimits } from "../../../src/server/platform/lists/limits.ts";

export const PATIENT: SearchLimits = { ...SEARCH_LIMITS, budgetMs: 20_000, servedMs: 15_000, triedMs: 15_000, waitMs: 60_000 };
