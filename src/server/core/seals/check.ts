/** Re-computes sealed days: entries, trail, figures, chain and signature must be what was signed. */
import { SNAPSHOT } from "../../platform/db/snapshot.ts";
import { verify } from "node:crypto";
import type { SealFault } from "../../../contract/seals.ts";
import { addDays, type Day } from "../../../contract/time.ts";
import { rootOf, leafHash } from "../../../domain/seals/merkle.ts";
import { fieldOf, NOTHING_BEFORE } from "../../../domain/seals/texts.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { whenArchived } from "../ledger/archived.ts";
import { publicKeyOf } from "../outbox/sign.ts";
import { accountLineOf, readDay, type AccountDay, type AccountInfo, type SealParts } from "./day.ts";
import { sha256Hex } from "./seal.ts";
import { readTrail } from "./trail.ts";

export type CheckParts = SealParts & Pick<App, "db" | "now">;

/** A sealed day as it is stored. */
export interface StoredSeal {
  readonly day: Day;
  readonly head: string;
  readonly summary: string;
  readonly signature: Buffer;
  readonly key_id: string;
  readonly audit_to: bigint;
  readonly entries: bigint;
}

export const SEAL_COLUMNS = "s.day::text as day, s.head, s.summary, s.signature, s.key_id, s.audit_to, s.entries";

/** A sealed day, null: it is none. */
export function storedSeal(q: Queryable, day: Day): Promise<StoredSeal | null> {
  return q.one<StoredSeal>(`select ${SEAL_COLUMNS} from day_seals s where s.day = $1`, [day]);
}

/** Accounts of a sealed day in the order of the tree. */
export async function sealedAccounts(q: Queryable, parts: SealParts, day: Day): Promise<AccountDay[]> {
  const rows = await q.rows<
    AccountInfo & { account_id: bigint; entries: bigint; first_seq: bigint; before_balance: bigint; after_balance: bigint; root: Buffer }
  >(
    `select d.account_id, d.entries, d.first_seq, d.before_balance, d.after_balance, d.root, a.kind, a.owner_id, a.operator, a.normal
     from day_seal_accounts d join accounts a on a.id = d.account_id where d.day = $1 order by d.account_id`,
    [day],
  );
  return rows.map((row) => {
    const did = { entries: row.entries, firstSeq: row.first_seq, before: row.before_balance, after: row.after_balance, root: row.root };
    return { accountId: row.account_id, ...did, line: accountLineOf(parts, row, did) };
  });
}

/** What does not need the day's rows: the chain, the signature, the summary and the accounts under their root. */
async function paper(tx: Tx, parts: SealParts, seal: StoredSeal): Promise<SealFault | null> {
  const before = await storedSeal(tx, addDays(seal.day, -1));
  if (fieldOf(seal.head, "previous") !== (before === null ? NOTHING_BEFORE : sha256Hex(before.head))) return "chain";
  const key = await tx.one<{ public_key: Buffer }>("select public_key from seal_keys where id = $1", [fieldOf(seal.head, "key")]);
  if (!key || !verify(null, Buffer.from(seal.head), publicKeyOf(key.public_key), seal.signature)) return "signature";
  if (fieldOf(seal.head, "summary") !== sha256Hex(seal.summary)) return "summary";
  const accounts = await sealedAccounts(tx, parts, seal.day);
  if (rootOf(accounts.map((one) => leafHash(one.line))).toString("hex") !== fieldOf(seal.head, "entries")) return "accounts";
  return null;
}

async function rows(tx: Tx, parts: SealParts, seal: StoredSeal): Promise<SealFault | null> {
  const books = await readDay(tx, parts, seal.day, fieldOf(seal.summary, "salt"));
  if (books.root.toString("hex") !== fieldOf(seal.head, "entries")) return "entries";
  if (books.entries.toString() !== fieldOf(seal.summary, "entries") || books.debits.toString() !== fieldOf(seal.summary, "debits")) return "figures";
  const count = BigInt(fieldOf(seal.summary, "audit_rows"));
  const trail = await readTrail(tx, { from: seal.audit_to - count, to: seal.audit_to });
  if (trail.root.toString("hex") !== fieldOf(seal.head, "audit")) return "audit";
  if (trail.after !== fieldOf(seal.summary, "audit_after")) return "audit_hash";
  return null;
}

/** What a re-computation of a day came to; `fault`: what is wrong, null: nothing. */
export interface SealChecked {
  readonly day: Day;
  readonly fault: SealFault | null;
}

/** Re-computes a sealed day in the snapshot of a transaction; of an archived one the chain, the signature and the accounts, which are here. @throws Error for a day that is not sealed */
export async function recompute(tx: Tx, parts: SealParts, day: Day): Promise<SealChecked> {
  const seal = await storedSeal(tx, day);
  if (seal === null) throw new Error(`${day} is not sealed`);
  return { day, fault: (await paper(tx, parts, seal)) ?? ((await whenArchived(tx, day)) ? null : await rows(tx, parts, seal)) };
}

/** Keeps what it came to, for the list. */
export async function keepChecked(q: Queryable, checked: readonly SealChecked[]): Promise<void> {
  await q.run(
    `insert into day_seal_checks (day, ok, fault) select day, fault is null, fault from unnest($1::date[], $2::text[]) x (day, fault)
     on conflict (day) do update set ok = excluded.ok, fault = excluded.fault, checked_at = now()`,
    [checked.map((one) => one.day), checked.map((one) => one.fault)],
  );
}

/** The days that were looked at longest ago, as many as have at most so many entries together, one at least. */
export async function daysInTurn(q: Queryable, mostEntries: number): Promise<Day[]> {
  const found = await q.rows<{ day: Day; entries: bigint }>(
    `select s.day::text as day, case when day_start(s.day) < archived_before() then 0 else s.entries end as entries from day_seals s left join day_seal_checks c on c.day = s.day order by c.checked_at nulls first, s.day`,
  );
  const days: Day[] = [];
  let left = mostEntries;
  for (const { day, entries } of found) {
    left -= Number(entries);
    if (days.length > 0 && left < 0) break;
    days.push(day);
  }
  return days;
}

/** Re-computes one day now. @throws Error for a day that is not sealed */
export async function checkDay(parts: CheckParts, day: Day): Promise<SealChecked> {
  const checked = await parts.db.tx(async (tx) => {
    await tx.run(SNAPSHOT);
    return recompute(tx, parts, day);
  });
  await keepChecked(parts.db, [checked]);
  return checked;
}
