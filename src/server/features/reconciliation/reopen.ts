/** Reopening a closed day: finance and an admin together, the last closed day of a wallet first. */
import * as z from "zod";
import type { ReconciliationRow } from "../../../contract/reconciliation.schema.ts";
import { dayReopenIn } from "../../../contract/reconciliation.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { UserType } from "../../../contract/permissions.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { changedDay, lastClosed, lockDays, oneDay } from "./close.ts";
import { dayOf } from "./range.ts";

/** What the request for a second approval keeps: the call's body with its day. */
export const reopenPayload = dayReopenIn.extend({ date: z.string() });

/** One of finance and one admin, whoever asks first. */
export function reopenTogether(maker: UserType, checker: UserType): boolean {
  return (maker === "finance" && checker === "admin") || (maker === "admin" && checker === "finance");
}

/** The people of the reopening: who asked, and who agreed. */
async function people(ctx: UserCtx, tx: Tx): Promise<bigint[]> {
  const asked = ctx.approval ? await tx.one<{ maker: bigint }>("select maker from approvals where id = $1", [ctx.approval.id]) : null;
  return asked && asked.maker !== ctx.actor.id ? [asked.maker, ctx.actor.id] : [ctx.actor.id];
}

/**
 * Opens a closed day again. Later closed days stand on it and have to be reopened first.
 * Refuses not_found, wrong_state (not closed), conflict, reopen_later_first, recheck_required; waits where a checker is needed
 */
export async function reopenDay(
  ctx: UserCtx,
  unchecked: { id: string; date: string },
  input: z.output<typeof dayReopenIn>,
): Promise<Answer<ReconciliationRow>> {
  const { app } = ctx;
  const walletId = readId(app, "wallet", unchecked.id);
  if (walletId instanceof Refused) return walletId;
  const day = dayOf("date", unchecked.date);
  if (day instanceof Refused) return day;
  return ctx.tx(async (tx) => {
    const missing = await lockDays(app, tx, walletId);
    if (missing) return missing;
    const found = await oneDay(app, tx, walletId, day);
    if (found instanceof Refused) return found;
    if (!found.closed || !found.close) return new Refused("wrong_state", { details: { closed: false } });
    if (found.close.version !== input.version) return new Refused("conflict", { details: { version: found.close.version } });
    const last = await lastClosed(tx, walletId);
    if (last !== day) return new Refused("reopen_later_first", { details: { last_closed: last } });
    const shown = { date: day, estimated_balance: formatAmount(found.figures.estimated), real_balance: formatAmount(found.figures.real ?? 0n) };
    const waiting = await requireApproval(ctx, tx, {
      kind: "reconciliation.reopen",
      objectType: "wallet",
      objectId: walletId,
      // Each day is asked for by itself: one that waits stands in no other's way.
      action: `reopen ${day}`,
      objectVersion: found.close.version,
      payload: { ...input, date: day },
      before: { ...shown, closed: true },
      after: { ...shown, closed: false },
    });
    if (waiting) return waiting;
    const changed = await tx.run(
      "update day_closes set reopened_at = $3, reopened_by = $4, reopen_reason = $5, version = version + 1 where wallet_id = $1 and day = $2 and version = $6 and reopened_at is null",
      [walletId, day, new Date(app.now()), await people(ctx, tx), input.reason, input.version],
    );
    if (changed !== 1) throw new Error(`${day} of wallet ${walletId} changed under its lock`);
    await audit(ctx, tx, {
      action: "reconciliation.reopen",
      objectType: "wallet",
      objectId: app.publicIds.encode("wallet", walletId),
      before: shown,
      after: { date: day, reason: input.reason },
      approvalId: ctx.approval?.id ?? null,
    });
    return changedDay(ctx, tx, walletId, day);
  });
}
