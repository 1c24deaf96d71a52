/**
 * The lives of all objects, by their table: which statuses there are, how an object can begin, and which event leads from where to where.
 * `transition` is how TypeScript decides a new status; the database's guards (`db/functions/<table>_guard.sql`) take their allowed pairs
 * from here (`npm run schema` writes them, a test refuses stale ones).
 */
import { APPROVAL_STATUSES, APPROVAL_TRANSITIONS } from "./approvals.ts";
import { BULK_ITEM_STATUSES, BULK_ITEM_TRANSITIONS, BULK_STATUSES, BULK_TRANSITIONS } from "./bulk.ts";
import { SCHEDULE_STATUSES, SCHEDULE_TRANSITIONS } from "./config.ts";
import { TASK_STATUSES, TASK_TRANSITIONS } from "./device-tasks.ts";
import { BATCH_ROW_STATUSES, BATCH_ROW_TRANSITIONS, BATCH_STATUSES, BATCH_TRANSITIONS } from "./disburse-batches.ts";
import { ATTEMPT_STATUSES, ATTEMPT_TRANSITIONS, DISBURSE_STATUSES, DISBURSE_TRANSITIONS } from "./disburses.ts";
import { EXCEPTION_STATUSES, EXCEPTION_TRANSITIONS } from "./exceptions.ts";
import { EXPORT_FILE_STATUSES, EXPORT_FILE_TRANSITIONS, EXPORT_SCHEDULE_STATUSES, EXPORT_SCHEDULE_TRANSITIONS } from "./exports.ts";
import { MANUAL_STATUSES, MANUAL_TRANSITIONS } from "./manual.ts";
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from "./payments.ts";
import { ENDING_STATUSES, ENDING_TRANSITIONS } from "./sms-endings.ts";
import { RULE_STATUSES, RULE_TRANSITIONS } from "./sms-rules.ts";
import { TRANSFER_STATUSES, TRANSFER_TRANSITIONS } from "./transfers.ts";
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TRANSITIONS } from "./withdrawal.ts";
import type { Transition } from "./transition.ts";

/** An object begins with its first status; one that is written with another went there in the same breath. */
export const LIFE_CYCLES = {
  payments: { statuses: PAYMENT_STATUSES, transitions: PAYMENT_TRANSITIONS },
  disburses: { statuses: DISBURSE_STATUSES, transitions: DISBURSE_TRANSITIONS },
  disburse_attempts: { statuses: ATTEMPT_STATUSES, transitions: ATTEMPT_TRANSITIONS },
  disburse_batches: { statuses: BATCH_STATUSES, transitions: BATCH_TRANSITIONS },
  disburse_batch_rows: { statuses: BATCH_ROW_STATUSES, transitions: BATCH_ROW_TRANSITIONS },
  bulk_jobs: { statuses: BULK_STATUSES, transitions: BULK_TRANSITIONS },
  bulk_items: { statuses: BULK_ITEM_STATUSES, transitions: BULK_ITEM_TRANSITIONS },
  device_tasks: { statuses: TASK_STATUSES, transitions: TASK_TRANSITIONS },
  transfers: { statuses: TRANSFER_STATUSES, transitions: TRANSFER_TRANSITIONS },
  withdrawals: { statuses: WITHDRAWAL_STATUSES, transitions: WITHDRAWAL_TRANSITIONS },
  approvals: { statuses: APPROVAL_STATUSES, transitions: APPROVAL_TRANSITIONS },
  manual_operations: { statuses: MANUAL_STATUSES, transitions: MANUAL_TRANSITIONS },
  config_schedules: { statuses: SCHEDULE_STATUSES, transitions: SCHEDULE_TRANSITIONS },
  alerts: { statuses: EXCEPTION_STATUSES, transitions: EXCEPTION_TRANSITIONS },
  export_files: { statuses: EXPORT_FILE_STATUSES, transitions: EXPORT_FILE_TRANSITIONS },
  export_schedules: { statuses: EXPORT_SCHEDULE_STATUSES, transitions: EXPORT_SCHEDULE_TRANSITIONS },
  sms_rules: { statuses: RULE_STATUSES, transitions: RULE_TRANSITIONS },
  sms_endings: { statuses: ENDING_STATUSES, transitions: ENDING_TRANSITIONS },
} as const;
export type LifeCycle = keyof typeof LIFE_CYCLES;
export const LIFE_CYCLE_NAMES = Object.keys(LIFE_CYCLES) as readonly LifeCycle[]; // keys of a literal: exactly its names

type Edge<C extends LifeCycle> = (typeof LIFE_CYCLES)[C]["transitions"][number];
export type StatusOf<C extends LifeCycle> = (typeof LIFE_CYCLES)[C]["statuses"][number];
export type EventOf<C extends LifeCycle> = Edge<C>["event"];
type Reached<C extends LifeCycle, E> = Extract<Edge<C>, { event: E }>["to"];

declare const decidedBrand: unique symbol;
/** A status that {@link transition} decided: what writes a status takes nothing else. */
export type Decided<S extends string> = S & { readonly [decidedBrand]: true };

/** Where each event leads, by life, status and event. @throws Error for an event that leads two ways */
export function waysOf(
  lives: Readonly<Record<string, { readonly transitions: readonly Pick<Transition<string, string>, "from" | "event" | "to">[] }>>,
): Map<string, string> {
  const ways = new Map<string, string>();
  for (const [name, { transitions }] of Object.entries(lives))
    for (const { from, event, to } of transitions) {
      const step = `${name} ${from} ${event}`;
      if (ways.has(step)) throw new Error(`two ways: ${step}`);
      ways.set(step, to);
    }
  return ways;
}
const next = waysOf(LIFE_CYCLES);

/**
 * The status that an event leads to.
 * @param from the status under lock; several where one statement takes all of them
 * @throws Error for an event that the life does not have there: a bug, because callers look first and refuse with `wrong_state`
 */
export function transition<C extends LifeCycle, E extends EventOf<C>>(cycle: C, from: StatusOf<C> | readonly StatusOf<C>[], event: E): Decided<Reached<C, E>> {
  const reached = new Set((typeof from === "string" ? [from] : from).map((status) => next.get(`${cycle} ${status} ${event}`)));
  const [to, ...others] = reached;
  if (to === undefined || others.length > 0) throw new Error(`${cycle}: ${event} leads nowhere from ${from.toString()}`);
  return to as Decided<Reached<C, E>>; // a value of the table
}

/** The pairs of statuses that an object may go through, each once; staying where one is needs no edge. */
export function allowedPairs(cycle: LifeCycle): readonly (readonly [from: string, to: string])[] {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { from, to } of LIFE_CYCLES[cycle].transitions) if ((from as string) !== to) pairs.set(`${from} ${to}`, [from, to]);
  return [...pairs.values()];
}
