/** A wallet's balance over a business day: what was booked, step by step, and the messages that the operator sent meanwhile. */
import type { BalanceMessage, BalancePoint, WalletBalanceDay } from "../../../contract/statistics.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { ContinuityState, MatchStatus, SmsKind } from "../../../contract/sms.ts";
import { addDays, businessDayStart, type Day } from "../../../contract/time.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { idAt, idTime } from "../../platform/db/ids.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { whenArchived } from "../../core/ledger/archived.ts";
import { catchUp } from "../../core/ledger/catch-up.ts";
import { accountOf, cutBefore } from "../../core/ledger/moment.ts";
import { dayOf } from "../reconciliation/index.ts";

/** Steps of the books, and messages, that a plot shows: more than its pixels tell apart. */
const MOST_STEPS = 1000;
const MOST_MESSAGES = 1000;
/** Messages of a day that are looked at. */
const MOST_READ = 5000;
/** A message's money is booked right behind it; what is booked later was decided later. */
const AT_ONCE_MS = 60_000;

/** A step of the books. */
export interface Step {
  readonly id: bigint;
  readonly txn_id: bigint;
  readonly after_balance: bigint;
}
/** A message of the day. */
export interface MessageRead {
  readonly id: bigint;
  readonly kind: string;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  readonly balance: bigint | null;
  readonly trx_id: string | null;
  readonly match_status: string;
  readonly continuity: string;
  readonly booked_txn: bigint | null;
}

interface DayRead {
  readonly entries: number;
  readonly steps: readonly Step[];
  readonly messages: readonly MessageRead[];
}

/** Evenly fewer; what `keep` says stays. The last always stays. */
export function thinned<T>(rows: readonly T[], most: number, keep: (row: T) => boolean): readonly T[] {
  if (rows.length <= most) return rows;
  const each = Math.ceil(rows.length / most);
  return rows.filter((row, at) => (rows.length - 1 - at) % each === 0 || keep(row));
}

/** True for a message that somebody should look at. */
const waits = ({ match_status, continuity }: MessageRead): boolean =>
  ["unmatched", "review", "held", "suspicious"].includes(match_status) || continuity === "break";

/** Null where it took too long. */
async function readDay(read: BoundedRead, accountId: bigint, walletId: bigint, day: Day, limitMs: number): Promise<DayRead | null> {
  const [from, before] = [idAt(businessDayStart(day)), idAt(businessDayStart(addDays(day, 1)))];
  const messages = await read<MessageRead>(
    {
      text: `select id, kind, direction, amount, balance, trx_id, match_status, continuity, booked_txn from sms
       where wallet_id = $1 and id >= $2 and id < $3 and match_status in ('matched', 'unmatched', 'review', 'held', 'suspicious', 'ignored') and (direction <> 'none' or balance is not null)
       order by id limit ${MOST_READ}`,
      values: [walletId, from, before],
    },
    limitMs,
  );
  const days = await read<{ count: bigint; first_seq: bigint; last_seq: bigint }>(
    { text: "select count::bigint as count, first_seq, last_seq from account_days where account_id = $1 and day = $2", values: [accountId, day] },
    limitMs,
  );
  if (messages === null || days === null) return null;
  const [kept] = days;
  if (kept === undefined) return { entries: 0, steps: [], messages };
  // Counted from the last, so that the day ends with its closing balance.
  const steps = await read<Step>(
    {
      text: `select id, txn_id, after_balance from entries
       where account_id = $1 and id >= $2 and id < $3 and seq = any (array(select generate_series($5::bigint, $4::bigint, -$6::bigint))) order by id`,
      values: [accountId, from, before, kept.first_seq, kept.last_seq, (kept.last_seq - kept.first_seq) / BigInt(MOST_STEPS) + 1n],
    },
    limitMs,
  );
  return steps && { entries: Number(kept.count), steps, messages };
}

/** Steps and messages as one line of time: a message stands at the balance that its own money made, where it was booked at once. */
export function alongTime(
  opening: bigint,
  steps: readonly Step[],
  messages: readonly MessageRead[],
): { readonly at: number; readonly balance: bigint; readonly message: MessageRead | null }[] {
  const byTxn = new Map(steps.map((step) => [step.txn_id, step]));
  const own = new Map<bigint, MessageRead>();
  for (const message of messages) {
    const step = message.booked_txn === null ? undefined : byTxn.get(message.booked_txn);
    if (step !== undefined && Math.abs(idTime(step.id) - idTime(message.id)) < AT_ONCE_MS) own.set(step.id, message);
  }
  const booked = new Set([...own.values()].map(({ id }) => id));
  const moments = [
    ...steps.map((step) => ({ id: step.id, balance: step.after_balance as bigint | null, message: own.get(step.id) ?? null })),
    ...messages.filter(({ id }) => !booked.has(id)).map((message) => ({ id: message.id, balance: null, message })),
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  let balance = opening;
  return moments.map((moment) => {
    balance = moment.balance ?? balance;
    return { at: idTime(moment.id), balance, message: moment.message };
  });
}

function messageOut(app: Pick<App, "publicIds">, row: MessageRead): BalanceMessage {
  return {
    id: app.publicIds.encode("sms", row.id),
    kind: row.kind as SmsKind, // kinds and statuses are bounded by checks of the database and by the parser's types
    direction: row.direction,
    amount: formatAmountOrNull(row.amount),
    balance: formatAmountOrNull(row.balance),
    trx_id: row.trx_id,
    match_status: row.match_status as MatchStatus,
    chain: row.continuity as ContinuityState,
  };
}

/** Refuses not_found, validation_failed, archived; not_ready where the day cannot be read in time */
export async function walletBalanceDay(ctx: UserCtx, unchecked: { id: string; date: string }): Promise<WalletBalanceDay | Refused> {
  const { app } = ctx;
  const walletId = readId(app, "wallet", unchecked.id);
  if (walletId instanceof Refused) return walletId;
  const date = dayOf("date", unchecked.date);
  if (date instanceof Refused) return date;
  const wallet = await app.db.one<{ name: string }>("select name from wallets where id = $1", [walletId]);
  if (!wallet) return new Refused("not_found");
  const archived = await whenArchived(app.db, date);
  if (archived) return archived;
  await catchUp(app, [walletId]);
  const account = await accountOf(app.db, "wallet", walletId);
  if (!account) return new Refused("not_found");
  const { balance: opening } = await cutBefore(app.db, account, idAt(businessDayStart(date)));
  const limitMs = (app.searchLimits ?? SEARCH_LIMITS).budgetMs;
  const found = await app.db.bounded.use((read) => readDay(read, account.id, walletId, date, limitMs));
  if (found === null) return new Refused("not_ready", { retryAfterSeconds: 5 });
  const shown = thinned(found.messages, MOST_MESSAGES, waits);
  const points = alongTime(opening, found.steps, shown);
  const end = businessDayStart(addDays(date, 1));
  return {
    wallet_id: app.publicIds.encode("wallet", walletId),
    wallet_name: wallet.name,
    date,
    until: new Date(Math.min(end, Math.max(app.now(), businessDayStart(date)))).toISOString(),
    opening: formatAmount(opening),
    closing: formatAmount(points.at(-1)?.balance ?? opening),
    points: points.map(
      ({ at, balance, message }): BalancePoint => ({
        at: new Date(at).toISOString(),
        balance: formatAmount(balance),
        message: message && messageOut(app, message),
      }),
    ),
    entries: found.entries,
    messages: found.messages.length,
    thinned: found.entries > found.steps.length || found.messages.length > shown.length,
  };
}
