/** A file on its way into its pieces: as long as it is its maker's, within what it may have, and told how far it is. */
import { finished } from "node:stream/promises";
import { EXPORT_FILE_BYTES } from "../../../contract/exports.ts";
import type { App } from "../../platform/context.ts";
import type { FileUnderWay } from "../../platform/lists/export-source.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { slowOr } from "./early.ts";
import type { Hold } from "./hold.ts";
import { NotOurs, Pieces } from "./pieces.ts";
import { exportsEvent, type FileRow } from "./store.ts";

/** The page is told how far a file is, at most so often, ms. */
const TOLD_MS = 1000;

/**
 * Writes the file into its pieces.
 * @param room most bytes that it may have now
 * Refuses as reading it does
 * @throws what ended it early
 */
export async function writePieces(
  app: App,
  { file, room }: { readonly file: FileRow; readonly room: number },
  begunFile: FileUnderWay,
  hold: Hold,
): Promise<Pieces | Refused> {
  let toldAt = performance.now();
  const told = (): void => {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    app.events.publish([exportsEvent(file.merchant_id, file.version)]);
  };
  const pieces = new Pieces(app.db, file, hold.leaseAt, told, Math.min(room, EXPORT_FILE_BYTES));
  // What is read for it may go on for a while: nobody waits for that.
  const gone = new Promise<never>((_, leave) => {
    const stop = (): void => {
      pieces.destroy(new NotOurs());
      leave(new NotOurs());
    };
    hold.once("close", stop);
    if (hold.destroyed) stop();
  });
  // To the thread that writes, a target that fails has merely gone: then the pieces say why.
  const [kept, made] = await Promise.race([Promise.allSettled([finished(pieces), whole(begunFile, pieces)]), gone]);
  if (made.status === "rejected") throw slowOr(made.reason);
  if (made.value instanceof Refused) return made.value;
  if (kept.status === "rejected") throw kept.reason;
  return pieces;
}

/** Writes all of it; what ends early ends the pieces, also where none was written yet. */
async function whole(begunFile: FileUnderWay, pieces: Pieces): Promise<Refused | void> {
  let isWhole = false;
  try {
    const refused = await answerOfVerb(() => begunFile.to(pieces));
    isWhole = !(refused instanceof Refused);
    return refused;
  } finally {
    if (!isWhole) pieces.destroy();
  }
}
