/** `npm run restore -- <folder>`: puts a backup into an empty database, in one transaction, checked against its manifest. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResolvedEngine } from "../platform/db/engine/index.ts";
import { addressOf, connectTo } from "../platform/db/hosts/index.ts";
import { idAt } from "../platform/db/ids.ts";
import { migrate, refuseOtherVersions } from "../platform/db/migrate.ts";
import { loadSchema } from "../platform/db/schema-files.ts";
import { Secrets } from "../platform/secrets.ts";
import { fitsDatabase } from "../core/outbox/keys.ts";
import { closeAfterRestore, type Stopped, stopPayouts } from "../core/switches/after-restore.ts";
import { asCommand } from "./lib/command.ts";
import { fill, type TableRows } from "./lib/filling.ts";
import { onlyFolder, runProgram, withEngine } from "./lib/program.ts";

const USAGE = "Say where from: npm run restore -- <folder>";

interface Manifest {
  readonly at: string;
  readonly migrations: string[];
  /** The smallest id of the tables that are partitioned by month. */
  readonly first_id: string | null;
  readonly tables: { table: string; columns: string[]; rows: number; sha256: string }[];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function sha256(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const part of createReadStream(file)) digest.update(part as Buffer);
  return digest.digest("hex");
}

function readManifest(folder: string): Manifest {
  if (!existsSync(join(folder, "manifest.json"))) throw new Error(`${folder} holds no manifest.json.`);
  let manifest: Partial<Manifest> = {};
  try {
    manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Partial<Manifest>;
  } catch {
    // Said below.
  }
  const { migrations, tables } = manifest;
  if (!Array.isArray(migrations) || !Array.isArray(tables)) throw new Error(`${join(folder, "manifest.json")} is no manifest of a backup, or was cut.`);
  refuseOtherVersions("backup", migrations, loadSchema());
  return manifest as Manifest;
}

async function rowsOf(folder: string, manifest: Manifest, name: string): Promise<TableRows | null> {
  const table = manifest.tables.find((entry) => entry.table === name);
  if (!table) return null;
  const file = join(folder, `${name}.csv`);
  if (!existsSync(file)) throw new Error(`${file} is missing; nothing was restored.`);
  if ((await sha256(file)) !== table.sha256) throw new Error(`${file} is not what the manifest says; nothing was restored.`);
  return { columns: table.columns, rows: createReadStream(file), count: () => table.rows };
}

async function restore(engine: ResolvedEngine, folder: string, manifest: Manifest): Promise<void> {
  if (!engine.ownerUrl) throw new Error("Restoring needs the owner's connection: set DATABASE_OWNER_URL.");
  await migrate(engine.ownerUrl, { appRole: addressOf(engine.appUrl).user });
  const client = await connectTo(engine.ownerUrl);
  // With the rows, in their transaction: nobody ever finds them without it.
  let stopped: Stopped | undefined;
  const stop = async (): Promise<void> => {
    const rows = async <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> => (await client.query<R>(text, [...values])).rows;
    stopped = await stopPayouts({ rows }, idAt(Date.now()), manifest.at, Date.now());
  };
  try {
    await fill(client, manifest.first_id, (name) => rowsOf(folder, manifest, name), say, stop);
  } finally {
    await client.end();
  }
  const secrets = new Secrets(engine.secretKey, engine.secretKeyAlso);
  const [{ waiting, inFlight }, fits] = await asCommand(engine.appUrl, "npm run restore", async (ctx) => [
    await closeAfterRestore(ctx, manifest.at, stopped),
    await fitsDatabase({ db: ctx.app.db, secrets }),
  ]);
  say(`Restored. Payouts are stopped until somebody resumes them (${waiting} wait, ${inFlight} are under way): docs/operate.md#after-a-restore`);
  if (!fits)
    say(
      "SECRET_KEY is not the key of this backup: what that one encrypted (authenticators, webhooks, operators' credentials) cannot be read. Start with that key.",
    );
  say("Check the ledger with: npm run prove");
}

async function main(args: readonly string[]): Promise<void> {
  const folder = onlyFolder(args, USAGE);
  const manifest = readManifest(folder);
  await withEngine((engine) => restore(engine, folder, manifest));
}

runProgram(main, 2, USAGE);
