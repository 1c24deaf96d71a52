/** Seals business days, the oldest first: once no entry can come into a day, its entries and rows of the trail go under one signed root. */
import { createHash, randomBytes } from "node:crypto";
import { addDays, businessDay, businessDayStart, type Day } from "../../../contract/time.ts";
import { headText, NOTHING_BEFORE, summaryText, type SealSummary } from "../../../domain/seals/texts.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { idsOf, readDay, type AccountDay } from "./day.ts";
import { ensureSealKey, sealSigner } from "./keys.ts";
import { readTrail, trailHash } from "./trail.ts";

/** A day is sealed no earlier than so long after it has ended: calls that were under way at midnight are over by then, and nothing has to wait. */
export const SEAL_AFTER_MS = 5 * 60_000;
/** Between two looks whether calls that may have missed the horizon have ended, ms; and how often one looks before the next turn. */
const LOOK_MS = 100;
const LOOKS = 100;
const CHUNK = 1_000;

export type SealApp = Pick<App, "db" | "publicIds" | "secrets" | "now" | "log" | "config">;

/** What the next day is chained to. */
interface Before {
  readonly day: Day | null;
  readonly hash: string;
  readonly auditTo: bigint;
}

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The last sealed day. */
export async function lastSealed(q: Queryable): Promise<Before> {
  const row = await q.one<{ day: Day; hash: string; audit_to: bigint }>(
    "select day::text as day, encode(hash, 'hex') as hash, audit_to from day_seals order by day desc limit 1",
  );
  return row ? { day: row.day, hash: row.hash, auditTo: row.audit_to } : { day: null, hash: NOTHING_BEFORE, auditTo: 0n };
}

/** The day to seal next: the one behind the last, or the first on which anything was written. Null: nothing was written yet */
async function nextDay(q: Queryable, last: Before): Promise<Day | null> {
  if (last.day !== null) return addDays(last.day, 1);
  const row = await q.one<{ id: bigint | null }>("select least((select min(id) from entries), (select min(id) from audit)) as id");
  return row?.id === null || row === null ? null : businessDay(idTime(row.id));
}

/** The day that is to be sealed now; null: none has ended long enough. */
export async function dueDay(app: Pick<App, "db" | "now">): Promise<Day | null> {
  const day = await nextDay(app.db, await lastSealed(app.db));
  return day !== null && businessDayStart(addDays(day, 1)) + SEAL_AFTER_MS <= app.now() ? day : null;
}

/** Waits until no entry can come into the day. @returns false: calls from before are still under way */
async function isReady(app: SealApp, day: Day): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await app.db.one<{ ready: boolean }>("select day_seal_ready($1) as ready", [day]))?.ready === true) return true;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return false;
}

/** Seals every row of the trail that is there; the last one of the day or before, by its number. */
async function trailEnd(app: SealApp, day: Day, from: bigint): Promise<bigint> {
  while (((await app.db.one<{ count: number }>("select audit_seal() as count"))?.count ?? 0) > 0);
  const [, before] = idsOf(day);
  const row = await app.db.one<{ seq: bigint }>("select seq from audit_seals where audit_id < $1 order by seq desc limit 1", [before]);
  return row !== null && row.seq > from ? row.seq : from;
}

async function writeAccounts(tx: Tx, day: Day, accounts: readonly AccountDay[]): Promise<void> {
  for (let from = 0; from < accounts.length; from += CHUNK) {
    const part = accounts.slice(from, from + CHUNK);
    await tx.run(
      `insert into day_seal_accounts (day, account_id, entries, first_seq, before_balance, after_balance, root)
       select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])`,
      [
        day,
        part.map((one) => one.accountId),
        part.map((one) => one.entries),
        part.map((one) => one.firstSeq),
        part.map((one) => one.before),
        part.map((one) => one.after),
        part.map((one) => one.root),
      ],
    );
  }
}

/** Seals one day that is ready. The job's lock and the table's keys keep two from doing it. */
async function sealDay(app: SealApp, day: Day, last: Before): Promise<void> {
  const auditTo = await trailEnd(app, day, last.auditTo);
  const salt = randomBytes(32).toString("hex");
  const read = await app.db.tx(async (tx) => ({
    books: await readDay(tx, app, day, salt),
    trail: await readTrail(tx, { from: last.auditTo, to: auditTo }),
    trailBefore: await trailHash(tx, last.auditTo),
  }));
  const { books, trail } = read;
  const summary: SealSummary = {
    day,
    currency: app.config.current.currency,
    entries: Number(books.entries),
    accounts: books.accounts.length,
    debits: books.debits,
    credits: books.credits,
    auditRows: Number(trail.rows),
    auditFirst: trail.rows === 0n ? Number(auditTo) : Number(last.auditTo) + 1,
    auditLast: Number(auditTo),
    auditBefore: read.trailBefore,
    auditAfter: trail.after,
    salt,
  };
  await app.db.tx(async (tx) => {
    const signer = await sealSigner(app, tx);
    const text = summaryText(summary);
    const head = headText({
      day,
      previous: last.hash,
      entries: books.root.toString("hex"),
      audit: trail.root.toString("hex"),
      summary: sha256Hex(text),
      key: signer.id,
    });
    await tx.run(
      `insert into day_seals (day, head, summary, hash, previous, key_id, signature, entries, accounts, debits, credits, audit_to)
       values ($day, $head, $summary, $hash, $previous, $key_id, $signature, $entries, $accounts, $debits, $credits, $audit_to)`,
      {
        day,
        head,
        summary: text,
        hash: Buffer.from(sha256Hex(head), "hex"),
        previous: Buffer.from(last.hash, "hex"),
        key_id: signer.id,
        signature: signer.sign(head),
        entries: books.entries,
        accounts: books.accounts.length,
        debits: books.debits.toString(),
        credits: books.credits.toString(),
        audit_to: auditTo,
      },
    );
    await writeAccounts(tx, day, books.accounts);
  });
}

/**
 * Seals the next day that is due.
 * @returns true when it sealed one: there may be more, after a time in which nothing ran
 */
export async function sealNext(app: SealApp): Promise<boolean> {
  const day = await dueDay(app);
  if (day === null) return false;
  await ensureSealKey(app);
  if (!(await isReady(app, day))) {
    app.log.warn({ day }, "a day waits to be sealed: calls from before its end are still under way");
    return false;
  }
  await sealDay(app, day, await lastSealed(app.db));
  return true;
}
