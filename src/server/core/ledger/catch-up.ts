/** Keeps the roll-ups of the books by business day up to date: a little at a time by a job, the rest when somebody asks. */
import type { App } from "../../platform/context.ts";
import { refuse } from "../../platform/refusal.ts";

/** Entries that one transaction adds up. */
const FOLD_ROWS = 20_000;
/** Accounts that one transaction holds. */
const FOLD_ACCOUNTS = 50;
/** A reader waits no longer than this for a backlog, ms; the job goes on with it. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Adds up what the books hold now of these wallets (null: all) and of the shared accounts that orders pass through.
 * @throws Refusal not_ready while a long history is being added up for the first time
 */
export async function catchUp(app: App, walletIds: readonly bigint[] | null): Promise<void> {
  const behind = await app.db.rows<Behind>(
    `select a.id, a.kind in ('wallet', 'unreported') as own, a.seq - coalesce(r.seq, 0) as entries from accounts a left join ledger_rollup r on r.account_id = a.id
     where a.seq > coalesce(r.seq, 0) and (a.kind in ('suspense', 'unexplained', 'fees') or a.kind in ('wallet', 'unreported') and ($1::bigint[] is null or a.owner_id = any ($1))) order by a.id`,
    [walletIds],
  );
  const until = performance.now() + LONGEST_WAIT_MS;
  /** @returns false: there is more than one waits for */
  const all = async (ids: readonly bigint[]): Promise<boolean> => {
    while ((await fold(app, ids)) >= FOLD_ROWS) if (performance.now() > until) return false;
    return true;
  };
  const each = async (ids: readonly bigint[]): Promise<boolean> => {
    for (const id of ids) if (!(await all([id]))) return false;
    return true;
  };
  for (const ids of inTransactions(behind)) {
    // One account that cannot be added up keeps nobody else back.
    const isDone = await (ids.length === 1 ? all(ids) : all(ids).catch(() => each(ids)));
    if (!isDone) refuse("not_ready", { retryAfterSeconds: 5 });
  }
}

export interface Behind {
  readonly id: bigint;
  /** A wallet's own account; the others are shared by all wallets. */
  readonly own: boolean;
  readonly entries: bigint;
}

/**
 * Accounts that are added up together, in the order of their ids: one alone when it is far behind, and each shared account
 * alone, because several of them write the same rows of the wallets and could wait for each other.
 */
export function inTransactions(behind: readonly Behind[]): bigint[][] {
  const groups: bigint[][] = [];
  let room = 0;
  for (const { id, own, entries } of behind) {
    const group = groups.at(-1);
    room -= Number(entries);
    if (group && own && room >= 0 && group.length < FOLD_ACCOUNTS) group.push(id);
    else {
      groups.push([id]);
      room = own ? FOLD_ROWS - Number(entries) : 0;
    }
  }
  return groups;
}

/** Adds up these accounts in one transaction; answers how many entries there were, {@link FOLD_ROWS} of each account at most. */
async function fold(app: App, accountIds: readonly bigint[]): Promise<number> {
  const row = await app.db.one<{ taken: bigint }>("select coalesce(sum(roll_up_account(id, $2)), 0) as taken from unnest($1::bigint[]) id", [
    accountIds,
    FOLD_ROWS,
  ]);
  return Number(row?.taken ?? 0n);
}
