/** Makes a demo's history: the product in this process, and a month played on it. */
import { checkIntegrity } from "../../src/server/core/ledger/integrity.ts";
import { WALLETS } from "../fleet.ts";
import { Month, type MonthCounts } from "./month.ts";
import { HistoryPlan } from "./plan.ts";
import { enter, type Place } from "./room.ts";

/** What is to be made. */
export interface HistoryOptions extends Place {
  readonly seed: string;
  /** Whole days before today; today is played up to its end. */
  readonly days: number;
  /** The history ends here, ms. */
  readonly endMs: number;
  readonly print: (line: string) => void;
}

/** What was made. */
export interface History {
  readonly counts: MonthCounts;
  /** What stands on each wallet at its operator now, minor units. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** @throws Error when the product does not play along, or its books are not what they must be */
export async function makeHistory(options: HistoryOptions): Promise<History> {
  const { seed, days, endMs, print } = options;
  const plan = new HistoryPlan(seed, days, endMs);
  const room = await enter(options, seed, plan.startMs + 60_000);
  try {
    const month = new Month(room, plan, seed, print);
    const counts = await month.play();
    await month.end();
    const { ok, findings } = await checkIntegrity(room.app);
    if (!ok) throw new Error(`the books of the history are not right: ${JSON.stringify(findings.slice(0, 5))}`);
    return { counts, balances: new Map(WALLETS.map(({ key }) => [key, room.bank.balanceOf(key)])) };
  } finally {
    await room.leave();
  }
}
