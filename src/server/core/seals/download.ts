/** Sends a download of sealed days: one snapshot, which holds a connection, so few at once. */
import { SNAPSHOT } from "../../platform/db/snapshot.ts";
import { finished } from "node:stream/promises";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { HANDLED } from "../../platform/http/route.ts";
import { Refused } from "../../platform/refusal.ts";

const AT_ONCE = 2;
const LONGEST_MS = 15 * 60_000;
let running = 0;

/** A file, and what the audit trail says of it. */
export interface Download {
  readonly name: string;
  readonly type: "application/x-ndjson" | "text/plain; charset=utf-8";
  readonly what: Readonly<Record<string, unknown>>;
  readonly merchantId?: bigint | null;
  readonly lines: (tx: Tx) => AsyncGenerator<string>;
}

/** Notes the export and streams it. Refuses rate_limited when too many run */
export async function sendDownload(ctx: UserCtx, reply: FastifyReply, file: Download): Promise<Refused | typeof HANDLED> {
  if (running >= AT_ONCE) return new Refused("rate_limited", { retryAfterSeconds: 10 });
  running += 1;
  let place = 1;
  // Free as soon as the last line is read: who has a file may ask for the next one, whatever the database still does.
  const leave = (): void => {
    running -= place;
    place = 0;
  };
  try {
    const noted = await ctx.tx((tx) =>
      audit(ctx, tx, { action: "export", objectType: "seals", objectId: null, merchantId: file.merchantId ?? null, after: { ...file.what } }),
    );
    doneOf(noted);
    await ctx.app.db.tx(async (tx) => {
      await tx.run(SNAPSHOT);
      const stream = Readable.from(file.lines(tx), { objectMode: false });
      stream.once("end", leave);
      const read = finished(stream, { signal: AbortSignal.timeout(LONGEST_MS) });
      reply.header("content-type", file.type).header("content-disposition", `attachment; filename="${file.name}"`).send(stream);
      // The snapshot stays open until the last line has gone out. A reader who went away ends it too.
      await read.catch((error: unknown) => {
        stream.destroy();
        ctx.app.log.warn({ requestId: ctx.requestId, err: error }, "a download of sealed days was not read to its end");
      });
    });
  } finally {
    leave();
  }
  return HANDLED;
}
