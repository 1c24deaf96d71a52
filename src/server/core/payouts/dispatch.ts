/**
 * Sends payouts: claim, intent, send, record. Each step is committed before the next one begins:
 *
 *   crash before the intent  -> the attempt is `created`: certainly not sent, another process takes it over
 *   crash after the intent   -> the attempt is `sent` without an answer: it becomes `unknown` when its lease ends, and is
 *                               never sent again by itself
 */
import type { App } from "../../platform/context.ts";
import { readable, type PayoutPort, type Submitted } from "../operators/port.ts";
import { portFor } from "../operators/registry.ts";
import { abandoned, intend, LEASE_MS, takeOver, type Claimed } from "./attempt-lease.ts";
import { claimOrder, dueOrders } from "./claim.ts";
import { payoutAttempt } from "./store.ts";
import type { Emit } from "./writing.ts";
import { recordSurely } from "./record-answer.ts";

/** A submission that has not answered by then counts as unknown, ms. Well inside the lease. */
const SUBMIT_TIMEOUT_MS = 60_000;
/** Submissions that one process has under way at once. */
const MOST_AT_ONCE = 32;
/** Orders that one look takes up. */
const BATCH = 50;

const underWay = new WeakMap<object, Set<Promise<void>>>();

function sendsOf(app: App): Set<Promise<void>> {
  let sends = underWay.get(app.db);
  if (!sends) underWay.set(app.db, (sends = new Set()));
  return sends;
}

/** Waits until every submission of this process has been answered and written down; for the end of the product and for tests. */
export async function payoutsIdle(app: App): Promise<void> {
  const sends = sendsOf(app);
  while (sends.size > 0) await Promise.allSettled(sends);
}

async function submit(port: PayoutPort, claimed: Claimed): Promise<Submitted> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Submitted>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "unknown", code: "timeout", message: "no answer in time" }), SUBMIT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([port.submit(payoutAttempt(claimed.order, claimed.attempt)), late]);
  } catch (error) {
    return { kind: "unknown", code: "error", message: error instanceof Error ? error.message.slice(0, 300) : "unknown error" };
  } finally {
    clearTimeout(timer);
  }
}

/** Intent, send, record: for the process that holds the lease. */
async function send(app: App, claimed: Claimed): Promise<void> {
  const port = portFor(app, claimed.attempt.rail, claimed.order.operator);
  const startedMs = performance.now();
  // Nothing was sent, and nothing can be.
  if (port === null) return recordSurely(app, claimed, { kind: "rejected", code: "no_payout_rail", message: "no payout rail serves this wallet" });
  if (!(await intend(app, claimed))) return;
  // A process that slept for long may have lost its lease since: it sends nothing.
  const slept = performance.now() - startedMs > LEASE_MS - SUBMIT_TIMEOUT_MS;
  await recordSurely(
    app,
    claimed,
    slept ? { kind: "unknown", code: "slept", message: "the process was held up before it could send" } : readable(await submit(port, claimed)),
  );
}

function launch(app: App, claimed: Claimed): void {
  const sends = sendsOf(app);
  const work = send(app, claimed).catch((error: unknown) => {
    app.log.error({ err: error, reference: claimed.attempt.reference }, "a payout could not be sent");
  });
  sends.add(work);
  void work.finally(() => sends.delete(work));
}

/**
 * Takes up what waits and begins to send it; answers come in by themselves.
 * @returns true when there is more to do at once
 */
export async function dispatchPayouts(app: App): Promise<boolean> {
  const room = MOST_AT_ONCE - sendsOf(app).size;
  if (room <= 0) return false;
  for (const key of await abandoned(app, room)) {
    const claimed = await takeOver(app, key);
    if (claimed) launch(app, claimed);
  }
  const due = await dueOrders(app, BATCH);
  for (const id of due) {
    if (sendsOf(app).size >= MOST_AT_ONCE) return false;
    await take(app, id);
  }
  return due.length === BATCH;
}

/** Sends all that waits, each after the one before it was answered: for a history, in which the same has to come after the same. */
export async function dispatchInTurn(app: App): Promise<void> {
  for (;;) {
    const due = await dueOrders(app, BATCH);
    for (const id of due) {
      await take(app, id);
      await payoutsIdle(app);
    }
    if (due.length < BATCH) return;
  }
}

async function take(app: App, id: bigint): Promise<void> {
  const events: Parameters<Emit> = [];
  const claimed = await claimOrder(app, id, (...more) => events.push(...more));
  if (events.length > 0) app.events.publish(events);
  if (claimed) launch(app, claimed);
}
