/** An account at a moment, and its entries of a span of time: exact even if numbers and times of entries had changed places for a moment. */
import { parseRangeEnd } from "../../../contract/time.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { orRefuse, refusedField, type Refused } from "../../platform/refusal.ts";
import { archiveEnd, openingOf, refusedArchived } from "./archived.ts";

/**
 * `ledger_write` keeps entries of an account in one order by number and by time. Nothing here rests on it: even if an entry
 * got its time before it waited for the account's row, and its number after, no transaction lives longer than this (ms, with
 * room to spare), so an entry whose time lies further from a moment than that stands on its right side by number too.
 */
const LONGEST_WAIT_MS = 90_000;
const STEP = 500n;

export interface AccountRow {
  readonly id: bigint;
  readonly seq: bigint;
  readonly balance: bigint;
}
/** Where an instant stands in an account: balance of all entries minted before it, and between which numbers the border lies. */
export interface Cut {
  readonly balance: bigint;
  readonly lowSeq: bigint;
  readonly highSeq: bigint;
}

/** Before, there were no books; after, ids end. */
const KEPT_FROM = Date.UTC(2020, 0, 1);
const KEPT_TO = Date.UTC(2080, 0, 1);

/** Reads the moment that a call asks for, ms; a day means its midnight in Shanghai, nothing means null. Answers `validation_failed` where it is none */
export function readMoment(field: string, text: string | undefined): number | Refused | null {
  if (text === undefined || text === "") return null;
  const ms = parseRangeEnd(text, "from");
  return ms !== null && ms >= KEPT_FROM && ms <= KEPT_TO ? ms : refusedField(field);
}

/** An account's row by its owner; null when it was never opened. */
export function accountOf(q: Queryable, kind: "wallet" | "merchant" | "hold", ownerId: bigint): Promise<AccountRow | null> {
  return q.one<AccountRow>("select id, seq, balance from accounts where kind = $1 and owner_id = $2", [kind, ownerId]);
}

async function idOf(q: Queryable, account: AccountRow, seq: bigint): Promise<bigint> {
  const entry = await q.one<{ id: bigint }>("select id from entries where account_id = $1 and seq = $2", [account.id, seq], "entry_id_by_seq");
  if (!entry) throw new Error(`entry ${seq} of account ${account.id} is missing`);
  return entry.id;
}

/** Balance of an account counting the entries with an id below `beforeId`. Ends with `archived` where entries that it would need are in files */
export async function cutBefore(q: Queryable, account: AccountRow, beforeId: bigint): Promise<Cut> {
  const end = await archiveEnd(q);
  if (end !== null && beforeId < end.id) orRefuse(refusedArchived(end));
  const opening = end === null ? { seq: 0n, balance: 0n } : await openingOf(q, account.id);
  let low = opening.seq;
  let high = account.seq;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if ((await idOf(q, account, middle)) < beforeId) low = middle;
    else high = middle - 1n;
  }
  const slack = BigInt(LONGEST_WAIT_MS) << 12n;
  let lowSeq = low;
  while (lowSeq > opening.seq && (await idOf(q, account, lowSeq)) >= beforeId - slack) lowSeq = lowSeq > opening.seq + STEP ? lowSeq - STEP : opening.seq;
  let highSeq = low;
  while (highSeq < account.seq && (highSeq === opening.seq || (await idOf(q, account, highSeq)) <= beforeId + slack))
    highSeq = highSeq + STEP < account.seq ? highSeq + STEP : account.seq;
  const row = await q.one<{ balance: bigint }>(
    `select (coalesce((select after_balance from entries where account_id = $1 and seq = $2), $5)
       + coalesce((select sum(amount) from entries where account_id = $1 and seq > $2 and seq <= $3 and id < $4), 0))::bigint as balance`,
    [account.id, lowSeq, highSeq, beforeId, opening.balance],
  );
  return { balance: row?.balance ?? opening.balance, lowSeq, highSeq };
}
