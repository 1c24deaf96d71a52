/**
 * `npm run admin -- <command>`: what whoever has the machine can do, without a session. Needs the settings of the server. Each command loads
 * what it alone needs before it begins: the whole product takes longer to load than most of them take.
 */
import { ONE_TIME_PASSWORD_DAYS } from "../../contract/passwords.ts";
import { closeAfterRestore } from "../core/switches/after-restore.ts";
import type { ResolvedEngine } from "../platform/db/engine/index.ts";
import { addressOf } from "../platform/db/hosts/index.ts";
import { functionsBack } from "../platform/db/migrate.ts";
import { Secrets } from "../platform/secrets.ts";
import { readSetting } from "../platform/settings/table.ts";
import { asCommand } from "./lib/command.ts";
import { runProgram, withEngine } from "./lib/program.ts";
import { rotateKey } from "./lib/rotate-key.ts";

const USAGE = `Usage: npm run admin -- <command>
  reset <account>   lets a locked-out person in again
  rotate-key        seals every stored secret again under SECRET_KEY; SECRET_KEY_ALSO is the key before
  move-database     copies everything into the new, empty database of MOVE_TO_URL and MOVE_TO_OWNER_URL
  after-restore     stops payouts after the database was brought back to an earlier moment by other means than npm run restore
  functions-back    puts this version's functions in the place of a later version's`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function reset(engine: ResolvedEngine, account: string): Promise<void> {
  const { rescueAccount } = await import("../features/users/rescue.ts");
  const done = await asCommand(engine.appUrl, "npm run admin", (ctx) => rescueAccount(ctx, account));
  if (!done) throw new Error(`There is no account ${account}.`);
  say(`Account ${done.account}`);
  say(`One-time password ${done.password}  (valid for ${ONE_TIME_PASSWORD_DAYS} days)`);
  say("The authenticator is cleared (where it was on, a new one is set up at the next sign-in), all sessions have ended, wrong tries are forgotten.");
  if (!done.enabled) say("The account is disabled: another admin has to enable it.");
}

async function rotate(engine: ResolvedEngine): Promise<void> {
  const { secretKey, secretKeyAlso, ownerUrl } = engine;
  if (secretKeyAlso === null) throw new Error("Set SECRET_KEY to the new key and SECRET_KEY_ALSO to the one before: docs/operate.md#changing-the-key");
  if (ownerUrl === null) throw new Error("Changing the key needs the owner's connection: set DATABASE_OWNER_URL.");
  const secrets = new Secrets(secretKey, secretKeyAlso);
  // Every part of the product names its secrets.
  const { OFFERS } = await import("../app.ts");
  const done = await asCommand(engine.appUrl, "npm run admin", (ctx) => rotateKey(ctx, ownerUrl, secrets, OFFERS.sealed));
  for (const { column, renewed, there, unreadable } of done)
    say(`${column}: ${renewed} sealed again, ${there} there already${unreadable.length === 0 ? "" : `, under neither key: ${unreadable.join(", ")}`}`);
  if (done.some(({ unreadable }) => unreadable.length > 0)) throw new Error("Some secrets are under neither key; they have to be entered anew.");
  say("Every secret is under SECRET_KEY. Take SECRET_KEY_ALSO away and start the processes again.");
}

async function move(engine: ResolvedEngine): Promise<void> {
  const [appUrl, ownerUrl] = [readSetting(process.env, "MOVE_TO_URL"), readSetting(process.env, "MOVE_TO_OWNER_URL")];
  if (appUrl === null || ownerUrl === null)
    throw new Error("Set MOVE_TO_URL and MOVE_TO_OWNER_URL to the new database: docs/operate.md#moving-to-a-server-of-your-own");
  if (engine.ownerUrl === null) throw new Error("Moving needs the owner's connection: set DATABASE_OWNER_URL.");
  const { moveDatabase } = await import("./lib/move-database.ts");
  await moveDatabase(engine.ownerUrl, { appUrl, ownerUrl }, say);
  say("Moved: the same rows are in both, and the ledger integrity check holds in the new one. Start with its two addresses as DATABASE_URL and");
  say(`DATABASE_OWNER_URL, and with the same key${engine.kind === "embedded" ? ` (SECRET_KEY is what ${engine.dataDir}/secret.key holds)` : ""}.`);
}

async function afterRestore(engine: ResolvedEngine): Promise<void> {
  const { waiting, inFlight } = await asCommand(engine.appUrl, "npm run admin", (ctx) => closeAfterRestore(ctx, new Date(ctx.app.now()).toISOString()));
  say(`Payouts are stopped until somebody resumes them (${waiting} wait, ${inFlight} are under way): docs/operate.md#after-a-restore`);
}

async function back(engine: ResolvedEngine): Promise<void> {
  if (engine.ownerUrl === null) throw new Error("Changing functions needs the owner's connection: set DATABASE_OWNER_URL.");
  const { applied } = await functionsBack(engine.ownerUrl, addressOf(engine.appUrl).user);
  say(applied.length === 0 ? "The functions are those of this version." : `Put back: ${applied.join(", ")}`);
}

type Command = (engine: ResolvedEngine, argument: string) => Promise<void>;
const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly takes: number }>> = {
  reset: { run: reset, takes: 1 },
  "rotate-key": { run: rotate, takes: 0 },
  "move-database": { run: move, takes: 0 },
  "after-restore": { run: afterRestore, takes: 0 },
  "functions-back": { run: back, takes: 0 },
};

async function main([name = "", ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || args.length !== command.takes || args.includes("")) throw new Error(USAGE);
  await withEngine((engine) => command.run(engine, args[0] ?? ""));
}

runProgram(main, 1, USAGE);
