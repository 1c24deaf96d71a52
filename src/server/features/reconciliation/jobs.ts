/** Keeps the roll-ups ready: the books every few seconds, finished days of messages and reported balances every minute. */
import { businessDayStart, businessDay } from "../../../contract/time.ts";
import { REPORTED_PAYOUTS, REPORTED_RECEIPTS } from "../../../domain/statements/wallet-days.ts";
import type { App } from "../../platform/context.ts";
import { catchUp } from "../../core/ledger/catch-up.ts";
import type { Job } from "../../platform/jobs/runner.ts";

/** A finished day is kept when nothing that began in it can still be on its way, ms. */
const ON_ITS_WAY_MS = 10 * 60_000;
/** Wallets, and days of each, that one run keeps. */
const KEPT_WALLETS = 50;
const KEPT_DAYS = 31;
/** Shared by whoever changes an old message; see `wallet_reports_forget`. */
const KEEP_LOCK = 4136;

/** Stores what the operators' messages of finished days reported. @returns true when there is more to do */
export async function keepReports(app: App): Promise<boolean> {
  await catchUp(app, null);
  const today = businessDay(app.now() - ON_ITS_WAY_MS);
  const due = await app.db.rows<{ wallet_id: bigint; from: string; to: string }>(
    `select wallet_id, first::text as from, least(first + $2::int - 1, last)::text as to from (
       select w.id as wallet_id, coalesce((select max(r.day) + 1 from wallet_reports r where r.wallet_id = w.id), business_day(w.id)) as first,
         least($1::date - 1, (w.deleted_at at time zone 'Asia/Shanghai')::date) as last
       from wallets w) open where first <= last order by first, wallet_id limit $3`,
    [today, KEPT_DAYS, KEPT_WALLETS],
  );
  for (const { wallet_id, from, to } of due) {
    await app.db.tx(async (tx) => {
      await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [KEEP_LOCK, wallet_id.toString()]);
      await tx.run("insert into wallet_reports select * from wallet_reports_of($1, $2, $3, $4, $5) on conflict do nothing", [
        [wallet_id],
        from,
        to,
        REPORTED_RECEIPTS,
        REPORTED_PAYOUTS,
      ]);
    });
  }
  return due.length === KEPT_WALLETS || due.some(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 === KEPT_DAYS - 1);
}

/** Writes down the last reported balance of each wallet under its day: messages are read again for it, heartbeats leave no other trace. */
export async function keepRealBalances(app: App): Promise<void> {
  await app.db.run(
    `insert into wallet_real_balances as k (wallet_id, day, balance, at)
     select wallet_id, (real_balance_at at time zone 'Asia/Shanghai')::date, real_balance, real_balance_at from wallet_continuity
       where real_balance is not null and real_balance_at >= to_timestamp($1 / 1000.0)
     on conflict (wallet_id, day) do update set balance = excluded.balance, at = excluded.at where k.at < excluded.at`,
    [businessDayStart(businessDay(app.now())) - 86_400_000],
  );
}

export const reconciliationJobs: Job[] = [
  { name: "reconciliation.fold", everyMs: 30_000, lock: 361, run: (app) => catchUp(app, null) },
  {
    name: "reconciliation.keep",
    everyMs: 60_000,
    lock: 362,
    run: async (app) => {
      await keepRealBalances(app);
      return keepReports(app);
    },
  },
];
