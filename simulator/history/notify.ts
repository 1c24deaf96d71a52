/** Notifications as they would have gone: nobody is called, what became of each try is written by the worker's own statements. */
import { claimRows, recordResults, type ClaimedRow, type Result } from "../../src/server/core/outbox/claim.ts";
import { GIVE_UP_AFTER_MS } from "../../src/server/core/outbox/queue.ts";
import { idTime } from "../../src/server/platform/db/ids.ts";
import type { Random } from "../random.ts";
import type { Room } from "./room.ts";

const MOST = 2_000;
const LEASE_MS = 90_000;
const AGAIN_MS = 60_000;
/** Of a hundred first tries the merchant's server does not answer so many. */
const MISSED = 2;

function resultOf(row: ClaimedRow, random: Random, nowMs: number): Result {
  const missed = row.attempts === 0 && random.int(0, 99) < MISSED;
  const ms = random.int(18, 140);
  const at = new Date(Math.min(nowMs, Math.max(idTime(row.id) + random.int(120, 900), row.attempts === 0 ? 0 : nowMs))).toISOString();
  const attempt = missed
    ? { at, code: 502, ms, body_start: "<html>Bad Gateway</html>", error: "status" }
    : { at, code: 200, ms, body_start: '{"ok":true}', error: null };
  return { row, outcome: missed ? "waiting" : "delivered", attempt, nextAtMs: missed ? nowMs + AGAIN_MS : null, alertId: null };
}

/** Sends what is due. @returns how many were delivered */
export async function notify({ app, clock, delivered }: Room, random: Random): Promise<number> {
  const nowMs = clock.now();
  const rows = await claimRows(app.db, { nowMs, leaseUntilMs: nowMs + LEASE_MS, after: "", budgets: {}, budget: MOST, limit: MOST });
  const mine = rows
    .filter((row) => row.lease_until !== null && nowMs - idTime(row.id) < GIVE_UP_AFTER_MS)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  if (mine.length === 0) return 0;
  const results = mine.map((row) => resultOf(row, random, nowMs));
  await recordResults(app.db, nowMs, results);
  const done = results.filter(({ outcome }) => outcome === "delivered");
  await delivered(done.map(({ row }) => row.id));
  return done.length;
}
