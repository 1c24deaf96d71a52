/** A statement as a PDF, drawn in a thread of its own. */
import { fileURLToPath } from "node:url";
import type { Statement } from "../../../../contract/statements.schema.ts";
import { endThread, startThread } from "../../../platform/threads/threads.ts";
import type { StatementLocale } from "../words.ts";
import type { PdfOrder } from "./thread.ts";

/** A statement shows so many lines at most (STATEMENT_LINES): a hundred and some pages, and two fonts. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
const LONGEST_MS = 2 * 60_000;

/** Draws it. @throws Error when the thread fails, or takes longer than two minutes */
export async function statementPdf(statement: Statement, locale: StatementLocale): Promise<Buffer> {
  // Beside the built server as well as beside this source.
  const order: PdfOrder = { statement, locale, fonts: fileURLToPath(new URL("./fonts/", import.meta.url)) };
  const thread = await startThread("statement-pdf", new URL("./thread.ts", import.meta.url), { limits: LIMITS, workerData: order });
  try {
    return await new Promise<Buffer>((resolve, giveUp) => {
      const tooLong = setTimeout(() => giveUp(new Error("drawing a statement took too long")), LONGEST_MS);
      thread.once("message", (bytes: Uint8Array) => {
        clearTimeout(tooLong);
        resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      });
      const failed = (why: Error): void => {
        clearTimeout(tooLong);
        giveUp(why);
      };
      thread.once("error", failed);
      thread.once("exit", () => failed(new Error("the thread that draws a statement ended early")));
    });
  } finally {
    await endThread(thread);
  }
}
