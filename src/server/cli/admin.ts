/** `npm run admin -- reset <account>`: lets a locked-out person in again. Needs the machine's settings, no session. */
import { pino } from "pino";
import type { App } from "../platform/context.ts";
import { DbClock } from "../platform/db/clock.ts";
import { resolveEngine, type ResolvedEngine } from "../platform/db/engine/index.ts";
import { loadPublicIds } from "../platform/db/ids.ts";
import { leaseNode } from "../platform/db/lease.ts";
import { pendingMigrations } from "../platform/db/migrate.ts";
import { Db } from "../platform/db/pool.ts";
import { makeCtx } from "../platform/http/call.ts";
import { rescueAccount, type Rescued } from "../features/users/rescue.ts";

const USAGE = "Usage: npm run admin -- reset <account>";

/** Runs the rescue on the database of the environment, beside a running server or without one. */
async function reset(engine: ResolvedEngine, account: string): Promise<Rescued | null> {
  if ((await pendingMigrations(engine.appUrl)).length > 0) throw new Error("The database is empty or behind this version; start the server once first.");
  const db = new Db({ url: engine.appUrl, max: 4 });
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
    // The rescue touches nothing else of the application; a whole one would listen, book and send.
    const ctx = makeCtx(parts as App, { type: "job", name: "npm run admin" }, { ip: null, requestId: "admin", background: true, idempotency: null });
    return await rescueAccount(ctx, account);
  } finally {
    clock.stop();
    await lease.release();
    await db.close();
  }
}

async function main(args: readonly string[]): Promise<void> {
  const [command, account, ...more] = args;
  if (command !== "reset" || !account || more.length > 0) throw new Error(USAGE);
  const engine = await resolveEngine(process.env);
  try {
    const done = await reset(engine, account);
    if (!done) throw new Error(`There is no account ${account}.`);
    process.stdout.write(
      `Account ${done.account}\nOne-time password ${done.password}\nThe authenticator is cleared (where it was on, a new one is set up at the next sign-in), all sessions have ended, wrong tries are forgotten.\n`,
    );
    if (!done.enabled) process.stdout.write("The account is disabled: another admin has to enable it.\n");
  } finally {
    await engine.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
