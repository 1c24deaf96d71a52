/** An attempt belongs to the process that holds its lease: it is taken over when that process went away, and begun by one alone. */
import { transition } from "../../../contract/life-cycles.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { closedFor } from "../switches/closed.ts";
import { lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";

/** How long one process has an attempt to itself, ms. Longer than any submission may last. */
export const LEASE_MS = 120_000;
/** Pause before an order that found no wallet is looked at again, ms. */
export const ROUTE_AGAIN_MS = 10_000;

/** An attempt that this process may send. */
export interface Claimed {
  readonly order: Disburse;
  readonly attempt: Attempt;
  readonly token: bigint;
}

/** Attempts whose process went away before it said that it would send them: certainly not sent. */
export function abandoned(app: App, limit: number): Promise<AttemptKey[]> {
  return app.db.rows<AttemptKey>(
    `select disburse_id as "disburseId", no from disburse_attempts where status = 'created' and lease_until <= $1 order by lease_until limit $2`,
    [new Date(app.now()), limit],
    "attempt_abandoned",
  );
}

/** True when what was allowed as the attempt began is not any more: a switch or a person has closed its way since. */
async function closedSince(app: App, tx: Tx, order: Disburse, walletId: bigint): Promise<boolean> {
  if (await closedFor(app, { direction: "out", operator: order.operator, merchantId: order.merchantId, walletId })) return true;
  const wallet = await tx.one<{ pays: boolean }>(
    `select w.enabled and w.payout and w.disburses_open and w.deleted_at is null and not coalesce(c.payouts_frozen, false) as pays
     from wallets w left join wallet_continuity c on c.wallet_id = w.id where w.id = $1`,
    [walletId],
  );
  return wallet?.pays !== true;
}

/**
 * Takes over an attempt that was never sent. One whose way is closed by now waits with its money frozen, as it is; it is
 * looked at again later.
 * @returns null when another process was faster, or when it waits
 */
export async function takeOver(app: App, key: AttemptKey): Promise<Claimed | null> {
  return app.db.tx(async (tx) => {
    const order = doneOf(await lockDisburse(tx, key.disburseId));
    const found = await readAttempt(tx, key);
    const waits = found === null || (await closedSince(app, tx, order, found.walletId));
    const token = app.ids.next();
    const nowMs = app.now();
    const mine = await tx.run(
      "update disburse_attempts set lease_token = $3, lease_until = $4 where disburse_id = $1 and no = $2 and status = 'created' and lease_until <= $5",
      [key.disburseId, key.no, token, new Date(nowMs + (waits ? ROUTE_AGAIN_MS : LEASE_MS)), new Date(nowMs)],
    );
    const attempt = mine === 1 && !waits && order.status === "processing" ? await readAttempt(tx, key) : null;
    return attempt && { order, attempt, token };
  });
}

/**
 * The intent: from here on the attempt may have been sent, whatever happens. Only the holder of the lease gets through,
 * and only once.
 */
export async function intend(app: App, claimed: Claimed): Promise<boolean> {
  const { order, attempt, token } = claimed;
  return app.db.tx(async (tx) => {
    await tx.run("select 1 from disburses where id = $1 for no key update", [order.id]);
    const nowMs = app.now();
    const mine = await tx.run(
      `update disburse_attempts set status = $6, lease_until = $4 where disburse_id = $1 and no = $2 and status = 'created' and lease_token = $3 and lease_until > $5`,
      [order.id, attempt.no, token, new Date(nowMs + LEASE_MS), new Date(nowMs), transition("disburse_attempts", "created", "send")],
      "attempt_intend",
    );
    return mine === 1;
  });
}
