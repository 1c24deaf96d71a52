/**
 * Payout tasks of the native app: handing out. A task that has left the server may have been executed, so it leaves
 * once: the row is `handed` and committed before a byte of the answer is written, and never goes back.
 */
import type { ServerResponse } from "node:http";
import type { DeviceTask } from "../../../contract/devices.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { Operator } from "../../../contract/operators.ts";
import { doneOf } from "../../platform/answer.ts";
import type { DeviceCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { timeline } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { closedFor } from "../../core/switches/closed.ts";
import { admittedDevice, networkOrNull } from "./admit.ts";
import { touch } from "./notes.ts";
import { taskHubOf } from "./task-hub.ts";

/** A phone looks again by itself this often, ms: what held a task back (a closed wallet, frozen payouts) makes no noise when it ends. */
const LOOK_AGAIN_MS = 10_000;
/** Tasks that one poll looks at; the others wait for their turn. */
const LOOKED_AT = 50;
/** Tasks that others took or that were withdrawn between reading and locking, before a poll gives up its turn. */
const MAX_MISSED = 50;

interface Candidate {
  readonly id: bigint;
  readonly disburse_id: bigint;
  readonly attempt_no: number;
  readonly wallet_id: bigint;
  readonly operator: Operator;
  readonly merchant_id: bigint;
}
interface Handed {
  readonly id: bigint;
  readonly customer: string;
  readonly amount: bigint;
  readonly reference: string;
  readonly answer_until: Date;
  readonly name: string;
  readonly account: string;
  readonly operator: Operator;
  readonly sim: string;
}

/**
 * What lets a phone `$1` have a task `t`: the wallet's payouts are its own, the wallet may pay out at this moment, and
 * the attempt is still under way.
 */
const MAY_HAVE = `
  join device_links l on l.wallet_id = t.wallet_id and l.device_id = $1 and l.payout and l.ended_at is null and l.bound_at is not null
  join devices d on d.id = l.device_id and d.revoked_at is null
  join wallets w on w.id = t.wallet_id and w.api_type = 'app' and w.enabled and w.payout and w.disburses_open and w.deleted_at is null
  left join wallet_continuity c on c.wallet_id = w.id
  join disburses o on o.id = t.disburse_id
  join disburse_attempts a on a.disburse_id = t.disburse_id and a.no = t.attempt_no and a.status in ('created', 'sent')
  where t.status = 'waiting' and not coalesce(c.payouts_frozen, false)`;

/**
 * Waits for the next payout of the wallets that this phone pays out for.
 * @param waitSeconds 0 to 25; the answer comes at once when there is a task, and when the server stops
 * @returns null when there is none
 */
export async function takeTask(ctx: DeviceCtx, waitSeconds: number, reply: ServerResponse): Promise<DeviceTask | null> {
  const { app } = ctx;
  const record = await admittedDevice(app, ctx.actor.deviceId);
  await touch(app, record.id, ctx.ip, networkOrNull(ctx.ip), null);
  const hub = taskHubOf(app);
  const endMs = performance.now() + waitSeconds * 1000;
  const waiter = await hub.join(record.links.map((link) => link.walletId));
  const call = (): void => waiter.call();
  reply.once("close", call);
  try {
    for (;;) {
      // A phone that has hung up must not be given what it cannot hear of.
      if (reply.destroyed) return null;
      const task = await claimNext(ctx);
      const leftMs = endMs - performance.now();
      if (task || leftMs <= 0 || hub.closed) return task;
      await waiter.sleep(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    reply.removeListener("close", call);
    hub.leave(waiter);
  }
}

/** The oldest task that this phone may have, handed to it; null when there is none. */
async function claimNext(ctx: DeviceCtx): Promise<DeviceTask | null> {
  for (let missed = 0; missed < MAX_MISSED; missed += 1) {
    const next = await openTask(ctx);
    if (!next) return null;
    const task = doneOf(await ctx.tx((tx) => hand(ctx, tx, next)));
    if (task) return task;
  }
  return null;
}

/** A task behind an engaged switch or closed acceptance waits: it has not been sent, so it need not go. */
async function openTask(ctx: DeviceCtx): Promise<Candidate | null> {
  const waiting = await ctx.app.db.rows<Candidate>(
    `select t.id, t.disburse_id, t.attempt_no, t.wallet_id, w.operator, o.merchant_id from device_tasks t ${MAY_HAVE} order by t.id limit ${LOOKED_AT}`,
    [ctx.actor.deviceId],
    "device_task_next",
  );
  for (const task of waiting) {
    const what = { direction: "out", operator: task.operator, merchantId: task.merchant_id, walletId: task.wallet_id } as const;
    if ((await closedFor(ctx.app, what)) === null) return task;
  }
  return null;
}

/** What a task that nobody is to take any more becomes. */
const WITHDRAWN = transition("device_tasks", "waiting", "withdraw");

/** Under the order's lock, like everything that ends an attempt: nobody completes or fails it between the look and the hand-over. */
async function hand(ctx: DeviceCtx, tx: Tx, next: Candidate): Promise<DeviceTask | null> {
  const { app } = ctx;
  const order = await tx.one<{ status: string; version: number; merchant_id: bigint }>(
    "select status, version, merchant_id from disburses where id = $1 for no key update",
    [next.disburse_id],
  );
  if (order?.status !== "processing") {
    // Nobody is to make this payment any more; it never left.
    await tx.run("update device_tasks set status = $2 where id = $1 and status = 'waiting'", [next.id, WITHDRAWN]);
    return null;
  }
  const nowMs = app.now();
  const handed = await tx.one<Handed>(
    `with mine as (select t.id, w.name, w.account, w.operator, l.sim from device_tasks t ${MAY_HAVE} and t.id = $2)
     update device_tasks t set status = $5, device_id = $1, handed_at = to_timestamp($3 / 1000.0), answer_until = to_timestamp($4 / 1000.0)
     from mine where t.id = mine.id and t.status = 'waiting'
     returning t.id, t.customer, t.amount, t.reference, t.answer_until, mine.name, mine.account, mine.operator, mine.sim`,
    [ctx.actor.deviceId, next.id, nowMs, nowMs + app.config.current.device_task_answer_seconds * 1000, transition("device_tasks", "waiting", "hand")],
    "device_task_hand",
  );
  if (!handed) return null;
  await timeline(app, tx, next.disburse_id, "task_handed", { attempt: next.attempt_no }, eventActorOf(ctx));
  ctx.emit({ kind: "disburses", objectId: next.disburse_id, version: order.version, change: "changed", merchantId: order.merchant_id });
  return {
    id: app.publicIds.encode("task", handed.id),
    wallet: { name: handed.name, account: handed.account, operator: handed.operator, sim: handed.sim === "sim1" || handed.sim === "sim2" ? handed.sim : null },
    customer: handed.customer,
    amount: formatAmount(handed.amount),
    reference: handed.reference,
    answer_until: handed.answer_until.toISOString(),
  };
}
