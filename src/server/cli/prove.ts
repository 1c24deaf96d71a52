/**
 * `npm run prove`: the ledger integrity check from the command line; exit code 1 when something is wrong. It re-computes some sealed days,
 * those that were looked at longest ago; with `--all-days` every one.
 */
import { pino } from "pino";
import { resolveEngine } from "../platform/db/engine/index.ts";
import { loadPublicIds } from "../platform/db/ids.ts";
import { leaseNode } from "../platform/db/lease.ts";
import { Db } from "../platform/db/pool.ts";
import { OFFERS } from "../app.ts";
import { checkIntegrity } from "../core/ledger/integrity.ts";

const engine = await resolveEngine(process.env);
const db = new Db({ url: engine.appUrl, max: 2, statementTimeoutMs: 0 });
const { minter, lease } = await leaseNode(db, () => Date.now());
try {
  const result = await checkIntegrity({
    db,
    ids: minter,
    publicIds: await loadPublicIds(db),
    now: () => Date.now(),
    log: pino({ level: "silent" }),
    offers: OFFERS,
    everything: process.argv.includes("--all-days"),
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.ok ? 0 : 1;
} finally {
  await lease.release();
  await db.close();
  await engine.stop();
}
