/** An archived month comes back: every file is held against the manifest and the seals first, then its rows come in one transaction. */
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { fieldOf } from "../../../domain/seals/texts.ts";
import { audit } from "../../platform/audit.ts";
import { businessDayStart } from "../../../contract/time.ts";
import { idAt } from "../../platform/db/ids.ts";
import { type Db, sqlState, type Tx } from "../../platform/db/pool.ts";
import { recompute, type StoredSeal } from "../seals/check.ts";
import { allowLong } from "../seals/day.ts";
import { auditName, entriesName, readManifest, sealsOf, verifyFolder } from "./folder.ts";
import { nextMonth, trailOf, type ArchiveParts } from "./leave.ts";
import { auditTexts, ENTRY_COLUMNS, entryRows, namedAccounts, verifyAudit, verifyEntries } from "./rows.ts";

/** A second each. */
const PLACE_TRIES = 120;

/** What an attempt came to; `there`: the month was here already, and nothing was done. */
export interface Attached {
  readonly month: string;
  readonly there: boolean;
}

async function copyIn(tx: Tx, into: string, rows: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(rows, { objectMode: false }), tx.client.query(copyFrom(`copy ${into} from stdin`)));
}

/** The month that may come back now is this one. @throws Error with one sentence; @returns false: it is here */
async function isAway(owner: Db, month: string, head: string, folder: string): Promise<boolean> {
  const rows = await owner.rows<{ month: string; head: string }>("select to_char(month, 'YYYY-MM') as month, head from archived_months order by month desc");
  const own = rows.find((row) => row.month === month);
  if (!own) return false;
  if (own.head !== head) throw new Error(`${folder} is not the archive of ${month} that left last: its manifest is another one. Nothing was done.`);
  const [last] = rows;
  if (last && last.month !== month) throw new Error(`Attach ${last.month} first: months come back in the reverse order. Nothing was done.`);
  return true;
}

/** Holds that all of a month's entries are here. @throws Error where they are neither here nor known as archived */
async function holdWhole(owner: Db, month: string, { head }: ReturnType<typeof readManifest>): Promise<void> {
  const row = await owner.one<{ count: bigint }>("select count(*) as count from entries where id >= $1 and id < $2", [
    idAt(businessDayStart(`${month}-01`)),
    idAt(businessDayStart(`${nextMonth(month)}-01`)),
  ]);
  const [here, wanted] = [row?.count ?? 0n, BigInt(fieldOf(head, "entries"))];
  if (here !== wanted)
    throw new Error(`${month} is not archived here, and ${here} of its ${wanted} entries are here: this database is damaged. Nothing was done.`);
}

/** Makes the month's partition. It holds entries for a moment, so it is asked for shortly, again and again; an empty month is no harm. */
async function makePlace(owner: Db, month: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await owner.tx(async (tx) => {
        await tx.run("set local lock_timeout = '500ms'");
        await tx.run("select make_partitions_between($1, $1)", [`${month}-01`]);
      });
    } catch (error) {
      if (sqlState(error) !== "55P03" || tries === PLACE_TRIES) throw error;
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

/** Verifies each day's files. @returns the names of their accounts, by day */
async function verifyDays(parts: ArchiveParts, folder: string, month: string, seals: readonly StoredSeal[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for (const [index, seal] of seals.entries()) {
    parts.say(`${month}: verifying ${seal.day}, ${index + 1} of ${seals.length}`);
    const held = async <T>(name: string, look: (path: string) => Promise<T>): Promise<T> => {
      const path = join(folder, name);
      return look(path).catch((error: Error) => Promise.reject(new Error(`${path} was changed: ${error.message}. Nothing was done.`)));
    };
    names.set(seal.day, await held(entriesName(seal.day), (path) => verifyEntries(path, seal)));
    await held(auditName(seal.day), (path) => verifyAudit(path, seal));
  }
  return names;
}

/**
 * Brings an archived month back from its folder. Called again it finds the month here and does nothing.
 * @throws Error with one sentence that names the file or the month; nothing has come in then
 */
export async function attachMonth(parts: ArchiveParts, folder: string): Promise<Attached> {
  const { owner, ctx, by, say } = parts;
  const manifest = readManifest(folder);
  const month = fieldOf(manifest.head, "month");
  const seals = await sealsOf(owner, month);
  await verifyFolder(owner, folder, manifest, seals);
  if (!(await isAway(owner, month, manifest.head, folder))) {
    await holdWhole(owner, month, manifest);
    return { month, there: true };
  }
  const names = await verifyDays(parts, folder, month, seals);
  const accounts = await namedAccounts(owner, ctx.app);
  say(`${month}: bringing ${fieldOf(manifest.head, "entries")} entries and ${fieldOf(manifest.head, "audit_rows")} audit rows back`);
  await makePlace(owner, month);
  await owner.tx(async (tx) => {
    await allowLong(tx);
    await tx.run("create temp table archived_rows (row text not null) on commit drop");
    for (const seal of seals) {
      const file = join(folder, entriesName(seal.day));
      await copyIn(tx, `entries (${ENTRY_COLUMNS})`, entryRows(file, seal, names.get(seal.day) ?? [], ctx.app, accounts));
      await copyIn(tx, "archived_rows", auditTexts(join(folder, auditName(seal.day)), seal));
    }
    await tx.run("insert into audit select r.* from archived_rows t cross join lateral audit_row(t.row) r");
    await tx.run("select archive_return($1)", [`${month}-01`]);
    for (const { day } of seals) {
      const { fault } = await recompute(tx, ctx.app, day);
      if (fault !== null) throw new Error(`${day} does not match its seal (${fault}). Nothing was done.`);
    }
    await audit(ctx, tx, { action: "archive.attach", objectType: "seals", objectId: null, after: trailOf(manifest, by) });
  });
  return { month, there: false };
}
