/** Every stored secret is sealed again under SECRET_KEY, beside running processes that read with both keys. */
import type { Ctx, JobActor } from "../../platform/context.ts";
import { audit } from "../../platform/audit.ts";
import { doneOf } from "../../platform/answer.ts";
import { Db } from "../../platform/db/pool.ts";
import type { SealedColumn, Secrets } from "../../platform/secrets.ts";

/** What was done with one column. */
export interface Rotated {
  readonly column: string;
  readonly renewed: number;
  /** Under SECRET_KEY already, or changed by a running process meanwhile, which seals with it. */
  readonly there: number;
  /** Rows under neither key, by their names. */
  readonly unreadable: readonly string[];
}

type Row = Readonly<Record<string, string>>;

/** A pass that finds nothing ends the command; who seals under the old key faster than this many passes renew has to be stopped. */
const MOST_PASSES = 20;

/** One pass over a column. */
async function passOver(db: Db, secrets: Secrets, of: SealedColumn): Promise<Rotated> {
  const keys = of.key.map((name) => `${name}::text`).join(", ");
  const rows = await db.rows<Row & { sealed: Buffer }>(`select ${keys}, ${of.column} as sealed from ${of.table} where ${of.column} is not null`);
  const match = of.key.map((name, at) => `${name}::text = $${at + 3}`).join(" and ");
  let renewed = 0;
  const unreadable: string[] = [];
  for (const { sealed, ...key } of rows) {
    const names = of.key.map((name) => key[name] ?? "");
    let fresh: Buffer | null;
    try {
      fresh = secrets.renewed(sealed, of.boundTo(key));
    } catch {
      unreadable.push(names.join(" "));
      continue;
    }
    // Whoever changed it meanwhile wrote it under the new key. What the database refuses ends the command: the secret itself is well.
    if (fresh) renewed += await db.run(`update ${of.table} set ${of.column} = $1 where ${of.column} = $2 and ${match}`, [fresh, sealed, ...names]);
  }
  return { column: `${of.table}.${of.column}`, renewed, there: rows.length - renewed - unreadable.length, unreadable };
}

/** Passes until one finds nothing to renew: a process that has the old key alone may have sealed something behind the first one. */
async function rotateColumn(db: Db, secrets: Secrets, column: SealedColumn): Promise<Rotated> {
  const first = await passOver(db, secrets, column);
  let renewed = first.renewed;
  for (let pass = 2; ; pass += 1) {
    const again = await passOver(db, secrets, column);
    renewed += again.renewed;
    if (again.renewed === 0) return { ...again, there: first.there, renewed };
    if (pass === MOST_PASSES)
      throw new Error(`${again.column}: a process goes on sealing under the old key. Give it SECRET_KEY and SECRET_KEY_ALSO, then run this again.`);
  }
}

/**
 * Goes through all columns; may be run again, and goes on where it ended.
 * @throws Error with one sentence when a process goes on sealing under the old key
 * @param ownerUrl the owner's connection: the application cannot change what it sealed for good
 */
export async function rotateKey(ctx: Ctx<JobActor>, ownerUrl: string, secrets: Secrets, columns: readonly SealedColumn[]): Promise<Rotated[]> {
  const db = new Db({ url: ownerUrl, max: 2 });
  try {
    const done: Rotated[] = [];
    for (const column of columns) done.push(await rotateColumn(db, secrets, column));
    const noted = await ctx.tx((tx) => audit(ctx, tx, { action: "config.rotate-key", objectType: "config", objectId: null }));
    doneOf(noted);
    return done;
  } finally {
    await db.close();
  }
}
