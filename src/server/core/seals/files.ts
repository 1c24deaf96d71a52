/** The downloads of sealed days, line by line as `verify/README.md` describes them. */
import { addDays, type Day } from "../../../contract/time.ts";
import { leafHash, pathOf } from "../../../domain/seals/merkle.ts";
import { entryLine, fieldOf, noteMark } from "../../../domain/seals/texts.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { refId } from "../../platform/lists/refs.ts";
import { SEAL_COLUMNS, sealedAccounts, storedSeal, type StoredSeal } from "./check.ts";
import { allowLong, dayBlocks, idsOf, newDayTree, type AccountDay, type SealParts } from "./day.ts";
import { publishedSealKeys } from "./keys.ts";
import { trailBlocks, trailHash, TrailTree } from "./trail.ts";

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const CHUNK = 5_000;

/** All keys, then the sealed days from one to another. */
export async function* sealsFile(tx: Tx, from: Day, to: Day): AsyncGenerator<string> {
  await allowLong(tx);
  yield json({ floatdesk: "seals v1", keys: await publishedSealKeys(tx) });
  for (const seal of await tx.rows<StoredSeal>(`select ${SEAL_COLUMNS} from day_seals s where s.day >= $1 and s.day <= $2 order by s.day`, [from, to]))
    yield json({ head: seal.head, summary: seal.summary, signature: seal.signature.toString("base64") });
}

/** A sealed day's entries. */
export async function* entriesFile(tx: Tx, parts: SealParts, seal: StoredSeal): AsyncGenerator<string> {
  await allowLong(tx);
  yield `floatdesk entries v1 ${seal.day}\n`;
  yield* dayBlocks(tx, await newDayTree(tx, parts, fieldOf(seal.summary, "salt")), seal.day);
}

/** A sealed day's rows of the audit trail. */
export async function* auditFile(tx: Tx, seal: StoredSeal): AsyncGenerator<string> {
  await allowLong(tx);
  const from = seal.audit_to - BigInt(fieldOf(seal.summary, "audit_rows"));
  yield `floatdesk audit v1 ${seal.day}\n`;
  yield* trailBlocks(tx, new TrailTree(await trailHash(tx, from)), { from, to: seal.audit_to });
}

/** An entry as a merchant's file needs it. */
interface OwnEntry {
  readonly id: bigint;
  readonly seq: bigint;
  readonly txn_id: bigint;
  readonly kind: string;
  readonly ref_type: string;
  readonly ref_id: bigint;
  readonly amount: bigint;
  readonly before_balance: bigint;
  readonly after_balance: bigint;
  readonly note: string | null;
}

function ownLine(parts: SealParts, entry: OwnEntry, salt: string): string {
  const id = parts.publicIds.encode("journal", entry.id);
  return entryLine({
    seq: entry.seq.toString(),
    at: idTime(entry.id),
    id,
    txn: parts.publicIds.encode("transaction", entry.txn_id),
    kind: entry.kind,
    refType: entry.ref_type,
    refId: refId(parts, entry.ref_type, entry.ref_id),
    amount: entry.amount.toString(),
    before: entry.before_balance.toString(),
    after: entry.after_balance.toString(),
    note: entry.note === null ? "" : noteMark(salt, id, entry.note),
  });
}

async function* ownEntries(tx: Tx, parts: SealParts, seal: StoredSeal, account: AccountDay): AsyncGenerator<string> {
  const [from, before] = idsOf(seal.day);
  const salt = fieldOf(seal.summary, "salt");
  for (let first = account.firstSeq; first < account.firstSeq + account.entries; first += BigInt(CHUNK)) {
    const last = first + BigInt(CHUNK) - 1n;
    const rows = await tx.rows<OwnEntry>(
      `select id, seq, txn_id, kind, ref_type, ref_id, amount, before_balance, after_balance, note from entries
       where account_id = $1 and seq >= $2 and seq <= $3 and id >= $4 and id < $5 order by seq`,
      [account.accountId, first, last, from, before],
    );
    yield rows.map((row) => json({ entry: ownLine(parts, row, salt) })).join("");
  }
}

/** Whose file, and which month. */
export interface ProofOf {
  readonly merchantId: bigint;
  readonly month: string;
}

/** First and last day of a month. */
const spanOf = (month: string): [from: Day, to: Day] => [`${month}-01`, addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)];

/** Whether a day of the month is sealed: {@link proofFile} of another one would prove nothing. */
export async function hasSealedDay(q: Queryable, month: string): Promise<boolean> {
  return (await q.one("select 1 from day_seals where day >= $1 and day <= $2 limit 1", spanOf(month))) !== null;
}

/**
 * A merchant's own entries on the sealed days of a month, each account with its way to the signed root. Of others it holds
 * nothing but hashes: no figure of the platform, no line of another account.
 */
export async function* proofFile(tx: Tx, app: Pick<App, "publicIds">, { merchantId, month }: ProofOf): AsyncGenerator<string> {
  await allowLong(tx);
  const span = spanOf(month);
  const own = new Set(
    (await tx.rows<{ id: bigint }>("select id from accounts where kind in ('merchant', 'hold') and owner_id = $1", [merchantId])).map(({ id }) => id),
  );
  const days = await tx.rows<{ day: Day }>("select day::text as day from day_seals where day >= $1 and day <= $2 order by day", span);
  const count = await tx.one<{ entries: bigint }>(
    "select coalesce(sum(entries), 0)::bigint as entries from day_seal_accounts where account_id = any ($3) and day >= $1 and day <= $2",
    [...span, [...own]],
  );
  const merchant = app.publicIds.encode("merchant", merchantId);
  yield json({ floatdesk: "statement v1", merchant, month, days: days.length, entries: Number(count?.entries ?? 0n), keys: await publishedSealKeys(tx) });
  for (const { day } of days) {
    const seal = (await storedSeal(tx, day)) as StoredSeal; // read in this snapshot
    yield json({ head: seal.head, signature: seal.signature.toString("base64") });
    const accounts = await sealedAccounts(tx, app, day);
    const mine = accounts.flatMap((account, index) => (own.has(account.accountId) ? [{ account, index }] : []));
    if (mine.length === 0) continue;
    const leaves = accounts.map(({ line }) => leafHash(line));
    for (const { account, index } of mine) {
      yield* ownEntries(tx, app, seal, account);
      const path = pathOf(leaves, index).map(({ side, hash }) => `${side === "left" ? "<" : ">"}${hash.toString("hex")}`);
      yield json({ account: account.line, path });
    }
  }
}
