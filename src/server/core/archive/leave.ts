/** A month leaves the database: its files are written, read back and verified first, then its rows go in one transaction (docs/decisions/0056). */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { addDays, businessDayStart, type Day } from "../../../contract/time.ts";
import { idAt } from "../../platform/db/ids.ts";
import { obstaclesTo } from "./obstacles.ts";
import { archiveText, fieldOf, type ArchivedFile } from "../../../domain/seals/texts.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, JobActor } from "../../platform/context.ts";
import { sqlState, type Db, type Queryable, type Tx } from "../../platform/db/pool.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { StoredSeal } from "../seals/check.ts";
import { allowLong, copied, idsOf } from "../seals/day.ts";
import { auditFile, entriesFile, sealsFile } from "../seals/files.ts";
import { publishedSealKeys, sealSigner } from "../seals/keys.ts";
import { digestOf, settle, writeLines } from "./file.ts";
import { auditName, auditRowsOf, entriesName, MANIFEST, monthRoot, readManifest, SEALS, sealsOf, verifyFolder, type Manifest } from "./folder.ts";
import { ENTRY_COLUMNS, entryRows, namedAccounts, verifyAudit, verifyEntries } from "./rows.ts";

/** What archiving works with. */
export interface ArchiveParts {
  readonly ctx: Ctx<JobActor>;
  /** As the owner's role: the application may not take rows away. */
  readonly owner: Db;
  readonly secrets: Secrets;
  /** Whose hands these are, as the audit trail and the manifest have it. */
  readonly by: string;
  readonly say: (line: string) => void;
}

/** What the audit trail says of a month that goes or comes. */
export const trailOf = ({ head }: Manifest, by: string): Record<string, string> => ({
  from: fieldOf(head, "first"),
  to: fieldOf(head, "last"),
  file_name: `${fieldOf(head, "month")}/${MANIFEST}`,
  account: by,
});

/** What a month that has left came to. */
export interface Left {
  readonly folder: string;
  readonly root: string;
  readonly entries: bigint;
  readonly auditRows: bigint;
}

/** `2026-05` after `2026-04`. */
export const nextMonth = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7);

/**
 * Months that would leave, oldest first. @param before `YYYY-MM`, the first month that stays
 * @throws Error with one sentence where that month may not be
 */
export async function monthsBefore(q: Queryable, before: string): Promise<string[]> {
  const row = await q.one<{ first: Day | null; next: Day | null; running: Day; last: Day | null }>(
    `select (select min(day) from day_seals)::text as first, ((select max(month) from archived_months) + interval '1 month')::date::text as next,
       date_trunc('month', now() at time zone 'Asia/Shanghai')::date::text as running, (select max(day) from day_seals)::text as last`,
  );
  if (!row || row.first === null || row.last === null) throw new Error("No day is sealed yet: there is nothing to archive.");
  const youngest = addDays(row.running, -1).slice(0, 7);
  if (before > youngest) throw new Error(`--before ${before}: the running month and the one before it stay, so ${youngest} is the latest possible.`);
  const months: string[] = [];
  for (let month = (row.next ?? row.first).slice(0, 7); month < before; month = nextMonth(month)) {
    const end = addDays(`${nextMonth(month)}-01`, -1);
    if (row.last < end) throw new Error(`${month} cannot leave: ${addDays(row.last, 1)} is not sealed yet.`);
    months.push(month);
  }
  return months;
}

/** Writes the files of a day; each is read in a snapshot of its own, which is enough: nothing changes in a sealed day. */
async function writeDay({ ctx, owner }: ArchiveParts, folder: string, seal: StoredSeal): Promise<void> {
  const { app } = ctx;
  await owner.tx((tx) => writeLines(join(folder, entriesName(seal.day)), entriesFile(tx, app, seal)));
  await owner.tx((tx) => writeLines(join(folder, auditName(seal.day)), auditFile(tx, seal)));
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function writeManifest(parts: ArchiveParts, folder: string, month: string, seals: readonly StoredSeal[]): Promise<void> {
  const { owner, secrets, by, ctx } = parts;
  const signer = await sealSigner({ secrets }, owner);
  const lines: (readonly [string, number])[] = [
    [SEALS, seals.length],
    ...seals.flatMap((seal) => [[entriesName(seal.day), Number(seal.entries)] as const, [auditName(seal.day), Number(auditRowsOf(seal))] as const]),
  ];
  const files: ArchivedFile[] = [];
  for (const [name, count] of lines) files.push([name, count, await digestOf(join(folder, name))]);
  const head = archiveText({
    month,
    first: seals[0]?.day ?? "",
    last: seals.at(-1)?.day ?? "",
    root: monthRoot(seals).toString("hex"),
    entries: seals.reduce((sum, seal) => sum + seal.entries, 0n),
    auditRows: seals.reduce((sum, seal) => sum + auditRowsOf(seal), 0n),
    at: new Date(ctx.app.now()).toISOString(),
    by,
    key: signer.id,
    files,
  });
  const keys = await publishedSealKeys(owner);
  const manifest = { floatdesk: "archive v1", keys, head, signature: signer.sign(head).toString("base64") };
  await writeLines(join(folder, MANIFEST), textOf(`${JSON.stringify(manifest)}\n`));
}

/** What a disk says that is full, read-only, broken or of somebody else. */
const NOT_WRITTEN = /^(?:ENOSPC|EDQUOT|EFBIG|EIO|EROFS|EACCES|EPERM|ENOTDIR|ENAMETOOLONG)$/;

function removeHalf(half: string): void {
  try {
    rmSync(half, { recursive: true, force: true });
  } catch {
    // Why it could not be written is said; the next call begins with this.
  }
}

/** Writes the folder of a month beside its place; only a whole one gets its name. @throws Error with one sentence where it cannot be written; nothing is left of it then */
async function writeFolder(parts: ArchiveParts, folder: string, month: string, seals: readonly StoredSeal[]): Promise<void> {
  const half = `${folder}.part`;
  try {
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true, mode: 0o700 });
    for (const [index, seal] of seals.entries()) {
      parts.say(`${month}: writing ${seal.day}, ${index + 1} of ${seals.length}`);
      await writeDay(parts, half, seal);
    }
    await parts.owner.tx((tx) => writeLines(join(half, SEALS), sealsFile(tx, seals[0]?.day ?? "", seals.at(-1)?.day ?? "")));
    await writeManifest(parts, half, month, seals);
    await settle(half);
    renameSync(half, folder);
    await settle(dirname(folder));
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    if (!NOT_WRITTEN.test(code)) throw error;
    // It takes room where there is none.
    removeHalf(half);
    throw new Error(`${month}: ${folder} cannot be written (${message}). It has not left.`, { cause: error });
  }
}

