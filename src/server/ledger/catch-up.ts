/** Keeps the roll-ups of the books by business day up to date: a little at a time by a job, the rest when somebody asks. */
import type { App } from "../context.ts";
import { refuse } from "../refusal.ts";

/** Entries that one transaction adds up. */
const FOLD_ROWS = 20_000;
/** A reader waits no longer than this for a backlog, ms; the job goes on with it. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Adds up what the books hold now of these wallets (null: all) and of the shared accounts that orders pass through.
 * @throws Refusal not_ready while a long history is being added up for the first time
 */
export async function catchUp(app: App, walletIds: readonly bigint[] | null): Promise<void> {
  const behind = await app.db.rows<{ id: bigint }>(
    `select a.id from accounts a left join ledger_rollup r on r.account_id = a.id
     where a.seq > coalesce(r.seq, 0) and (a.kind in ('suspense', 'unexplained', 'fees') or a.kind = 'wallet' and ($1::bigint[] is null or a.owner_id = any ($1))) order by a.id`,
    [walletIds],
  );
  const until = performance.now() + LONGEST_WAIT_MS;
  for (const { id } of behind) {
    while ((await foldAccount(app, id)) === FOLD_ROWS) if (performance.now() > until) refuse("not_ready", { retryAfterSeconds: 5 });
  }
}

async function foldAccount(app: App, accountId: bigint): Promise<number> {
  const row = await app.db.one<{ taken: number }>("select account_fold($1, $2) as taken", [accountId, FOLD_ROWS]);
  return row?.taken ?? 0;
}
