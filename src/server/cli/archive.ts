/**
 * `npm run archive`: months leave the database for files, come back from them, and are listed. Needs the owner's connection. The ledger
 * integrity check runs before the first month leaves, and after the last; what it finds stops the command.
 */
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { archiveMonth, monthsBefore, type ArchiveParts } from "../core/archive/leave.ts";
import { attachMonth } from "../core/archive/attach.ts";
import { listArchived } from "../core/archive/list.ts";
import { obstaclesTo } from "../core/archive/obstacles.ts";
import { businessDayStart } from "../../contract/time.ts";
import { idAt } from "../platform/db/ids.ts";
import { Db } from "../platform/db/pool.ts";
import type { ResolvedEngine } from "../platform/db/engine/index.ts";
import { Secrets } from "../platform/secrets.ts";
import { asCommand } from "./lib/command.ts";
import { runProgram, withEngine } from "./lib/program.ts";

const USAGE = `Usage: npm run archive -- --before YYYY-MM [--to FOLDER]   months before it leave, each into FOLDER/YYYY-MM
       npm run archive -- --attach FOLDER/YYYY-MM            brings a month back
       npm run archive -- --list                             archived months`;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

interface Asked {
  readonly before?: string | undefined;
  readonly to?: string | undefined;
  readonly attach?: string | undefined;
  readonly list?: boolean | undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const LOCK = 4108;

/** Two at once would write into one folder; the lock ends with this process's connection. @throws Error while another is at work */
async function alone(owner: Db, work: () => Promise<void>): Promise<void> {
  const client = await owner.pool.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [LOCK]);
    if (rows[0]?.free !== true) throw new Error("Another npm run archive is at work on this database; nothing was done.");
    await work();
  } finally {
    // Closed, not kept: its lock goes with it.
    client.release(true);
  }
}

/** What was asked for. @throws Error that names the argument */
function asked(args: readonly string[]): Asked {
  let given: Asked;
  try {
    const options = { before: { type: "string" }, to: { type: "string" }, attach: { type: "string" }, list: { type: "boolean" } } as const;
    given = parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
  const { before, to, attach, list } = given;
  if ([before, attach, list].filter((one) => one !== undefined).length !== 1) throw new Error(`One of --before, --attach and --list.\n${USAGE}`);
  if (before !== undefined && !MONTH.test(before)) throw new Error(`--before ${before}: a month is written YYYY-MM, as in 2026-05.`);
  if (to !== undefined && before === undefined) throw new Error(`--to belongs to --before.\n${USAGE}`);
  for (const [name, value] of [
    ["--to", to],
    ["--attach", attach],
  ] as const)
    if (value === "") throw new Error(`${name} needs a folder.`);
  return given;
}

/** Whose hands these are; in a container a user may have no name. */
function whose(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "?"}`;
  }
}

/** The check asks every part of the product, which takes longer to load than all else: only what moves months does, before it touches one. */
type Books = typeof import("./lib/check-books.ts");
const loadBooks = (): Promise<Books> => import("./lib/check-books.ts");

/** Runs the check. @throws Error with the first findings */
async function proven({ checkBooks }: Books, engine: ResolvedEngine, then: string): Promise<void> {
  const { ok, findings } = await checkBooks(engine.appUrl);
  if (!ok)
    throw new Error(
      `The ledger integrity check has findings (${findings
        .slice(0, 3)
        .map((one) => `${one.check} ${one.id}: ${JSON.stringify(one.facts)}`)
        .join("; ")}). ${then}`,
    );
}

async function leave(engine: ResolvedEngine, parts: ArchiveParts, before: string, dir: string): Promise<void> {
  const months = await monthsBefore(parts.owner, before);
  if (months.length === 0) return say(`No month before ${before} is left to archive.`);
  const obstacles = await obstaclesTo(parts.owner, parts.ctx.app, idAt(businessDayStart(`${before}-01`)));
  if (obstacles.length > 0) throw new Error(`--before ${before}: end these first, then archive; nothing was done.\n  ${obstacles.join("\n  ")}`);
  const books = await loadBooks();
  say("Checking the ledger before anything leaves");
  await proven(books, engine, "Nothing was archived.");
  for (const month of months) {
    const { folder, root, entries, auditRows } = await archiveMonth(parts, month, dir);
    say(`${month}: archived, ${entries} entries and ${auditRows} audit rows, root ${root}, ${folder}`);
  }
  say("Checking the ledger without them");
  await proven(books, engine, "Attach the months again, newest first, and look.");
  say("The books agree. Copy the folders to where the backups are: the database does not hold these rows any more.");
}

async function attach(engine: ResolvedEngine, parts: ArchiveParts, folder: string): Promise<void> {
  const books = await loadBooks();
  const { month, there } = await attachMonth(parts, folder);
  if (there) return say(`${month} is here already; nothing was done.`);
  say("Checking the ledger with it");
  await proven(books, engine, "Archive it again and compare with a backup.");
  say(`${month}: attached, the books agree. Its files stay where they are.`);
}

async function main(args: readonly string[]): Promise<void> {
  const { before, to, attach: folder } = asked(args);
  await withEngine(async (engine) => {
    if (before === undefined && folder === undefined) {
      await asCommand(engine.appUrl, "npm run archive", async ({ app }) => {
        const months = await listArchived(app.db);
        for (const one of months)
          say(`${one.month}  ${one.entries} entries  ${one.audit_rows} audit rows  root ${one.root}  ${one.archived_at} ${one.by}  ${one.folder}`);
        if (months.length === 0) say("No month is archived.");
      });
      return;
    }
    if (engine.ownerUrl === null) throw new Error("Archiving needs the owner's connection: set DATABASE_OWNER_URL.");
    const owner = new Db({ url: engine.ownerUrl, max: 3, statementTimeoutMs: 0 });
    try {
      await alone(owner, () =>
        asCommand(engine.appUrl, "npm run archive", async (ctx) => {
          const parts: ArchiveParts = { ctx, owner, secrets: new Secrets(engine.secretKey, engine.secretKeyAlso), by: whose(), say };
          if (before !== undefined) await leave(engine, parts, before, resolve(to ?? join(engine.dataDir, "archive")));
          else if (folder !== undefined) await attach(engine, parts, resolve(folder));
        }),
      );
    } finally {
      await owner.close();
    }
  });
}

runProgram(main, 1, USAGE);
