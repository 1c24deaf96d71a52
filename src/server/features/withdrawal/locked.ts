/** A withdrawal under its lock, and what every act on it leaves behind. */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { type Decided } from "../../../contract/life-cycles.ts";
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { WithdrawalStatus } from "../../../contract/withdrawal.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { updateRow } from "../../platform/db/rows.ts";
import { insertNotifications, notificationRow } from "../../core/outbox/queue.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { loadWithdrawalRow, merchantWithdrawalOf } from "./queries.ts";

export interface LockedWithdrawal {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly receiving_account: string;
  readonly amount: bigint;
  readonly note: string;
  readonly submitter: bigint;
  readonly approver: bigint | null;
  readonly status: WithdrawalStatus;
  readonly version: number;
}

/**
 * Locks a withdrawal for an act of staff.
 * @param states in which the act is possible
 * @returns the withdrawal, or not_found, conflict, wrong_state
 */
export async function lockWithdrawal(
  ctx: UserCtx,
  tx: Tx,
  publicId: string,
  version: number,
  states: readonly WithdrawalStatus[],
): Promise<LockedWithdrawal | Refused> {
  const id = ctx.app.publicIds.decode("withdrawal", publicId);
  const row =
    id === null
      ? null
      : await tx.one<LockedWithdrawal>(
          "select id, merchant_id, receiving_account, amount, note, submitter, approver, status, version from withdrawals where id = $1 for no key update",
          [id],
        );
  if (!row) return new Refused("not_found");
  if (row.version !== version) return new Refused("conflict", { details: { version: row.version, status: row.status } });
  if (!states.includes(row.status)) return new Refused("wrong_state", { details: { status: row.status } });
  return row;
}

/** Who submitted it decides nothing about it, unless the platform is run by one person. Answers whether that was needed, or same_person. */
export function requireChecker(ctx: UserCtx, row: LockedWithdrawal): boolean | Refused {
  if (row.submitter !== ctx.actor.id) return false;
  return ctx.app.config.current.one_person ? true : new Refused("same_person");
}

/** Columns that an act sets; the status is one that its life allows. */
export type WithdrawalChange = Readonly<Record<string, unknown>> & { readonly status: Decided<WithdrawalStatus> };

/** Writes columns of a locked withdrawal; names are the program's own. */
export async function writeWithdrawal(tx: Tx, row: LockedWithdrawal, columns: WithdrawalChange): Promise<void> {
  if (await updateRow(tx, "withdrawals", row, columns)) throw new Error(`withdrawal ${row.id} changed under its lock`);
}

/** What each act is called in the audit trail. */
const ACTIONS = { submitted: "withdrawal.submit", approved: "withdrawal.approve", rejected: "withdrawal.reject", paid: "withdrawal.paid" } as const;

/** Timeline, audit row, live events, and the answer. `money`: entries were written on the merchant's accounts. */
export async function acted(
  ctx: UserCtx,
  tx: Tx,
  of: { id: bigint; merchantId: bigint; version: number; kind: keyof typeof ACTIONS; money: boolean; data?: Readonly<Record<string, unknown>> },
): Promise<WithdrawalRow | Refused> {
  const { app, actor } = ctx;
  await addEvent(app, tx, {
    type: "withdrawal",
    id: of.id,
    kind: of.kind,
    actor: eventActorOf(ctx),
    ...(of.data ? { data: of.data } : {}),
  });
  await auditAct(ctx, tx, ACTIONS[of.kind], of.id);
  ctx.emit({ kind: "withdrawal", objectId: of.id, version: of.version, change: of.version === 1 ? "created" : "changed", merchantId: of.merchantId });
  if (of.money) {
    ctx.emit({ kind: "journals", objectId: of.merchantId, version: UNVERSIONED_CHANGE, change: "created", merchantId: of.merchantId });
    ctx.emit({ kind: "merchants", objectId: of.merchantId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: of.merchantId });
  }
  return loadWithdrawalRow(app, tx, of.id, actor);
}

/** Queues the merchant's notification of an end; without a target it is kept unsent, as every other. */
export async function notifyWithdrawal(
  ctx: UserCtx,
  tx: Tx,
  row: LockedWithdrawal,
  end: { status: "paid" | "rejected"; reference: string | null; reason: string | null; paidAt: Date | null },
): Promise<void> {
  const { app } = ctx;
  const merchant = await tx.one<{ notify_url: string | null }>("select notify_url from merchants where id = $1", [row.merchant_id]);
  const data = merchantWithdrawalOf(app, { ...row, status: end.status, reference: end.reference, reason: end.reason, paid_at: end.paidAt });
  await insertNotifications(tx, [
    notificationRow(app, {
      merchantId: row.merchant_id,
      objectId: row.id,
      type: `withdrawal.${end.status}`,
      url: merchant?.notify_url ?? null,
      data,
    }),
  ]);
}
