/** What the launcher remembers about a data folder: passwords and port, in one private file. */
import { randomBytes } from "node:crypto";
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRoot } from "./account.ts";

/** Contents of `engine.json` (mode 0600). */
export interface EngineState {
  passwords: { postgres: string; floatdesk_owner: string; floatdesk_app: string };
  /** Chosen once, changed only when somebody else listens there. */
  port: number | null;
  /** Roles and database exist. */
  provisioned: boolean;
  /** `secret.key` was made here: without it, what it encrypted is lost, so it is never made anew. */
  secretMade: boolean;
}

/**
 * Writes a private file in one step, on disk when this returns. Run by root in an ordinary user's
 * folder, it belongs to that user, who starts the product next time.
 */
export function writePrivate(file: string, content: string): void {
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = openSync(fresh, "wx", 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (isRoot()) {
    const { uid, gid } = statSync(dirname(file));
    if (uid !== 0) chownSync(fresh, uid, gid);
  }
  renameSync(fresh, file);
}

const stateFile = (dataDir: string): string => join(dataDir, "engine.json");

/** A password of 256 bits that needs no quoting in SQL or in an address. */
const newPassword = (): string => randomBytes(32).toString("base64url");

/** The remembered state, or null where the folder is new (or the file was lost). */
export function readState(dataDir: string): EngineState | null {
  let text: string;
  try {
    text = readFileSync(stateFile(dataDir), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new Error(`${stateFile(dataDir)} cannot be read (${code}): start as the user who made it.`, { cause: error });
  }
  return JSON.parse(text) as EngineState;
}

/** Keeps the state. */
export function writeState(dataDir: string, state: EngineState): void {
  writePrivate(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`);
}

/** State of a folder without one: fresh passwords, everything still to be made. */
export function newState(): EngineState {
  return {
    passwords: { postgres: newPassword(), floatdesk_owner: newPassword(), floatdesk_app: newPassword() },
    port: null,
    provisioned: false,
    secretMade: false,
  };
}
