/** How many wallet days of the last weeks wait to be closed, counted without adding any of them up. */
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { spanOf } from "./days.ts";
import { walletsOfDays } from "./read-days.ts";

/** Days back from yesterday that are looked at. */
const BACK = 31;

export interface OpenDays {
  readonly from: Day;
  readonly to: Day;
  readonly count: number;
}

/** The open ones of all wallets among the {@link BACK} days that have ended; the reconciliation of that range shows the same. */
export async function openDays(app: App): Promise<OpenDays> {
  const today = businessDay(app.now());
  const [from, to] = [addDays(today, -BACK), addDays(today, -1)];
  const wallets = await walletsOfDays(app.db.shown, { from, to, walletId: null });
  const closed = await app.db.shown.rows<{ wallet_id: bigint; day: Day }>(
    "select wallet_id, day::text as day from day_closes where day between $1 and $2 and reopened_at is null",
    [from, to],
  );
  const isClosed = new Set(closed.map((row) => `${row.wallet_id}/${row.day}`));
  const open: Day[] = [];
  for (const wallet of wallets) {
    const life = spanOf(wallet, from, to, today);
    if (life === null) continue;
    for (let day = life.first; day <= life.last; day = addDays(day, 1)) if (!isClosed.has(`${wallet.id}/${day}`)) open.push(day);
  }
  const first = open.reduce<Day>((least, day) => (day < least ? day : least), to);
  return { from: first, to, count: open.length };
}
