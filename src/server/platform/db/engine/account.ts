/**
 * PostgreSQL refuses to run as root. This module decides whose account it runs under and which folders
 * that account can reach.
 */
import { type SpawnOptions, spawnSync } from "node:child_process";
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The unprivileged account that root's databases run under ("nobody"). */
export const NOBODY = 65534;

/** Whose account the database runs under. */
export type Account =
  | { kind: "self" }
  | { kind: "switch"; uid: number; gid: number }
  /** Root of a container that may not change accounts: a user namespace in which it has another name. */
  | { kind: "namespace" };

const NAMESPACE_ARGS = ["-U", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];

/** Whether this process is root, which PostgreSQL refuses. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

function nearestExisting(path: string): string {
  let here = path;
  while (!existsSync(here) && dirname(here) !== here) here = dirname(here);
  return here;
}

/** Whether an account can enter a folder (or, where it does not exist yet, its nearest parent). */
export function canReach(uid: number, gid: number, path: string): boolean {
  const shell = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", nearestExisting(path)], { uid, gid, cwd: "/", stdio: "ignore" });
  return shell.status === 0;
}

/** Whether root may become another user here: containers without that right exist. */
export function canSwitch(uid: number, gid: number): boolean {
  return spawnSync("/bin/sh", ["-c", ":"], { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

function canNamespace(): boolean {
  return spawnSync("unshare", [...NAMESPACE_ARGS, "/bin/sh", "-c", ":"], { cwd: "/", stdio: "ignore" }).status === 0;
}

/**
 * The account that root would use for this data folder: the owner of a database that an ordinary user
 * made there before, else nobody.
 */
export function ownerFor(dataDir: string): { uid: number; gid: number } {
  try {
    const { uid, gid } = statSync(join(dataDir, "pg"));
    if (uid !== 0) return { uid, gid };
  } catch {
    // No database yet.
  }
  return { uid: NOBODY, gid: NOBODY };
}

/**
 * Chooses the account for the database in an existing `dataDir`. As root the folder itself is opened
 * for passing through (the files inside stay private); parents are never changed.
 */
export function chooseAccount(dataDir: string): Account {
  if (!isRoot()) return { kind: "self" };
  const { uid, gid } = ownerFor(dataDir);
  if (canSwitch(uid, gid)) {
    const mode = statSync(dataDir).mode & 0o7777;
    if (canReach(uid, gid, dirname(dataDir)) && (mode & 0o001) === 0) chmodSync(dataDir, mode | 0o011);
    if (canReach(uid, gid, dataDir)) return { kind: "switch", uid, gid };
  }
  if (canNamespace()) return { kind: "namespace" };
  throw new Error(
    `PostgreSQL does not run as root, and no other account can be used for ${dataDir}: choose a DATA_DIR outside private folders, start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** How to run a program of PostgreSQL under the account: command, arguments and spawn options. */
export function commandAs(account: Account, program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions } {
  if (account.kind === "namespace") return { file: "unshare", args: [...NAMESPACE_ARGS, program, ...args], options: {} };
  if (account.kind === "switch") return { file: program, args, options: { uid: account.uid, gid: account.gid } };
  return { file: program, args, options: {} };
}

/** Gives one path to the account; nothing to do unless root switches to another one. */
export function giveTo(account: Account, path: string): void {
  if (account.kind === "switch") lchownSync(path, account.uid, account.gid);
}

/**
 * Makes the account the owner of a folder and all below it, when it is not yet. Links are never
 * followed.
 */
export function giveTreeTo(account: Account, path: string): void {
  if (!isRoot()) return;
  const [uid, gid] = account.kind === "switch" ? [account.uid, account.gid] : [0, 0];
  if (lstatSync(path).uid === uid) return;
  const visit = (at: string): void => {
    if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) visit(join(at, name));
    // The folder comes last: an interrupted run is seen and repeated.
    lchownSync(at, uid, gid);
  };
  visit(path);
}
