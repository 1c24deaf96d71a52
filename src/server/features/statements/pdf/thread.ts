/** A thread that draws one statement: thousands of lines take seconds of the processor, which orders are not to wait for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Statement } from "../../../../contract/statements.schema.ts";
import { endWhenTold } from "../../../platform/threads/end-when-told.ts";
import type { StatementLocale } from "../words.ts";
import { drawStatement } from "./draw.ts";

/** What the thread is given. */
export interface PdfOrder {
  readonly statement: Statement;
  readonly locale: StatementLocale;
  /** The folder of the fonts. */
  readonly fonts: string;
}

if (parentPort) {
  const port = parentPort;
  endWhenTold(port);
  const { statement, locale, fonts } = workerData as PdfOrder; // make.ts gives nothing else
  const font = (name: string): Buffer => readFileSync(join(fonts, name));
  void drawStatement(statement, locale, { chinese: font("noto-sans-sc.ttf"), bangla: font("noto-sans-bengali.ttf") }).then((bytes) =>
    port.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
  );
}
