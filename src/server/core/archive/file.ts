/** A file of an archived month: lines as `verify/README.md` describes them, compressed, on the disk before anything else happens. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { lineBatches } from "../seals/day.ts";

/** Makes what was written, or a folder's names, outlast a power cut. */
export async function settle(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new file, compressed where its name says so. */
export async function writeLines(path: string, blocks: AsyncIterable<string>): Promise<void> {
  const into = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const from = Readable.from(blocks, { objectMode: false });
  await (path.endsWith(".gz") ? piped(from, createGzip(), into) : piped(from, into));
  await settle(path);
}

/** SHA-256 of a file as it is. @throws Error when it is not there */
export async function digestOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const part of createReadStream(path)) digest.update(part as Buffer);
  return digest.digest("hex");
}

/** The lines of a compressed file behind its first one, in batches. @throws Error when the first one is another, or the file was cut */
export async function* linesOf(path: string, title: string): AsyncGenerator<string[]> {
  const plain = createGunzip();
  // What goes wrong on the way shows where it is read.
  pipeline(createReadStream(path), plain, () => undefined);
  let isFirst = true;
  for await (const lines of lineBatches(plain)) {
    if (isFirst && lines.shift() !== title) throw new Error(`its first line is not "${title}"`);
    isFirst = false;
    yield lines;
  }
  if (isFirst) throw new Error("it is empty");
}
