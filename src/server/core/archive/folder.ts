/** The folder of an archived month: what it holds, under which signature, and whether it still does. */
import { verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { leafHash, rootOf } from "../../../domain/seals/merkle.ts";
import { ARCHIVE_TITLE, fieldOf, sealLine, type ArchivedFile } from "../../../domain/seals/texts.ts";
import type { Day } from "../../../contract/time.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { publicKeyOf } from "../outbox/sign.ts";
import { SEAL_COLUMNS, type StoredSeal } from "../seals/check.ts";
import { sha256Hex } from "../seals/seal.ts";
import { digestOf } from "./file.ts";

export const MANIFEST = "manifest.json";
export const SEALS = "seals.ndjson";
export const entriesName = (day: Day): string => `entries-${day}.txt.gz`;
export const auditName = (day: Day): string => `audit-${day}.txt.gz`;

/** What is signed, as the manifest has it. */
export interface Manifest {
  readonly head: string;
  readonly signature: Buffer;
}

/** Sealed days of a month, oldest first. */
export function sealsOf(q: Queryable, month: string): Promise<StoredSeal[]> {
  return q.rows<StoredSeal>(`select ${SEAL_COLUMNS} from day_seals s where s.day >= $1::date and s.day < ($1::date + interval '1 month') order by s.day`, [
    `${month}-01`,
  ]);
}

/** The root of a month: over its days and the hashes of their seals. */
export function monthRoot(seals: readonly StoredSeal[]): Buffer {
  return rootOf(seals.map((seal) => leafHash(sealLine(seal.day, sha256Hex(seal.head)))));
}

/** Audit rows of a sealed day. */
export const auditRowsOf = (seal: StoredSeal): bigint => BigInt(fieldOf(seal.summary, "audit_rows"));

/** Reads a folder's manifest. @throws Error with one sentence when there is none, or it is none */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new Error(`${folder} holds no ${MANIFEST}: it is no archived month.`);
  try {
    const unchecked = JSON.parse(readFileSync(path, "utf8")) as { head: unknown; signature: unknown };
    if (typeof unchecked.head !== "string" || typeof unchecked.signature !== "string" || !unchecked.head.startsWith(`${ARCHIVE_TITLE}\n`)) throw new Error();
    return { head: unchecked.head, signature: Buffer.from(unchecked.signature, "base64") };
  } catch {
    throw new Error(`${path} cannot be read: it is no manifest of an archived month.`);
  }
}

/** Files that a manifest names. */
export const filesOf = (manifest: Manifest): readonly ArchivedFile[] => JSON.parse(fieldOf(manifest.head, "files")) as ArchivedFile[]; // its signature was verified

/**
 * Holds a manifest against the key that it names and the seals that are here, and every file against the manifest.
 * @throws Error with one sentence that names what differs
 */
export async function verifyFolder(q: Queryable, folder: string, manifest: Manifest, seals: readonly StoredSeal[]): Promise<void> {
  const path = join(folder, MANIFEST);
  const key = await q.one<{ public_key: Buffer }>("select public_key from seal_keys where id = $1", [fieldOf(manifest.head, "key")]);
  if (!key || !verify(null, Buffer.from(manifest.head), publicKeyOf(key.public_key), manifest.signature))
    throw new Error(`${path} was changed: its signature does not fit. Nothing was done.`);
  if (fieldOf(manifest.head, "root") !== monthRoot(seals).toString("hex"))
    throw new Error(`${path} is not of this database: its root is not that of the sealed days. Nothing was done.`);
  for (const [name, , digest] of filesOf(manifest)) {
    const file = join(folder, name);
    if (!existsSync(file)) throw new Error(`${file} is missing. Nothing was done.`);
    if ((await digestOf(file)) !== digest) throw new Error(`${file} was changed: it is not what the manifest says. Nothing was done.`);
  }
}
