/**
 * A message into the books, the plain way: lock and read, recognise, take, write, in one transaction. This is what a message does; the batches
 * (batch/post.ts) do the same for many at once and are held to this by `test/books/differential.test.ts`. What waits on a wallet goes this way
 * when a person's act has made room for it.
 */
import type { App } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { continueFrom } from "../stored-message.ts";
import type { LockedSms } from "../lock-order.ts";
import { keptKeys, type BatchResult, type Incoming } from "../facts.ts";
import type { StoredSms } from "../incoming.ts";
import { Poster } from "../poster.ts";
import type { EventActor } from "../../timeline.ts";
import { PostingRun } from "../post-message.ts";
import { Recogniser } from "../recognise.ts";
import { factsOfStored, readPlainly } from "./read.ts";
import { writePlainly } from "./write.ts";

/** What the caller does after its commit. */
type After = Pick<BatchResult, "events" | "notified">;

/** Takes one message. What waits on its wallet beyond its time is {@link takeUpPlainly}'s. */
export async function postPlainly(app: App, tx: Tx, item: Incoming): Promise<After & { readonly answer: StoredSms }> {
  const opened = await readPlainly(app, tx, item.facts.walletId, item);
  const poster = new Poster(app);
  const run = await PostingRun.on(app, tx, poster, opened, item.standing === null ? [item.facts] : []);
  const answer = new Recogniser(opened, app.now()).recognise(item, run.bookedAs(item.facts));
  if (answer.id !== item.id) return { answer, events: [], notified: false };
  await run.take(item);
  return { answer, ...(await written(tx, poster, run, [item])) };
}

/** Takes up what waits on a wallet: what fits by now, and what has waited too long. */
export async function takeUpPlainly(app: App, tx: Tx, walletId: bigint): Promise<After> {
  const poster = new Poster(app);
  const run = await PostingRun.on(app, tx, poster, await readPlainly(app, tx, walletId, null), []);
  await run.expireHeld();
  return written(tx, poster, run, []);
}

/**
 * Books a stored message that a person believes, and lets the wallet's continuity go on from it: an order, payout or transfer that it is of,
 * else suspense or unexplained, as if it had fitted. The caller holds the wallet's continuity row and the message's.
 * @returns what the caller tells after its commit; null: its TrxID is booked already, and nothing may be committed
 */
export async function acceptPlainly(app: App, tx: Tx, sms: LockedSms, { note, by }: { note: string | null; by: EventActor }): Promise<After | null> {
  await continueFrom(app, tx, sms);
  const facts = await factsOfStored(app, tx, sms.id);
  const poster = new Poster(app);
  const run = await PostingRun.on(app, tx, poster, await readPlainly(app, tx, sms.wallet_id, { facts, keys: [] }), [facts]);
  if (!(await run.accept(facts))) return null;
  poster.note({ type: "sms", id: sms.id }, "accepted", { note }, by);
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
  return written(tx, poster, run, []);
}

async function written(tx: Tx, poster: Poster, run: PostingRun, fresh: readonly Incoming[]): Promise<After> {
  run.close();
  poster.writes.keys.push(...keptKeys(fresh, poster.writes.bookings));
  await run.own.before();
  const writes = await poster.finished();
  await writePlainly(tx, writes);
  const { linked } = run.own;
  if (linked) await run.own.after();
  return { events: poster.events, notified: linked || writes.outbox.some((row) => row.status === "waiting") };
}
