/** The range of business days that a call asks for. */
import { SNAPSHOT } from "../../platform/db/snapshot.ts";
import { addDays, businessDay, isDay, type Day } from "../../../contract/time.ts";
import type { WalletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import { MAX_WALLET_DAYS } from "../../../contract/reconciliation.ts";
import { MAX_RANGE_DAYS } from "../../../contract/statistics.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { catchUp } from "../../core/ledger/catch-up.ts";
import { walletDays, type WalletDay } from "./days.ts";

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
  readonly walletId: bigint | null;
}

/** A day of the calendar, else the field is refused. */
export function dayOf(field: string, text: string): Day | Refused {
  return isDay(text) && text >= "2020-01-02" && text <= "2080-01-01" ? text : refusedField(field);
}

/** Reads `from`, `to` (both included; one alone: until today, or that day; none: today) and `wallet_id`. Refuses validation_failed, not_found */
export function rangeOf(app: App, query: WalletDaysQuery): DayRange | Refused {
  const today = businessDay(app.now());
  const to = query.to === undefined ? null : dayOf("to", query.to);
  if (to instanceof Refused) return to;
  const from = query.from === undefined ? (to ?? today) : dayOf("from", query.from);
  if (from instanceof Refused) return from;
  const last = to ?? (from > today ? from : today);
  if (last < from) return refusedField("to", "too_small");
  if (addDays(from, MAX_RANGE_DAYS) <= last) return refusedField("to", "too_large");
  const walletId = query.wallet_id === undefined ? null : readId(app, "wallet", query.wallet_id);
  return walletId instanceof Refused ? walletId : { from, to: last, walletId };
}

/** Runs a read in one snapshot, so that figures of several statements agree. */
export function snapshot<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  return app.db.tx(async (tx) => {
    await tx.run(SNAPSHOT);
    return work(tx);
  });
}

/** The wallets' days of a range, added up to this moment. Refuses not_found for an unknown wallet, validation_failed for a range with too many days */
export async function daysInRange(app: App, range: DayRange): Promise<WalletDay[] | Refused> {
  if (range.walletId !== null) {
    const found = await app.db.one("select 1 from wallets where id = $1", [range.walletId]);
    if (!found) return new Refused("not_found");
  } else {
    const row = await app.db.one<{ count: bigint }>("select count(*) as count from wallets where deleted_at is null");
    const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
    if (Number(row?.count ?? 0n) * days > MAX_WALLET_DAYS) return refusedField("to", "too_large");
  }
  await catchUp(app, range.walletId === null ? null : [range.walletId]);
  return snapshot(app, (tx) => walletDays(app, tx, range));
}

/** The range that a call asks for, and its days. Refuses validation_failed, not_found, not_ready */
export async function daysAsked(app: App, query: WalletDaysQuery): Promise<{ range: DayRange; days: WalletDay[] } | Refused> {
  const range = rangeOf(app, query);
  if (range instanceof Refused) return range;
  const days = await daysInRange(app, range);
  return days instanceof Refused ? days : { range, days };
}