async function digestOfAll(blocks: AsyncIterable<string | Buffer>): Promise<string> {
  const digest = createHash("sha256");
  for await (const block of blocks) digest.update(block);
  return digest.digest("hex");
}

/** What the files give back is what stands here, to the byte: the seals, and every column of every row. @throws Error with what differs */
async function compare(tx: Tx, { ctx }: ArchiveParts, folder: string, seal: StoredSeal, accounts: Awaited<ReturnType<typeof namedAccounts>>): Promise<void> {
  const [file, rows] = [join(folder, entriesName(seal.day)), join(folder, auditName(seal.day))];
  const names = await verifyEntries(file, seal).catch((error: Error) => Promise.reject(new Error(`${file}: ${error.message}`)));
  await verifyAudit(rows, seal).catch((error: Error) => Promise.reject(new Error(`${rows}: ${error.message}`)));
  const [from, before] = idsOf(seal.day);
  const here = await digestOfAll(copied(tx, `select ${ENTRY_COLUMNS} from entries where id >= ${from} and id < ${before} order by account_id, seq`));
  if ((await digestOfAll(entryRows(file, seal, names, ctx.app, accounts))) !== here) throw new Error(`${file} would not give back what stands here.`);
  const lost = await tx.one<{ seq: bigint }>(
    `select s.seq from audit_seals s join audit a on a.id = s.audit_id where s.seq > $1 and s.seq <= $2 and audit_text(audit_row(audit_text(a))) is distinct from audit_text(a) limit 1`,
    [seal.audit_to - auditRowsOf(seal), seal.audit_to],
  );
  if (lost) throw new Error(`${rows} would not give back row ${lost.seq} of the audit trail.`);
}

async function readBack(parts: ArchiveParts, folder: string, manifest: Manifest, seals: readonly StoredSeal[]): Promise<void> {
  const { owner, ctx } = parts;
  await verifyFolder(owner, folder, manifest, seals);
  const accounts = await namedAccounts(owner, ctx.app);
  for (const seal of seals)
    await owner.tx(async (tx) => {
      await allowLong(tx);
      await compare(tx, parts, folder, seal, accounts);
    });
}

/**
 * Archives one month, the next one in turn. Whatever ends it on the way, the month is here until its row says that it is not, and the same
 * call begins again; a whole folder that an earlier call left is used once it is found to hold the month.
 * @param dir where its folder is, or will be
 * @throws Error with one sentence; nothing has left then
 */
export async function archiveMonth(parts: ArchiveParts, month: string, dir: string): Promise<Left> {
  const { owner, say } = parts;
  const seals = await sealsOf(owner, month);
  const folder = join(dir, month);
  if (existsSync(folder)) say(`${month}: ${folder} is there from an earlier try`);
  else await writeFolder(parts, folder, month, seals);
  say(`${month}: reading ${folder} back`);
  const manifest = readManifest(folder);
  await readBack(parts, folder, manifest, seals);
  say(`${month}: taking it out of the database`);
  const field = (name: string): string => fieldOf(manifest.head, name);
  await takeOut(parts, month, folder, manifest);
  return { folder, root: field("root"), entries: BigInt(field("entries")), auditRows: BigInt(field("audit_rows")) };
}

/** Takes the rows away and says where they are, both or none. */
async function takeOut({ owner, ctx, by }: ArchiveParts, month: string, folder: string, manifest: Manifest): Promise<void> {
  const field = (name: string): string => fieldOf(manifest.head, name);
  const work = owner.tx(async (tx) => {
    await allowLong(tx);
    // The product has gone on since they were looked at.
    const obstacles = await obstaclesTo(tx, ctx.app, idAt(businessDayStart(`${nextMonth(month)}-01`)));
    if (obstacles.length > 0) throw new Error(`${month}: end these first, then archive; nothing has left.\n  ${obstacles.join("\n  ")}`);
    await audit(ctx, tx, { action: "archive.leave", objectType: "seals", objectId: null, after: trailOf(manifest, by) });
    // Entries are locked from here to the commit: should this program stand still, the database ends it soon.
    await tx.run("set local idle_in_transaction_session_timeout = '5s'");
    await tx.run("select archive_leave($first, $head, $signature, $key, $root, $entries, $audit_rows, $folder, $by)", {
      first: `${month}-01`,
      head: manifest.head,
      signature: manifest.signature,
      key: field("key"),
      root: Buffer.from(field("root"), "hex"),
      entries: field("entries"),
      audit_rows: field("audit_rows"),
      folder,
      by,
    });
  });
  await work.catch((error: unknown) => {
    if (sqlState(error) !== "55P03") throw error;
    throw new Error(`${month}: somebody has been reading entries for two minutes (a backup, an export): try again later. Nothing has left.`, { cause: error });
  });
}
