/**
 * Messages of many wallets in one transaction: read with one call, taken one after another as the plain way takes them
 * (plain/post.ts), written with one call. What a message of the batch books counts for those behind it.
 */
import type { App } from "../../../platform/context.ts";
import type { FunctionCall } from "../../../platform/db/calls.ts";
import { answerOf, type Tx } from "../../../platform/db/pool.ts";
import { countTold } from "../../orders/observe.ts";
import { byTime, keptKeys, type BatchResult, type Incoming } from "../facts.ts";
import { ownNumbers } from "../own-accounts.ts";
import { Poster } from "../poster.ts";
import { PostingRun } from "../post-message.ts";
import { Recogniser } from "../recognise.ts";
import { openedOf, readOf, type OpenedJson } from "./read.ts";
import { writeOf } from "./write.ts";

type BeforeEach = (item: Incoming, poster: Poster) => void;

/**
 * Judges, matches and books; one answer for each message, in order.
 * @param first the answer of {@link readOf} for the same messages and wallets
 * @param wallets wallets whose waiting messages are due, beside those of the messages
 * @param before called before each message is taken; only a demo's history moves the clock between them
 * @returns `last`: the call that ends the transaction; null: all is written
 */
export async function postBatch(
  app: App,
  tx: Tx,
  { items, wallets = [], before }: { readonly items: readonly Incoming[]; readonly wallets?: readonly bigint[]; readonly before?: BeforeEach },
  first: OpenedJson,
): Promise<{ value: BatchResult; last: FunctionCall | null }> {
  const isOwn = await ownNumbers(app);
  let opened = openedOf(first, isOwn);
  // Messages that wait may be meant for orders of their own.
  if (opened.held.length > 0) opened = openedOf(await answerOf<OpenedJson>(tx, readOf(app, items, wallets, opened.held)), isOwn);
  const poster = new Poster(app);
  const told = items.filter((item) => item.standing === null).map((item) => item.facts);
  const run = await PostingRun.on(app, tx, poster, opened, told);
  const recogniser = new Recogniser(opened, app.now());
  const answers = items.map((item) => recogniser.recognise(item, run.bookedAs(item.facts)));
  const fresh = items.filter((item, index) => answers[index]?.id === item.id);
  for (const item of fresh.toSorted(byTime)) {
    before?.(item, poster);
    await run.take(item);
  }
  await run.expireHeld();
  run.close();
  poster.writes.keys.push(...keptKeys(fresh, poster.writes.bookings));
  await run.own.before();
  const writes = await poster.finished();
  tx.onCommit(() => countTold(writes.outbox));
  const { linked } = run.own;
  const value = { answers, events: poster.events, notified: linked || writes.outbox.some((row) => row.status === "waiting") };
  if (!linked) return { value, last: writeOf(writes) };
  await answerOf(tx, writeOf(writes));
  await run.own.after();
  return { value, last: null };
}
