/** The range of business days that a call asks for. */
import { addDays, businessDay, isDay, type Day } from "../../../contract/time.ts";
import { MAX_WALLET_DAYS } from "../../../contract/reconciliation.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { refuse, refuseField } from "../../platform/refusal.ts";
import { catchUp } from "../../core/ledger/catch-up.ts";
import { walletDays, type WalletDay } from "./days.ts";

const MAX_DAYS = 366;

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
  readonly walletId: bigint | null;
}

/** A day of the calendar, else the field is refused. @throws Refusal validation_failed */
export function dayOf(field: string, text: string): Day {
  return isDay(text) && text >= "2020-01-02" && text <= "2080-01-01" ? text : refuseField(field);
}

/** Reads `from`, `to` (both included; one alone: until today, or that day; none: today) and `wallet_id`. @throws Refusal validation_failed, not_found */
export function rangeOf(app: App, query: { from?: string | undefined; to?: string | undefined; wallet_id?: string | undefined }): DayRange {
  const today = businessDay(app.now());
  const to = query.to === undefined ? null : dayOf("to", query.to);
  const from = query.from === undefined ? (to ?? today) : dayOf("from", query.from);
  const last = to ?? (from > today ? from : today);
  if (last < from) refuseField("to", "too_small");
  if (addDays(from, MAX_DAYS) <= last) refuseField("to", "too_large");
  return { from, to: last, walletId: query.wallet_id === undefined ? null : readId(app, "wallet", query.wallet_id) };
}

/** Runs a read in one snapshot, so that figures of several statements agree. */
export function snapshot<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  return app.db.tx(async (tx) => {
    await tx.run("set transaction isolation level repeatable read read only");
    return work(tx);
  });
}

/** The wallets' days of a range, added up to this moment. @throws Refusal not_found for an unknown wallet, validation_failed for a range with too many days */
export async function daysInRange(app: App, range: DayRange): Promise<WalletDay[]> {
  if (range.walletId !== null) {
    const found = await app.db.one("select 1 from wallets where id = $1", [range.walletId]);
    if (!found) refuse("not_found");
  } else {
    const row = await app.db.one<{ count: bigint }>("select count(*) as count from wallets where deleted_at is null");
    const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
    if (Number(row?.count ?? 0n) * days > MAX_WALLET_DAYS) refuseField("to", "too_large");
  }
  await catchUp(app, range.walletId === null ? null : [range.walletId]);
  return snapshot(app, (tx) => walletDays(app, tx, range));
}
