/** What commands that act on the product's database need of a running product. */
import { pino } from "pino";
import type { App, Ctx, JobActor } from "../../platform/context.ts";
import { DbClock } from "../../platform/db/clock.ts";
import { loadPublicIds } from "../../platform/db/ids.ts";
import { leaseNode } from "../../platform/db/lease.ts";
import { refuseBehind } from "../../platform/db/migrate.ts";
import { Db } from "../../platform/db/pool.ts";
import { makeCtx } from "../../platform/http/call.ts";

/**
 * Runs one act as the machine's, beside a running server or without one.
 * @param appUrl the database, as the application's role
 * @param name of the command, as the audit trail has it
 * @throws Error with one sentence when the schema is not of this version
 */
export async function asCommand<T>(appUrl: string, name: string, work: (ctx: Ctx<JobActor>) => Promise<T>): Promise<T> {
  await refuseBehind(appUrl);
  const db = new Db({ url: appUrl, max: 4 });
  const clock = await DbClock.start(db);
  const { minter, lease } = await leaseNode(db, clock.now);
  try {
    const parts: Pick<App, "db" | "ids" | "publicIds" | "events" | "wakeOutbox" | "now" | "log"> = {
      db,
      ids: minter,
      publicIds: await loadPublicIds(db),
      events: { publish: () => undefined },
      // A server that runs hears of what is to be sent by itself.
      wakeOutbox: () => undefined,
      now: clock.now,
      log: pino({ level: "silent" }),
    };
    // Commands touch nothing else of the application; a whole one would listen, book and send.
    return await work(makeCtx(parts as App, { type: "job", name }, { ip: null, requestId: "admin", background: true, idempotency: null }));
  } finally {
    clock.stop();
    await lease.release();
    await db.close();
  }
}
