/** Asking for a manual operation, and trying what it would do. */
import { APPROVAL_LIFE_MS } from "../../../contract/approvals.ts";
import type { ManualCreate, ManualDetail, ManualRow, ManualTried, manualTry } from "../../../contract/manual.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type * as z from "zod";
import { keepRequest } from "../../core/approvals/store.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, violated, type Tx } from "../../platform/db/pool.ts";
import { auditOf, entriesOf } from "../../platform/lists/timeline.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { balancesOf, checkBalances, previewOf, type PreviewLine } from "./balances.ts";
import { planManual } from "./plan.ts";
import { readTarget, type ManualPlan, type ManualTarget } from "./target.ts";
import { manualById, manualRaw, targetOf } from "./queries.ts";

async function look(ctx: UserCtx, tx: Tx, target: ManualTarget): Promise<{ plan: ManualPlan; preview: PreviewLine[] } | Refused> {
  const plan = await planManual(ctx.app, tx, target);
  if (plan instanceof Refused) return plan;
  const changes = await balancesOf(ctx.app, tx, plan.legs, false);
  return checkBalances(plan, changes) ?? { plan, preview: previewOf(changes) };
}

/** What an operation would do now; nothing is stored. Else what stands against it. */
export async function tryManual(ctx: UserCtx, input: z.output<typeof manualTry>): Promise<ManualTried | Refused> {
  const target = readTarget(ctx.app, input);
  if (target instanceof Refused) return target;
  // Its own transaction, not the call's: there is no answer to keep for a key.
  return ctx.app.db.tx(async (tx) => {
    const seen = await look(ctx, tx, target);
    if (seen instanceof Refused) return seen;
    const { plan, preview } = seen;
    return { amount: formatAmount(plan.amountMinor), preview };
  });
}

const sideOf = (preview: readonly PreviewLine[], side: "before" | "after"): Record<string, string> =>
  Object.fromEntries(preview.map((line) => [line.account, line[side]]));

/**
 * Asks for an operation: it waits in the list and in the inbox of approvals for a checker.
 * Refuses `recheck_required`, `validation_failed`, `insufficient_balance`, `wrong_state`, `already_exists` when
 *   the same message, payment or account has one already
 */
export async function createManual(ctx: UserCtx, input: ManualCreate): Promise<Answer<ManualRow>> {
  const { app } = ctx;
  const asked = readTarget(app, input);
  if (asked instanceof Refused) return asked;
  return ctx.tx(async (tx) => {
    const seen = await look(ctx, tx, asked);
    if (seen instanceof Refused) return seen;
    const { plan, preview } = seen;
    await requireRecheck(ctx);
    const { target } = plan;
    const id = app.ids.next();
    const approvalId = await keepRequest(ctx, tx, {
      kind: "manual.apply",
      objectType: "manual",
      objectId: id,
      action: "apply",
      objectVersion: 1,
      payload: { ...input },
      amountMinor: plan.amountMinor,
      before: sideOf(preview, "before"),
      after: sideOf(preview, "after"),
    });
    if (approvalId instanceof Refused) return approvalId;
    try {
      await tx.run(
        `insert into manual_operations (id, kind, merchant_id, wallet_id, sms_id, payment_id, amount, note, maker, preview, approval_id, expires_at)
         values ($id, $kind, $merchant_id, $wallet_id, $sms_id, $payment_id, $amount, $note, $maker, $preview, $approval_id, $expires_at)`,
        {
          id,
          kind: target.kind,
          merchant_id: target.merchantId,
          wallet_id: target.walletId,
          sms_id: target.smsId,
          payment_id: target.paymentId,
          amount: plan.amountMinor,
          note: input.note,
          maker: ctx.actor.id,
          preview: toJson(preview),
          approval_id: approvalId,
          expires_at: new Date(app.now() + APPROVAL_LIFE_MS),
        },
      );
    } catch (error) {
      if (violated(error)?.endsWith("_once")) return new Refused("already_exists");
      throw error;
    }
    await audit(ctx, tx, {
      action: "manual.request",
      objectType: "manual",
      objectId: app.publicIds.encode("manual", id),
      after: { kind: target.kind, amount: formatAmount(plan.amountMinor), note: input.note },
      approvalId,
    });
    ctx.emit({ kind: "manual", objectId: id, version: 1, change: "created", merchantId: null });
    return manualById(app, tx, id, ctx.actor);
  });
}

/** One operation; while it waits, with what it would do at this moment. Refuses `not_found` */
export async function getManual(ctx: UserCtx, id: bigint): Promise<ManualDetail | Refused> {
  const { app, actor } = ctx;
  const row = await manualById(app, app.db, id, actor);
  if (row instanceof Refused) return row;
  const [timeline, entries, now] = await Promise.all([
    auditOf(app, app.db, "manual", row.id, actor),
    entriesOf(app, app.db, "manual", id, actor),
    row.status === "requested" ? atPresent(ctx, id) : { preview: null, problem: null },
  ]);
  return { ...row, now: now.preview, problem: now.problem, timeline, entries };
}

async function atPresent(ctx: UserCtx, id: bigint): Promise<{ preview: PreviewLine[] | null; problem: string | null }> {
  const raw = await manualRaw(ctx.app.db, id, ctx.actor);
  const now = raw instanceof Refused ? raw : await ctx.app.db.tx((tx) => look(ctx, tx, targetOf(raw)));
  return now instanceof Refused ? { preview: null, problem: now.code } : { preview: now.preview, problem: null };
}
