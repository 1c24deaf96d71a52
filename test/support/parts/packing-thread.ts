/** A thread that begins packers, one after the other: what must not be ended from outside. */
import { parentPort } from "node:worker_threads";
import { createGzip } from "node:zlib";
import { endWhenTold } from "../../../src/server/platform/threads/end-when-told.ts";

/** As small as they can be, so that nearly all of the time goes into beginning them. */
const SMALL = { level: 1, memLevel: 1, windowBits: 9, chunkSize: 64 };

async function pack(): Promise<never> {
  for (;;) {
    for (let begun = 0; begun < 50; begun += 1) createGzip(SMALL).close();
    await new Promise((done) => setImmediate(done));
  }
}

if (parentPort) {
  endWhenTold(parentPort);
  parentPort.postMessage("begins");
  void pack();
}
